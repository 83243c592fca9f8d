import Geometry
import Paint

/// A thin line between parts.
final class Separator: Widget {
  override func size(within width: Int) -> (width: Int, height: Int) { (width, context.whole(9)) }

  override func draw(on painter: Painter) {
    let y = Double(frame.minY + frame.height / 2)
    painter.fill(
      .rect(Rect(x: Double(frame.minX), y: y, width: Double(frame.width), height: theme.whole(1))), colours.separator)
  }
}
