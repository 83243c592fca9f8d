import CMyPaint
import Geometry
import Raster

/// How far the dabs of a stroke cover its pixels, whatever their colours do: a second surface of the library, on
/// which each dab is painted in opaque black.
final class MyPaintCoverage {
  private let tiles: MyPaintTiles
  /// Nil after `finish`.
  private var object: MyPaintSurfaceObject?

  /// Nil if the library does not set its functions.
  /// - Parameter bounds: the pixels that may be painted, from the local origin.
  init?(_ bounds: PixelRect, library: MyPaintLibrary) {
    let object = MyPaintSurfaceObject(library) { surface, request in
      guard let request, let owner = MyPaintSurfaceObject.user(of: surface, as: MyPaintCoverage.self) else { return }
      let place = MyPaintTilePlace(column: Int(request.pointee.tx), row: Int(request.pointee.ty))
      request.pointee.buffer = owner.tiles.channels(at: place, forWriting: request.pointee.readonly == 0)
    }
    guard let object else { return nil }
    self.object = object
    tiles = MyPaintTiles(bounds: bounds) { _ in nil }
    object.setUser(self)
  }

  /// Begins an event.
  func begin() { object?.begin() }

  /// Covers what a dab does. All numbers are finite.
  func add(x: Float, y: Float, radius: Float, opacity: Float, hardness: Float, ratio: Float, angle: Float) {
    guard let object else { return }
    _ = object.drawDab(object.surface, x, y, radius, 0, 0, 0, opacity, hardness, 1, ratio, angle, 0, 0, 0, 1, 0)
  }

  /// Ends an event.
  func end() {
    _ = object?.end()
    _ = tiles.drainChanges()
  }

  /// Frees the library's surface; the tiles stay.
  func finish() { object = nil }

  /// The tile at a place, whose alpha is the coverage; nil if no dab reached it.
  subscript(place: MyPaintTilePlace) -> MyPaintTile? { tiles[place] }
}
