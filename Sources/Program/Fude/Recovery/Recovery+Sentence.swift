import Document
import Language
import Storage

extension DrawingStore.Recovery {
  /// The message about kept drawings; only `first` if there are none.
  /// - Parameter first: a message without a full stop about the recovered drawing; nil for none.
  func sentence(after first: String? = nil) -> String {
    guard !kept.isEmpty else { return first ?? "" }
    guard let first else {
      return translated(
        "{count} drawing that was not closed is kept under Open recent",
        other: "{count} drawings that were not closed are kept under Open recent", count: kept.count)
    }
    return translated(
      "{message}. {count} more drawing that was not closed is kept under Open recent.",
      other: "{message}. {count} more drawings that were not closed are kept under Open recent.", count: kept.count,
      ["message": first])
  }
}
