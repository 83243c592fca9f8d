/// What was measured, in chapters: for people as tables, for programs as JSON.
struct Report {
  /// One figure, or two of one thing.
  struct Row {
    /// What was measured.
    var name: String
    /// The figure; nil where it could not be measured.
    var value: Double?
    /// Of the figure: "ms", "MiB"; empty for a ratio.
    var unit: String
    /// Digits after the point.
    var digits = 2
    /// What else there is to say.
    var note = ""
  }

  /// A heading and the rows below it.
  struct Chapter {
    var title: String
    var rows: [Row]
  }

  /// Facts of the machine and of the build, name and value.
  var facts: [(name: String, value: String)]
  /// What was measured so far.
  private(set) var chapters: [Chapter] = []

  init(facts: [(name: String, value: String)]) { self.facts = facts }

  /// Adds a chapter.
  mutating func add(_ title: String, _ rows: [Row]) { chapters.append(Chapter(title: title, rows: rows)) }

  /// The facts as lines.
  var heading: String { facts.map { "\($0.name): \($0.value)\n" }.joined() }

  /// A chapter as a table.
  static func text(_ chapter: Chapter) -> String {
    var table = TextTable([chapter.title, "", ""])
    for row in chapter.rows {
      table.add([row.name, row.value?.decimal(row.digits) ?? "-", row.unit], remark: row.note)
    }
    return "\n" + table.text
  }

  /// Everything as JSON (RFC 8259): {"facts": {...}, "measurements": [{"chapter", "name", "value", "unit", "note"}]}.
  var json: String {
    let facts = facts.map { "    \(JSONText.string($0.name)): \(JSONText.string($0.value))" }
    let rows = chapters.flatMap { chapter in
      chapter.rows.map { row in
        let value = row.value.map(JSONText.number) ?? "null"
        return "    {\"chapter\": \(JSONText.string(chapter.title)), \"name\": \(JSONText.string(row.name)), "
          + "\"value\": \(value), \"unit\": \(JSONText.string(row.unit)), \"note\": \(JSONText.string(row.note))}"
      }
    }
    return "{\n  \"facts\": {\n" + facts.joined(separator: ",\n") + "\n  },\n  \"measurements\": [\n"
      + rows.joined(separator: ",\n") + "\n  ]\n}\n"
  }
}
