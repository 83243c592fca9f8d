import Archive
import Document

/// Something to write into the journal.
enum JournalItem {
  case change(DocumentChange)
  case references(ReferenceBoard)
  case unfinished(UnfinishedStep)
  case saved(String)
  /// The first records of a journal.
  case beginning

  /// Whether it changes or saves the drawing.
  var isContent: Bool { if case .unfinished = self { false } else { true } }
}

extension JournalComposer {
  /// The records of an item.
  /// - Parameter next: the item after it, if its records will be appended immediately.
  /// - Throws: if memory is short; nothing is recorded then.
  mutating func records(of item: JournalItem, followedBy next: JournalItem?) throws(ArchiveError) -> [JournalPayload] {
    switch item {
    case .change(let change):
      let following: DocumentChange? = if case .change(let other) = next { other } else { nil }
      return try records(of: change, followedBy: following)
    case .references(let board): return records(of: board)
    case .unfinished(let step): return try records(of: step)
    case .saved(let path): return [JournalPayload(saved: path)]
    case .beginning: return []
    }
  }
}
