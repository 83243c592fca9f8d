import Document
import Journal

/// Finds out whether a journal goes on after its base: the drawing with which it begins, as its history, tiles
/// and key frame.
///
/// The base precedes all other records. A journal that ends within it has nothing of the drawing.
struct BeginningTracker {
  private var hasBase = false
  private var hasMore = false

  /// Handles each record of the journal but the first, before pieces are joined.
  mutating func handle(_ record: JournalRecord) {
    switch JournalEntry(rawValue: record.type) {
    case .fileHistory, .piece: hasBase = true
    default: hasMore = true
    }
  }

  /// Whether the journal ends within its base.
  /// - Parameter end: the end of all records.
  func isCut(at end: JournalEnd) -> Bool { !hasMore && (hasBase || end.fault != nil) }

  /// Whether the journal has its first record alone.
  func isEmpty(at end: JournalEnd) -> Bool { !hasMore && !isCut(at: end) }
}
