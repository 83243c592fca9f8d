import Journal

/// Follows the records of a journal as what they make of the drawing's past: edits are added, taken back, done again. Nothing is
/// drawn: an edit stays the records that tell it.
///
/// Its life is one reading of a journal. It takes the records up to the last key frame, from which the history goes on.
struct PastTracker {
  private let header: DrawingHeader
  private var base: [JournalPayload]
  private var done: [PackedHistory.Step] = []
  /// The one that was taken back last at the end.
  private var undone: [PackedHistory.Step] = []
  /// The number of the next layer that is made.
  private var next: UInt64
  /// Records of an edit or a key frame whose own is still to come.
  private var parts: [JournalPayload] = []
  /// What came so far of the past that the journal begins with.
  private var entry: [UInt8] = []
  /// Whether edits have come, so that key frames tell of these.
  private var hasBegun = false
  /// Whether something was done to an edit that is not known.
  private var isBroken = false
  /// Bytes that are held.
  private var size = 0

  /// For a journal with this first record.
  init(_ first: JournalRecord, _ header: DrawingHeader) {
    self.header = header
    base = [JournalPayload(type: .drawing, bytes: first.payload)]
    next = header.list.next
  }

  /// Takes the next record.
  mutating func take(_ record: JournalRecord) {
    guard !isBroken, let type = JournalEntry(rawValue: record.type) else { return }
    let payload = JournalPayload(type: type, bytes: record.payload)
    if type == .past {
      // What a journal may hold and a file may not is given up.
      isBroken = entry.count + payload.bytes.count > PackedHistory.entryLimit
      entry += payload.bytes.dropFirst()
      return
    }
    useEntry()
    switch type {
    case .part: parts.append(payload)
    case .keyframe:
      if !hasBegun { base += parts + [payload] }
      (parts, hasBegun) = ([], true)
    case .stroke, .tiles: add(parts + [payload])
    case .operation: isBroken = !add(operation: payload)
    case .undo:
      if let step = done.popLast() { undone.append(step) } else { isBroken = true }
    case .redo:
      if let step = undone.popLast() { done.append(step) } else { isBroken = true }
    case .setting, .drawing, .piece: isBroken = true
    case .saved, .closed, .ending, .past, .resolution: break
    }
  }

  private mutating func add(_ records: [JournalPayload]) {
    let step = PackedHistory.Step(records: records)
    size += step.size
    if size > PackedHistory.entryLimit { isBroken = true }
    done.append(step)
    undone.removeAll()
    (parts, hasBegun) = ([], true)
  }

  /// Returns false where it is not understood.
  private mutating func add(operation record: JournalPayload) -> Bool {
    var reader = ByteReader(record.bytes)
    guard (try? reader.expectVersion()) != nil, let isContinued = try? reader.readBool(),
      let operation = try? LayerOperation(&reader)
    else { return false }
    var number: UInt64 = 0
    switch operation {
    case .add, .duplicate:
      number = next
      next += 1
    default: break
    }
    // It goes on with the one before and takes its place.
    if isContinued, done.popLast() == nil { return false }
    var setting = ByteWriter()
    setting.write(JournalEntry.version)
    setting.writeCompact(number)
    setting.writeCompact(UInt64(0))
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(false)
    operation.write(to: &writer)
    add([
      JournalPayload(type: .setting, bytes: setting.bytes), JournalPayload(type: .operation, bytes: writer.bytes),
    ])
    return true
  }

  /// Begins with the past that the journal does, once it is whole.
  private mutating func useEntry() {
    if entry.isEmpty { return }
    defer { entry = [] }
    guard !hasBegun, let document = try? header.document(), let past = try? PackedHistory(entry, of: document) else {
      isBroken = true
      return
    }
    (base, hasBegun) = (past.base, true)
    (done, undone) = (Array(past.steps[..<past.doneCount]), past.steps[past.doneCount...].reversed())
    size = entry.count
  }

  /// What was done; nil where nothing was, or it is not known.
  mutating func packed(leadingTo document: borrowing Document) -> PackedHistory? {
    useEntry()
    if isBroken || done.isEmpty && undone.isEmpty { return nil }
    return PackedHistory(
      base: base, steps: done + undone.reversed(), doneCount: done.count, ending: PastEnding(of: document))
  }
}
