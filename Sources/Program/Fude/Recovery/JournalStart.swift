import Archive
import Desktop
import Document
import Storage

/// A drawing with which a journal starts anew.
struct JournalStart: Sendable {
  /// With nothing floating over it.
  var document: Document
  var name: String
  /// The file that it was opened from or last saved in; nil for none.
  var file: String?
  /// Whether that file has it as it is.
  var isSaved: Bool
  /// The most bytes of its history that the journal gets.
  var historyLimit: Int

  /// Composes the first records. Takes as long as saving does.
  /// - Throws: if memory is short.
  func composed() throws(ArchiveError) -> (JournalComposer, [JournalPayload]) {
    var composer = JournalComposer(packing: document, limit: historyLimit, name: name, program: Version.number)
    var payloads = try composer.start()
    if let file {
      payloads.append(JournalPayload(saved: file))
      // Readers take a drawing whose references changed for one that is not saved.
      if !isSaved { payloads += composer.records(of: document.references) }
    }
    return (composer, payloads)
  }
}
