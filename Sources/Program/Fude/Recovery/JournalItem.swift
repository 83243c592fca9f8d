import Archive
import Document
import Storage

/// Something to write into the journal.
enum JournalItem {
  case change(JournalNote)
  case references(ReferenceBoard)
  case unfinished(UnfinishedStep)
  case saved(String)
  /// The first records of a journal.
  case beginning
  /// The journal starts anew with the drawing as it is then.
  case restart(JournalStart)

  /// Whether it changes or saves the drawing.
  var isContent: Bool {
    switch self {
    case .unfinished, .restart: false
    default: true
    }
  }

  /// Whether it is an undo or a redo.
  var isStep: Bool { if case .change(let change) = self { change.kind != .edit } else { false } }
}

extension JournalComposer {
  /// The records of an item.
  /// - Parameter next: the item after it, if its records will be appended immediately.
  /// - Throws: if memory is short; nothing is recorded then.
  mutating func records(of item: JournalItem, followedBy next: JournalItem?) throws(ArchiveError) -> [JournalPayload] {
    switch item {
    case .change(let change):
      let following: JournalNote? = if case .change(let other) = next { other } else { nil }
      return try records(of: change, followedBy: following)
    case .references(let board): return try owedFrame() + records(of: board)
    case .unfinished(let step): return try owedFrame() + (try records(of: step))
    case .saved(let path): return try owedFrame() + [JournalPayload(saved: path)]
    case .beginning, .restart: return []
    }
  }
}
