import Geometry
import Paint
import Toolkit

/// A ring of hues around a square of saturation and value.
///
/// A press around the square sets the hue and then follows the angle, wherever the pointer goes. A
/// press in the square sets saturation and value, clamped to the square. The wheel and arrow keys
/// move both by small steps, with Shift by large ones. Escape restores the colour from before the
/// press.
final class ColourWheel: Widget {
  struct Measure: Hashable {
    /// Outer radius and thickness of the ring.
    var outer: Double
    var thickness: Double
    /// The square's side.
    var side: Double

    static let panel = Measure(outer: 83, thickness: 14, side: 88)
    static let popUp = Measure(outer: 66, thickness: 11, side: 72)
  }

  var measure: Measure { didSet { ring.measure = measure } }
  let ring: HueRing
  let square: SaturationValueSquare

  init(_ context: WidgetContext, _ choice: ColourChoice, _ measure: Measure = .panel) {
    self.measure = measure
    ring = HueRing(context, choice, measure)
    square = SaturationValueSquare(context, choice)
    super.init(context)
    add(ring)
    add(square)
  }

  func colourChanged() {
    ring.colourChanged()
    square.colourChanged()
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let side = context.whole(2 * measure.outer + 18)
    return (side, side)
  }

  override func layOut() {
    func centred(_ side: Int) -> PixelRect {
      PixelRect(
        x: frame.minX + (frame.width - side) / 2, y: frame.minY + (frame.height - side) / 2, width: side, height: side)
    }
    // Both have the parity of the frame, so that their centres are the same.
    func even(_ length: Double) -> Int { context.whole(length) / 2 * 2 + frame.width % 2 }
    ring.place(centred(even(2 * measure.outer)))
    square.place(centred(even(measure.side)))
  }
}

extension Widget {
  /// Draws the marker of a colour: a white circle with a dark rim, visible on any background.
  func drawMarker(on painter: Painter, at p: Point, radius: Double, width: Double, _ colour: Colour) {
    painter.fill(.circle(center: p, radius: radius + width / 2 + theme.px(0.75)), Colour(rgb: 0, alpha: 0.4))
    painter.fill(.circle(center: p, radius: radius + width / 2), .white)
    painter.fill(.circle(center: p, radius: radius - width / 2), colour)
  }
}
