import Document
import Geometry
import Ink
import Journal
import Language
import Paint
import Raster

/// `{"op": "change", "strokes": [3], "color": "#10c0d5", "size": 8}`: changes strokes that were drawn, by the numbers of
/// `fude info --strokes` at that time. All since is as if they had always been so.
enum ChangingScript {
  /// Reads `{"op": "erase-strokes", "layer": "Ink", "along": [[x, y], ...], "to": "stroke"}`: leaves out the strokes whose
  /// ink a line touches.
  static func readErasing(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    let document = reader.document
    var (filter, change) = (StrokeFilter(), StrokeChange())
    (filter.hasInk, change.deletes) = (true, true)
    var surface = document.activeSurface
    try reader.code(&surface, "layer")
    filter.surface = surface
    let line = try reader.points("along", atLeast: 1, in: Placement.reach)
    if line == nil { reader.lack("along") }
    let size = try reader.number("size", in: 0...Brush.sizes.upperBound) ?? 0
    filter.touch = StrokeTouch(line ?? [], radius: size / 2)
    var extent = Extent.stroke
    try reader.choose(&extent, Field("to", standard: .stroke))
    if reader.isLacking { return .change(.blank) }
    let (items, _) = try operations(filter, change, on: document)
    let count = document.history.undoCount
    guard let change = Change(items.map { Change.Item(distance: count - $0.key, operation: $0.value) }) else {
      throw ScriptFault(translated("no stroke is touched"), at: reader.path("along"), isRefusal: true)
    }
    return .change(change)
  }

  /// How much of a touched stroke is erased.
  private enum Extent: String, WordChoice, CaseIterable { case stroke }

  private static func operations(
    _ filter: StrokeFilter, _ change: StrokeChange, on document: Document
  ) throws(ScriptFault) -> ([Int: Operation], StrokeChangeResult) {
    // Its strokes would be counted from the wrong one.
    guard document.fileHistory == nil else {
      throw ScriptFault(translated("the drawing's history is not read yet"), isRefusal: true)
    }
    do throws(ChangeFault) {
      let (items, result) = try document.operations(changing: filter, by: change) { _ in true }
      return (items, result)
    } catch { throw ScriptFault(translated("a part of its history cannot be read"), isRefusal: true) }
  }

  static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    let document = reader.document
    reader.hidden.remove("strokes")
    var filter = StrokeFilter()
    let numbers = try self.numbers(&reader)
    filter.numbers = numbers.map { $0...$0 }
    let change = try self.change(&reader)
    if reader.isLacking { return .change(.blank) }
    let (items, result) = try operations(filter, change, on: document)
    return try operation(items, result, of: numbers, on: document, at: reader.path("strokes"))
  }

  /// The change, if all strokes can be changed.
  private static func operation(
    _ items: [Int: Operation], _ result: StrokeChangeResult, of numbers: [Int], on document: Document,
    at path: [JSONStep]
  ) throws(ScriptFault) -> Operation {
    if let number = result.refused.first {
      let reason = result.absence ?? translated("it cannot be drawn so")
      throw ScriptFault(
        translated("stroke {number} cannot be changed: {reason}", ["number": number, "reason": reason]),
        at: path, isRefusal: true)
    }
    guard result.count + result.sameCount == Set(numbers).count else {
      throw ScriptFault(
        translated("there are no such strokes: the drawing has those that fude info --strokes lists"),
        at: path, isRefusal: true)
    }
    let count = document.history.undoCount
    guard let change = Change(items.map { Change.Item(distance: count - $0.key, operation: $0.value) }) else {
      throw ScriptFault(translated("the strokes are like that already"), isRefusal: true)
    }
    return .change(change)
  }

  private static func numbers(_ reader: inout ScriptReader) throws(ScriptFault) -> [Int] {
    guard let value = reader.member("strokes") else {
      reader.lack("strokes")
      return []
    }
    let form = translated("a list of numbers of strokes, from 1")
    guard case .list(let items) = value, !items.isEmpty, items.count <= 1 << 20 else {
      throw reader.fault("strokes", value, form)
    }
    var numbers: [Int] = []
    for (index, item) in items.enumerated() {
      guard case .number(let number) = item, let whole = Int(exactly: number), whole >= 1 else {
        throw reader.fault("strokes", item, form, at: reader.path("strokes") + [.item(index)])
      }
      numbers.append(whole)
    }
    return numbers
  }

  private static func change(_ reader: inout ScriptReader) throws(ScriptFault) -> StrokeChange {
    var change = StrokeChange()
    if reader.member("color") != nil {
      var colour: UInt32 = 0
      try reader.code(color: &colour, "color")
      change.colour = colour
    }
    change.size = try reader.number("size", in: Brush.sizes)
    change.opacity = try reader.number("opacity", in: 0...1)
    change.smoothing = try reader.number("smoothing", in: 0...100)
    if reader.member("brush") != nil {
      var brush = Brush()
      try reader.code(&brush, "brush")
      change.brush = brush
    }
    if reader.member("layer") != nil {
      var layer = reader.document.activeID
      try reader.code(&layer, "layer")
      guard reader.document.layer(layer)?.isPaint ?? false else {
        throw reader.fault("layer", reader.member("layer") ?? .null, translated("a layer with pixels"))
      }
      change.layer = layer
    }
    if let way = try reader.numbers("move", count: 2, in: Placement.reach, form: translated("a list [x, y]")) {
      change.move = Vector(way[0], way[1])
    }
    change.scale = try reader.number("scale", in: Placement.scales) ?? 1
    change.rotation = Angle(radians: try reader.number("rotate", in: -1e6...1e6, isAngle: true) ?? 0)
    change.deletes = try reader.flag("delete") ?? false
    if change == StrokeChange() { reader.noteNothingSet(but: ["strokes"]) }
    return change
  }
}
