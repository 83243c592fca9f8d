import Document
import Journal
import Language
import Paint
import Raster

/// A drawing restored from its journal: the last key frame, with all later changes applied.
public struct JournalReplay: Sendable {
  /// The content of the journal's first record.
  public let header: DrawingHeader
  /// The restored drawing. Its history reaches back to the last key frame; earlier edits are its
  /// `fileHistory`.
  public internal(set) var document: Document
  /// The number of strokes in the drawing, as far as the journal knows it.
  public private(set) var strokeCount = 0
  /// The file in which the drawing is saved exactly as it is; nil if there is none.
  public private(set) var savedPath: String?
  /// The file that the drawing was opened from or last saved in; nil for none.
  public private(set) var file: String?
  /// The view, the tool and the active layer, as the journal has them last; nil for none.
  public let work: ViewMemory?
  /// What the drawing showed and the journal has as no edit; nil for nothing. `document` is without
  /// it.
  public private(set) var unfinished: UnfinishedWork?
  /// Whether nothing was ever drawn: work was begun and cancelled.
  public private(set) var isUntouched = false
  /// When the drawing was changed or saved last, seconds since 1970.
  public let time: Double
  /// Whether the drawing was closed regularly.
  public private(set) var isClosed = false
  /// The position at which the journal can be continued.
  public private(set) var end: JournalEnd
  /// Why the rest cannot be read, without a capital and a full stop; nil if all was read.
  public private(set) var fault: String?

  /// Reads a journal up to its end, or to the first damaged or unknown record.
  /// - Throws: if the file cannot be read, is not a journal, its first record is damaged, or it ends within
  ///   the drawing with which it begins.
  public init(_ file: JournalFile, filler: CoverageFiller, opener: DrawingOpener) throws(JournalError) {
    var reader = try DrawingRecords(file, opener: opener)
    guard let first = reader.next(), first.type == JournalEntry.drawing.rawValue else {
      throw JournalError(.read, file.path, fault: translated("it contains no drawing"))
    }
    do throws(PayloadError) {
      header = try DrawingHeader(first.payload)
      document = try header.document()
    } catch { throw JournalError(.read, file.path, fault: error.fault) }
    var steps: [(record: JournalRecord, start: JournalEnd)] = []
    var frame = Keyframes(header.list)
    var fileHistory = FileHistoryTracker(first, header)
    end = reader.end
    var start = reader.end
    var joiner = RecordJoiner()
    var tracker = ViewMemoryTracker()
    var references = ReferenceTracker()
    var foreign = ForeignTracker()
    var outside = OutsideTracker()
    var texts: [JournalRecord] = []
    var unfinishedTracker = UnfinishedTracker()
    var beginning = BeginningTracker()
    while let next = reader.next() {
      beginning.handle(next)
      guard let record = joiner.take(next) else { continue }
      if let path = Self.file(record) { self.file = path }
      tracker.take(record)
      unfinishedTracker.handle(record)
      references.take(record)
      foreign.handle(record)
      outside.handle(record)
      // The picture does not depend on these, and their pictures take memory.
      if [JournalEntry.reference, .unfinished, .outside].contains(where: { $0.rawValue == record.type }) {
        start = reader.end
        continue
      }
      steps.append((record, start))
      start = reader.end
      guard record.type == JournalEntry.keyframe.rawValue else { continue }
      // If the key frame cannot be read, applying the steps below reports it.
      if frame.take(steps) {
        for step in steps { fileHistory.take(step.record) }
        texts += steps.lazy.map(\.record).filter { $0.type == JournalEntry.brushText.rawValue }
        steps.removeAll()
      }
      end = start
    }
    if beginning.isCut(at: reader.end) || reader.fileFault != nil && beginning.isEmpty(at: reader.end) {
      throw JournalError(.read, file.path, fault: Self.cutBeginning)
    }
    end = reader.end
    fault = reader.end.fault
    (work, time) = (tracker.work, tracker.contentTime ?? file.time)
    if joiner.isOpen {
      // Otherwise these pieces would be joined with the next records.
      end = start
      end.rest = reader.end.offset + reader.end.rest - start.offset
    }
    do throws(PayloadError) { try frame.show(on: &document) } catch {
      throw JournalError(.read, file.path, fault: error.fault)
    }
    document.references = references.board
    document.foreign = foreign.content
    document.outside = outside.pixels
    (strokeCount, savedPath, isClosed) = (frame.strokeCount, frame.savedPath, false)
    for step in steps where step.record.type == JournalEntry.fileHistory.rawValue { fileHistory.take(step.record) }
    document.fileHistory = fileHistory.packed(leadingTo: document)
    var player = RecordPlayer()
    // Damaged ones count when a stroke needs them.
    for text in texts {
      try? player.take(JournalPayload(type: .brushText, bytes: text.payload), on: &document, filler: filler)
    }
    for step in steps {
      do throws(PayloadError) { try take(step.record, &player, filler) } catch {
        end = step.start
        end.rest = reader.end.offset + reader.end.rest - step.start.offset
        // The key frame that follows an undo or a redo of an edit from before the last one is missing,
        // and the journal ends before it.
        let isCut =
          Self.isFollowedByFrame(step.record)
          && (fault == nil || fault == JournalEnd.cutShort)
          && !steps.contains { $0.record.type == JournalEntry.keyframe.rawValue }
        fault = isCut ? JournalEnd.cutShort : error.fault
        break
      }
    }
    strokeCount += document.history.strokeCount
    // After a fault the work may belong to a later state of the drawing.
    if fault == nil || fault == JournalEnd.cutShort { unfinished = unfinishedTracker.work(on: document) }
    if case .stroke = unfinished { strokeCount += 1 }
    if unfinished != nil { (savedPath, isClosed) = (nil, false) }
    isUntouched =
      frame.isFirst && document.history.recordedCount == 0 && unfinished == nil && document.fileHistory == nil
      && document.references.isEmpty && savedPath == nil
  }

  /// The drawing with its unfinished work as an edit.
  public func finished(_ filler: CoverageFiller) -> Document {
    var finished = document
    if let unfinished { finished.finish(unfinished, filler: filler) }
    return finished
  }

  /// The path in a `.saved` record; nil for other records.
  static func file(_ record: JournalRecord) -> String? {
    guard record.type == JournalEntry.saved.rawValue else { return nil }
    var reader = ByteReader(record.payload)
    do throws(PayloadError) {
      try reader.expectVersion()
      return try reader.readText()
    } catch { return nil }
  }

  /// The fault of a journal that ends within its base.
  static var cutBeginning: String { translated("it ends before the drawing is complete") }

  /// Whether a key frame may follow a record that has its result.
  private static func isFollowedByFrame(_ record: JournalRecord) -> Bool {
    switch JournalEntry(rawValue: record.type) {
    case .undo, .redo: true
    case .edit: JournalPayload(type: .edit, bytes: record.payload).editHead?.isChange ?? false
    default: false
    }
  }

  private mutating func take(
    _ record: JournalRecord, _ player: inout RecordPlayer, _ filler: CoverageFiller
  ) throws(PayloadError) {
    guard let type = JournalEntry(rawValue: record.type) else {
      if record.type >= JournalEntry.closed.rawValue { return }
      throw PayloadError(translated("a record is of type {type}, which is unknown", ["type": record.type]))
    }
    let state = document.history.state
    switch type {
    case .drawing: throw PayloadError(translated("a second drawing begins"))
    case .keyframe: throw PayloadError(translated("a key frame is damaged"))
    case .saved: savedPath = Self.file(record)
    case .closed: isClosed = true
    case .references: savedPath = nil
    case .ending, .fileHistory, .work, .reference, .unfinished, .foreign, .outside: break
    case .piece: throw PayloadError(translated("a record is in the wrong place"))
    case .edit, .undo, .redo, .brushText:
      let payload = JournalPayload(type: type, bytes: record.payload)
      let head = payload.editHead
      // The key frame after it has its result.
      if head?.isChange ?? false { throw PayloadError(translated("a key frame is missing")) }
      // Undo may bring back the layer that had the number.
      if let next = head?.nextLayer, next != 0, next < document.nextLayer {
        throw PayloadError(translated("a layer's number is invalid"))
      }
      try player.take(payload, on: &document, filler: filler)
    }
    if type != .closed, type != .work { isClosed = false }
    if type != .saved, document.history.state != state { savedPath = nil }
  }
}

/// The merged content of all key frames up to the last one.
private struct Keyframes {
  /// Compressed, so only the final version of each tile is decompressed.
  private var tiles: [TileKey: [UInt8]] = [:]
  private var list: LayerList
  private var selection: Mask?
  /// Whether there was no key frame yet.
  private(set) var isFirst = true
  private(set) var strokeCount = 0
  private(set) var savedPath: String?
  /// Whether each applied or undone edit up to here draws strokes.
  private var done: [Bool] = []
  private var undone: [Bool] = []

  init(_ list: LayerList) { self.list = list }

  /// Adds the records after the last key frame up to the next one, inclusive. Returns false and adds nothing if a record
  /// cannot be read.
  mutating func take(_ steps: [(record: JournalRecord, start: JournalEnd)]) -> Bool {
    var (done, undone, savedPath) = (done, undone, savedPath)
    var frame: KeyFrame?
    do throws(PayloadError) {
      for (record, _) in steps {
        switch JournalEntry(rawValue: record.type) {
        case .edit:
          savedPath = nil
          let head = JournalPayload(type: .edit, bytes: record.payload).editHead
          // It replaces the edit before.
          if head?.continues ?? false { continue }
          done.append(head?.drawsStrokes ?? false)
          undone.removeAll()
        case .undo:
          undone += [done.popLast()].compactMap(\.self)
          savedPath = nil
        case .redo:
          done += [undone.popLast()].compactMap(\.self)
          savedPath = nil
        case .keyframe: frame = try KeyFrame(record.payload)
        case .saved:
          guard let path = JournalReplay.file(record) else { return false }
          savedPath = path
        case .references: savedPath = nil
        case .closed, .ending, .fileHistory, .work, .reference, .unfinished, .brushText, .foreign, .outside: break
        case .drawing: throw PayloadError(translated("a second drawing begins"))
        case .piece: throw PayloadError(translated("a record is in the wrong place"))
        case nil:
          guard record.type >= JournalEntry.closed.rawValue else { throw PayloadError(translated("it is not known")) }
        }
      }
    } catch { return false }
    guard let frame else { return false }
    (self.done, self.undone, self.savedPath) = (done, undone, savedPath)
    (list, selection, isFirst) = (frame.list, frame.selection, false)
    let left = Set(list.layers.surfaces).subtracting(frame.fresh)
    if tiles.keys.contains(where: { !left.contains($0.surface) }) {
      tiles = tiles.filter { left.contains($0.key.surface) }
    }
    for (key, bytes) in frame.tiles { tiles[key] = bytes }
    strokeCount = done.count { $0 }
    return true
  }

  func show(on document: inout Document) throws(PayloadError) {
    try document.show(list, packed: tiles.lazy.map { ($0.key, $0.value) }, selection: selection)
  }
}
