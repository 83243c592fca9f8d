import Document
import Files
import Library

/// A brush as `fude brushes` prints it.
struct ListedBrush {
  var name: String
  /// The folder of the brushes that it belongs to; nil for none.
  var group: String?
  /// What paints with it.
  var engine: BrushFile.Format
  /// The file, encoded by `PathText`; nil if it is built in.
  var path: String?

  /// The columns, separated by tabs, with a line feed. "-" is no group.
  var line: String {
    [name, group ?? "-", engineName, Facts.escaped(source, quotes: false)].joined(separator: "\t") + "\n"
  }

  /// A JSON object (RFC 8259) on one line, without a line feed.
  var json: String {
    let members = [
      ("name", Facts.string(name)), ("group", group.map(Facts.string) ?? "null"), ("engine", Facts.string(engineName)),
      ("source", Facts.string(source)),
    ]
    return "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private var engineName: String {
    switch engine {
    case .fude: "fude"
    case .mypaint: "mypaint"
    }
  }

  private var source: String { path.map(PathText.shown) ?? "built in" }
}
