import Archive
import Document
import Ink
import Language

/// The forms of operations on layers that differ from their fields.
extension LayerOperation {
  /// Writes `{"op": "layer", "name": "Ink", "opacity": 0.5}`.
  static func write(_ property: Layer.Property, of id: Layer.ID, to writer: inout ScriptWriter) throws(ArchiveError) {
    var (id, property) = (id, property)
    writer.code(&id, "name")
    if case .name(let name) = property { return writer.write(name, "rename") }
    writer.writesStandards = true
    defer { writer.writesStandards = false }
    try property.visitFields(&writer)
  }

  /// Reads what is set of a layer: one operation for each property.
  static func readProperties(_ reader: inout ScriptReader) throws(ScriptFault) -> [Operation] {
    var id = reader.document.activeSurface.layer
    try reader.code(&id, "name")
    let operations = try properties(of: id, "rename", &reader)
    if operations.isEmpty { reader.noteNothingSet(but: ["name"]) }
    return operations
  }

  /// Reads what is set of a layer; its new name is under a key.
  private static func properties(
    of id: Layer.ID, _ key: String, _ reader: inout ScriptReader
  ) throws(ScriptFault) -> [Operation] {
    var operations: [Operation] = []
    if let name = try reader.text(key) {
      guard !name.isEmpty else {
        throw reader.fault(key, .text(name), translated("a text of at least one character"))
      }
      operations.append(.layer(.set(id, .name(name))))
    }
    for var property in Layer.Property.blanks {
      if case .name = property { continue }
      guard reader.member(property.scriptKey) != nil else { continue }
      try property.visitFields(&reader)
      operations.append(.layer(.set(id, property)))
    }
    if let isDraft = try reader.flag("draft") {
      if reader.has("purpose") {
        throw ScriptFault(
          translated("{option} and {other} exclude each other", ["option": "draft", "other": "purpose"]),
          at: reader.path("draft"))
      }
      operations.append(.layer(.set(id, .purpose(isDraft ? .draft : .picture))))
    }
    return operations
  }

  /// Reads `{"op": "layer-add", "name": "Flats", "below": "Ink"}`: a new layer, and what is set of it. Without a place it
  /// comes above the active one.
  /// - Parameter number: that of the layer; 0 for the next one.
  static func readAddition(_ reader: inout ScriptReader, number: UInt64) throws(ScriptFault) -> [Operation] {
    let document = reader.document
    var above = document.activeSurface.layer
    try reader.code(&above, "above")
    var operations: [Operation] = [.layer(.add(above: above))]
    let new = Layer.ID(number > 0 ? number : document.nextLayer)
    if reader.has("below") {
      guard !reader.has("above") else {
        throw ScriptFault(
          translated("{option} and {other} exclude each other", ["option": "above", "other": "below"]),
          at: reader.path("below"))
      }
      var below = above
      try reader.code(&below, "below")
      guard let place = document.layers.index(of: below).map({ document.layers.place(of: $0) }) else {
        throw ScriptFault(translated("This layer no longer exists"), at: reader.path("below"))
      }
      operations = [.layer(.add(above: below)), .layer(.move(new, to: place))]
    } else {
      _ = reader.member("below")
    }
    return operations + (try properties(of: new, "name", &reader))
  }

  /// Reads `{"op": "layer-group", "layers": ["Ink", "Flats"], "name": "Head"}`: a new group, and what is set of it.
  /// - Parameter number: that of the group; 0 for the next one.
  static func readGroup(_ reader: inout ScriptReader, number: UInt64) throws(ScriptFault) -> [Operation] {
    var layers: [Layer.ID] = []
    if !reader.has("layers") { reader.lack("layers") }
    try reader.code(&layers, "layers")
    let new = Layer.ID(number > 0 ? number : reader.document.nextLayer)
    return [.layer(.group(layers))] + (try properties(of: new, "name", &reader))
  }

  /// Reads `{"op": "layer-duplicate", "layer": "Ink"}`: a copy of a layer, or of a group with all that it contains.
  static func readDuplicate(_ reader: inout ScriptReader) throws(ScriptFault) -> [Operation] {
    let layers = reader.document.layers
    var id = reader.document.activeSurface.layer
    try reader.code(&id, "layer")
    let count = layers.index(of: id).map { layers.branch(at: $0).count } ?? 1
    return [.layer(.duplicate(id, layers: count))]
  }

  /// Reads `{"op": "paper", "color": "#ffffff", "visible": true}`.
  static func readPaper(_ reader: inout ScriptReader) throws(ScriptFault) -> [Operation] {
    var operations: [Operation] = []
    // The paper is no ink.
    reader.use.ink = nil
    if reader.member("color") != nil {
      var colour = reader.document.paper
      try reader.code(color: &colour, "color")
      operations.append(.layer(.setPaper(colour)))
    }
    if let isShown = try reader.flag("visible") { operations.append(.layer(.setPaperShown(isShown))) }
    if operations.isEmpty { reader.noteNothingSet() }
    return operations
  }
}

extension Layer.Property {
  /// The key of its value in an object that also names the layer.
  fileprivate var scriptKey: String {
    switch self {
    case .name: "rename"
    case .blend: "mode"
    default: word
    }
  }
}
