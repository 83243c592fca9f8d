import Document
import Geometry
import Paint
import Raster

/// The eyedropper and its magnifier.
extension Session {
  /// The canvas pixels around a window place, as a magnifier shows them: `side` x `side` (1...255) opaque pixels row by
  /// row, that of the place in the middle (for even sides right of and below it); 0 outside the canvas.
  public func canvasPixels(around place: Point, side: Int) -> [UInt32] {
    let side = max(1, min(255, side))
    var pixels = [UInt32](repeating: 0, count: side * side)
    let middle = view.windowToCanvas(place)
    guard abs(middle.x) < 1e9, abs(middle.y) < 1e9 else { return pixels }
    let rect = PixelRect(
      x: Int(middle.x.rounded(.down)) - side / 2, y: Int(middle.y.rounded(.down)) - side / 2, width: side, height: side)
    var span = pixels.mutableSpan
    document.compose(rect, to: &span, start: 0, stride: side)
    return pixels
  }

  /// The colour at a window place, 0xRRGGBB, as the eyedropper takes it; nil outside the canvas.
  public func colour(at place: Point) -> UInt32? {
    guard let shown = canvasPixels(around: place, side: 1).first, shown >> 24 == 255 else { return nil }
    if !toolSettings.picksMerged {
      let p = view.windowToCanvas(place)
      let pixel = document.layers[document.activeLayer].image[Int(p.x), Int(p.y)]
      if pixel >> 24 > 0 {
        let straight = Premultiplied.straight(pixel)
        return UInt32(straight.red) << 16 | UInt32(straight.green) << 8 | UInt32(straight.blue)
      }
    }
    return shown & 0xFF_FFFF
  }

  func pick(at place: Point) -> Effects {
    pick = ColourPick(place: place, colour: colour(at: place), before: style.color)
    var effects = toolEffects
    effects.adornmentsChanged = true
    return effects
  }
}

/// The colour under the eyedropper while it is held down.
public struct ColourPick: Sendable, Hashable {
  /// The eyedropper's position, window px.
  public var place: Point
  /// The colour there, 0xRRGGBB, which the release takes; nil outside the canvas.
  public var colour: UInt32?
  /// The ink's colour before, 0xRRGGBB.
  public var before: UInt32
}
