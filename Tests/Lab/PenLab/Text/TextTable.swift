/// Rows of text under headings, laid out in columns for a terminal: the first column to the left,
/// the others, which are numbers, to the right; a remark may follow.
struct TextTable {
  private var rows: [(cells: [String], remark: String)] = []
  private let columns: Int

  /// A table by its headings, at least one.
  init(_ headings: [String]) {
    columns = headings.count
    rows = [(headings, "")]
  }

  /// Adds a row; cells that are missing stay empty, surplus ones are left out.
  mutating func add(_ cells: [String], remark: String = "") {
    rows.append((Array((cells + Array(repeating: "", count: max(0, columns - cells.count))).prefix(columns)), remark))
  }

  /// The lines, each ending in a line feed, a rule below the headings.
  var text: String {
    let widths = (0..<columns).map { column in rows.map { $0.cells[column].count }.max() ?? 0 }
    var text = ""
    for (number, row) in rows.enumerated() {
      var line = ""
      for (column, cell) in row.cells.enumerated() {
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        line += column == 0 ? cell + gap : "  " + gap + cell
      }
      if !row.remark.isEmpty { line += "  " + row.remark }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
      if number == 0 { text += String(repeating: "-", count: widths.reduce(0, +) + 2 * (columns - 1)) + "\n" }
    }
    return text
  }

  /// The same as a table of Markdown; remarks become a column of their own where there are any.
  var markdown: String {
    let hasRemarks = rows.contains { !$0.remark.isEmpty }
    var text = ""
    for (number, row) in rows.enumerated() {
      let cells = row.cells + (hasRemarks ? [row.remark] : [])
      text += "| " + cells.map { $0.split(separator: "|").joined(separator: "\\|") }.joined(separator: " | ") + " |\n"
      if number == 0 {
        text += "| --- |" + String(repeating: " ---: |", count: columns - 1) + (hasRemarks ? " --- |" : "") + "\n"
      }
    }
    return text
  }
}
