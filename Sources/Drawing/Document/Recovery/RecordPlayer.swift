import Journal
import Language
import Paint
import Raster

/// Does again what records tell, one after the other.
///
/// Its life is one reading of records that belong to one drawing: it keeps the brushes that it has met, and the tiles of an edit
/// whose record is still to come.
struct RecordPlayer {
  private var decoder: StrokeDecoder
  private var parts: [(key: TileKey, bytes: [UInt8])] = []

  /// For a drawing of a size, px.
  init(width: Int, height: Int) { decoder = StrokeDecoder(width: width, height: height) }

  /// Does what a record tells.
  /// - Throws: where it is damaged, of another version, does not fit the drawing, or tells of nothing that is done.
  mutating func take(
    _ record: JournalPayload, on document: inout Document, filler: CoverageFiller
  ) throws(PayloadError) {
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    switch record.type {
    case .stroke:
      let stroke = try decoder.decoded(Array(record.bytes.dropFirst()))
      guard document.draw(stroke, filler: filler) != nil else {
        throw PayloadError(translated("a stroke is on no layer"))
      }
      document.drawOn(stroke.layer)
    case .operation:
      let isContinued = try reader.readBool()
      let operation = try LayerOperation(&reader)
      try reader.finish()
      if document.perform(operation, isContinued: isContinued) != nil { return }
      guard document.refusal(of: operation) == nil else {
        throw PayloadError(translated("layers are not as they were"))
      }
      // It was dragged back to where it began.
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
      // Were it below another's, that one's number would be given once more.
      guard number == 0 || document.layers.allSatisfy({ $0.id.number < number }), number < 1 << 62 else {
        throw PayloadError(translated("a layer's number is impossible"))
      }
      if number > 0 { document.nextLayer = number }
      document.drawOn(Layer.ID(active))
    case .drawing, .keyframe, .saved, .closed, .ending, .past, .resolution, .piece:
      throw PayloadError(translated("a record is out of place"))
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
  /// What was drawn on last is drawn on next; stays as it is where there is no such layer.
  fileprivate mutating func drawOn(_ id: Layer.ID) {
    if let index = index(of: id) { activeLayer = index }
  }

  /// Takes up an edit that changes nothing.
  fileprivate mutating func record(idle operation: LayerOperation) {
    history.record(Edit(layer: operation.layer, name: operation.name, operation: operation))
  }

  /// Takes a list of layers with tiles that are still packed, and what is selected, without an edit.
  /// - Throws: where a tile is damaged or has no place.
  mutating func show(
    _ list: LayerList, packed tiles: some Sequence<(key: TileKey, bytes: [UInt8])>, selection: Mask?
  ) throws(PayloadError) {
    var list = list
    let places = Dictionary(uniqueKeysWithValues: list.layers.enumerated().map { ($1.id.number, $0) })
    for (key, bytes) in tiles {
      guard let at = places[key.layer], key.index < list.layers[at].image.columns * list.layers[at].image.rows else {
        throw PayloadError(translated("a tile lies outside the canvas"))
      }
      list.layers[at].image[key.index] = try TileCoding.decoded(bytes)
    }
    take(list)
    self.selection = selection
  }
}
