internal import CX11
import Language

/// The visual of a window. Fude draws native-endian 32-bit pixels 0xAARRGGBB (BGRA in memory on
/// little-endian machines), so it needs a TrueColor visual of 24 or 32 bits with those masks.
/// Nearly every screen has one.
struct WindowVisual {
  let visual: UnsafeMutablePointer<Visual>
  let depth: Int32
  /// Whether it differs from the screen's default visual, so that the window needs its own
  /// colormap.
  let needsColormap: Bool
  /// Whether the server uses the same byte order and pixel size, so that it can read shared memory.
  let isShareable: Bool

  /// The byte order of this machine, in X's terms.
  static var byteOrder: Int32 {
    #if _endian(little)
      LSBFirst
    #else
      MSBFirst
    #endif
  }

  /// Chooses the screen's default visual if suitable, else another. Throws if the screen has no
  /// suitable one.
  static func choose(on connection: Connection) throws(DesktopError) -> WindowVisual {
    let display = connection.display
    let screen = connection.screen
    let own = XDefaultVisual(display, screen)
    let ownDepth = XDefaultDepth(display, screen)
    if let own, fits(own.pointee, depth: ownDepth) { return found(own, ownDepth, needsColormap: false, display) }
    for depth: Int32 in [24, 32] {
      var info = XVisualInfo()
      guard XMatchVisualInfo(display, screen, depth, TrueColor, &info) != 0, let visual = info.visual else { continue }
      if fits(visual.pointee, depth: depth) { return found(visual, depth, needsColormap: true, display) }
    }
    throw DesktopError(
      translated(
        "the X screen shows {depth} bits a pixel and has no 24-bit TrueColor, which Fude needs", ["depth": ownDepth]))
  }

  private static func fits(_ visual: Visual, depth: Int32) -> Bool {
    visual.class == TrueColor && (depth == 24 || depth == 32) && visual.red_mask == 0xff_0000
      && visual.green_mask == 0xff00 && visual.blue_mask == 0xff
  }

  private static func found(
    _ visual: UnsafeMutablePointer<Visual>, _ depth: Int32, needsColormap: Bool, _ display: OpaquePointer
  ) -> WindowVisual {
    var count: Int32 = 0
    var bits: Int32 = 0
    if let formats = XListPixmapFormats(display, &count) {
      bits = UnsafeBufferPointer(start: formats, count: Int(count)).first { $0.depth == depth }?.bits_per_pixel ?? 0
      XFree(formats)
    }
    return WindowVisual(
      visual: visual, depth: depth, needsColormap: needsColormap,
      isShareable: bits == 32 && XImageByteOrder(display) == byteOrder)
  }
}
