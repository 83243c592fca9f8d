import Archive
import Geometry
import Ink
import Journal
import Language
import Raster

/// A step of unfinished work that a journal notes. Any edit after it ends the work.
public enum UnfinishedStep: Sendable {
  /// A stroke with its samples so far.
  case stroke(StrokeRecord)
  /// More samples of the stroke.
  case samples([PenSample])
  /// A selection floats.
  case floating(UnfinishedWork.Floating)
  /// The floating selection is at another place.
  case placement(Placement)
  /// The work was cancelled without an edit.
  case cancelled

  /// The kinds of records; part of the format.
  fileprivate enum Kind: UInt8 { case cancelled, stroke, samples, lifted, pasted, placement }
}

extension JournalPayload {
  /// The record of a step.
  /// - Parameter numbers: those of the records that a stroke's brush needs.
  /// - Throws: if memory is short.
  init(_ step: UnfinishedStep, numbers: BrushNumbers = BrushNumbers()) throws(ArchiveError) {
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    func write(_ kind: UnfinishedStep.Kind) { writer.write(kind.rawValue) }
    switch step {
    case .cancelled: write(.cancelled)
    case .stroke(let record):
      write(.stroke)
      // No stroke in progress takes the place of an edit.
      writer.write(false)
      writer.write(raw: try record.encoded(numbers: numbers))
    case .samples(let samples):
      write(.samples)
      writer.write(raw: try SampleCoding.encoded(samples))
    case .floating(let work):
      write(work.isLifted ? .lifted : .pasted)
      writer.writeCompact(work.surface.number)
      work.placement.write(to: &writer)
      let mask = work.clipping.mask
      writer.writeCompact(UInt64(mask.width))
      writer.writeCompact(UInt64(mask.height))
      writer.write(counted: try MaskCoding.encoded(mask))
      if work.isLifted { break }
      for index in work.clipping.image.tileIndices {
        guard let tile = work.clipping.image[index] else { continue }
        writer.writeCompact(UInt64(index))
        writer.write(counted: try TileCoding.encoded(tile))
      }
    case .placement(let placement):
      write(.placement)
      placement.write(to: &writer)
    }
    self.init(type: .unfinished, bytes: writer.bytes)
  }
}

extension Placement {
  /// Appends its coding.
  func write(to writer: inout ByteWriter) {
    for number in [pivot.x, pivot.y, translation.dx, translation.dy, scaleX, scaleY, rotation.radians] {
      writer.write(number)
    }
  }

  /// Reads a placement.
  /// - Throws: if a number is out of range.
  init(_ reader: inout ByteReader) throws(PayloadError) {
    let reach = -1e9...1e9
    self.init(pivot: Point(try reader.readDouble(in: reach), try reader.readDouble(in: reach)))
    translation = Vector(try reader.readDouble(in: reach), try reader.readDouble(in: reach))
    (scaleX, scaleY) = (try reader.readDouble(in: -1e3...1e3), try reader.readDouble(in: -1e3...1e3))
    rotation = Angle(radians: try reader.readDouble(in: -1e6...1e6))
  }
}

/// Finds the unfinished work at the end of a journal while its records are read.
struct UnfinishedTracker {
  /// The first record of the work without version and kind; nil for none.
  private var start: (kind: UnfinishedStep.Kind, bytes: ArraySlice<UInt8>)?
  /// The further samples of a stroke, or the last placement.
  private var rest: [ArraySlice<UInt8>] = []
  /// The texts of brushes by number, as the last records have them.
  private var texts: [UInt64: JournalPayload] = [:]

  mutating func handle(_ record: JournalRecord) {
    guard let type = JournalEntry(rawValue: record.type) else { return }
    if type == .brushText {
      let text = JournalPayload(type: .brushText, bytes: record.payload)
      if let number = BrushTexts.number(text) { texts[number] = text }
      return
    }
    if type.isEdit || [.undo, .redo, .closed].contains(type) { return (start, rest) = (nil, []) }
    guard type == .unfinished else { return }
    guard record.payload.count >= 2, record.payload[0] == JournalEntry.version,
      let kind = UnfinishedStep.Kind(rawValue: record.payload[1])
    else { return (start, rest) = (nil, []) }
    let bytes = record.payload.dropFirst(2)
    switch kind {
    case .cancelled: (start, rest) = (nil, [])
    case .stroke, .lifted, .pasted: (start, rest) = ((kind, bytes), [])
    case .samples: rest.append(bytes)
    case .placement: rest = [bytes]
    }
  }

  /// The most tiles of a pasted picture: 268 megapixels. A tile of one colour takes 9 bytes of a
  /// record and 16 KiB of memory, a deep one 13 bytes and 32 KiB.
  private static let mostTiles = 1 << 16

  /// Whether the journal ends with such work.
  var hasWork: Bool { start != nil }

  /// The work on a drawing; nil if there is none, or if it is damaged or does not fit.
  func work(on document: borrowing Document) -> UnfinishedWork? {
    guard let start else { return nil }
    do throws(PayloadError) {
      switch start.kind {
      case .stroke: return .stroke(try stroke(start.bytes, document.width, document.height))
      case .lifted, .pasted: return try floating(start.bytes, isLifted: start.kind == .lifted).map { .floating($0) }
      default: return nil
      }
    } catch { return nil }
  }

  private func stroke(_ bytes: ArraySlice<UInt8>, _ width: Int, _ height: Int) throws(PayloadError) -> StrokeRecord {
    var (reader, decoder) = (ByteReader(Array(bytes)), StrokeDecoder())
    _ = try reader.readBool()
    // A damaged one counts if the stroke needs it.
    for text in texts.values { try? decoder.take(text: text) }
    var record = try decoder.decoded(Array(try reader.readRaw(reader.remaining)), width: width, height: height)
    for more in rest { record.samples += try StrokeDecoder.samples(Array(more)) }
    return record
  }

  private func floating(_ bytes: ArraySlice<UInt8>, isLifted: Bool) throws(PayloadError) -> UnfinishedWork.Floating? {
    var reader = ByteReader(Array(bytes))
    let surface = SurfaceID(number: try reader.readCompact())
    var placement = try Placement(&reader)
    let size = try reader.readSize()
    let mask = try MaskCoding.decoded(try reader.readCounted(), width: size.width, height: size.height)
    var image = TileGrid(width: size.width, height: size.height)
    var count = 0
    while reader.remaining > 0 {
      count += 1
      guard count <= Self.mostTiles else { return nil }
      let index = try reader.readCompact()
      guard index < UInt64(image.columns * image.rows) else {
        throw PayloadError(translated("a tile's position is invalid"))
      }
      image[Int(index)] = try TileCoding.decoded(try reader.readCounted())
    }
    if let last = rest.last {
      var reader = ByteReader(Array(last))
      placement = try Placement(&reader)
      try reader.finish()
    }
    return Clipping(of: image, mask).map {
      UnfinishedWork.Floating(surface: surface, clipping: $0, isLifted: isLifted, placement: placement)
    }
  }
}
