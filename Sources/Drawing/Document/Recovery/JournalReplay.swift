import Geometry
import Journal
import Language
import Paint
import Raster

/// A drawing read from its journal: from the last key frame on, everything that was done is done again.
public struct JournalReplay: Sendable {
  /// What the journal says of the drawing.
  public let header: DrawingHeader
  /// The drawing as it was; its history reaches back to the last key frame, what was done before is its `past`.
  public internal(set) var document: Document
  /// Strokes that are in the drawing, as far as the journal tells them.
  public private(set) var strokeCount = 0
  /// The file that the drawing was saved in exactly as it is; nil where it differs from all that were.
  public private(set) var savedPath: String?
  /// The file that the drawing was saved in last, or read from, as it may be by now; nil for none.
  public private(set) var file: String?
  /// Whether it was closed in peace.
  public private(set) var isClosed = false
  /// Where the journal can be gone on with.
  public private(set) var end: JournalEnd
  /// What is wrong with the rest of the journal, a sentence without a capital and a full stop; nil where nothing is.
  public private(set) var fault: String?

  /// Reads a journal. What is damaged, or not known, ends the reading; everything before it is there.
  /// - Throws: where the file cannot be read, is no journal, or does not even tell what it is a journal of.
  public init(_ file: JournalFile, filler: CoverageFiller) throws(JournalError) {
    let reader = try JournalReader(file)
    guard let first = reader.next(), first.type == JournalEntry.drawing.rawValue else {
      throw JournalError(.read, file.path, fault: translated("there is no drawing in it"))
    }
    do throws(PayloadError) {
      header = try DrawingHeader(first.payload)
      document = try header.document()
    } catch { throw JournalError(.read, file.path, fault: error.fault) }
    var steps: [(record: JournalRecord, start: JournalEnd)] = []
    var frame = Keyframes(header.list)
    var past = PastTracker(first, header)
    end = reader.end
    var start = reader.end
    var joiner = RecordJoiner()
    while let next = reader.next() {
      guard let record = joiner.take(next) else { continue }
      if let path = Self.file(record) { self.file = path }
      if let resolution = Resolution(record) { document.resolution = resolution }
      steps.append((record, start))
      start = reader.end
      guard record.type == JournalEntry.keyframe.rawValue else { continue }
      // A key frame that is not understood is met again when the steps are done.
      if frame.take(steps, header) {
        for step in steps { past.take(step.record) }
        steps.removeAll()
      }
      end = start
    }
    end = reader.end
    fault = reader.end.fault
    if joiner.isOpen {
      // Pieces without what they belong to would be taken for pieces of what is written next.
      end = start
      end.rest = reader.end.offset + reader.end.rest - start.offset
    }
    do throws(PayloadError) { try frame.show(on: &document) } catch {
      throw JournalError(.read, file.path, fault: error.fault)
    }
    (strokeCount, savedPath, isClosed) = (frame.strokeCount, frame.savedPath, false)
    for step in steps where step.record.type == JournalEntry.past.rawValue { past.take(step.record) }
    document.past = past.packed(leadingTo: document)
    var doing = Doing(header)
    for step in steps {
      do throws(PayloadError) { try take(step.record, &doing, filler) } catch {
        end = step.start
        end.rest = reader.end.offset + reader.end.rest - step.start.offset
        fault = error.fault
        break
      }
      doing.wasPart = step.record.type == JournalEntry.part.rawValue
      // Parts without what they belong to would be taken for parts of what is written next.
      if doing.wasPart { if doing.firstPart == nil { doing.firstPart = step.start } } else { doing.firstPart = nil }
    }
    if let part = doing.firstPart {
      end = part
      end.rest = reader.end.offset + reader.end.rest - part.offset
    }
    strokeCount += document.history.strokeCount
  }

  /// The file that a record tells the drawing to be in; nil for records of another kind.
  static func file(_ record: JournalRecord) -> String? {
    guard record.type == JournalEntry.saved.rawValue else { return nil }
    var reader = ByteReader(record.payload)
    do throws(PayloadError) {
      try reader.expectVersion()
      return try reader.readText()
    } catch { return nil }
  }

  /// What is needed while steps are done.
  private struct Doing {
    var player: RecordPlayer
    var wasPart = false
    var firstPart: JournalEnd?

    init(_ header: DrawingHeader) { player = RecordPlayer(width: header.width, height: header.height) }
  }

  private mutating func take(
    _ record: JournalRecord, _ doing: inout Doing, _ filler: CoverageFiller
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
    case .ending, .past, .resolution: break
    case .setting, .piece: throw PayloadError(translated("a record is out of place"))
    case .stroke, .operation, .part, .tiles, .undo, .redo:
      try doing.player.take(JournalPayload(type: type, bytes: record.payload), on: &document, filler: filler)
    }
    if type != .closed { isClosed = false }
    if type != .saved, document.history.state != state { savedPath = nil }
  }
}

/// What all key frames up to the last one come to.
private struct Keyframes {
  /// Packed, so that only the last of each need be unpacked.
  private var tiles: [TileKey: [UInt8]] = [:]
  private var list: LayerList
  private var selection: Mask?
  private(set) var strokeCount = 0
  private(set) var savedPath: String?
  /// Which of the records up to here are strokes, of the edits that are done and undone.
  private var done: [Bool] = []
  private var undone: [Bool] = []

  /// None yet, of a drawing that begins with these layers.
  init(_ list: LayerList) { self.list = list }

  /// Takes the records from the last key frame up to the next, which is the last of them.
  /// - Returns: false where they are not understood; nothing is taken then.
  mutating func take(_ steps: [(record: JournalRecord, start: JournalEnd)], _ header: DrawingHeader) -> Bool {
    var (done, undone, savedPath, selection, list) = (done, undone, savedPath, selection, list)
    var others: Set<UInt64> = []
    var fresh: [(key: TileKey, bytes: [UInt8])] = []
    do throws(PayloadError) {
      var parts: [(key: TileKey, bytes: [UInt8])] = []
      for (record, _) in steps {
        var reader = ByteReader(record.payload)
        switch JournalEntry(rawValue: record.type) {
        case .operation where record.payload.dropFirst().first == 1:
          // Takes the place of the one before.
          savedPath = nil
        case .stroke, .tiles, .operation:
          done.append(record.type == JournalEntry.stroke.rawValue)
          undone.removeAll()
          parts.removeAll()
          savedPath = nil
        case .undo:
          undone += [done.popLast()].compactMap(\.self)
          savedPath = nil
        case .redo:
          done += [undone.popLast()].compactMap(\.self)
          savedPath = nil
        case .part:
          try reader.expectVersion()
          parts += try TileListCoding.tiles(&reader)
        case .keyframe:
          try reader.expectVersion()
          selection = try SelectionCoding.read(&reader, width: header.width, height: header.height) ?? nil
          list = try LayerList(&reader, width: header.width, height: header.height)
          for _ in 0..<(try reader.readCount()) { others.insert(try reader.readCompact()) }
          fresh = parts + (try TileListCoding.tiles(&reader))
        case .saved:
          try reader.expectVersion()
          savedPath = try reader.readText()
        case .closed, .setting, .ending, .past, .resolution: break
        case .drawing: throw PayloadError(translated("a second drawing begins"))
        case .piece: throw PayloadError(translated("a record is out of place"))
        case nil:
          guard record.type >= JournalEntry.closed.rawValue else { throw PayloadError(translated("it is not known")) }
        }
      }
    } catch { return false }
    (self.done, self.undone, self.savedPath, self.selection) = (done, undone, savedPath, selection)
    self.list = list
    let left = Set(list.layers.map(\.id.number)).subtracting(others)
    if tiles.keys.contains(where: { !left.contains($0.layer) }) { tiles = tiles.filter { left.contains($0.key.layer) } }
    for (key, bytes) in fresh { tiles[key] = bytes }
    strokeCount = done.count { $0 }
    return true
  }

  func show(on document: inout Document) throws(PayloadError) {
    try document.show(list, packed: tiles.lazy.map { ($0.key, $0.value) }, selection: selection)
  }
}
