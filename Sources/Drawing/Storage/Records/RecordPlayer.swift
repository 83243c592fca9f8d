import Document
import Journal
import Language
import Paint
import Raster

/// Applies records to a drawing.
struct RecordPlayer {
  private let reader = EditReader()

  /// Applies a record.
  /// - Throws: if the record is damaged, has another version, does not fit the drawing, or is not an edit, undo or redo.
  mutating func take(
    _ record: JournalPayload, on document: inout Document, filler: CoverageFiller
  ) throws(PayloadError) {
    switch try reader.take(record, width: document.width, height: document.height) {
    case nil: break
    case .edit(let edit): try perform(edit, on: &document, OperationContext(filler: filler, recordsAll: true))
    case .undo: guard document.undo() != nil else { throw PayloadError(translated("there is nothing to undo")) }
    case .redo: guard document.redo() != nil else { throw PayloadError(translated("there is nothing to redo")) }
    }
  }

  private func perform(
    _ edit: EditRecord, on document: inout Document, _ context: OperationContext
  ) throws(PayloadError) {
    let (next, operation) = (edit.head.nextLayer, edit.operation)
    // A number that is not above all others would be assigned twice.
    guard next == 0 || document.layers.allSatisfy({ $0.id.number < next }), next <= 1 << 60 else {
      throw PayloadError(translated("a layer's number is invalid"))
    }
    if next > 0 { document.nextLayer = next }
    document.drawOn(edit.head.active)
    document.history.joining = edit.head.isJoined ? .withLast : .none
    defer { document.history.joining = .none }
    if case .change(let change) = operation {
      let change = try change.completed(on: document)
      var results: [Int: RecordedResult] = [:]
      for (distance, bytes) in edit.result?.changed ?? [:] { results[distance] = try RecordedResult(bytes) }
      document.history.time = edit.head.time
      do throws(ChangeFault) { try document.perform(change, results: results, context) } catch {
        throw PayloadError(translated("an edit does not fit the drawing"))
      }
      return
    }
    let result: OperationResult? =
      if let recorded = edit.result { try recorded.result(of: operation, on: document) } else { nil }
    document.history.time = edit.head.time
    guard document.perform(operation, context, result: result, isContinued: edit.head.continues) != nil else {
      throw PayloadError(translated("an edit does not fit the drawing"))
    }
    if let surface = operation.paintedSurface { document.drawOn(surface) }
  }
}
