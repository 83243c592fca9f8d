import Geometry
import Paint
import Studio

/// A row of the list of brushes: icon and title. The brush in use has a dot.
final class BrushRow: Widget {
  let name: String
  /// Whether the brush can paint. If not, it is grey; choosing it says why.
  let isUsable: Bool

  init(_ context: WidgetContext, _ name: String, isUsable: Bool) {
    (self.name, self.isUsable) = (name, isUsable)
    super.init(context)
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    let ink = isUsable ? colours.text : colours.disabled
    let mark = Point(r.minX + theme.px(22), r.center.y)
    if context.state.tool == .brush, context.state.brush == name {
      painter.fill(.circle(center: mark, radius: theme.px(4)), isUsable ? colours.accent : colours.disabled)
    } else {
      ToolItem.item(ofBrush: name)?.icon.draw(on: painter, center: mark, ink, theme, size: 20)
    }
    let start = (r.minX + theme.px(42)).rounded()
    painter.draw(
      context.line(ToolItem.title(ofBrush: name), maxWidth: max(0, r.maxX - theme.px(10) - start)),
      at: Point(start, (r.center.y + theme.px(5)).rounded()), ink)
  }
}
