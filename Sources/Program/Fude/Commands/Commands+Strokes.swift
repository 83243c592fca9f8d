import Document
import Export
import Files
import Ink
import Journal
import Language
import Storage

extension Commands {
  /// The size of the text that is gathered before it is written, bytes.
  private static let textSize = 1 << 16

  /// Writes a list of the strokes of a drawing, each as soon as it is read.
  /// - Throws: `FileError` with the message.
  static func listStrokes(of path: String, isJSON: Bool) throws(FileError) {
    if try Document.format(of: path) == nil {
      // The fault of a file that cannot be described comes first.
      _ = try FileDescription.facts(of: path)
      throw FileError(.read, path, fault: translated("it is no drawing, so it has no strokes to list"))
    }
    var notes: [String] = []
    var strokes = try StrokeList(path, notes: &notes)
    guard strokes.hasHistory else {
      throw FileError(.read, path, fault: translated("it has no strokes: there is no history in it"))
    }
    report(notes)
    var text = isJSON ? "[" : ""
    var separator = "\n  "
    do throws(PayloadError) {
      while let stroke = try strokes.nextStroke() {
        if isJSON {
          text += separator + StrokeText(stroke: stroke).json
          separator = ",\n  "
        } else {
          text += StrokeText(stroke: stroke).line
        }
        guard text.utf8.count >= textSize else { continue }
        Standard.output(text)
        text = ""
      }
    } catch { throw StrokeList.damage(error, path) }
    Standard.output(isJSON ? text + "\n]\n" : text)
  }
}
