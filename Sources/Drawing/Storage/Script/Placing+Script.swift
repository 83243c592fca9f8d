import Archive
import Document
import Geometry
import Ink
import Language
import Paint
import Raster

/// `{"op": "place", "layers": ["Ink"], "scale": 1.08, "rotate": 5, "move": [10, -4], "about": [600, 450]}`: scaled, then
/// turned, both about a place, then moved.
extension Placing {
  func write(to writer: inout ScriptWriter) throws(ArchiveError) {
    guard case .lifted(let mask) = source else { return }
    var (surfaces, selection) = ([surface], Mask?.some(mask))
    writer.code(&surfaces, "layers")
    try writer.code(&selection, "selection")
    if placement.pivot != Rect(mask.bounds).center {
      writer.write([placement.pivot.x, placement.pivot.y], "about")
    }
    let (x, y) = (placement.scaleX, placement.scaleY)
    if x != 1 || y != 1 { if x == y { writer.write(x, "scale") } else { writer.write([x, y], "scale") } }
    var angle = placement.rotation.radians
    writer.code(&angle, Field("rotate", .angle, standard: 0))
    if placement.translation != .zero {
      writer.write([placement.translation.dx, placement.translation.dy], "move")
    }
    if map != placement.map { writer.write([map.a, map.b, map.c, map.d, map.tx, map.ty], "map") }
    var strokes = strokes
    if !strokes.isEmpty {
      try writer.code(&strokes, "strokes", like: StrokeRecord(brush: Brush(), style: InkStyle()), limit: .max)
    } else if !map.isExact {
      writer.write(false, "redraw")
    }
  }

  /// Reads the operations, one for each layer, and one that selects nothing if nothing was selected.
  static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> [Operation] {
    let document = reader.document
    var surfaces = [document.activeSurface]
    try reader.code(&surfaces, "layers")
    var selection: Mask?
    try reader.code(&selection, "selection")
    var mask = selection ?? Mask(width: document.width, height: document.height)
    if selection == nil { mask.fill(document.shownBounds) }
    let placement = try placement(about: Rect(mask.bounds).center, &reader)
    var map = placement.map
    if let values = try reader.numbers("map", count: 6, in: Placement.reach, form: translated("a list of 6 numbers")) {
      let way = reader.use.shift
      map =
        .translation(way) * Affine(a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
        * .translation(-way)
      guard map.isNearly(placement.map) else {
        throw ScriptFault(translated("a number is out of range"), at: reader.path("map"))
      }
    }
    guard !mask.isEmpty, map.inverse != nil else {
      throw ScriptFault(translated("nothing is selected, so there is nothing to place"))
    }
    var strokes: [StrokeRecord] = []
    try reader.code(&strokes, "strokes", like: StrokeRecord(brush: Brush(), style: InkStyle()), limit: 1 << 20)
    let isGiven = !strokes.isEmpty
    let redraws = try reader.flag("redraw") ?? true
    var operations: [Operation] = []
    for surface in surfaces {
      var placing = Placing(surface: surface, source: .lifted(mask), placement: placement, map: map, strokes: strokes)
      if !isGiven, redraws { placing.strokes = document.wholeStrokes(of: placing) }
      guard isGiven ? placing.hasPossibleStrokes : true else {
        throw ScriptFault(translated("an operation is unknown"), at: reader.path("strokes"))
      }
      guard placing.isInRange else { throw ScriptFault(translated("it would be moved too far")) }
      operations.append(.place(placing))
    }
    return operations + (selection == nil ? [.select(nil)] : [])
  }

  /// Reads `{"op": "paste", "picture": "photo.png", "at": [20, 30], "scale": 0.5}`: a picture in a file, which is placed
  /// and selects nothing if nothing was selected. If "picture" is an object, it has the pixels.
  static func readPaste(_ reader: inout ScriptReader) throws(ScriptFault) -> [Operation] {
    if case .object = reader.member("picture") { return [try readClipping(&reader)] }
    let document = reader.document
    let path = try reader.text("picture")
    if path == nil { reader.lack("picture") }
    var surface = document.activeSurface
    try reader.code(&surface, "layer")
    var clipping = Clipping.blank
    if let path {
      do throws(ScriptFault) { clipping = try reader.picture(path) } catch { throw error.at(reader.path("picture")) }
    }
    let middle = Rect(document.frame).center - Rect(clipping.bounds).center
    let at = try reader.numbers("at", count: 2, in: Placement.reach, form: translated("a list [x, y]"))
    let shift = at.map { Vector($0[0], $0[1]) + reader.use.shift } ?? Vector(middle.dx.rounded(), middle.dy.rounded())
    // Where its corner is said, the corner stays there.
    let bounds = Rect(clipping.bounds)
    let pivot = at == nil ? bounds.center : Point(bounds.minX, bounds.minY)
    let wanted = try placement(about: pivot + shift, &reader)
    var placement = Placement(pivot: wanted.pivot - shift)
    (placement.scaleX, placement.scaleY, placement.rotation) = (wanted.scaleX, wanted.scaleY, wanted.rotation)
    placement.translation = wanted.translation + shift
    guard placement.map.bounds(of: bounds).intersects(Rect(document.bounds)) else {
      reader.note(ScriptFault(translated("this is off the canvas"), at: reader.objectPath, isRefusal: true))
      return []
    }
    let placing = Placing(
      surface: surface, source: .pasted(clipping), placement: placement, map: placement.map, strokes: [])
    guard placing.isInRange else { throw ScriptFault(translated("it would be moved too far")) }
    return [.place(placing)] + (document.selection == nil ? [.select(nil)] : [])
  }

  /// Reads a paste whose pixels are in the script, moved with it.
  private static func readClipping(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    let use = reader.use
    // The pixels have positions of their own.
    reader.use = MacroUse()
    defer { reader.use = use }
    let operation = try ScriptReading.operation("paste", &reader)
    guard case .place(var placing) = operation else { return operation }
    placing.placement.translation = placing.placement.translation + use.shift
    placing.map = .translation(use.shift) * placing.map
    guard placing.isInRange else { throw ScriptFault(translated("it would be moved too far")) }
    return .place(placing)
  }

  /// How something is scaled, turned and moved; about its middle if the script says no place.
  private static func placement(about middle: Point, _ reader: inout ScriptReader) throws(ScriptFault) -> Placement {
    let about = try reader.numbers("about", count: 2, in: Placement.reach, form: translated("a list [x, y]"))
    var placement = Placement(pivot: about.map { Point($0[0], $0[1]) + reader.use.shift } ?? middle)
    (placement.scaleX, placement.scaleY) = try scale(&reader)
    let sizes = [placement.scaleX, placement.scaleY]
    guard sizes.allSatisfy({ Placement.scales.contains(abs($0)) }) else {
      throw ScriptFault(translated("a number is out of range"), at: reader.path("scale"))
    }
    placement.rotation = Angle(radians: try reader.number("rotate", in: -1e6...1e6, isAngle: true) ?? 0)
    if let move = try reader.numbers("move", count: 2, in: Placement.reach, form: translated("a list [x, y]")) {
      placement.translation = Vector(move[0], move[1])
    }
    return placement
  }

  /// Both factors: one number, or two.
  private static func scale(_ reader: inout ScriptReader) throws(ScriptFault) -> (Double, Double) {
    let range = -Placement.scales.upperBound...Placement.scales.upperBound
    guard case .list = reader.member("scale") else {
      let factor = try reader.number("scale", in: range) ?? 1
      return (factor, factor)
    }
    let factors = try reader.numbers("scale", count: 2, in: range, form: translated("a number, or a list [x, y]"))
    return (factors?[0] ?? 1, factors?[1] ?? 1)
  }
}
