import Archive
import Journal
import Language
import Raster

/// What an operation did, as records have it: the pixels are still compressed.
package struct RecordedResult: Sendable {
  /// The changed pixels; nil if `tiles` has them.
  var pixels: PaintedPixels?
  /// The changed tiles, or those of all layers after an operation on the canvas.
  var tiles: [(key: TileKey, bytes: [UInt8])] = []
  /// For a scaling after a change: its differences from the scaling without the change. Nil for other operations.
  var scaled: [SurfaceID: PaintedPixels]?
  /// The selection after it; nil if it did not change.
  package private(set) var selection: Mask??
  /// For a selection after a change: the mask, or nil for nothing. The outer nil is for other operations.
  var selected: Mask??
  /// For a change of earlier edits: what these do then, by their distances, each coded (`bytes`).
  package var changed: [Int: [UInt8]] = [:]

  package init(pixels: PaintedPixels? = nil, scaled: [SurfaceID: PaintedPixels]? = nil, changed: [Int: [UInt8]] = [:]) {
    (self.pixels, self.scaled, self.changed) = (pixels, scaled, changed)
  }

  /// What an edit selects.
  package init(selected mask: Mask?) { selected = .some(mask) }

  /// Tiles of one layer after an operation.
  /// - Throws: if memory is short.
  package init(
    _ tiles: [(index: Int, tile: Tile?)], of surface: SurfaceID?, selection: Mask?? = nil
  ) throws(ArchiveError) {
    self.selection = selection
    guard let surface else { return }
    for (index, tile) in tiles { try append(tile, TileKey(surface, index: index)) }
  }

  /// All tiles of layers after an operation.
  /// - Throws: if memory is short.
  package init(_ layers: LayerTree) throws(ArchiveError) {
    for layer in layers {
      for surface in layer.surfaces {
        let image = layer[surface.plane]
        for index in image.tileIndices {
          if let tile = image[index] { try append(tile, TileKey(surface, index: index)) }
        }
      }
    }
  }

  private mutating func append(_ tile: Tile?, _ key: TileKey) throws(ArchiveError) {
    tiles.append((key, try TileCoding.encoded(tile)))
  }

  /// The result on a drawing that is as it was before the operation.
  /// - Throws: if it is damaged or does not fit the drawing.
  package func result(of operation: Operation, on document: borrowing Document) throws(PayloadError) -> OperationResult
  {
    var result = OperationResult()
    result.selection = selection
    if let canvas = operation.canvas {
      result.images = try images(after: canvas, on: document)
    } else if let pixels {
      guard let image = operation.paintedSurface.flatMap({ document.image(of: $0) }),
        let tiles = pixels.tiles(on: image)
      else { throw PayloadError(translated("an edit is on no layer")) }
      result.tiles = tiles
    } else {
      guard tiles.allSatisfy({ $0.key.surface == operation.paintedSurface }) else {
        throw PayloadError(translated("an edit is on several layers"))
      }
      for (key, bytes) in tiles { result.tiles.append((key.index, try TileCoding.decoded(bytes))) }
    }
    return result
  }

  /// The pixels of all layers after an operation.
  private func images(
    after operation: CanvasOperation, on document: borrowing Document
  ) throws(PayloadError) -> [SurfaceID: TileGrid] {
    guard document.refusal(of: operation) == nil else {
      throw PayloadError(translated("an operation does not fit the canvas"))
    }
    var images: [SurfaceID: TileGrid] = [:]
    let size = operation.size(from: (document.width, document.height))
    for surface in document.surfaces { images[surface] = TileGrid(width: size.width, height: size.height) }
    for (key, bytes) in tiles {
      guard let image = images[key.surface], key.index < image.slotCount else {
        throw PayloadError(translated("a tile lies outside the canvas"))
      }
      images[key.surface]?[key.index] = try TileCoding.decoded(bytes)
    }
    return images
  }
}

// MARK: Coding

extension RecordedResult {
  /// What follows; part of the format.
  private enum Form: UInt8 {
    /// Nothing.
    case none = 0
    /// The changed pixels: `PaintedPixels`.
    case pixels = 1
    /// The changed pixels, some with 16 bits a channel: `PaintedPixels` with depths.
    case deepPixels = 2
    /// The changed tiles: the selection (`SelectionCoding`); the number of tiles; the surface (LEB128), the index
    /// (LEB128) and the coding of each.
    case tiles = 3
    /// The number of surfaces; the number of each (LEB128), and the form and pixels of its difference.
    case scaled = 4
    /// The number of results; the distance (LEB128) of each, and its bytes with their count.
    case changed = 5
    /// A selection: the coding of its mask (`MaskCoding`) with the count of its bytes, which is 0 for nothing.
    case selected = 6
  }

  /// A result as bytes.
  /// - Throws: if memory is short.
  package func bytes() throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    try Self.write(self, to: &writer)
    return writer.bytes
  }

  /// Reads `bytes` of an operation that selects nothing.
  /// - Throws: if they are damaged.
  package init(_ bytes: [UInt8]) throws(PayloadError) {
    var reader = ByteReader(bytes)
    guard let result = try Self.read(&reader, width: 1, height: 1) else {
      throw PayloadError(translated("its bytes end too early"))
    }
    self = result
    try reader.finish()
  }

  /// Appends a result, or that there is none.
  /// - Throws: if memory is short.
  package static func write(_ result: RecordedResult?, to writer: inout ByteWriter) throws(ArchiveError) {
    guard let result else { return writer.write(Form.none.rawValue) }
    if let pixels = result.pixels {
      try write(pixels, to: &writer)
    } else if let scaled = result.scaled {
      writer.write(Form.scaled.rawValue)
      writer.writeCompact(UInt64(scaled.count))
      for (surface, pixels) in scaled.sorted(by: { $0.key < $1.key }) {
        writer.writeCompact(surface.number)
        try write(pixels, to: &writer)
      }
    } else if let mask = result.selected {
      writer.write(Form.selected.rawValue)
      writer.write(counted: try mask.map { mask throws(ArchiveError) in try MaskCoding.encoded(mask) } ?? [])
    } else if !result.changed.isEmpty {
      writer.write(Form.changed.rawValue)
      writer.writeCompact(UInt64(result.changed.count))
      for (distance, bytes) in result.changed.sorted(by: { $0.key < $1.key }) {
        writer.writeCompact(UInt64(distance))
        writer.write(counted: bytes)
      }
    } else {
      writer.write(Form.tiles.rawValue)
      try SelectionCoding.write(result.selection, to: &writer)
      TileListCoding.write(result.tiles, to: &writer)
    }
  }

  private static func write(_ pixels: PaintedPixels, to writer: inout ByteWriter) throws(ArchiveError) {
    writer.write((pixels.hasDepths ? Form.deepPixels : .pixels).rawValue)
    try pixels.write(to: &writer)
  }

  /// Reads a result, or that there is none, of a drawing of a size, px.
  /// - Throws: if it is damaged.
  package static func read(
    _ reader: inout ByteReader, width: Int, height: Int
  ) throws(PayloadError) -> RecordedResult? {
    guard let form = Form(rawValue: try reader.read(UInt8.self)) else {
      throw PayloadError(translated("a property is of a later version of Fude"))
    }
    switch form {
    case .none: return nil
    case .pixels, .deepPixels:
      return RecordedResult(pixels: try PaintedPixels(&reader, hasDepths: form == .deepPixels))
    case .tiles:
      var result = RecordedResult()
      result.selection = try SelectionCoding.read(&reader, width: width, height: height)
      result.tiles = try TileListCoding.tiles(&reader)
      return result
    case .scaled:
      var scaled: [SurfaceID: PaintedPixels] = [:]
      for _ in 0..<(try reader.readCount(ofSize: 3)) {
        let surface = SurfaceID(number: try reader.readCompact())
        let form = Form(rawValue: try reader.read(UInt8.self))
        guard form == .pixels || form == .deepPixels else {
          throw PayloadError(translated("a change of earlier edits is damaged"))
        }
        scaled[surface] = try PaintedPixels(&reader, hasDepths: form == .deepPixels)
      }
      return RecordedResult(scaled: scaled)
    case .selected:
      let bytes = try reader.readCounted()
      if bytes.isEmpty { return RecordedResult(selected: nil) }
      // The canvas may have had another size then.
      guard let size = MaskCoding.size(of: bytes), Document.isAllowed(width: size.width, height: size.height) else {
        throw PayloadError(translated("a selection is encoded incorrectly"))
      }
      return RecordedResult(selected: try MaskCoding.decoded(bytes, width: size.width, height: size.height))
    case .changed:
      var changed: [Int: [UInt8]] = [:]
      for _ in 0..<(try reader.readCount(ofSize: 2)) {
        let distance = try reader.readCompact()
        guard (1...1 << 30).contains(distance) else {
          throw PayloadError(translated("a change of earlier edits is damaged"))
        }
        changed[Int(distance)] = try reader.readCounted()
      }
      return RecordedResult(changed: changed)
    }
  }
}
