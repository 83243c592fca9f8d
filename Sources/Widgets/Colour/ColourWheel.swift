import Geometry
import Paint

/// A ring of hues around a square of saturation and value.
///
/// A press anywhere round the square takes the hue under it and then follows the angle, wherever the pointer goes; a press
/// in the square takes its colour and stays in the square. The wheel and the arrow keys move both by small steps, with
/// Shift by large ones. Escape brings back the colour from before the press.
final class ColourWheel: Widget {
  /// Sizes, px at 96 dpi.
  struct Measure: Hashable {
    /// The ring's outer radius, and its thickness.
    var outer: Double
    var thickness: Double
    /// The square's side.
    var side: Double

    /// That of the panel.
    static let panel = Measure(outer: 83, thickness: 14, side: 88)
    /// That of the pop-up palette.
    static let popUp = Measure(outer: 66, thickness: 11, side: 72)
  }

  let measure: Measure
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

  /// Another colour is to be shown.
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
    // Both of the same parity as the frame, so that their middles are one.
    func even(_ length: Double) -> Int { context.whole(length) / 2 * 2 + frame.width % 2 }
    ring.place(centred(even(2 * measure.outer)))
    square.place(centred(even(measure.side)))
  }
}

extension Widget {
  /// Draws the circle that marks a colour: white, with a thin dark rim so that it is seen on white too.
  func drawMarker(on painter: Painter, at p: Point, radius: Double, width: Double, _ colour: Colour) {
    painter.fill(.circle(center: p, radius: radius + width / 2 + theme.px(0.75)), Colour(rgb: 0, alpha: 0.4))
    painter.fill(.circle(center: p, radius: radius + width / 2), .white)
    painter.fill(.circle(center: p, radius: radius - width / 2), colour)
  }
}
