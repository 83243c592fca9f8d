import Ink
import Language

extension FieldCoder {
  mutating func code(_ widths: inout StrokeWidths?, _ name: String) throws(Failure) {
    var knots = (widths?.knots ?? []).map { FieldedKnot(time: $0.time, factor: $0.factor) }
    try code(&knots, name, like: FieldedKnot(time: 0, factor: 1), limit: StrokeWidths.mostKnots)
    guard reads else { return }
    widths = StrokeWidths(knots.map { StrokeWidths.Knot(time: $0.time, factor: $0.factor) })
    try check(widths != nil || knots.isEmpty, translated("the times of widths are not in order"))
  }
}

/// A knot of the widths along a stroke, as a value of its own.
private struct FieldedKnot: Fielded {
  var time: Double
  var factor: Double

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&time, Field("time", .seconds, in: StrokeWidths.times))
    try coder.code(&factor, Field("factor", in: StrokeWidths.factors))
  }
}
