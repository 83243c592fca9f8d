import Document
import Journal
import Language
import Raster

/// Reads what was done from records. It draws nothing.
struct EditReader {
  /// What a record says.
  enum Step {
    case edit(EditRecord)
    case undo
    case redo
  }

  private let shelf = BrushShelf()

  /// Reads a record of a drawing that has this size, px. Returns nil for the content of a brush, which others need.
  /// - Throws: if the record is damaged, has another version, or is not an edit, undo or redo.
  func take(_ record: JournalPayload, width: Int, height: Int) throws(PayloadError) -> Step? {
    switch record.type {
    case .brushText:
      try shelf.take(record)
      return nil
    case .edit: return .edit(try EditRecord(record, shelf, width: width, height: height))
    case .undo, .redo:
      var reader = ByteReader(record.bytes)
      try reader.expectVersion()
      return record.type == .undo ? .undo : .redo
    default: throw PayloadError(translated("a record is in the wrong place"))
    }
  }
}
