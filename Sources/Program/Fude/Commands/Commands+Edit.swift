import Document
import Export
import Files
import Ink
import Language
import Library
import Paint
import Storage

/// Changes of strokes that were drawn, without a window.
extension Commands {
  /// Changes strokes of a drawing, with everything drawn since as it would be, and writes the drawing.
  /// - Throws: `FileError`, `ExportError` or `CommandError` with the message.
  static func edit(_ request: EditRequest) throws {
    try OutputFile(request.target, .file(.openRaster)).check(madeFrom: request.source, isForced: request.isForced)
    let filler = try filler(request.source)
    var result = StrokeChangeResult()
    try finished(request.source, request.target) { progress throws(ExportError) in
      var document = try read(true, progress) { history throws(FileError) in
        guard try Document.format(of: request.source) != nil else {
          throw FileError(.read, request.source, fault: translated("it is no drawing, so it has no strokes to change"))
        }
        return try opened(request.source, filler, history)
      }
      guard document.undoCount > 0 else {
        throw .file(
          FileError(.read, request.source, fault: translated("it has no strokes: there is no history in it")))
      }
      let change = try change(request, of: document)
      let part = progress.part(opening, 0.9)
      do throws(ChangeFault) {
        result = try document.changeStrokes(request.filter, change, filler: filler) {
          (try? part.report($0)) != nil
        }
      } catch {
        switch error {
        case .isCancelled: throw .cancelled
        case .memoryIsShort: throw .refused(translated("there is not enough memory for drawing"))
        case .isUnreadable: throw .refused(translated("a part of its history cannot be read"))
        case .doesNotFit:
          throw .refused(
            request.layer == nil
              ? translated("the strokes cannot be drawn so")
              : translated("the strokes cannot be drawn on that layer: it was not there yet, or they became figures"))
        }
      }
      if let number = result.refused.first {
        throw .refused(
          translated("stroke {number} cannot be changed: {reason}", ["number": number, "reason": result.reason ?? ""]))
      }
      guard result.count > 0 else {
        throw .refused(translated("no stroke is meant, or nothing would change"))
      }
      try save(document, to: request.target, isForced: request.isForced, progress.part(0.9, 1))
    }
    Standard.output(
      translated("{count} stroke changed", other: "{count} strokes changed", count: result.count) + "\n")
  }

  /// The change with the brush and the layer that the request names.
  private static func change(_ request: EditRequest, of document: Document) throws(ExportError) -> StrokeChange {
    var change = request.change
    if let word = request.brush {
      var brushes = BrushLibrary(environment: Standard.environment)
      do throws(FileError) { change.brush = try brush(word, &brushes, neededBy: request.source) } catch {
        throw .file(error)
      }
    }
    if let name = request.layer {
      guard let layer = document.layers.first(where: { $0.name == name && $0.isPaint }) else {
        throw .refused(translated("it has no layer named {layer}", ["layer": FileError.printable(name)]))
      }
      change.layer = layer.id
    }
    return change
  }
}
