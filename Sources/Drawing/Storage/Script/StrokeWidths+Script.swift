import Ink
import Language

/// The widths along a stroke in a script: a list of `[time, factor]`.
extension ScriptReader {
  mutating func code(_ widths: inout StrokeWidths?, _ name: String) throws(ScriptFault) {
    widths = nil
    guard let value = member(name), value != .null else { return }
    let form = translated(
      "a list of 1 to {count} items [time, factor] in the order of their times", ["count": StrokeWidths.mostKnots])
    guard case .list(let items) = value, (1...StrokeWidths.mostKnots).contains(items.count) else {
      throw fault(name, value, form)
    }
    var knots: [StrokeWidths.Knot] = []
    for (index, item) in items.enumerated() {
      let path = path(name) + [.item(index)]
      guard case .list(let values) = item, values.count == 2 else { throw fault(name, item, form, at: path) }
      let time = try number(values[0], name, in: StrokeWidths.times, at: path + [.item(0)])
      let factor = try number(values[1], name, in: StrokeWidths.factors, at: path + [.item(1)])
      guard knots.last.map({ $0.time < time }) ?? true else { throw fault(name, item, form, at: path) }
      knots.append(StrokeWidths.Knot(time: time, factor: factor))
    }
    widths = StrokeWidths(knots)
  }
}

extension ScriptWriter {
  mutating func code(_ widths: inout StrokeWidths?, _ name: String) {
    if let widths { write(lists: widths.knots.map { [$0.time, $0.factor] }, name) }
  }
}
