import Export
import Foundation
import Paint
import Raster
import Rig
import Testing

@testable import Document
@testable import Storage

extension EndToEnd {
  /// `fude edit`.
  @Suite struct EditCommandTests {
    private let folder: TemporaryFolder
    private let program: String

    init() throws {
      folder = try TemporaryFolder()
      program = try TestSession.fude()
      try Data(Self.recording.utf8).write(to: URL(filePath: path("r.pen")))
      #expect(try run(["replay", path("r.pen"), "-o", path("a.ora")]).status == 0)
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func run(
      _ words: [String], _ environment: [String: String] = [:]
    ) throws -> (status: Int, output: String, errors: String) {
      let program = try Program(program, words, environment: environment)
      guard case .exited(let status) = try program.waitForExit(seconds: 30) else { return (-1, "", "") }
      return (status, program.output, program.errors)
    }

    private func opened(_ name: String) throws -> Document {
      var notes: [String] = []
      let document = try Document.open(path(name), notes: &notes).document
      #expect(notes.isEmpty)
      return document
    }

    private func strokes(_ name: String) throws -> [[String]] {
      let listed = try run(["info", path(name), "--strokes"])
      #expect(listed.status == 0)
      return listed.output.split(separator: "\n").map { $0.components(separatedBy: "\t") }
    }

    /// A blue line, a green one across it, and one that erases.
    private static let recording = """
      fude recording 1 canvas 160x120 px
      brush size 12 color #2040e0
      0 20 60 0.7 1.2 0.5 pen 1
      0.1 80 60 0.7 1.2 0.5 pen 1
      0.2 140 60 0.7 1.2 0.5 pen 1
      lift
      brush size 12 color #20a040
      0.5 80 20 0.7 1.2 0.5 pen 1
      0.6 80 60 0.7 1.2 0.5 pen 1
      0.7 80 100 0.7 1.2 0.5 pen 1
      lift
      brush size 12 mode erase
      1 40 20 0.7 1.2 0.5 pen 1
      1.1 40 60 0.7 1.2 0.5 pen 1
      1.2 40 100 0.7 1.2 0.5 pen 1
      lift
      end

      """

    /// Fails if a stroke below others does not change, what came after goes, numbers change, or the change cannot be
    /// undone in the new file.
    @Test func aStrokeBelowOthersChanges() throws {
      let before = try opened("a.ora")
      #expect(before.activeImage[20, 60] == 0xFF20_40E0 && before.activeImage[80, 60] == 0xFF20_A040)
      let edited = try run([
        "edit", path("a.ora"), "--strokes", "1", "--set", "color=#e03020", "--set", "size=24", "-o", path("b.ora"),
      ])
      #expect(edited.status == 0 && edited.output == "1 stroke changed\n" && edited.errors == "")
      let after = try opened("b.ora")
      #expect(after.activeImage[120, 60] == 0xFFE0_3020 && after.activeImage[120, 67] == 0xFFE0_3020)
      #expect(after.activeImage[80, 60] == 0xFF20_A040 && after.activeImage[40, 60] >> 24 == 0)
      let (old, new) = (try strokes("a.ora"), try strokes("b.ora"))
      #expect(old.map { $0[0] } == ["1", "2", "3"] && new.map { $0[0] } == ["1", "2", "3"])
      #expect(new[0][4] == "#e03020" && new[0][5] == "24" && new[1...].elementsEqual(old[1...]))
      // Deleted by its colour; the others keep their numbers.
      let deleted = try run(["edit", path("b.ora"), "--color", "e03020", "--delete", "-o", path("c.ora")])
      #expect(deleted.status == 0, "\(deleted.errors)")
      #expect(try strokes("c.ora").map { $0[0] } == ["2", "3"])
      var undone = try opened("c.ora")
      #expect(undone.activeImage[120, 60] >> 24 == 0 && undone.undoCount == 5)
      try undone.replayHistory(filler: try #require(CoverageFiller()))
      for _ in 0..<2 { _ = undone.undo() }
      let isSame = undone.activeImage.showsSame(as: before.activeImage)
      #expect(isSame)
    }

    /// Fails if the list of strokes is no JSON when its first ones, or all, were deleted.
    @Test func listsWithoutTheFirstStrokeAreJSON() throws {
      for (deleted, numbers) in [("1", [2, 3]), ("1,3", [2]), ("1-3", [])] {
        let edited = try run(["edit", path("a.ora"), "--strokes", deleted, "--delete", "-o", path("d.ora")])
        #expect(edited.status == 0, "\(edited.errors)")
        let listed = try run(["info", path("d.ora"), "--strokes", "--json"])
        let strokes = try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]]
        #expect(strokes?.compactMap { $0["number"] as? Int } == numbers, "\(listed.output)")
      }
    }

    /// Fails if the message about a stroke of MyPaint's does not name the library that is missing.
    @Test func aMissingLibraryIsNamed() throws {
      let brush = """
        {"version": 3, "settings": {"radius_logarithmic": {"base_value": 2, "inputs": {}},
        "opaque": {"base_value": 1, "inputs": {}}}}
        """
      try Data(brush.utf8).write(to: URL(filePath: path("wide.myb")))
      let painted = try run(["replay", path("r.pen"), "--brush", path("wide.myb"), "-o", path("m.ora")])
      #expect(painted.status == 0, "\(painted.errors)")
      // The loader finds this file first and cannot load it.
      try folder.write("no library", to: "libraries/libmypaint-1.5.so.1")
      let environment = ["LD_LIBRARY_PATH": path("libraries")]
      for change in [["--set", "color=#00ff00"], ["--scale", "0.5"], ["--move", "3,4"], ["--set", "size=5"]] {
        let edited = try run(["edit", path("m.ora"), "--strokes", "1", "-o", path("e.ora")] + change, environment)
        #expect(edited.status == 1 && edited.errors.contains("stroke 1 cannot be changed: brushes of MyPaint need"))
        #expect(edited.errors.contains("install the package libmypaint-1.5-1\n"), "\(edited.errors)")
      }
    }

    /// Fails if a fault has no message of one line, another status than 1, or leaves a file.
    @Test func faultsAreSaid() throws {
      try Data("not a drawing".utf8).write(to: URL(filePath: path("x.ora")))
      _ = try run(["export", path("a.ora"), "-o", path("p.png")])
      #expect(try run(["replay", path("r.pen"), "--brush-size", "1000", "-o", path("wide.ora")]).status == 0)
      for words in [
        [path("none.ora"), "--delete"], [path("x.ora"), "--delete"], [path("p.png"), "--delete"],
        [path("r.pen"), "--delete"], [path("a.ora"), "--strokes", "9", "--delete"],
        [path("a.ora"), "--set", "brush=nothing-such"], [path("a.ora"), "--set", "layer=Nothing"],
        [path("a.ora"), "--strokes", "1", "--set", "color=#2040e0"], [path("wide.ora"), "--scale", "100"],
      ] {
        let edited = try run(["edit", "-o", path("c.ora")] + words)
        #expect(edited.status == 1 && edited.output == "", "\(words)")
        #expect(
          edited.errors.hasPrefix("fude: ") && edited.errors.count { $0 == "\n" } == 1, "\(words): \(edited.errors)")
        #expect(!FileManager.default.fileExists(atPath: path("c.ora")))
      }
    }
  }
}
