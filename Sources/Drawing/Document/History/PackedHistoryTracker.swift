import Journal

/// Collects the records of a journal, up to the last key frame, as a packed history. Nothing is
/// replayed.
struct PackedHistoryTracker {
  private let header: DrawingHeader
  private var base: [JournalPayload]
  private var done: [PackedHistory.Step] = []
  /// The undone steps, the last undone one at the end.
  private var undone: [PackedHistory.Step] = []
  /// The number of the next layer that is made.
  private var next: UInt64
  /// Records that precede the main record of an edit or key frame.
  private var parts: [JournalPayload] = []
  /// When the next edit was done; nil if that is not known.
  private var time: JournalPayload?
  /// The texts of brushes by number, as the last records have them.
  private var texts: [UInt64: JournalPayload] = [:]
  /// The numbers of those that `size` has.
  private var countedTexts: Set<UInt64> = []
  private var entry: [UInt8] = []
  /// Whether edits were read; later key frames repeat their result.
  private var hasBegun = false
  private var isBroken = false
  private var size = 0

  init(_ first: JournalRecord, _ header: DrawingHeader) {
    self.header = header
    base = [JournalPayload(type: .drawing, bytes: first.payload)]
    next = header.list.next
  }

  mutating func take(_ record: JournalRecord) {
    guard !isBroken, let type = JournalEntry(rawValue: record.type) else { return }
    let payload = JournalPayload(type: type, bytes: record.payload)
    if type == .packedHistory {
      // What a journal may hold and a file may not is given up.
      isBroken = entry.count + payload.bytes.count > PackedHistory.entryLimit
      entry += payload.bytes.dropFirst()
      return
    }
    useEntry()
    switch type {
    case .part: parts.append(payload)
    case .time: time = payload
    case .keyframe:
      if !hasBegun { base += parts + [payload] }
      (parts, hasBegun) = ([], true)
    case .stroke, .replacement, .tiles, .painted, .edit, .change:
      add(parts + payload.brushNumbers.compactMap { texts[$0] } + [payload])
    case .brushText:
      if let number = BrushTexts.number(payload) {
        texts[number] = payload
        countedTexts.remove(number)
      }
    case .operation: isBroken = !add(operation: payload)
    case .undo:
      if let step = done.popLast() { undone.append(step) } else { isBroken = true }
    case .redo:
      if let step = undone.popLast() { done.append(step) } else { isBroken = true }
    case .setting, .drawing, .piece: isBroken = true
    case .resolution: if !hasBegun { base.append(payload) }
    case .saved, .closed, .ending, .packedHistory, .size, .work, .reference, .references, .unfinished, .foreign,
      .outside, .canvasMap:
      break
    }
  }

  private mutating func add(_ records: [JournalPayload]) {
    let step = PackedHistory.Step(records: [time].compactMap(\.self) + records)
    time = nil
    size += step.sizeWithoutTexts
    for text in step.texts where countedTexts.insert(text.number).inserted { size += text.size }
    if size > PackedHistory.entryLimit { isBroken = true }
    done.append(step)
    undone.removeAll()
    (parts, hasBegun) = ([], true)
  }

  /// Returns false if the record is not understood.
  private mutating func add(operation record: JournalPayload) -> Bool {
    var reader = ByteReader(record.bytes)
    guard (try? reader.expectVersion()) != nil, let isContinued = try? reader.readBool(),
      let operation = try? OperationCoding.readOfStack(&reader),
      let bytes = try? OperationCoding.encodedOfStack(operation, isContinued: false)
    else { return false }
    var number: UInt64 = 0
    if case .layer(let change) = operation, change.newLayers > 0 {
      number = next
      next += UInt64(change.newLayers)
    }
    // A continued operation replaces the previous edit.
    if isContinued, done.popLast() == nil { return false }
    var setting = ByteWriter()
    setting.write(JournalEntry.version)
    setting.writeCompact(number)
    setting.writeCompact(UInt64(0))
    add(
      [JournalPayload(type: .setting, bytes: setting.bytes)] + parts + [JournalPayload(type: .operation, bytes: bytes)])
    return true
  }

  private mutating func useEntry() {
    if entry.isEmpty { return }
    defer { entry = [] }
    guard !hasBegun, let document = try? header.document(), let packedHistory = try? PackedHistory(entry, of: document)
    else {
      isBroken = true
      return
    }
    (base, hasBegun) = (packedHistory.base, true)
    let steps = packedHistory.steps.withOwnTexts()
    (done, undone) = (Array(steps[..<packedHistory.doneCount]), steps[packedHistory.doneCount...].reversed())
    size = entry.count
  }

  /// What was done; nil where nothing was, or it is not known.
  mutating func packed(leadingTo document: borrowing Document) -> PackedHistory? {
    useEntry()
    if isBroken || done.isEmpty && undone.isEmpty { return nil }
    return PackedHistory(
      base: base, steps: (done + undone.reversed()).withoutRepeatedTexts(), doneCount: done.count,
      ending: PastEnding(of: document))
  }
}
