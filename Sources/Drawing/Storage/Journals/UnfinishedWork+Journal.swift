import Archive
import Document
import Geometry
import Ink
import Journal
import Language
import Paint
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

  /// The records of the step in a journal that has no contents of brushes.
  /// - Throws: if memory is short.
  package func records() throws(ArchiveError) -> [JournalPayload] {
    var texts = BrushTexts()
    return try records(&texts)
  }

  /// The record of the step, after those of the contents that a stroke's brush needs.
  /// - Parameter texts: the contents that a reader has; then also those of this step.
  /// - Throws: if memory is short.
  func records(_ texts: inout BrushTexts) throws(ArchiveError) -> [JournalPayload] {
    var fields = RecordWriter(texts)
    let (kind, bytes): (Kind, [UInt8])
    switch self {
    case .cancelled: (kind, bytes) = (.cancelled, [])
    case .stroke(let record): (kind, bytes) = (.stroke, try fields.bytes(of: record))
    case .samples(let samples): (kind, bytes) = (.samples, try SampleCoding.encoded(samples))
    case .floating(let work):
      (kind, bytes) = (work.isLifted ? .lifted : .pasted, try fields.bytes(of: FloatingRecord(work)))
    case .placement(let placement): (kind, bytes) = (.placement, try fields.bytes(of: placement))
    }
    texts = fields.texts
    return fields.newTexts + [JournalPayload(type: .unfinished, bytes: [JournalEntry.version, kind.rawValue] + bytes)]
  }
}

/// A floating selection as a journal has it. The pixels of a lifted one are those of its layer.
private struct FloatingRecord: Fielded {
  var surface = SurfaceID(number: 0)
  var placement = Placement(pivot: .zero)
  var clipping = Clipping.blank

  init() {}

  init(_ work: UnfinishedWork.Floating) {
    (surface, placement) = (work.surface, work.placement)
    clipping = work.isLifted ? work.clipping.withoutPixels : work.clipping
  }

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&surface, "layer")
    try coder.code(&placement, "placement")
    try coder.code(&clipping, "picture")
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
    if [.edit, .undo, .redo, .closed].contains(type) { return (start, rest) = (nil, []) }
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

  /// Whether the journal ends with such work.
  var hasWork: Bool { start != nil }

  /// The work on a drawing; nil if there is none, or if it is damaged or does not fit.
  func work(on document: borrowing Document) -> UnfinishedWork? {
    guard let start else { return nil }
    do throws(PayloadError) {
      switch start.kind {
      case .stroke: return .stroke(try stroke(start.bytes, document.width, document.height))
      case .lifted, .pasted: return .floating(try floating(start.bytes, isLifted: start.kind == .lifted))
      default: return nil
      }
    } catch { return nil }
  }

  private func stroke(_ bytes: ArraySlice<UInt8>, _ width: Int, _ height: Int) throws(PayloadError) -> StrokeRecord {
    let shelf = BrushShelf()
    // A damaged one counts if the stroke needs it.
    for text in texts.values { try? shelf.take(text) }
    var record = StrokeRecord(brush: Brush(), style: InkStyle())
    try RecordReader.read(&record, from: Array(bytes), shelf, canvas: (width, height))
    for more in rest {
      let samples = try SampleCoding.decoded(Array(more))
      guard samples.allSatisfy(\.isPossible) else { throw PayloadError(translated("a sample has an invalid number")) }
      record.samples += samples
    }
    return record
  }

  private func floating(_ bytes: ArraySlice<UInt8>, isLifted: Bool) throws(PayloadError) -> UnfinishedWork.Floating {
    var record = FloatingRecord()
    try RecordReader.read(&record, from: Array(bytes), BrushShelf())
    if let last = rest.last { try RecordReader.read(&record.placement, from: Array(last), BrushShelf()) }
    return UnfinishedWork.Floating(
      surface: record.surface, clipping: record.clipping, isLifted: isLifted, placement: record.placement)
  }
}
