import Geometry
import Input
import Language
import Paint
import Toolkit

/// Pressure over time: as measured, and the resulting one while the pen touches.
///
/// The right edge is the latest report; it does not move without reports.
final class PressureGraph: Widget {
  /// The shown time span, s.
  static let span = 3.0
  private static let mostMarks = 3000
  private var marks: [PenMark] = []

  override init(_ context: WidgetContext) {
    super.init(context)
    hasTip = false
  }

  func take(_ new: some Collection<PenMark>) {
    guard !new.isEmpty else { return }
    marks += new
    if let last = marks.last {
      let first = max(marks.count - Self.mostMarks, marks.firstIndex { $0.time >= last.time - Self.span } ?? 0)
      // One more, so that the line starts at the left edge.
      if first > 1 { marks.removeFirst(first - 1) }
    }
    invalidate()
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    painter.fill(.roundedRect(r, radius: theme.px(9)), colours.hover)
    painter.draw(
      context.line(translated("Pressure, the last 3 s"), size: 11),
      at: Point(r.minX + theme.px(10), r.minY + theme.px(16)),
      colours.dim)
    painter.clip(to: .roundedRect(r, radius: theme.px(9)))
    guard let end = marks.last?.time else { return }
    let inside = r.insetBy(theme.px(5))
    func place(_ mark: PenMark, _ value: Double) -> Point {
      Point(r.maxX - (end - mark.time) / Self.span * r.width, inside.maxY - value * inside.height)
    }
    line(on: painter, colours.faint, 1, through: { place($0, $0.measured) }) { _ in true }
    line(on: painter, colours.accent, 2, through: { place($0, $0.adjusted) }) { $0.phase != .hover }
  }

  /// A line through marks, interrupted if `belongs` is false; skips points less than half a px
  /// apart.
  private func line(
    on painter: Painter, _ colour: Colour, _ width: Double, through place: (PenMark) -> Point,
    where belongs: (PenMark) -> Bool
  ) {
    var path = Path()
    var last: Point?
    for mark in marks {
      guard belongs(mark) else {
        last = nil
        continue
      }
      let p = place(mark)
      if let before = last, mark.phase != .down {
        if p.x - before.x < 0.5, abs(p.y - before.y) < 0.5 { continue }
        path.line(to: p)
      } else {
        path.move(to: p)
      }
      last = p
    }
    if !path.elements.isEmpty {
      painter.stroke(path, StrokeStyle(width: theme.px(width), cap: .round, join: .round), colour)
    }
  }
}
