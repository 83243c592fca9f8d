import CMyPaint
import Files

extension MyPaintLibrary {
  /// Lets the library call the program's functions where it mixes pigments. Returns whether it has all these functions.
  static func setPigments(_ library: SharedLibrary) -> Bool {
    typealias Draw =
      @convention(c) (
        UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, UInt16, UInt16, UInt16, UInt16
      ) -> Void
    typealias DrawOrErase =
      @convention(c) (
        UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, UInt16, UInt16, UInt16, UInt16, UInt16
      ) -> Void
    typealias Sum = UnsafeMutablePointer<Float>
    typealias Sample =
      @convention(c) (
        UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, Sum?, Sum?, Sum?, Sum?, Sum?, Float, UInt16, Float
      ) -> Void
    // The library only calls functions that it shows, so those that it hides need no original.
    var original = MyPaintPigments(
      draw: library.function("draw_dab_pixels_BlendMode_Normal_Paint", as: Draw.self),
      draw_or_erase: library.function("draw_dab_pixels_BlendMode_Normal_and_Eraser_Paint", as: DrawOrErase.self),
      draw_locked: library.function("draw_dab_pixels_BlendMode_LockAlpha_Paint", as: Draw.self),
      sample: library.function("get_color_pixels_accumulate", as: Sample.self))
    let mix = library.function("mix_colors", as: MyPaintMix.self)
    var ours = PigmentDabs.functions
    mypaint_set_pigments(&original, mix, &ours, PigmentDabs.mix)
    return original.draw != nil && original.draw_or_erase != nil && original.draw_locked != nil
      && original.sample != nil && mix != nil && Pigments.ofLibrary != nil
  }

  /// Whether the library calls the program's function for a dab, tried on a tile.
  static func callsOurPigments(
    _ initSurface: @convention(c) (TiledSurface, TileFunction, TileFunction) -> Void,
    _ destroy: @convention(c) (TiledSurface) -> Void, _ begin: @convention(c) (TiledSurface) -> Void,
    _ end: @convention(c) (TiledSurface, UnsafeMutablePointer<MyPaintRectangles>) -> Void
  ) -> Bool {
    let tile = UnsafeMutablePointer<UInt16>.allocate(capacity: 4 * 64 * 64)
    tile.initialize(repeating: 1 << 15, count: 4 * 64 * 64)
    defer { tile.deallocate() }
    let owned = UnsafeMutablePointer<MyPaintOwnedSurface>.allocate(capacity: 1)
    owned.initialize(to: MyPaintOwnedSurface())
    defer { owned.deallocate() }
    // The struct begins with the library's.
    let surface = UnsafeMutableRawPointer(owned).assumingMemoryBound(to: MyPaintTiledSurface2.self)
    initSurface(
      surface,
      { surface, request in
        let owner = UnsafeMutableRawPointer(surface)?.assumingMemoryBound(to: MyPaintOwnedSurface.self).pointee.owner
        request?.pointee.buffer = owner?.assumingMemoryBound(to: UInt16.self)
      }, { _, _ in })
    defer { destroy(surface) }
    owned.pointee.owner = UnsafeMutableRawPointer(tile)
    owned.pointee.tiled.threadsafe_tile_requests = 0
    guard let dab = owned.pointee.tiled.parent.draw_dab_pigment else { return false }
    mypaint_use_pigments(1)
    defer { mypaint_use_pigments(0) }
    begin(surface)
    let parent = UnsafeMutableRawPointer(owned).assumingMemoryBound(to: MyPaintSurface2.self)
    _ = dab(parent, 32, 32, 8, 1, 0, 0, 0.5, 0.5, 1, 1, 0, 0, 0, 0, 0, 1)
    var rectangle = MyPaintRectangle()
    withUnsafeMutablePointer(to: &rectangle) { rectangle in
      var changed = MyPaintRectangles(num_rectangles: 1, rectangles: rectangle)
      end(surface, &changed)
    }
    return mypaint_uses_pigments() != 0
  }
}
