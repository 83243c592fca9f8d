/// The results, in chapters: as tables for people, as JSON for programs.
struct Report {
  /// One figure.
  struct Row {
    /// What was measured.
    var name: String
    /// The figure; nil where it could not be measured.
    var value: Double?
    /// Of the figure: "ms", "MiB"; empty for a ratio.
    var unit: String
    /// Digits after the point.
    var digits = 2
    /// The target; nil for none.
    var target: Target?
    /// An additional note.
    var note = ""
  }

  /// The target of a figure. It is only shown beside it.
  enum Target: Hashable {
    case atMost(Double)
    case atLeast(Double)

    /// Whether a figure meets the target.
    func isMet(by value: Double) -> Bool {
      switch self {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      }
    }

    /// As text, with at most `digits` decimals: "at most 1.3".
    func words(_ digits: Int) -> String {
      let (word, limit) =
        switch self {
        case .atMost(let limit): ("at most", limit)
        case .atLeast(let limit): ("at least", limit)
        }
      // As many digits as the limit itself has.
      let needed = (0...digits).first { Double(limit.decimal($0)) == limit } ?? digits
      return "\(word) \(limit.decimal(needed))"
    }
  }

  /// A heading, the figures below it, and how they are laid out.
  struct Chapter {
    var title: String
    var rows: [Row]
    /// Nil for the figures one below the other.
    var table: TextTable?
    /// Sentences below the table.
    var notes: [String] = []

    /// The figures as a table.
    var layout: TextTable {
      if let table { return table }
      let hasTargets = rows.contains { $0.target != nil }
      var table = TextTable([title, "", ""] + (hasTargets ? ["target", ""] : []))
      for row in rows {
        let target = row.target.map { target in
          [target.words(6), row.value.map { target.isMet(by: $0) ? "met" : "not met" } ?? ""]
        }
        table.add([row.name, row.value?.decimal(row.digits) ?? "-", row.unit] + (target ?? []), remark: row.note)
      }
      return table
    }
  }

  /// Facts of the machine and of the build, name and value.
  var facts: [(name: String, value: String)]
  /// What was measured so far.
  private(set) var chapters: [Chapter] = []

  init(facts: [(name: String, value: String)]) { self.facts = facts }

  mutating func add(_ chapter: Chapter) { chapters.append(chapter) }

  /// The facts as lines.
  var heading: String { facts.map { "\($0.name): \($0.value)\n" }.joined() }

  /// A chapter as a table.
  static func text(_ chapter: Chapter) -> String {
    "\n" + chapter.layout.text + chapter.notes.map { "\($0)\n" }.joined()
  }

  /// Everything as JSON (RFC 8259): {"facts": {...}, "measurements": [{"chapter", "name", "value",
  /// "unit", "note"}]}, with "target" and "met" where something is asked of a figure.
  var json: String {
    let facts = facts.map { "    \(JSONText.string($0.name)): \(JSONText.string($0.value))" }
    let rows = chapters.flatMap { chapter in chapter.rows.map { "    " + Self.json($0, of: chapter.title) } }
    return "{\n  \"facts\": {\n" + facts.joined(separator: ",\n") + "\n  },\n  \"measurements\": [\n"
      + rows.joined(separator: ",\n") + "\n  ]\n}\n"
  }

  private static func json(_ row: Row, of chapter: String) -> String {
    var fields = [
      ("chapter", JSONText.string(chapter)), ("name", JSONText.string(row.name)),
      ("value", row.value.map(JSONText.number) ?? "null"), ("unit", JSONText.string(row.unit)),
      ("note", JSONText.string(row.note)),
    ]
    if let target = row.target {
      fields.append(("target", JSONText.string(target.words(6))))
      fields.append(("met", row.value.map { target.isMet(by: $0) ? "true" : "false" } ?? "null"))
    }
    return "{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }
}
