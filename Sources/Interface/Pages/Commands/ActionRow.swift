import Geometry
import Paint
import Panels
import Studio
import Toolkit

/// A row for an action: icon, title with highlighted search matches, and keys at the right.
final class ActionRow: Widget {
  let action: Action
  let ranges: [Range<String.Index>]
  /// Whether all keys are shown, or only the first.
  let showsAllKeys: Bool

  init(_ context: WidgetContext, _ action: Action, ranges: [Range<String.Index>] = [], showsAllKeys: Bool = false) {
    (self.action, self.ranges, self.showsAllKeys) = (action, ranges, showsAllKeys)
    super.init(context)
  }

  private var keys: [String] {
    let all = context.state.settings.keys.keys(for: action).map(\.label)
    return showsAllKeys ? all : Array(all.prefix(1))
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    let baseline = (r.center.y + theme.px(5)).rounded()
    // A list of keys shows unavailable actions like others.
    let isAvailable = showsAllKeys || action.isAvailable(in: context.state)
    let ink = isAvailable ? colours.text : colours.disabled
    action.glyph?.draw(on: painter, center: Point(r.minX + theme.px(24), r.center.y), ink, theme, size: 20)
    let start = (r.minX + theme.px(46)).rounded()
    let end = drawKeys(on: painter, before: r.maxX - theme.px(10), baseline, start + theme.px(140), isAvailable)
    let room = end - theme.px(12) - start
    let line = context.line(action.title)
    if line.width > room {
      painter.draw(context.line(action.title, maxWidth: max(0, room)), at: Point(start, baseline), ink)
      return
    }
    // In segments with clips, so that no edge of a letter shows another colour.
    var x = 0.0
    func segment(to end: Double, _ colour: Colour) {
      if end > x {
        painter.saved {
          painter.clip(to: Rect(minX: start + x, minY: r.minY, maxX: start + end, maxY: r.maxY))
          painter.draw(line, at: Point(start, baseline), colour)
        }
      }
      x = end
    }
    for stretch in found(in: line) {
      segment(to: stretch.lowerBound.rounded(), ink)
      segment(to: stretch.upperBound.rounded(), isAvailable ? colours.accentText : ink)
    }
    segment(to: room + theme.px(4), ink)
  }

  /// The horizontal ranges of the matches, from left to right.
  private func found(in line: TextLine) -> [ClosedRange<Double>] {
    let bytes = action.title.utf8
    func offset(_ index: String.Index) -> Int { bytes.distance(from: bytes.startIndex, to: index) }
    return ranges.flatMap { line.stretches(from: offset($0.lowerBound), to: offset($0.upperBound)) }
      .sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Draws as many keys as fit, aligned right; returns their left edge.
  private func drawKeys(
    on painter: Painter, before end: Double, _ baseline: Double, _ least: Double, _ isAvailable: Bool
  ) -> Double {
    let lines = keys.map { context.line($0, size: 12) }
    let widths = lines.map { ($0.width + theme.px(14)).rounded(.up) }
    var count = lines.count
    while count > 1, end - widths[..<count].reduce(Double(count - 1) * theme.px(6), +) < least { count -= 1 }
    var x = end.rounded()
    for (line, width) in zip(lines, widths).prefix(count).reversed() {
      let height = theme.whole(theme.lineHeight(24, size: 12))
      let cap = Rect(x: x - width, y: (Rect(frame).center.y - height / 2).rounded(), width: width, height: height)
      painter.fill(.roundedRect(cap, radius: theme.px(5)), colours.hover)
      painter.draw(
        line, at: Point(cap.center.x, baseline - theme.px(0.5)), anchor: .middle,
        isAvailable ? colours.dim : colours.disabled)
      x -= width + theme.px(6)
    }
    return x
  }
}
