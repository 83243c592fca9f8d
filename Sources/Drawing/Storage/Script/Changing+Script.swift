import Document
import Geometry
import Ink
import Journal
import Language
import Paint
import Raster

/// `{"op": "change", "strokes": [3], "color": "#10c0d5", "size": 8}`: changes strokes that were drawn, by the numbers of
/// `fude info --strokes` at that time. All since is as if they had always been so.
///
/// `{"op": "change", "step": 12, "feather": 20}` changes a selection, by the number of `fude info --history`.
enum ChangingScript {
  /// The keys of each kind, in the order of messages.
  private static let keys = [
    "change": [
      "strokes", "order", "join", "replaced-by", "color", "size", "opacity", "smoothing", "average", "rope", "harder",
      "symmetry", "brush", "layer", "move", "scale", "rotate", "delete",
    ] + ReshapingScript.keys,
    "erase-strokes": ["layer", "along", "size", "to"],
  ]

  /// Reads either of them. An unknown key counts more than a refusal.
  /// - Parameter isForced: whether locked layers are changed too.
  static func read(_ kind: String, isForced: Bool, _ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    do throws(ScriptFault) {
      let operation = try kind == "change" ? read(&reader) : readErasing(&reader)
      if case .change(let change) = operation, !isForced, !reader.isLacking { try check(change, in: reader) }
      return operation
    } catch {
      guard error.isRefusal else { throw error }
      // The rest was not read.
      let ofStep = ["step"] + SelectingScript.changeableKeys
      for key in reader.has("step") ? ofStep : keys[kind] ?? [] { _ = reader.member(key) }
      reader.note(error)
      return .change(.blank)
    }
  }

  /// Refuses a change of layers on which nothing can be drawn.
  private static func check(_ change: Change, in reader: ScriptReader) throws(ScriptFault) {
    let (document, done) = (reader.document, reader.document.history.done)
    var surfaces: Set<SurfaceID> = []
    for item in change.items where !item.operation.isSelection {
      surfaces.formUnion([item.operation.paintedSurface, done[done.count - item.distance].surface].compactMap(\.self))
    }
    for surface in surfaces where document.layer(surface.layer) != nil {
      let refusal =
        reader.use.isLive ? document.refusalOfDrawing(on: surface) : document.refusalOfPainting(on: surface)
      if let refusal { throw ScriptFault(refusal, isRefusal: true) }
    }
  }

  /// Reads `{"op": "erase-strokes", "layer": "Ink", "along": [[x, y], ...], "to": "stroke"}`: leaves out the strokes whose
  /// ink a line touches, or the parts up to the next crossings, or what it touches.
  private static func readErasing(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    let document = reader.document
    var (filter, change) = (StrokeFilter(), StrokeChange())
    filter.hasInk = true
    var surface = document.activeSurface
    try reader.code(&surface, "layer")
    filter.surface = surface
    let line = try reader.points("along", atLeast: 1, in: Placement.reach)
    if line == nil { reader.lack("along") }
    let size = try reader.number("size", in: 0...Brush.sizes.upperBound) ?? 0
    filter.touch = StrokeTouch(line ?? [], radius: size / 2)
    var extent = StrokeExtent.stroke
    try reader.choose(&extent, Field("to", standard: .stroke))
    if reader.isLacking { return .change(.blank) }
    if let touch = filter.touch { change.shape = .erase(touch, extent) }
    let (items, result) = try operations(filter, change, on: document)
    if !result.refused.isEmpty { return try operation(items, result, on: document, at: reader.path("along")) }
    let count = document.history.undoCount
    guard let change = Change(items.map { Change.Item(distance: count - $0.key, operation: $0.value) }) else {
      throw ScriptFault(translated("no stroke is touched"), at: reader.path("along"), isRefusal: true)
    }
    return .change(change)
  }

  /// Its strokes would be counted from the wrong one.
  private static func checkHistory(of document: Document) throws(ScriptFault) {
    guard document.fileHistory == nil else {
      throw ScriptFault(translated("the drawing's history is not read yet"), isRefusal: true)
    }
  }

  private static func operations(
    _ filter: StrokeFilter, _ change: StrokeChange, on document: Document
  ) throws(ScriptFault) -> ([Int: Operation], StrokeChangeResult) {
    try checkHistory(of: document)
    do throws(ChangeFault) {
      let (items, result, _) = try document.operations(changing: filter, by: change) { _ in true }
      return (items, result)
    } catch { throw unreadable }
  }

  private static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    if reader.has("step") { return try readStep(&reader) }
    let document = reader.document
    reader.hidden.subtract(["strokes", "redraw"])
    var filter = StrokeFilter()
    let numbers = try self.numbers(&reader)
    filter.numbers = ranges(numbers)
    var order: StrokeOrder?
    if reader.member("order") != nil {
      var given = StrokeOrder.up
      try reader.choose(&given, Field("order"))
      order = given
    }
    let joins = try reader.flag("join") ?? false
    let others = try self.numbers(&reader, "replaced-by", isNeeded: false)
    let alone = order != nil ? "order" : joins ? "join" : others.isEmpty ? nil : "replaced-by"
    let change = try self.change(&reader, besides: alone)
    if [order != nil, joins, !others.isEmpty].count(where: { $0 }) > 1 { throw standsAlone(alone ?? "", reader) }
    if reader.isLacking { return .change(.blank) }
    if alone != nil {
      let chosen = try strokes(filter, numbers, on: document, at: reader.path("strokes"))
      var arrangement = order.map { StrokeArrangement.order($0) } ?? .join
      if !others.isEmpty {
        var filter = StrokeFilter()
        filter.numbers = ranges(others)
        let new = try strokes(filter, others, on: document, at: reader.path("replaced-by"))
        if let twice = Set(numbers).intersection(others).min() {
          throw ScriptFault(
            translated("stroke {number} is on both lists", ["number": twice]), at: reader.path("replaced-by"))
        }
        arrangement = .replaced(by: new.map { KnownStroke($0, document.history.done[$0.key.edit].content) })
      }
      return try arranging(chosen, arrangement, on: document, at: reader.path("strokes"))
    }
    let (items, result) = try operations(filter, change, on: document)
    if result.count + result.sameCount + result.refused.count < Set(numbers).count {
      _ = try strokes(filter, numbers, on: document, at: reader.path("strokes"))
    }
    return try operation(items, result, on: document, at: reader.path("strokes"))
  }

  /// Reads `{"op": "change", "step": 12, "feather": 20, "grow": 4}`: a selection with other values.
  private static func readStep(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    let done = reader.document.history.done
    var number = 0
    try reader.code(&number, Field("step", in: 1...0x1p40))
    try checkHistory(of: reader.document)
    guard done.indices.contains(number - 1), case .select(_, let recipe?) = done[number - 1].head else {
      throw ScriptFault(
        translated(
          "step {number} is no selection that can be changed: fude info --history lists the steps", ["number": number]),
        at: reader.path("step"), isRefusal: true)
    }
    let changed = try SelectingScript.changed(recipe, &reader)
    if changed == recipe { reader.noteNothingSet(but: ["step"]) }
    let item = Change.Item(distance: done.count - number + 1, operation: .select(nil, recipe: changed))
    return .change(Change([item]) ?? .blank)
  }

  /// The change, if all strokes can be changed.
  private static func operation(
    _ items: [Int: Operation], _ result: StrokeChangeResult, on document: Document, at path: [JSONStep]
  ) throws(ScriptFault) -> Operation {
    if let number = result.refused.first {
      throw ScriptFault(
        translated("stroke {number} cannot be changed: {reason}", ["number": number, "reason": result.reason ?? ""]),
        at: path, isRefusal: true)
    }
    let count = document.history.undoCount
    guard let change = Change(items.map { Change.Item(distance: count - $0.key, operation: $0.value) }) else {
      throw ScriptFault(translated("the strokes are like that already"), isRefusal: true)
    }
    return .change(change)
  }

  /// The strokes with some numbers, all of which must be there.
  private static func strokes(
    _ filter: StrokeFilter, _ numbers: [Int], on document: Document, at path: [JSONStep]
  ) throws(ScriptFault) -> [ListedStroke] {
    try checkHistory(of: document)
    let chosen: [ListedStroke]
    do throws(ChangeFault) { chosen = try document.strokes(filter) { _ in true } } catch { throw unreadable }
    let there = Set(chosen.map(\.number))
    if let index = numbers.firstIndex(where: { !there.contains($0) }) {
      throw ScriptFault(
        translated(
          "there is no stroke {number}: fude info --strokes lists the numbers", ["number": numbers[index]]),
        at: path + [.item(index)], isRefusal: true)
    }
    return chosen
  }

  /// The change that strokes make together.
  private static func arranging(
    _ chosen: [ListedStroke], _ arrangement: StrokeArrangement, on document: Document, at path: [JSONStep]
  ) throws(ScriptFault) -> Operation {
    let items: [Int: Operation]
    do throws(ChangeFault) { items = try arrangement.operations(for: chosen, in: document) { _ in true } } catch {
      if error == .isUnreadable { throw unreadable }
      if case .join = arrangement {
        throw ScriptFault(
          translated("two strokes of one layer are joined, which no selection cut"), at: path, isRefusal: true)
      }
      throw ScriptFault(translated("the strokes are on different layers or canvases"), at: path, isRefusal: true)
    }
    let count = document.history.undoCount
    guard let change = Change(items.map { Change.Item(distance: count - $0.key, operation: $0.value) }) else {
      throw ScriptFault(translated("there is no stroke to go past"), isRefusal: true)
    }
    return .change(change)
  }

  private static var unreadable: ScriptFault {
    ScriptFault(translated("a part of its history cannot be read"), isRefusal: true)
  }

  /// The same numbers, as few ranges.
  private static func ranges(_ numbers: [Int]) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, number <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, number)
      } else {
        ranges.append(number...number)
      }
    }
    return ranges
  }

  private static func standsAlone(_ key: String, _ reader: ScriptReader) -> ScriptFault {
    ScriptFault(translated("{key} stands alone", ["key": key]), at: reader.path(key))
  }

  private static func numbers(
    _ reader: inout ScriptReader, _ name: String = "strokes", isNeeded: Bool = true
  ) throws(ScriptFault) -> [Int] {
    guard let value = reader.member(name) else {
      if isNeeded { reader.lack(name) }
      return []
    }
    let form = translated("a list of numbers of strokes, from 1")
    guard case .list(let items) = value, !items.isEmpty, items.count <= 1 << 16 else {
      throw reader.fault(name, value, form)
    }
    var numbers: [Int] = []
    for (index, item) in items.enumerated() {
      guard case .number(let number) = item, let whole = Int(exactly: number), (1...1 << 40).contains(whole) else {
        throw reader.fault(name, item, form, at: reader.path(name) + [.item(index)])
      }
      numbers.append(whole)
    }
    return numbers
  }

  /// - Parameter alone: a key that stands alone; nil for none.
  private static func change(_ reader: inout ScriptReader, besides alone: String?) throws(ScriptFault) -> StrokeChange {
    var change = StrokeChange()
    if reader.member("color") != nil {
      var colour: UInt32 = 0
      try reader.code(color: &colour, "color")
      change.colour = colour
    }
    change.size = try reader.number("size", in: Brush.sizes)
    if change.size != nil, let ink = reader.use.ink { change.size = ink.width }
    change.opacity = try reader.number("opacity", in: 0...1)
    change.smoothing = try reader.number("smoothing", in: 0...100)
    change.stabiliser = try ReshapingScript.stabiliser(&reader)
    change.harder = try reader.number("harder", in: -1...1)
    if reader.member("symmetry") != nil {
      var symmetry = Symmetry()
      try reader.code(&symmetry, "symmetry")
      change.symmetry = symmetry
    }
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
    change.shape = try ReshapingScript.read(&reader)
    if let alone, change != StrokeChange() { throw standsAlone(alone, reader) }
    if alone == nil, change == StrokeChange() { reader.noteNothingSet(but: ["strokes"]) }
    return change
  }
}

extension StrokeOrder: WordChoice {}

extension StrokeExtent: WordChoice {}
