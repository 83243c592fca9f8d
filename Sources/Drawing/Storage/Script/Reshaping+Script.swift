import Document
import Geometry
import Ink
import Language

/// The keys of `change` that change the lines of strokes, each by itself.
enum ReshapingScript {
  /// The keys, in the order of messages; the second ones belong to the first.
  static let keys = [
    "split", "start", "end", "bend", "reach", "simplify", "widen", "along", "radius", "redraw", "redraw-angles", "near",
  ]

  /// The reach of a bend that names none, px.
  private static let reach = 100.0
  /// How far from the ink a new part may begin or end, if that is not named, px.
  private static let room = 8.0

  /// Reads what is done to a line; nil for nothing.
  static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> StrokeReshape? {
    var found: [(key: String, shape: StrokeReshape)] = []
    if let place = try point("split", &reader) { found.append(("split", .split(place))) }
    let (start, end) = (try point("start", &reader), try point("end", &reader))
    if start != nil || end != nil {
      found.append((start == nil ? "end" : "start", .ends(start: start, end: end)))
    }
    let reach = try reader.number("reach", in: 1...100_000)
    if let value = reader.member("bend") {
      guard let way = try reader.points("bend", atLeast: 2, in: Placement.reach), way.count == 2 else {
        throw reader.fault("bend", value, translated("a list of two places [x, y]"))
      }
      found.append(("bend", .bend(from: way[0], to: way[1], reach: reach ?? self.reach)))
    } else if reach != nil {
      reader.lack("bend")
    }
    if let length = try reader.number("simplify", in: 0.1...1000) { found.append(("simplify", .calm(length))) }
    let radius = try reader.number("radius", in: 0...Brush.sizes.upperBound)
    let line = try reader.points("along", atLeast: 1, in: Placement.reach)
    if let factor = try reader.number("widen", in: StrokeWidths.factors) {
      if line == nil { reader.lack("along") }
      found.append(("widen", .widen(by: factor, StrokeTouch(line ?? [], radius: radius ?? 0))))
    } else if line != nil || radius != nil {
      reader.lack("widen")
    }
    let room = try reader.number("near", in: 0...100_000)
    if let value = reader.member("redraw") {
      var samples: [PenSample] = []
      try reader.code(&samples, "redraw")
      guard samples.count > 1 else { throw reader.fault("redraw", value, ScriptSample.form) }
      found.append(("redraw", .redraw(samples, near: room ?? self.room)))
    } else if room != nil {
      reader.lack("redraw")
    }
    guard found.count < 2 else {
      throw ScriptFault(
        translated("{key} and {other} cannot be in one step", ["key": found[0].key, "other": found[1].key]),
        at: reader.path(found[1].key))
    }
    return found.first?.shape
  }

  private static func point(_ name: String, _ reader: inout ScriptReader) throws(ScriptFault) -> Point? {
    var point: Point?
    try reader.code(&point, name, in: Placement.reach)
    return point
  }

  /// Reads a stabiliser: `"average": 200` ms or `"rope": 40` px, 0 for none; nil for nothing.
  static func stabiliser(_ reader: inout ScriptReader) throws(ScriptFault) -> Stabiliser? {
    let average = try reader.number("average", in: 0...1000 * Stabiliser.times.upperBound)
    let rope = try reader.number("rope", in: 0...Stabiliser.lengths.upperBound)
    if average != nil, rope != nil {
      throw ScriptFault(
        translated("{key} and {other} cannot be in one step", ["key": "average", "other": "rope"]),
        at: reader.path("rope"))
    }
    if let average { return average == 0 ? Stabiliser.none : .average(time: average / 1000, endsAtPen: true).clamped }
    if let rope { return rope == 0 ? Stabiliser.none : .rope(length: rope, endsAtPen: true).clamped }
    return nil
  }
}
