import Foundation
import Geometry
import Ink
import Paint
import Pixels
import Raster
import Testing

@testable import Document
@testable import Storage

@Suite("Resources/manual/scripts.md") struct ScriptManualTests {
  /// A row of a table: what its first column is headed with, and its columns.
  private struct Row {
    let head: String
    let columns: [String]
    /// What is in backticks in the first column.
    var names: [String] { ScriptManualTests.quoted(columns[0]) }
  }

  /// Notes the values that members of operations have if a script does not say them.
  private struct Standards: FieldCoder {
    typealias Failure = Never
    var reads: Bool { false }
    var isText: Bool { true }
    var canvas = (width: 1, height: 1)
    private(set) var words: [String: Set<String>] = [:]

    private mutating func note(_ name: String, _ word: String?) {
      if let word { words[name, default: []].insert(word) }
    }

    mutating func code(_ number: inout Double, _ field: Field<Double>) {
      note(field.name, field.standard.map { "\($0)" })
    }
    mutating func code(_ number: inout Int, _ field: Field<Int>) {
      var unit = 1.0
      if case .share = field.unit { unit = field.range?.upperBound ?? 1 }
      if case .colour = field.unit { return }
      note(field.name, field.standard.map { "\(Double($0) / unit)" })
    }
    mutating func code(_ isTrue: inout Bool, _ field: Field<Bool>) {
      if let words = field.words { note(field.name, field.standard.map { $0 ? words.yes : words.no }) }
    }
    mutating func choose<Choice: WordChoice>(_ choice: inout Choice, _ field: Field<Choice>) {
      note(field.name, field.standard?.text)
    }
    mutating func code(_ text: inout String, _ field: Field<String>) {}
    mutating func code(_ point: inout Point, _ field: Field<Point>) {}
    mutating func code<Value: Fielded>(_ value: inout Value, _ name: String) {}
    mutating func code<Value: Fielded>(_ values: inout [Value], _ name: String, like blank: Value, limit: Int) {}
    mutating func code(_ brush: inout Brush, _ name: String) {}
    mutating func code(_ content: inout BrushTexts.Content?, _ name: String) {}
    mutating func code(_ mask: inout Mask?, _ name: String) {}
    mutating func code(_ samples: inout [PenSample], _ name: String) {}
    mutating func code(_ image: inout TileGrid, _ name: String, limit: Int) {}
    mutating func check(_ holds: @autoclosure () -> Bool, _ fault: @autoclosure () -> String) {}
  }

  private let filler: CoverageFiller
  /// The tables, and everything in backticks.
  private let rows: [Row]
  private let words: Set<String>
  /// The kinds of operations that people write.
  private let kinds = ScriptReading.kinds.filter { !ScriptReading.writtenKinds.contains($0) }

  init() throws {
    filler = try #require(CoverageFiller())
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Resources/manual/scripts.md"), encoding: .utf8)
    var (rows, words, head, isCode) = ([Row](), Set<String>(), String?.none, false)
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode || line.hasPrefix("```") { continue }
      words.formUnion(Self.quoted(String(line)))
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if let head, line.hasPrefix("| ") { rows.append(Row(head: head, columns: columns)) }
      head = line.hasPrefix("| ") ? head ?? columns[0] : nil
    }
    (self.rows, self.words) = (rows, words)
  }

  /// The parts of a text that are in backticks.
  private static func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private func fault(_ script: String) throws -> String {
    var player = ScriptPlayer(
      Array(script.utf8), on: try #require(Document(width: 64, height: 64)), filler: filler,
      brush: { (_) throws(ScriptPlayer.Missing) in Brush() },
      picture: { (_) throws(ScriptPlayer.Missing) in Clipping.blank })
    do throws(ScriptPlayer.Fault) { try player.performAll() } catch { return error.fault }
    return ""
  }

  /// The items of a list between two texts; nil if it has none.
  private func items(_ text: String, after start: String, before end: String = "") -> [String]? {
    guard let from = text.range(of: start)?.upperBound else { return nil }
    let rest = text[from...]
    let last = end.isEmpty ? nil : rest.range(of: end, options: .backwards)?.lowerBound
    return rest[..<(last ?? rest.endIndex)].components(separatedBy: ", ")
  }

  /// The keys of a kind of operation.
  private func keys(_ kind: String) throws -> [String] {
    let fault = try fault("{\"op\": \"\(kind)\", \"no-such-key\": 1}")
    return try #require(items(fault, after: "allowed are "), "\(kind): \(fault)").filter { $0 != "op" && $0 != "time" }
  }

  /// Fails if the manual lacks a kind of operation, a key or a word for it, or names a key or a kind that there is not.
  @Test func operationsAreDescribed() throws {
    var all: Set<String> = []
    for kind in kinds {
      #expect(words.contains(kind), "\(kind)")
      for key in try keys(kind) {
        all.insert(key)
        #expect(words.contains(key), "\(key) of \(kind)")
        let fault = try fault("{\"op\": \"\(kind)\", \"\(key)\": \"no-such-word\"}")
        guard let choices = items(fault, after: "\(key) is one of ", before: ", not ") else { continue }
        for word in choices { #expect(words.contains("\"\(word)\""), "\(word), \(key) of \(kind)") }
      }
    }
    #expect(rows.count > 40 && all.count > 40)
    let known = ["key": all, "property": all, "operation": Set(kinds)]
    for row in rows {
      for name in row.names { #expect(known[row.head]?.contains(name) ?? true, "\(name)") }
    }
  }

  /// Fails if a number or a word that counts if a key is left out is another one.
  @Test func standardsAreRight() throws {
    var standards = Standards()
    for kind in kinds {
      // These are read as a change and as fills.
      if ["erase-strokes", "flats"].contains(kind) { continue }
      var operation = try #require(Operation.scriptBlanks[kind])
      operation.visitScript(&standards)
    }
    var count = 0
    for row in rows where row.head == "key" && row.columns.count == 3 {
      let (name, last) = (row.names.first ?? "", row.columns[2])
      let said = Double(last).map { "\($0)" } ?? (last.hasPrefix("`\"") ? String(last.dropFirst(2).dropLast(2)) : nil)
      guard let said, let wanted = standards.words[name] else { continue }
      #expect(wanted == [said], "\(name)")
      count += 1
    }
    #expect(count >= 5)
  }
}
