import Geometry
import Paint
import Toolkit

extension Widget {
  /// Draws a swatch with a rim that separates it from a background of the same colour.
  func drawSwatch(on painter: Painter, _ r: Rect, radius: Double, _ rgb: UInt32) {
    painter.fill(.roundedRect(r, radius: radius), Colour(rgb: rgb))
    let width = theme.whole(1)
    painter.stroke(
      .roundedRect(r.insetBy(width / 2), radius: radius - width / 2), StrokeStyle(width: width),
      colours.outline ?? colours.text.faded(by: 0.16))
  }

  /// A rectangle in px at 96 dpi from the upper left corner of another, its edges on whole px.
  func inside(_ r: PixelRect, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
    PixelRect(
      minX: r.minX + context.whole(x), minY: r.minY + context.whole(y), maxX: r.minX + context.whole(x + width),
      maxY: r.minY + context.whole(y + height))
  }
}
