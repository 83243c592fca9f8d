import Journal
import Language
import Paint
import Raster

/// Applies records to a drawing. It caches brushes, and keeps `.part`s until their record follows.
struct RecordPlayer {
  private var decoder = StrokeDecoder()
  private var parts: [(key: TileKey, bytes: [UInt8])] = []

  /// Applies a record.
  /// - Throws: if the record is damaged, has another version, does not fit the drawing, or is not
  ///   an edit, undo, redo or setting.
  mutating func take(
    _ record: JournalPayload, on document: inout Document, filler: CoverageFiller
  ) throws(PayloadError) {
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    switch record.type {
    case .stroke, .replacement:
      var stroke = try decoder.decoded(
        Array(record.bytes.dropFirst()), width: document.width, height: document.height)
      stroke.replacesLast = record.type == .replacement
      guard document.draw(stroke, filler: filler) != nil else {
        throw PayloadError(
          stroke.replacesLast
            ? translated("a stroke replaces no edit") : translated("a stroke is on no layer"))
      }
      document.drawOn(stroke.layer)
    case .brushText: try decoder.take(text: record)
    case .painted:
      let painted = try PaintedStroke(record, &decoder, width: document.width, height: document.height)
      let stroke = painted.record
      guard let image = document.layer(stroke.layer)?.image, let tiles = painted.pixels.tiles(on: image),
        document.apply(stroke.editName, layer: stroke.layer, tiles: tiles, stroke: stroke)
      else { throw PayloadError(translated("a stroke is on no layer")) }
      document.drawOn(stroke.layer)
    case .operation:
      let isContinued = try reader.readBool()
      let operation = try LayerOperation(&reader)
      try reader.finish()
      if case .canvas(let operation) = operation { return try perform(operation, on: &document) }
      if document.perform(operation, isContinued: isContinued) != nil { return }
      guard document.refusal(of: operation) == nil else {
        throw PayloadError(translated("an operation does not fit the layers"))
      }
      // The operation was dragged back to its start.
      document.record(idle: operation)
    case .part: parts += try TileListCoding.tiles(&reader)
    case .tiles:
      let name = try reader.readText()
      let selection = try SelectionCoding.read(&reader, width: document.width, height: document.height)
      let all = parts + (try TileListCoding.tiles(&reader))
      parts.removeAll()
      try apply(name, all, selection, to: &document)
    case .undo: guard document.undo() != nil else { throw PayloadError(translated("there is nothing to undo")) }
    case .redo: guard document.redo() != nil else { throw PayloadError(translated("there is nothing to redo")) }
    case .setting:
      let (number, active) = (try reader.readCompact(), try reader.readCompact())
      try reader.finish()
      // A number that is not above all others would be assigned twice.
      guard number == 0 || document.layers.allSatisfy({ $0.id.number < number }), number < 1 << 62 else {
        throw PayloadError(translated("a layer's number is invalid"))
      }
      if number > 0 { document.nextLayer = number }
      document.drawOn(Layer.ID(active))
    case .drawing, .keyframe, .saved, .closed, .ending, .packedHistory, .resolution, .size, .piece, .work, .reference,
      .references, .unfinished:
      throw PayloadError(translated("a record is in the wrong place"))
    }
  }

  /// Performs an operation on the canvas. Parts before it have the pixels after a scaling.
  private mutating func perform(
    _ operation: CanvasOperation, on document: inout Document
  ) throws(PayloadError) {
    guard document.refusal(of: operation) == nil else {
      throw PayloadError(translated("an operation does not fit the canvas"))
    }
    var images: [Layer.ID: TileGrid] = [:]
    if !parts.isEmpty {
      let size = operation.size(from: (document.width, document.height))
      for layer in document.layers { images[layer.id] = TileGrid(width: size.width, height: size.height) }
      for (key, bytes) in parts {
        let id = Layer.ID(key.layer)
        guard let image = images[id], key.index < image.slotCount else {
          throw PayloadError(translated("a tile lies outside the canvas"))
        }
        images[id]?[key.index] = try TileCoding.decoded(bytes)
      }
      parts.removeAll()
    }
    guard document.perform(operation, images: images.isEmpty ? nil : images) != nil else {
      throw PayloadError(translated("an operation does not fit the canvas"))
    }
  }

  private func apply(
    _ name: String, _ packed: [(key: TileKey, bytes: [UInt8])], _ selection: Mask??, to document: inout Document
  ) throws(PayloadError) {
    let layer = packed.first?.key.layer
    var tiles: [(index: Int, tile: Tile?)] = []
    for (key, bytes) in packed {
      guard key.layer == layer else { throw PayloadError(translated("an edit is on several layers")) }
      tiles.append((key.index, try TileCoding.decoded(bytes)))
    }
    let id = layer.map { Layer.ID($0) }
    guard document.apply(name, layer: id, tiles: tiles, selection: selection) else {
      throw PayloadError(translated("an edit is on no layer"))
    }
    if let id { document.drawOn(id) }
  }
}

extension Document {
  /// Makes a layer the active one; does nothing if it is missing.
  mutating func drawOn(_ id: Layer.ID) {
    if let index = index(of: id) { activeLayer = index }
  }

  fileprivate mutating func record(idle operation: LayerOperation) {
    history.record(Edit(layer: operation.layer, name: operation.name, operation: operation))
  }

  /// Replaces the layers, their compressed tiles and the selection, without an edit.
  mutating func show(
    _ list: LayerList, packed tiles: some Sequence<(key: TileKey, bytes: [UInt8])>, selection: Mask?
  ) throws(PayloadError) {
    var list = list
    let places = Dictionary(uniqueKeysWithValues: list.layers.enumerated().map { ($1.id.number, $0) })
    for (key, bytes) in tiles {
      guard let at = places[key.layer], key.index < list.layers[at].image.slotCount else {
        throw PayloadError(translated("a tile lies outside the canvas"))
      }
      list.layers[at].image[key.index] = try TileCoding.decoded(bytes)
    }
    take(list)
    self.selection = selection
  }
}
