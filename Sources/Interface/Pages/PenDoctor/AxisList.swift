import Geometry
import Input
import Language
import Paint
import Toolkit

/// The axes of a device: number, label, range, last value, and its interpretation. Only changed
/// rows are drawn again.
final class AxisList: Widget {
  var axes: [DeviceReadings.Axis] = [] {
    didSet {
      guard axes != oldValue else { return }
      guard axes.map(\.description) == oldValue.map(\.description) else { return invalidate() }
      for (k, (old, new)) in zip(oldValue, axes).enumerated() where old != new && k < shownCount {
        invalidate(row(k + 1))
      }
    }
  }

  private var rowHeight: Double { theme.lineHeight(20) }
  private static let mostRows = 9

  private func row(_ k: Int) -> PixelRect {
    PixelRect(
      x: frame.minX, y: frame.minY + Int((Double(k) * theme.px(rowHeight)).rounded()), width: frame.width,
      height: context.whole(rowHeight) + 1)
  }

  /// The number of shown axes; if some are left out, the last row says how many.
  private var shownCount: Int { axes.count <= Self.mostRows ? axes.count : Self.mostRows - 1 }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (width, context.whole(rowHeight * Double(Self.mostRows + 1)))
  }

  override var access: Access {
    let parts = axes.enumerated().map { k, axis in
      let words = [
        axis.description.label, axis.value.map { DecimalText.shown($0) } ?? "",
        axis.meaning.map { DecimalText.shown($0) } ?? "",
      ]
      return Access.Part(
        role: .label, name: words.filter { !$0.isEmpty }.joined(separator: ", "), frame: row(k + 1), isPressable: false)
    }
    return Access(role: .list, name: translated("Axes"), parts: parts)
  }

  override func draw(on painter: Painter) {
    draw(
      0, [translated("Axis"), translated("Range"), translated("Reports"), translated("Read as")], on: painter,
      isHead: true)
    for (k, axis) in axes.prefix(shownCount).enumerated() {
      let about = axis.description
      let range =
        about.scrollIncrement.map { translated("{step} a notch", ["step": DecimalText.shown($0)]) }
        ?? (about.min < about.max
          ? "\(DecimalText.shown(about.min)) … \(DecimalText.shown(about.max))"
          : translated("none", context: "range of an axis"))
      let label = about.label.isEmpty ? translated("no label") : about.label
      draw(
        k + 1,
        [
          "\(about.number)  \(label)", range, axis.value.map { DecimalText.shown($0) } ?? "–",
          axis.meaning.map { DecimalText.shown($0) } ?? "–",
        ],
        on: painter)
    }
    if shownCount < axes.count {
      draw(
        shownCount + 1,
        [
          translated(
            "{count} more, in the report", other: "{count} more, in the report", count: axes.count - shownCount), "",
          "", "",
        ], on: painter, isHead: true)
    }
  }

  private func draw(_ k: Int, _ cells: [String], on painter: Painter, isHead: Bool = false) {
    let y = Double(row(k).minY) + theme.px(rowHeight / 2 + 4.5)
    let width = Double(frame.width)
    // The first two columns are aligned left, numbers right.
    let edges = [0, 0.36, 0.8, 1].map { Double(frame.minX) + $0 * width }
    let room = [0.35, 0.26, 0.18, 0.19].map { $0 * width }
    guard width > 40 else { return }
    for (i, cell) in cells.enumerated() where !cell.isEmpty {
      let isWhole = i == 0 && cells[1].isEmpty
      let line = context.line(cell, size: isHead ? 12 : 13, maxWidth: isWhole ? width : room[i])
      painter.draw(
        line, at: Point(edges[i], y), anchor: i < 2 ? .start : .end, isHead || i == 1 ? colours.dim : colours.text)
    }
  }
}

extension DecimalText {
  /// A number, or text with numbers, with the language's decimal separator. Reports and files
  /// always use a full stop.
  static func shown(_ text: String) -> String {
    let separator = Language.decimalSeparator
    return separator == "." ? text : text.replacing(".", with: separator)
  }

  /// A number with at most two decimals and the language's decimal separator.
  static func shown(_ number: Double) -> String { shown(short(number)) }
}
