import Archive
import Document
import Geometry
import Ink
import Journal
import Language
import Raster

/// What the first element of a macro's script says about it:
/// `{"macro": "Leaf", "canvas": [1200, 900], "frame": [40, 50, 30, 20], "places": "selection", "ink": "in-use"}`.
package struct MacroHeader: Sendable, Hashable {
  /// Where its steps are performed.
  package enum Places: String, WordChoice, CaseIterable {
    /// Where they were recorded.
    case canvas
    /// Where the middle of the frame comes to the middle of what is selected; as recorded without a selection.
    case selection
  }

  /// The colours and sizes of its strokes, and the colours of its fills.
  package enum Ink: String, WordChoice, CaseIterable {
    case recorded
    /// Those that are in use when it is performed.
    case current = "in-use"
  }

  package var name: String
  package var places = Places.canvas
  package var ink = Ink.recorded
  /// The bounds of what was selected when it was recorded, or of what its steps painted, px.
  package var frame: PixelRect
  /// The size of the canvas on which it was recorded, px.
  package var width: Int
  package var height: Int

  package init(name: String, frame: PixelRect, width: Int, height: Int) {
    (self.name, self.frame, self.width, self.height) = (name, frame, width, height)
  }

  /// The header of a script that has none.
  package init(name: String) { self.init(name: name, frame: .empty, width: 0, height: 0) }

  /// Reads the header; nil if the object is none.
  static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> MacroHeader? {
    guard let name = try reader.text("macro") else { return nil }
    let document = reader.document
    let form = translated("a list [width, height] of whole numbers")
    let sides = try reader.numbers("canvas", count: 2, in: 1...1e6, form: form)?.compactMap { Int(exactly: $0) }
    guard sides.map({ $0.count == 2 && Document.isAllowed(width: $0[0], height: $0[1]) }) ?? true else {
      throw reader.fault("canvas", reader.member("canvas") ?? .null, form)
    }
    var header = MacroHeader(
      name: name, frame: document.bounds, width: sides?[0] ?? document.width, height: sides?[1] ?? document.height)
    if let frame = try reader.rectangle("frame") { header.frame = frame }
    try reader.choose(&header.places, Field("places", standard: .canvas))
    try reader.choose(&header.ink, Field("ink", standard: .recorded))
    return header
  }

  /// Its text.
  func element() throws(ArchiveError) -> [UInt8] {
    guard let document = Self.blank else { return [] }
    var writer = ScriptWriter(document, ScriptBrushes())
    let (text, _) = try writer.object { (writer) throws(ArchiveError) in
      writer.write(name, "macro")
      if width > 0 { writer.write([Double(width), Double(height)], "canvas") }
      if !frame.isEmpty {
        writer.write([frame.minX, frame.minY, frame.width, frame.height].map { Double($0) }, "frame")
      }
      writer.write(places.text, "places")
      writer.write(ink.text, "ink")
    }
    return text
  }

  /// The header of a script, whatever else it has; nil if it has none.
  package static func of(_ script: [UInt8]) -> MacroHeader? {
    var json = JSONReader(script, depth: ScriptPlayer.depth)
    let first = try? json.nextElement()
    return first.flatMap { $0 }.flatMap { header(in: $0) }
  }

  private static func header(in element: JSONValue) -> MacroHeader? {
    guard let blank else { return nil }
    var reader = ScriptReader(blank, ScriptBrushes()) { _ throws(ScriptFault) in Clipping.blank }
    let header = try? reader.object(element) { (reader) throws(ScriptFault) in try read(&reader) }
    return header.flatMap { $0 }
  }

  /// A script with this header, in the place of the one that it may have.
  /// - Throws: if its first element is no JSON, or memory is short.
  package func heading(_ script: [UInt8]) throws(PayloadError) -> [UInt8] {
    var json = JSONReader(script, depth: ScriptPlayer.depth)
    let first: JSONValue?
    do throws(JSONFault) { first = try json.nextElement() } catch {
      throw PayloadError(translated("this is no JSON"))
    }
    let header: [UInt8]
    do throws(ArchiveError) { header = try element() } catch { throw PayloadError(error.description) }
    var text: [UInt8] = []
    guard let first else {
      text += Array("[\n".utf8)
      text += header
      return text + Array("\n]\n".utf8)
    }
    let start = json.elementPlace
    text += script[..<start]
    text += header
    if Self.header(in: first) != nil { return text + script[json.elementEnd...] }
    text += Array((script[..<start].contains(UInt8(ascii: "[")) ? ",\n" : "\n").utf8)
    return text + script[start...]
  }

  /// Headers need no drawing.
  private static let blank = Document(width: 1, height: 1)

  /// How far its steps are moved on a drawing, whole px.
  func shift(on document: Document) -> Vector {
    guard places == .selection, let selected = document.selection?.bounds else { return .zero }
    let way = Rect(selected).center - Rect(frame).center
    return Vector(way.dx.rounded(), way.dy.rounded())
  }
}
