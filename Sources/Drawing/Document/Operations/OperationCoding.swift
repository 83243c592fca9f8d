import Archive
import Geometry
import Ink
import Journal
import Language
import Raster

/// The bytes of operations in records of the types `.edit` and `.operation`.
///
/// `.edit`: the version; a head (`OperationHead`); its parameters; the form of its result (`ResultForm`); the result.
enum OperationCoding {
  /// How the result of an operation is recorded.
  private enum ResultForm: UInt8 {
    /// It is not.
    case none = 0
    /// The changed pixels: `PaintedPixels`.
    case pixels = 1
    /// The changed tiles as a whole: their number, then each index (LEB128) and tile.
    case tiles = 2
    /// The changed pixels, if any of their tiles is deep: `PaintedPixels` with depths.
    case deepPixels = 3
  }

  /// What an operation did, to be recorded with it.
  enum Result {
    case pixels(PaintedPixels)
    case tiles([(index: Int, tile: Tile?)])
  }

  private enum Kind: UInt8 {
    case fill = 1
    case clear = 2
    case lift = 3
    case paste = 4
    case shape = 5
    case cover = 6
    /// `lift` with the strokes that are drawn instead of the pixels.
    case redraw = 7
    /// A stroke whose tip prints pictures, or on a paper, or in a `.change`. Other strokes have records of their own
    /// types.
    case stroke = 8
  }

  // MARK: Writing

  /// The payload of an `.edit`; nil for an operation that has a type of record of its own, or too many
  /// pixels.
  /// - Parameters:
  ///   - numbers: those of the records that its brush needs.
  ///   - result: its result, if that counts.
  ///   - isInChange: whether a `.change` has it, for which there are no other types of records.
  /// - Throws: if memory is short.
  static func encoded(
    _ operation: Operation, numbers: BrushNumbers = BrushNumbers(), result: Result?, isInChange: Bool = false
  ) throws(ArchiveError) -> [UInt8]? {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    let following =
      !operation.replacesLast ? OperationHead.Following.adds : result == nil ? .replaces : .replacesByResult
    var operation = operation
    if case .replacement(let other) = operation { operation = other }
    guard let kind = kind(of: operation, isInChange: isInChange) else { return nil }
    OperationHead(following, numbers, kind: kind.rawValue).write(to: &writer)
    switch operation {
    case .fill(let fill): try write(fill, to: &writer)
    case .clear(let clearing): try write(clearing.surface, clearing.selection, to: &writer)
    case .cover(let covering):
      try write(covering.surface, covering.selection, to: &writer)
      writer.write(covering.colour)
      writer.write(covering.opacity)
    case .place(let placing):
      guard operation.tileCount <= TileGrid.mostTilesInFile else { return nil }
      try write(placing, to: &writer)
    case .shape(let shape):
      writer.write(counted: try shape.stroke.encoded(numbers: numbers))
      try write(shape.outline, to: &writer)
    case .stroke(let stroke): writer.write(counted: try stroke.encoded(numbers: numbers))
    case .replacement, .select, .layer, .canvas, .pixels, .omitted, .change: return nil
    }
    switch result {
    case nil: writer.write(ResultForm.none.rawValue)
    case .pixels(let pixels):
      writer.write((pixels.hasDepths ? ResultForm.deepPixels : .pixels).rawValue)
      try pixels.write(to: &writer)
    case .tiles(let tiles):
      writer.write(ResultForm.tiles.rawValue)
      writer.writeCompact(UInt64(tiles.count))
      for (index, tile) in tiles {
        writer.writeCompact(UInt64(index))
        writer.write(counted: try TileCoding.encoded(tile))
      }
    }
    return writer.bytes
  }

  /// The kind of an operation; nil for one that has a type of record of its own.
  private static func kind(of operation: Operation, isInChange: Bool) -> Kind? {
    switch operation {
    case .fill: .fill
    case .clear: .clear
    case .cover: .cover
    case .place(let placing):
      switch placing.source {
      case .lifted: placing.strokes.isEmpty ? .lift : .redraw
      case .pasted: .paste
      }
    case .shape: .shape
    case .stroke(let stroke): stroke.brush.needsPictures || isInChange ? .stroke : nil
    case .replacement, .select, .layer, .canvas, .pixels, .omitted, .change: nil
    }
  }

  private static func write(_ surface: SurfaceID, _ mask: Mask?, to writer: inout ByteWriter) throws(ArchiveError) {
    writer.writeCompact(surface.number)
    try SelectionCoding.write(.some(mask), to: &writer)
  }

  private static func write(_ fill: Fill, to writer: inout ByteWriter) throws(ArchiveError) {
    try write(fill.surface, fill.selection, to: &writer)
    writer.write(fill.place)
    writer.write(fill.colour)
    writer.write(fill.opacity)
    writer.write(UInt8(fill.filling.tolerance))
    writer.write(UInt8(fill.filling.gap))
    writer.write(fill.filling.samplesMerged)
    for side in [fill.limit.minX, fill.limit.minY, fill.limit.maxX, fill.limit.maxY] {
      writer.writeCompact(Int64(side))
    }
  }

  private static func write(_ placing: Placing, to writer: inout ByteWriter) throws(ArchiveError) {
    switch placing.source {
    case .lifted(let mask): try write(placing.surface, mask, to: &writer)
    case .pasted(let clipping):
      writer.writeCompact(placing.surface.number)
      writer.write(clipping.image.width, clipping.image.height)
      writer.write(counted: try MaskCoding.encoded(clipping.mask))
      try clipping.image.write(to: &writer)
    }
    placing.placement.write(to: &writer)
    for number in [placing.map.a, placing.map.b, placing.map.c, placing.map.d, placing.map.tx, placing.map.ty] {
      writer.write(number)
    }
    if placing.strokes.isEmpty { return }
    writer.writeCompact(UInt64(placing.strokes.count))
    for stroke in placing.strokes { writer.write(counted: try stroke.encoded()) }
  }

  private static func write(_ outline: ShapeOutline, to writer: inout ByteWriter) throws(ArchiveError) {
    switch outline {
    case .shape(let shape, let pen):
      writer.write(UInt8(0))
      writer.write(shape.kind.code)
      writer.write(shape.from)
      writer.write(shape.to)
      writer.write(counted: try SampleCoding.encoded([pen]))
    case .figure(let figure, let ink):
      writer.write(UInt8(1))
      figure.write(to: &writer)
      writer.write(counted: try SampleCoding.encoded([ink.pen]))
      writer.write(ink.speed)
    }
  }

  // MARK: Reading

  /// Reads an `.edit` after its version, of a drawing of a size in px.
  /// - Throws: if it is damaged, or of an unknown kind.
  static func read(
    _ reader: inout ByteReader, _ strokes: inout StrokeDecoder, width: Int, height: Int
  ) throws(PayloadError) -> (operation: Operation, result: RecordedResult?) {
    let head = try OperationHead(&reader)
    guard let kind = Kind(rawValue: head.kind) else {
      throw PayloadError(translated("an operation is unknown"))
    }
    func mask() throws(PayloadError) -> Mask? {
      try SelectionCoding.read(&reader, width: width, height: height) ?? nil
    }
    func surface() throws(PayloadError) -> SurfaceID { SurfaceID(number: try reader.readCompact()) }
    var operation: Operation
    switch kind {
    case .fill: operation = .fill(try fill(&reader, try surface(), try mask()))
    case .clear: operation = .clear(Clearing(surface: try surface(), selection: try mask()))
    case .cover:
      let (surface, mask) = (try surface(), try mask())
      let (colour, opacity) = (try reader.read(UInt32.self), try reader.read(UInt8.self))
      operation = .cover(Covering(surface: surface, selection: mask, colour: colour & 0xFF_FFFF, opacity: opacity))
    case .lift, .redraw:
      let (surface, mask) = (try surface(), try mask())
      guard let mask, !mask.isEmpty else { throw PayloadError(translated("a selection is encoded incorrectly")) }
      var placing = try placing(&reader, surface, .lifted(mask))
      if kind == .redraw {
        for _ in 0..<(try reader.readCount(ofSize: 2)) {
          placing.strokes.append(try strokes.decoded(try reader.readCounted(), width: width, height: height))
        }
        guard placing.hasPossibleStrokes else { throw PayloadError(translated("an operation is unknown")) }
      }
      operation = .place(placing)
    case .paste:
      let surface = try surface()
      operation = .place(try placing(&reader, surface, .pasted(try clipping(&reader))))
    case .shape:
      let stroke = try strokes.decoded(try reader.readCounted(), width: width, height: height)
      operation = .shape(ShapeStroke(stroke: stroke, outline: try outline(&reader)))
    case .stroke:
      operation = .stroke(try strokes.decoded(try reader.readCounted(), width: width, height: height))
    }
    if head.following != .adds {
      guard operation.stroke != nil else { throw PayloadError(translated("an operation is unknown")) }
      operation = .replacement(operation)
    }
    let result = try result(&reader, operation.paintedSurface)
    try reader.finish()
    return (operation, result)
  }

  private static func result(
    _ reader: inout ByteReader, _ surface: SurfaceID?
  ) throws(PayloadError) -> RecordedResult? {
    switch ResultForm(rawValue: try reader.read(UInt8.self)) {
    case .some(.none): return nil
    case .pixels: return RecordedResult(pixels: try PaintedPixels(&reader, hasDepths: false))
    case .deepPixels: return RecordedResult(pixels: try PaintedPixels(&reader, hasDepths: true))
    case .tiles:
      var tiles: [(key: TileKey, bytes: [UInt8])] = []
      for _ in 0..<(try reader.readCount(ofSize: 2)) {
        let index = try reader.readCompact()
        guard index < JournalEntry.mostTiles else { throw PayloadError(translated("a tile's position is invalid")) }
        tiles.append((TileKey(surface ?? SurfaceID(number: 0), index: Int(index)), try reader.readCounted()))
      }
      return RecordedResult(tiles: tiles)
    case nil: throw PayloadError(translated("an operation is unknown"))
    }
  }

  /// Whether an edit's own record removes the pixels of the edit before it, which must precede it.
  static func needsLast(_ record: JournalPayload) -> Bool {
    record.type == .replacement || head(of: record)?.following == .replaces
  }

  /// Whether an edit's own record is of one that took the place of the edit before it.
  static func isReplacement(_ record: JournalPayload) -> Bool {
    if record.type == .painted {
      var reader = ByteReader(record.bytes)
      guard (try? reader.expectVersion()) != nil, (try? reader.readCompact()) != nil else { return false }
      return (try? reader.readBool()) ?? false
    }
    return record.type == .replacement || head(of: record).map { $0.following != .adds } ?? false
  }

  /// Skips what precedes the parameters of an `.edit`, after its version. Those of a shape begin with its
  /// stroke.
  /// - Throws: if the record is cut short.
  static func skipHead(_ reader: inout ByteReader) throws(PayloadError) {
    _ = try OperationHead(&reader)
  }

  /// The head of a record; nil if it is no `.edit`, or damaged.
  private static func head(of record: JournalPayload) -> OperationHead? {
    guard record.type == .edit else { return nil }
    var reader = ByteReader(record.bytes)
    guard (try? reader.expectVersion()) != nil else { return nil }
    return try? OperationHead(&reader)
  }

  /// Whether an edit's own record is of a stroke or a shape.
  static func isStroke(_ record: JournalPayload) -> Bool {
    switch record.type {
    case .stroke, .replacement, .painted: return true
    case .edit:
      let kind = head(of: record)?.kind
      return kind == Kind.shape.rawValue || kind == Kind.stroke.rawValue
    default: return false
    }
  }

  /// The numbers of the records that the brush of an edit's own record needs.
  static func numbers(_ record: JournalPayload) -> BrushNumbers {
    if let head = head(of: record) { return head.numbers }
    var reader = ByteReader(record.bytes)
    guard record.type == .painted, (try? reader.expectVersion()) != nil else { return BrushNumbers() }
    return BrushNumbers(text: try? reader.readCompact())
  }

  private static func fill(_ reader: inout ByteReader, _ surface: SurfaceID, _ mask: Mask?) throws(PayloadError) -> Fill
  {
    let place = try reader.readPoint()
    let (colour, opacity) = (try reader.read(UInt32.self), try reader.read(UInt8.self))
    let filling = Filling(
      tolerance: Int(try reader.read(UInt8.self)), gap: Int(try reader.read(UInt8.self)),
      samplesMerged: try reader.readBool())
    var sides: [Int] = []
    for _ in 0..<4 {
      let side = try reader.readCompactSigned()
      guard side.magnitude <= 1 << 40 else { throw PayloadError(translated("a number is out of range")) }
      sides.append(Int(side))
    }
    return Fill(
      surface: surface, place: place, colour: colour & 0xFF_FFFF, opacity: opacity, filling: filling,
      limit: PixelRect(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3]), selection: mask)
  }

  private static func clipping(_ reader: inout ByteReader) throws(PayloadError) -> Clipping {
    let size = try reader.readSize()
    let mask = try MaskCoding.decoded(try reader.readCounted(), width: size.width, height: size.height)
    var image = TileGrid(width: size.width, height: size.height)
    try image.read(&reader, limit: TileGrid.mostTilesInFile)
    guard let clipping = Clipping(of: image, mask) else {
      throw PayloadError(translated("a selection is encoded incorrectly"))
    }
    return clipping
  }

  private static func placing(
    _ reader: inout ByteReader, _ surface: SurfaceID, _ source: Placing.Source
  ) throws(PayloadError) -> Placing {
    let placement = try Placement(&reader)
    var map = Affine.identity
    map.a = try reader.readDouble(in: -1e3...1e3)
    map.b = try reader.readDouble(in: -1e3...1e3)
    map.c = try reader.readDouble(in: -1e3...1e3)
    map.d = try reader.readDouble(in: -1e3...1e3)
    map.tx = try reader.readDouble(in: -1e9...1e9)
    map.ty = try reader.readDouble(in: -1e9...1e9)
    guard map.isNearly(placement.map) else { throw PayloadError(translated("a number is out of range")) }
    return Placing(surface: surface, source: source, placement: placement, map: map)
  }

  private static func outline(_ reader: inout ByteReader) throws(PayloadError) -> ShapeOutline {
    switch try reader.read(UInt8.self) {
    case 0:
      guard let kind = Shape.Kind(code: try reader.read(UInt8.self)) else { break }
      let shape = Shape(kind, from: try reader.readPoint(), to: try reader.readPoint())
      return .shape(shape, pen: try reader.readPen())
    case 1:
      let figure = try Figure(&reader)
      return .figure(figure, FigureInk(pen: try reader.readPen(), speed: try reader.readDouble(in: 1e-6...1e9)))
    default: break
    }
    throw PayloadError(translated("a shape is unknown"))
  }

  // MARK: Layers and canvas

  /// The kind of a canvas operation among those of layers.
  private static let canvasKind: UInt8 = 13

  /// The payload of an `.operation`; nil for other operations.
  /// - Throws: if memory is short.
  static func encodedOfStack(_ operation: Operation, isContinued: Bool) throws(ArchiveError) -> [UInt8]? {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(isContinued)
    switch operation {
    case .layer(let operation): try operation.write(to: &writer)
    case .canvas(let operation):
      writer.write(canvasKind)
      operation.write(to: &writer)
    default: return nil
    }
    return writer.bytes
  }

  /// Reads an `.operation` after whether it is continued.
  /// - Throws: if it is damaged or unknown.
  static func readOfStack(_ reader: inout ByteReader) throws(PayloadError) -> Operation {
    var ahead = reader
    guard try ahead.read(UInt8.self) == canvasKind else { return .layer(try LayerOperation(&reader)) }
    reader = ahead
    return .canvas(try CanvasOperation(&reader))
  }
}

extension Affine {
  /// Whether two maps of placed pixels differ only as systems compute angles differently.
  fileprivate func isNearly(_ other: Affine) -> Bool {
    let linear = [(a, other.a), (b, other.b), (c, other.c), (d, other.d)]
    guard linear.allSatisfy({ abs($0 - $1) <= 1e-9 }) else { return false }
    // Moves by whole px are rounded.
    let isExact = [a, b, c, d].allSatisfy { $0 == 0 || abs($0) == 1 }
    return !isExact && abs(tx - other.tx) <= 1e-2 && abs(ty - other.ty) <= 1e-2
      || isExact && abs(tx - other.tx) <= 1 && abs(ty - other.ty) <= 1 && tx == tx.rounded() && ty == ty.rounded()
  }
}
