import Document
import Geometry
import Journal
import Language

/// The content of the journal's first record.
public struct DrawingHeader: Sendable {
  /// The name of the drawing.
  public var name: String
  /// The version of the program that wrote it.
  public var program: String
  /// The initial canvas and layers, without pixels.
  var list: LayerList

  /// Width, px.
  public var width: Int { list.width }
  /// Height, px.
  public var height: Int { list.height }

  /// - Parameter recordsMap: whether the list has the canvas's map, which only pixels outside the canvas need.
  init(of document: borrowing Document, name: String, program: String, recordsMap: Bool = false) {
    (self.name, self.program) = (name, program)
    list = LayerList(of: document).withoutPixels
    if !recordsMap { list.canvasMap = .identity }
  }

  func payload() -> JournalPayload {
    JournalPayload(type: .drawing, bytes: [JournalEntry.version] + RecordWriter.bytes(ofNumbers: self))
  }

  /// Parses a record's payload.
  /// - Throws: if it has another version, or the canvas is not possible.
  package init(_ payload: [UInt8]) throws(PayloadError) {
    (name, program, list) = ("", "", .blank)
    var reader = ByteReader(payload)
    try reader.expectVersion()
    try RecordReader.read(&self, from: &reader)
    try reader.finish()
  }

  /// The drawing at first, without pixels.
  /// - Throws: if its canvas is too large.
  func document() throws(PayloadError) -> Document {
    guard var document = Document(width: width, height: height) else {
      throw PayloadError(translated("its canvas is too large"))
    }
    document.take(list)
    return document
  }
}
