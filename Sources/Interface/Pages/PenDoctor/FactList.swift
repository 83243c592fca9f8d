import Geometry
import Language
import Paint
import Toolkit

/// A list of names and values; only changed rows are drawn again.
final class FactList: Widget {
  struct Fact: Hashable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  var facts: [Fact] = [] {
    didSet {
      guard facts != oldValue else { return }
      guard facts.map(\.name) == oldValue.map(\.name) else { return invalidate() }
      for (k, (old, new)) in zip(oldValue, facts).enumerated() where old != new { invalidate(row(k)) }
    }
  }

  private var rowHeight: Double { theme.lineHeight(20) }
  /// Width of the names, window px, which depends on the language.
  private var nameWidth: Double {
    facts.map { context.line($0.name).width + theme.px(8) }.reduce(theme.px(92 * theme.textScale), max)
  }
  /// Least number of rows to leave room for.
  private static let rows = 10

  private func row(_ k: Int) -> PixelRect {
    PixelRect(
      x: frame.minX, y: frame.minY + Int((Double(k) * theme.px(rowHeight)).rounded()), width: frame.width,
      height: context.whole(rowHeight) + 1)
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (width, context.whole(rowHeight * Double(max(Self.rows, facts.count))))
  }

  override var access: Access {
    let parts = facts.enumerated().map { k, fact in
      Access.Part(role: .label, name: "\(fact.name): \(fact.value)", frame: row(k), isPressable: false)
    }
    return Access(role: .list, name: translated("Pen"), parts: parts)
  }

  override func draw(on painter: Painter) {
    let nameWidth = nameWidth
    for (k, fact) in facts.enumerated() {
      let (x, y) = (Double(frame.minX), Double(row(k).minY) + theme.px(rowHeight / 2 + 4.5))
      let name = context.line(fact.name)
      painter.draw(name, at: Point(x, y), colours.dim)
      let weight: TextStyle.Weight = k == 0 ? .semibold : .regular
      // A value that is too wide for the column of values starts farther left, up to its own name.
      let longest = Double(frame.maxX) - context.line(fact.value, weight).width
      let start = min(x + nameWidth, max(x + name.width + theme.px(8), longest.rounded(.down)))
      let width = Double(frame.maxX) - start
      guard width > 0 else { continue }
      let line = context.line(fact.value, weight, maxWidth: width, ellipsis: .middle)
      painter.draw(line, at: Point(start, y), colours.text)
    }
  }
}
