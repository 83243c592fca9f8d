import CMyPaint
import Geometry
import Raster

/// Owns a surface of the library, on which it paints tiles of others.
///
/// The library's struct has a pointer to the object that uses the surface (`user`), for its callbacks. It is valid while
/// that object lives; the library calls back only while one of its functions is called.
final class MyPaintSurfaceObject {
  typealias DrawDab =
    @convention(c) (
      MyPaintLibrary.Surface?, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float,
      Float,
      Float, Float, Float
    ) -> Int32
  typealias Channel = UnsafeMutablePointer<Float>
  typealias GetColour =
    @convention(c) (
      MyPaintLibrary.Surface?, Float, Float, Float, Channel?, Channel?, Channel?, Channel?, Float
    ) -> Void

  /// The library's surface. Its owner may replace its functions.
  let surface: MyPaintLibrary.Surface
  /// The library's function that paints a dab.
  let drawDab: DrawDab
  /// The library's function that reads a colour.
  let getColour: GetColour
  private let library: MyPaintLibrary
  private let owned: UnsafeMutablePointer<MyPaintOwnedSurface>
  private let rectangles: UnsafeMutablePointer<MyPaintRectangle>
  private static let rectangleCount: Int32 = 16

  /// Nil if the library does not set its functions.
  /// - Parameter start: gives the library the memory of a tile.
  init?(_ library: MyPaintLibrary, start: MyPaintLibrary.TileFunction) {
    let owned = UnsafeMutablePointer<MyPaintOwnedSurface>.allocate(capacity: 1)
    owned.initialize(to: MyPaintOwnedSurface())
    library.initSurface(Self.tiled(owned), start, { _, _ in })
    guard let drawDab = owned.pointee.tiled.parent.draw_dab_pigment,
      let getColour = owned.pointee.tiled.parent.get_color_pigment
    else {
      library.destroySurface(Self.tiled(owned))
      owned.deallocate()
      return nil
    }
    owned.pointee.tiled.threadsafe_tile_requests = 0
    (self.library, self.owned, self.drawDab, self.getColour) = (library, owned, drawDab, getColour)
    surface = UnsafeMutableRawPointer(owned).assumingMemoryBound(to: MyPaintSurface2.self)
    rectangles = .allocate(capacity: Int(Self.rectangleCount))
    rectangles.initialize(repeating: MyPaintRectangle(), count: Int(Self.rectangleCount))
  }

  deinit {
    library.destroySurface(Self.tiled(owned))
    owned.deallocate()
    rectangles.deallocate()
  }

  /// Sets the object that `user` returns. It owns this one.
  func setUser(_ user: AnyObject) { owned.pointee.owner = Unmanaged.passUnretained(user).toOpaque() }

  /// The user of a surface that the library passes to a callback; nil if none was set. `type` must be the user's.
  static func user<User: AnyObject>(of surface: UnsafeMutableRawPointer?, as type: User.Type) -> User? {
    guard let user = surface?.assumingMemoryBound(to: MyPaintOwnedSurface.self).pointee.owner else { return nil }
    return Unmanaged<User>.fromOpaque(user).takeUnretainedValue()
  }

  /// Begins an event.
  func begin() { library.beginAtomic(Self.tiled(owned)) }

  /// Ends an event: paints its dabs. Returns a rectangle that holds all changed pixels, from the local origin.
  func end() -> PixelRect {
    // Less than one would be written, too.
    var changed = MyPaintRectangles(num_rectangles: Self.rectangleCount, rectangles: rectangles)
    library.endAtomic(Self.tiled(owned), &changed)
    var bounds = PixelRect.empty
    for index in 0..<Int(max(0, min(changed.num_rectangles, Self.rectangleCount))) {
      let rect = rectangles[index]
      bounds = bounds.union(PixelRect(x: Int(rect.x), y: Int(rect.y), width: Int(rect.width), height: Int(rect.height)))
    }
    return bounds
  }

  private static func tiled(_ owned: UnsafeMutablePointer<MyPaintOwnedSurface>) -> MyPaintLibrary.TiledSurface {
    // The struct begins with the library's.
    UnsafeMutableRawPointer(owned).assumingMemoryBound(to: MyPaintTiledSurface2.self)
  }
}
