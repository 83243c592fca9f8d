import Document
import Journal

/// Collects the records of a journal, up to the last key frame, as a file's history. Nothing is
/// replayed.
struct FileHistoryTracker {
  let header: DrawingHeader
  private var base: [JournalPayload]
  private var done: [FileHistory.Step] = []
  /// The undone steps, the last undone one at the end.
  private var undone: [FileHistory.Step] = []
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
  }

  mutating func take(_ record: JournalRecord) {
    guard !isBroken, let type = JournalEntry(rawValue: record.type) else { return }
    let payload = JournalPayload(type: type, bytes: record.payload)
    if type == .fileHistory {
      // What a journal may hold and a file may not is given up.
      isBroken = entry.count + payload.bytes.count > FileHistory.entryLimit
      entry += payload.bytes.dropFirst()
      return
    }
    useEntry()
    switch type {
    case .keyframe:
      if !hasBegun { base.append(payload) }
      hasBegun = true
    case .edit: add(payload)
    case .brushText:
      if let number = BrushTexts.number(payload) {
        texts[number] = payload
        countedTexts.remove(number)
      }
    case .undo:
      if let step = done.popLast() { undone.append(step) } else { isBroken = true }
    case .redo:
      if let step = undone.popLast() { done.append(step) } else { isBroken = true }
    case .drawing, .piece: isBroken = true
    case .saved, .closed, .ending, .fileHistory, .work, .reference, .references, .unfinished, .foreign, .outside:
      break
    }
  }

  private mutating func add(_ record: JournalPayload) {
    guard var head = record.editHead else { return isBroken = true }
    var record = record
    if head.continues {
      // It replaces the edit before.
      if done.popLast() == nil { return isBroken = true }
      head.continues = false
      record = record.editing { $0 = head }
    }
    let needed = head.needs.compactMap { number in texts[number].map { (number, $0) } }
    let step = FileHistory.Step(record, head, texts: needed.map(\.1))
    size += step.sizeWithoutTexts
    for (number, text) in needed where countedTexts.insert(number).inserted { size += text.bytes.count }
    if size > FileHistory.entryLimit { isBroken = true }
    done.append(step)
    undone.removeAll()
    hasBegun = true
  }

  private mutating func useEntry() {
    if entry.isEmpty { return }
    defer { entry = [] }
    guard !hasBegun, let document = try? header.document(), let fileHistory = try? FileHistory(entry, of: document)
    else {
      isBroken = true
      return
    }
    (base, hasBegun) = (fileHistory.base, true)
    let steps = fileHistory.steps.withOwnTexts()
    (done, undone) = (Array(steps[..<fileHistory.doneCount]), steps[fileHistory.doneCount...].reversed())
    size = entry.count
  }

  /// The first drawing and the edits that followed; nil if records are damaged.
  var found: (base: [JournalPayload], steps: [FileHistory.Step], doneCount: Int)? {
    isBroken ? nil : (base, (done + undone.reversed()).withoutRepeatedTexts(), done.count)
  }

  /// What was done; nil where nothing was, or it is not known.
  mutating func packed(leadingTo document: borrowing Document) -> FileHistory? {
    useEntry()
    guard let found, !found.steps.isEmpty else { return nil }
    return FileHistory(
      base: found.base, steps: found.steps, doneCount: found.doneCount, ending: PastEnding(of: document))
  }
}
