import Archive
import Document
import Geometry
import Ink
import Journal
import Language
import Paint
import Raster

/// An element of a script.
struct ScriptReading {
  /// The operations that are one step; none for the definition of a brush.
  var operations: [Operation] = []
  /// When they were done, s since 1970; nil for now.
  var time: Double?
  /// The number of the first layer that they make; 0 where it follows from the drawing.
  var nextLayer: UInt64 = 0
  /// What the operation did; nil to do it.
  var result: [UInt8]?
  /// Whether they are one step with the operation before.
  var isJoined = false
  /// Whether locked layers are painted too.
  var isForced = false
  /// How the drawing begins; nil for an operation.
  var beginning: FileHistory?
  /// What the script says about itself, as a macro; nil for an operation.
  var header: MacroHeader?

  /// Keys that only programs write, of all objects.
  static let notes: Set<String> = [
    "define", "macro", "number", "bounds", "new-layer", "joined", "force", "replaces", "result",
  ]
  /// Further keys of operations that only programs write.
  static let hidden: Set<String> = [
    "input-scale", "is-exact", "seed", "view-angle", "view-is-mirrored", "mixing", "tip", "samples-angles", "pen",
    "redraw", "redraw-angles", "map", "strokes", "items",
  ]
  /// Kinds of operations that only programs write.
  static let writtenKinds: Set<String> = ["begin", "figure", "layer-paste", "layers", "pixels", "strokes"]

  /// Reads an element.
  /// - Parameters:
  ///   - document: the drawing before it.
  ///   - brushes: the brushes so far; then also one that it defines.
  ///   - use: how the script is used as a macro.
  ///   - picture: the picture in a file.
  init(
    _ element: JSONValue, on document: Document, _ brushes: inout ScriptBrushes, _ use: MacroUse? = nil,
    _ picture: @escaping (String) throws(ScriptFault) -> Clipping
  ) throws(ScriptFault) {
    var reader = ScriptReader(document, brushes, picture)
    reader.use = use ?? MacroUse()
    self = try reader.object(element) { (reader) throws(ScriptFault) in try Self.read(&reader) }
    brushes = reader.brushes
  }

  private init() {}

  private static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> ScriptReading {
    var reading = ScriptReading()
    if let header = try MacroHeader.read(&reader) {
      reading.header = header
      return reading
    }
    if let name = try reader.text("define") {
      try reader.define(name)
      return reading
    }
    guard let kind = try reader.text("op") else {
      throw ScriptFault(translated("{key} is missing", ["key": "op"]))
    }
    // These tell something and change nothing.
    for note in ["number", "bounds"] { _ = reader.member(note) }
    if let text = try reader.text("time") {
      guard let time = ScriptTime.value(text) else {
        throw reader.fault("time", .text(text), translated("a time such as 2026-11-29T10:00:00Z"))
      }
      reading.time = time
    }
    var nextLayer = 0
    try reader.code(&nextLayer, Field("new-layer", in: 0...0x1p48, standard: 0))
    reading.nextLayer = reader.use.isLive ? 0 : UInt64(nextLayer)
    reading.isJoined = try reader.flag("joined") ?? false
    reading.isForced = try reader.flag("force") ?? false
    let replaces = try reader.flag("replaces") ?? false
    reading.result = try reader.bytes("result")
    if reader.use.isLive { reading.result = nil }
    switch kind {
    case "begin": reading.beginning = try beginning(&reader)
    case "select": reading.operations = [try SelectingScript.read(&reader)]
    case "place": reading.operations = try Placing.read(&reader)
    case "paste": reading.operations = try Placing.readPaste(&reader)
    case "flats": reading.operations = try FlatsScript.read(&reader)
    case "layer": reading.operations = try LayerOperation.readProperties(&reader)
    case "layer-add": reading.operations = try LayerOperation.readAddition(&reader, number: reading.nextLayer)
    case "layer-group": reading.operations = try LayerOperation.readGroup(&reader, number: reading.nextLayer)
    case "layer-duplicate": reading.operations = try LayerOperation.readDuplicate(&reader)
    case "paper": reading.operations = try LayerOperation.readPaper(&reader)
    case "erase-strokes",
      "change" where !reader.has("items"):
      reading.operations = [try ChangingScript.read(kind, isForced: reading.isForced, &reader)]
    default: reading.operations = [try operation(kind, &reader)]
    }
    if replaces {
      guard reading.operations.count == 1, let operation = reading.operations.first, !operation.strokes.isEmpty else {
        throw reader.fault("replaces", .boolean(true), "false")
      }
      reading.operations = [.replacement(operation)]
    }
    return reading
  }

  /// The kinds of operations that scripts can have.
  static var kinds: [String] {
    (Set(Operation.scriptBlanks.keys).subtracting(["nothing"]).union(["begin", "erase-strokes", "flats"])).sorted()
  }

  private static func beginning(_ reader: inout ScriptReader) throws(ScriptFault) -> FileHistory {
    for note in ["width", "height", "layers"] { _ = reader.member(note) }
    guard let value = reader.member("records"), case .list(let items) = value, (1...2).contains(items.count) else {
      throw reader.fault("records", reader.member("records") ?? .null, translated("a list of bytes in Base64"))
    }
    var records: [JournalPayload] = []
    for (type, item) in zip([JournalEntry.drawing, .keyframe], items) {
      guard case .text(let text) = item, let bytes = Base64.bytes(of: Array(text.utf8)) else {
        throw reader.fault("records", item, translated("a list of bytes in Base64"))
      }
      records.append(JournalPayload(type: type, bytes: bytes))
    }
    return FileHistory(
      base: records, steps: [], doneCount: 0, ending: PastEnding(layers: [], next: 0, selection: nil))
  }

  /// Reads an operation whose members follow from its fields.
  static func operation(_ kind: String, _ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    guard let blank = Operation.scriptBlanks[kind] else {
      throw reader.fault("op", .text(kind), ScriptReader.oneOf(kinds.filter { !writtenKinds.contains($0) }))
    }
    let document = reader.document
    var operation = blank.begun(on: document)
    reader.optional = ["layer", "pen", "name", "above"]
    switch blank {
    case .fill:
      reader.optional.formUnion(Filling.limitKeys)
      reader.hidden.formUnion(Filling.limitKeys)
    case .shape: reader.optional.insert("samples")
    default: break
    }
    if var stroke = operation.stroke, !reader.has("brush") {
      stroke.brush = try reader.brush()
      operation.stroke = stroke
    }
    if case .strokes = blank, !reader.has("strokes") {
      reader.lack("strokes")
      return operation
    }
    try operation.visitScript(&reader)
    if reader.isLacking { return operation }
    switch operation {
    case .strokes(let series) where series.strokes.contains(where: \.samples.isEmpty):
      throw reader.fault("samples", .list([]), translated("a list of at least one sample"))
    case .shape(var shape) where shape.stroke.samples.isEmpty:
      // Corners stay sharp, as those of the shape tools.
      (shape.stroke.brush.smoother, shape.stroke.brush.stabiliser) = (.linear, .none)
      shape.stroke.samples = shape.outlineSamples
      operation = .shape(shape)
    case .fill(var fill) where fill.limit.isEmpty:
      fill.limit = document.fillLimit(around: fill.place)
      operation = .fill(fill)
    case .stroke(let stroke) where stroke.samples.isEmpty:
      throw reader.fault("samples", .list([]), translated("a list of at least one sample"))
    default: break
    }
    return operation
  }
}

extension Operation {
  /// An operation with what the drawing says where a script says nothing.
  fileprivate func begun(on document: Document) -> Operation {
    let (surface, id) = (document.activeSurface, document.activeSurface.layer)
    switch self {
    case .stroke(var stroke):
      stroke.surface = surface
      return .stroke(stroke)
    case .shape(var shape):
      shape.stroke.surface = surface
      // Its width is the brush's size.
      let pen = PenSample(position: .zero, time: 0, pressure: 1)
      switch shape.outline {
      case .shape(let outline, _): shape.outline = .shape(outline, pen: pen)
      case .figure(let figure, let ink): shape.outline = .figure(figure, FigureInk(pen: pen, speed: ink.speed))
      }
      return .shape(shape)
    case .fill(var fill):
      (fill.surface, fill.limit) = (surface, .empty)
      return .fill(fill)
    case .clear: return .clear(Clearing(surface: surface))
    case .cover(var covering):
      covering.surface = surface
      return .cover(covering)
    case .gradient(var gradient):
      gradient.surface = surface
      return .gradient(gradient)
    case .place(var placing):
      placing.surface = surface
      return .place(placing)
    case .layer(let operation): return .layer(operation.begun(on: id))
    default: return self
    }
  }
}

extension LayerOperation {
  fileprivate func begun(on id: Layer.ID) -> LayerOperation {
    switch self {
    case .duplicate: .duplicate(id)
    case .paste(let copied, _): .paste(copied, above: id)
    case .delete: .delete(id)
    case .mergeDown: .mergeDown(id)
    case .flatten: .flatten(id)
    case .move(_, let place): .move(id, to: place)
    case .ungroup: .ungroup(id)
    case .addMask: .addMask(id, showing: nil)
    case .removeMask: .removeMask(id)
    case .applyMask: .applyMask(id)
    default: self
    }
  }
}
