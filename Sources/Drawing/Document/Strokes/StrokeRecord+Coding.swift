import Archive
import Geometry
import Ink
import Journal
import Language
import Paint
import Raster

extension StrokeRecord {
  /// Encodes the record; numbers keep all their bits. Compression takes some tens of microseconds
  /// per hundred samples, so call it on a worker thread.
  /// - Throws: if memory is short.
  public func encoded() throws(ArchiveError) -> [UInt8] { try encoded(numbers: BrushNumbers()) }

  /// Encodes the record; `numbers` are those of the records that its brush needs.
  func encoded(numbers: BrushNumbers) throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(counted: try BrushCoding.encoded(brush, numbers))
    writer.write(inputScale)
    writer.write(style.color)
    writer.write(style.opacity)
    writer.write(style.blend.rawValue)
    switch symmetry.kind {
    case .none: writer.write(UInt8(0))
    case .mirror(let vertical, let horizontal):
      writer.write(UInt8(1))
      writer.write(vertical)
      writer.write(horizontal)
    case .radial(let count, let isMirrored):
      writer.write(UInt8(2))
      writer.writeCompact(Int64(count))
      writer.write(isMirrored)
    }
    writer.write(symmetry.center != nil)
    if let center = symmetry.center {
      writer.write(center.x)
      writer.write(center.y)
    }
    writer.write(symmetry.angle.radians)
    writer.writeCompact(surface.number)
    writer.write(selection != nil)
    if let selection { writer.write(counted: try MaskCoding.encoded(selection)) }
    writer.write(counted: try SampleCoding.encoded(samples))
    if brush.paint != nil {
      writer.write(UInt8(conditions.seed))
      writer.write(conditions.rotation.radians)
      writer.write(conditions.isMirrored)
    } else if brush.usesChance {
      writer.write(UInt8(conditions.seed))
    }
    if conditions.isDeep(brush) { writer.write(Self.marked(conditions.mixing, brush).rawValue) }
    if style.laid(by: brush).isFaint {
      writer.write(Self.exactMark)
      writer.write(style.share)
    }
    return writer.bytes
  }

  /// The byte before the opacity of a faint stroke in 16 bits. It is none of `PaintMixing`. Faint strokes of older
  /// files end before it.
  fileprivate static let exactMark: UInt8 = 32

  /// How a stroke's record says that it was mixed. Only MyPaint's brushes mix pigments.
  private static func marked(_ mixing: PaintMixing, _ brush: Brush) -> PaintMixing {
    brush.paint == nil && mixing.isExact ? .deep : mixing
  }

  /// The record of an edit that is this stroke; nil for one that is too long, and for one that is
  /// recorded by its result.
  /// - Throws: if memory is short.
  func payload(replacesLast: Bool) throws(ArchiveError) -> JournalPayload? {
    if brush.paint != nil { return nil }
    let bytes = [JournalEntry.version] + (try encoded())
    guard bytes.count <= JournalWriter.largestPayload else { return nil }
    return JournalPayload(type: replacesLast ? .replacement : .stroke, bytes: bytes)
  }
}

/// Decodes strokes and caches their brushes. Use one instance for one reading of a journal.
struct StrokeDecoder {
  private var brushes: [[UInt8]: Brush] = [:]
  private var texts = BrushTexts()

  /// Takes the text of a brush, for the strokes after it.
  /// - Throws: if the record is damaged.
  mutating func take(text record: JournalPayload) throws(PayloadError) {
    try texts.take(record)
    // Brushes name their texts by numbers.
    brushes.removeAll()
  }

  /// Decodes a stroke on a canvas of a size, px.
  /// - Throws: if the bytes are not from `StrokeRecord.encoded`, or a value is out of range.
  mutating func decoded(_ bytes: [UInt8], width: Int, height: Int) throws(PayloadError) -> StrokeRecord {
    var reader = ByteReader(bytes)
    let brush = try brush(try reader.readCounted())
    let scale = try reader.readDouble(in: 1e-6...1e6)
    let (color, opacity) = (try reader.read(UInt32.self), try reader.read(UInt8.self))
    guard let blend = InkStyle.Blend(rawValue: try reader.read(UInt8.self)), color <= 0xFF_FFFF else {
      throw PayloadError(translated("a stroke's blend mode is unknown"))
    }
    var record = StrokeRecord(
      brush: brush, inputScale: scale, style: InkStyle(color: color, opacity: opacity, blend: blend))
    record.symmetry = try Self.symmetry(&reader)
    record.surface = SurfaceID(number: try reader.readCompact())
    if try reader.readBool() {
      record.selection = try MaskCoding.decoded(try reader.readCounted(), width: width, height: height)
    }
    record.samples = try Self.samples(try reader.readCounted())
    if brush.paint != nil || brush.usesChance {
      let seed = Int(try reader.read(UInt8.self))
      guard PaintConditions.seeds.contains(seed) else { throw PayloadError(translated("a painted stroke is damaged")) }
      record.conditions.seed = seed
    }
    if brush.paint != nil {
      record.conditions.rotation = Angle(radians: try reader.readDouble(in: -1e6...1e6))
      record.conditions.isMirrored = try reader.readBool()
    }
    var mark = reader.remaining > 0 ? try reader.read(UInt8.self) : nil
    if brush.mixesPaint {
      let isMixing = mark != StrokeRecord.exactMark
      record.conditions.mixing = try Self.mixing(isMixing ? mark : nil, brush)
      if isMixing { mark = reader.remaining > 0 ? try reader.read(UInt8.self) : nil }
    }
    if let mark {
      guard mark == StrokeRecord.exactMark else {
        throw PayloadError(translated("how a stroke's paint was mixed is not known"))
      }
      record.style.share = try reader.read(UInt16.self)
    } else if record.style.laid(by: brush).isFaint {
      record.style.isExact = false
    }
    try reader.finish()
    return record
  }

  /// How paint was mixed, which strokes with 8 bits do not say.
  private static func mixing(_ mark: UInt8?, _ brush: Brush) throws(PayloadError) -> PaintMixing {
    guard let mark else { return .shallow }
    guard let mixing = PaintMixing(rawValue: mark), mixing != .shallow else {
      throw PayloadError(translated("how a stroke's paint was mixed is not known"))
    }
    return brush.paint == nil ? .exact : mixing
  }

  /// Decodes samples.
  /// - Throws: if the bytes are not from `SampleCoding.encoded`, or a value is out of range.
  static func samples(_ bytes: [UInt8]) throws(PayloadError) -> [PenSample] {
    let samples = try SampleCoding.decoded(bytes)
    for sample in samples {
      guard sample.isPossible else { throw PayloadError(translated("a sample has an invalid number")) }
    }
    return samples
  }

  private mutating func brush(_ bytes: [UInt8]) throws(PayloadError) -> Brush {
    if let known = brushes[bytes] { return known }
    let brush = try BrushCoding.decoded(bytes, texts: texts)
    if brushes.count >= 1000 { brushes.removeAll() }
    brushes[bytes] = brush
    return brush
  }

  private static func symmetry(_ reader: inout ByteReader) throws(PayloadError) -> Symmetry {
    var symmetry = Symmetry()
    switch try reader.read(UInt8.self) {
    case 0: symmetry.kind = .none
    case 1: symmetry.kind = .mirror(vertical: try reader.readBool(), horizontal: try reader.readBool())
    case 2:
      symmetry.kind = .radial(
        count: Int(truncatingIfNeeded: try reader.readCompactSigned()), isMirrored: try reader.readBool())
    default: throw PayloadError(translated("a symmetry is not known"))
    }
    if try reader.readBool() {
      symmetry.center = Point(try reader.readDouble(in: -1e9...1e9), try reader.readDouble(in: -1e9...1e9))
    }
    symmetry.angle = Angle(radians: try reader.readDouble(in: -1e6...1e6))
    return symmetry
  }
}

extension PenSample {
  /// Whether all numbers are finite and the position is within a plausible range.
  fileprivate var isPossible: Bool {
    abs(position.x) <= 1e9 && abs(position.y) <= 1e9 && time.isFinite && pressure.isFinite
      && altitude.radians.isFinite && azimuth.radians.isFinite && (roll?.radians.isFinite ?? true)
  }
}
