import Files
import Ink
import Language

/// What is wrong with a script, or does not fit the drawing.
struct ScriptFault: Error {
  /// The way from the operation to the part of it that is meant.
  var steps: [JSONStep] = []
  var fault: String
  /// Whether the form is right, but a layer or a brush is missing.
  var isRefusal = false

  init(_ fault: String, at steps: [JSONStep] = [], isRefusal: Bool = false) {
    (self.steps, self.fault, self.isRefusal) = (steps, fault, isRefusal)
  }

  /// The same fault of a part of the operation.
  func at(_ steps: [JSONStep]) -> ScriptFault { ScriptFault(fault, at: steps, isRefusal: isRefusal) }

  /// The words of a value for a message: at most 40 characters.
  static func shown(_ value: JSONValue) -> String {
    switch value {
    case .text(let text): shown(text)
    case .number(let number): RecordingNumber.text(number)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .null: "null"
    case .list(let items):
      "[\(items.prefix(8).map { inner($0) }.joined(separator: ", "))\(items.count > 8 ? ", …" : "")]"
    case .object: translated("an object")
    }
  }

  /// A value in a list.
  private static func inner(_ value: JSONValue) -> String {
    if case .list(let items) = value { items.isEmpty ? "[]" : "[…]" } else { shown(value) }
  }

  /// A text of a script in quotes for a message: at most 40 characters, none that disturbs a terminal.
  static func shown(_ text: String) -> String {
    if text.isEmpty { return "\"\"" }
    let most = 40
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
    return "\"\(FileError.printable(start))\(text.unicodeScalars.count > most ? "…" : "")\""
  }
}
