import Foundation
import Rig
import Testing

extension EndToEnd {
  /// `fude edit --apply` and `fude info --history`.
  @Suite struct ScriptCommandTests {
    private let folder: TemporaryFolder
    private let program: String

    init() throws {
      folder = try TemporaryFolder()
      program = try TestSession.fude()
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func run(_ words: String...) throws -> (status: Int, output: String, errors: String) {
      let program = try Program(program, words, environment: [:])
      guard case .exited(let status) = try program.waitForExit(seconds: 30) else { return (-1, "", "") }
      return (status, program.output, program.errors)
    }

    private func pixels(_ name: String) throws -> Data {
      #expect(try run("export", path(name), "-o", path(name + ".png"), "--force").status == 0)
      return try Data(contentsOf: URL(filePath: path(name + ".png")))
    }

    private static let script = #"""
      {"op": "layer-add", "name": "Flats", "below": "Ink"}
      {"op": "stroke", "layer": "Ink", "brush": "marker", "size": 30, "color": "#1d1f24", "samples": [[20, 20, 1], [180, 90, 0.5]]}
      {"op": "fill", "layer": "Flats", "at": [20, 90], "color": "#caa98f"}
      """#

    /// Fails if a script is not performed on a new drawing, its operations are not listed, or their script draws another
    /// picture.
    @Test func drawingsBecomeScriptsAndBack() throws {
      try folder.write(Self.script, to: "a.json")
      let applied = try run("edit", "new:200x100", "-o", path("a.ora"), "--apply", path("a.json"))
      #expect(applied.status == 0 && applied.output == "3 operations performed\n" && applied.errors == "")
      let listed = try run("info", path("a.ora"), "--history").output
      let rows = listed.split(separator: "\n").map { $0.split(separator: "\t") }
      #expect(rows.map { $0[2] } == ["Add layer", "Move layer", "Rename layer", "Stroke", "Fill"])
      #expect(rows.allSatisfy { $0.count == 5 && $0[1].hasSuffix("Z") } && rows[3][3] == "Ink")
      let part = try run("info", path("a.ora"), "--history", "--from", "2", "--to", "3").output
      #expect(part.split(separator: "\n").map { $0.prefix(1) } == ["2", "3"])
      let script = try run("info", path("a.ora"), "--history", "--json").output
      #expect(try JSONSerialization.jsonObject(with: Data(script.utf8)) is [[String: Any]])
      try folder.write(script, to: "b.json")
      #expect(try run("edit", "new:200x100", "-o", path("b.ora"), "--apply", path("b.json")).status == 0)
      #expect(try pixels("a.ora") == pixels("b.ora"))
      #expect(try run("info", path("b.ora"), "--history", "--json").output == script)
    }

    /// Fails if a picture, or a drawing with its history, does not get further steps.
    @Test func picturesGetOperations() throws {
      try folder.write(Self.script, to: "a.json")
      try folder.write(##"{"op": "cover", "layer": "Ink", "color": "#ff0000"}"##, to: "red.json")
      #expect(try run("edit", "new:200x100", "-o", path("a.ora"), "--apply", path("a.json")).status == 0)
      _ = try pixels("a.ora")
      #expect(try run("edit", path("a.ora.png"), "-o", path("b.ora"), "--apply", path("red.json")).status == 0)
      let begun = try run("info", path("b.ora"), "--history", "--json").output
      #expect(begun.contains("\"op\": \"begin\"") && begun.contains("\"op\": \"cover\""))
      #expect(try run("edit", path("a.ora"), "-o", path("c.ora"), "--apply", path("red.json")).status == 0)
      #expect(try run("info", path("c.ora"), "--history").output.split(separator: "\n").count == 6)
      #expect(try pixels("b.ora") == pixels("c.ora"))
    }

    /// Fails if operations are not inserted into the past, or a picture beside the script is not found.
    @Test func operationsAreInserted() throws {
      try folder.write(Self.script, to: "a.json")
      #expect(try run("edit", "new:200x100", "-o", path("a.ora"), "--apply", path("a.json")).status == 0)
      _ = try pixels("a.ora")
      try folder.write(#"{"op": "paste", "picture": "a.ora.png", "layer": "Flats", "at": [100, 0]}"#, to: "paste.json")
      let inserted = try run(
        "edit", path("a.ora"), "-o", path("b.ora"), "--apply", path("paste.json"), "--at", "5")
      #expect(inserted.status == 0 && inserted.output == "1 operation performed\n", "\(inserted.errors)")
      let rows = try run("info", path("b.ora"), "--history").output.split(separator: "\n")
      #expect(rows.map { $0.split(separator: "\t")[2] }.suffix(4) == ["Stroke", "Paste", "Deselect", "Fill"])
      #expect(try pixels("b.ora") != pixels("a.ora"))
      let far = try run("edit", path("a.ora"), "-o", path("c.ora"), "--apply", path("paste.json"), "--at", "7")
      #expect(far.status == 1 && far.errors.hasSuffix("operations can be inserted before 1 to 6, not before 7\n"))
      try folder.write(#"{"op": "layer-delete", "layer": "Flats"}"#, to: "delete.json")
      let gone = try run("edit", path("a.ora"), "-o", path("c.ora"), "--apply", path("delete.json"), "--at", "4")
      #expect(gone.status == 1 && gone.errors.contains("operation 5 cannot be done any more after what was inserted"))
      try folder.write(#"{"op": "paste", "picture": "none.png"}"#, to: "none.json")
      let none = try run("edit", path("a.ora"), "-o", path("c.ora"), "--apply", path("none.json"))
      #expect(none.status == 1 && none.errors.contains("line 1, column 28: cannot read "), "\(none.errors)")
    }

    /// Fails if a fault has no message of one line with its place, or leaves a file; or a refused operation ends the command
    /// although it should go on.
    @Test func faultsAreSaid() throws {
      try folder.write("{\"op\": \"clear\"}\n{\"op\": \"layer\", \"opacity\": 2}", to: "wrong.json")
      try folder.write(
        "{\"op\": \"layer\", \"locked\": true}\n{\"op\": \"clear\"}\n{\"op\": \"paper\", \"visible\": false}",
        to: "locked.json")
      let wrong = try run("edit", "new:20x20", "-o", path("x.ora"), "--apply", path("wrong.json"))
      #expect(wrong.status == 1 && wrong.output == "" && wrong.errors.count { $0 == "\n" } == 1)
      #expect(
        wrong.errors
          == "fude: \(path("wrong.json")), line 2, column 28: opacity is a number from 0 to 1, not 2\n")
      try folder.write(" \n", to: "empty.json")
      let empty = try run("edit", "new:20x20", "-o", path("x.ora"), "--apply", path("empty.json"))
      #expect(empty.status == 1 && empty.errors.hasSuffix("empty.json, line 1, column 1: the script is empty\n"))
      let large = try run("edit", "new:100000x100000", "-o", path("x.ora"), "--apply", path("wrong.json"))
      #expect(large.status == 2 && large.errors.contains("is too large: at most 32767 px a side"), "\(large.errors)")
      for words in [
        ["new:20x20", "--apply", path("none.json")], ["new:0x20", "--apply", path("wrong.json")],
        [path("none.ora"), "--apply", path("wrong.json")], ["new:20x20", "--apply", path("locked.json")],
        ["new:20x20", "--apply", path("locked.json"), "--delete"],
      ] {
        let words = ["edit", "-o", path("x.ora")] + words
        let program = try Program(program, words, environment: [:])
        let exit = try program.waitForExit(seconds: 30)
        #expect(exit == .exited(1) || exit == .exited(2), "\(words)")
        #expect(program.errors.hasPrefix("fude: "), "\(words): \(program.errors)")
        #expect(!FileManager.default.fileExists(atPath: path("x.ora")))
      }
      let done = try run(
        "edit", "new:20x20", "-o", path("x.ora"), "--apply", path("locked.json"), "--keep-going")
      #expect(done.status == 0 && done.output == "2 operations performed\n")
      #expect(done.errors == "fude: left out: line 2, column 1: The layer “Ink” is locked\n")
      #expect(try run("info", path("wrong.json"), "--history").status == 1)
    }
  }
}
