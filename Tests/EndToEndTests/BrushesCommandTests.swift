import Foundation
import Rig
import Testing

@testable import FuzzTargets

extension EndToEnd {
  /// The list of brushes on the command line, and packs that are added to it.
  @Suite struct BrushesCommandTests {
    private static func brush(_ radius: Double = 3) -> String {
      "{\"version\": 3, \"settings\": {\"radius_logarithmic\": {\"base_value\": \(radius), \"inputs\": {}}}}"
    }

    private static func pack(_ entries: [(String, String)]) -> Data {
      Data(SmallZip.archive(entries.map { (Array($0.0.utf8), Array($0.1.utf8)) }, isPacked: true))
    }

    /// Runs the program without a display until it ends. It finds the brushes of `folder` only.
    private func run(
      _ arguments: String..., in folder: TemporaryFolder
    ) throws -> (status: Rig.ExitStatus, output: String, errors: String) {
      let program = try Program(try TestSession.fude(), arguments, display: nil, folder: folder)
      let status = try program.waitForExit(seconds: 20)
      return (status, program.output, program.errors)
    }

    /// Fails if a brush is missing or has another group, engine or file, a broken one is listed or not named
    /// once, or brushes need the library or a display.
    @Test func brushesAreListed() throws {
      let folder = try TemporaryFolder()
      let brushes = folder.path + "/data/fude/brushes/"
      try folder.write(Self.brush(), to: "data/fude/brushes/Oil/Soft One.myb")
      try folder.write("{", to: "data/fude/brushes/Oil/bad.myb")
      try folder.write(Self.brush(), to: "data/fude/brushes/single.myb")
      try folder.write("fude brush 1\nname mine\nsize 3\nend\n", to: "data/fude/brushes/mine.brush")
      try folder.write("fude brush 1\nname other\nsize 3\nend\n", to: "data/fude/brushes/wrong.brush")
      try folder.write(Self.brush(), to: "data/mypaint/brushes/Oil/soft_one.myb")
      try folder.write("fude brush 1\nname x\nsize 3\nend\n", to: "data/fude/brushes/Oil/own.brush")
      let result = try run("brushes", in: folder)
      #expect(result.status == .exited(0))
      let lines = result.output.split(separator: "\n").map(String.init)
      for line in [
        "eraser\t-\tfude\t", "mine\t-\tfude\t\(brushes)mine.brush",
        "oil/soft_one\toil\tmypaint\t\(brushes)Oil/Soft One.myb",
        "single\t-\tmypaint\t\(brushes)single.myb", "oil/own\toil\tfude\t\(brushes)Oil/own.brush",
      ] {
        #expect(lines.count { $0.hasPrefix(line) } == 1, "\(line) is missing in \(result.output)")
      }
      #expect(lines.contains { $0.hasPrefix("pencil\t-\tfude\t/") && $0.hasSuffix("/pencil.brush") })
      #expect(lines.allSatisfy { $0.split(separator: "\t").count == 4 } && !result.output.contains("bad"))
      #expect(lines.count { $0.hasPrefix("oil/soft_one") } == 1)
      let errors = result.errors.split(separator: "\n")
      #expect(errors.count == 2 && errors.allSatisfy { $0.hasPrefix("fude: cannot read \(brushes)") }, "\(errors)")
      #expect(errors.contains { $0.contains("/Oil/bad.myb") } && errors.contains { $0.contains("/wrong.brush") })

      let json = try run("brushes", "--json", in: folder)
      let list = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]], "\(json.output)")
      #expect(list.count == lines.count && json.errors == result.errors)
      let soft = try #require(list.first { $0["name"] as? String == "oil/soft_one" })
      #expect(soft["group"] as? String == "oil" && soft["engine"] as? String == "mypaint")
      #expect(soft["source"] as? String == brushes + "Oil/Soft One.myb" && soft.count == 4)
      #expect(list.first { $0["name"] as? String == "pen" }?["group"] is NSNull)
    }

    /// Fails if a pack of the command line is not added, is added again, keeps the window from opening, or a
    /// dropped one is not added.
    @Test func packsAreAdded() throws {
      let folder = try TemporaryFolder()
      let pack = folder.path + "/oils.zip"
      try Self.pack([("order.conf", "Group: Oils\nsoft\n"), ("soft.myb", Self.brush()), ("bad.myb", "{")])
        .write(to: URL(filePath: pack))
      let added = folder.path + "/data/fude/brushes/Oils/soft.myb"
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [pack] + arrangement.arguments
      for _ in 0..<2 {
        let session = try TestSession(arrangement)
        try session.screen.wait(for: "the brushes") { session.program.errors.contains("bad.myb was left out: ") }
        #expect(FileManager.default.contents(atPath: added) == Data(Self.brush().utf8))
        #expect(try session.close() == .exited(0))
      }
      arrangement.arguments.removeFirst()
      let session = try TestSession(arrangement)
      // Its content decides, not its name.
      let second = session.path("second.data")
      try Self.pack([("a/hard.myb", Self.brush(2))]).write(to: URL(filePath: second))
      _ = try DropTests.drop(session, DropTests.list(second), at: (200, 150))
      let hard = folder.path + "/data/fude/brushes/second/hard.myb"
      try session.screen.wait(for: "the dropped brushes") { FileManager.default.fileExists(atPath: hard) }
      #expect(session.program.errors == "")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/fude/brushes")
      #expect(names.sorted() == ["Oils", "second"])
    }

    /// Fails if a palette of the command line is not added, as one is that is opened in the window.
    @Test func palettesAreAdded() throws {
      let folder = try TemporaryFolder()
      let file = folder.path + "/bright.gpl"
      try Data("GIMP Palette\nName: Bright\n#\n255 0 0\tred\n".utf8).write(to: URL(filePath: file))
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [file] + arrangement.arguments
      let session = try TestSession(arrangement)
      let own = folder.path + "/data/fude/palettes"
      try session.screen.wait(for: "the palette") {
        (try? FileManager.default.contentsOfDirectory(atPath: own))?.contains { $0.hasSuffix(".gpl") } ?? false
      }
      #expect(try session.close() == .exited(0))
      #expect(session.program.errors == "")
    }

    /// Fails if a tip of another program is not added, described or drawn with, a dropped picture of a tip
    /// becomes no drawing, or what was not taken over is not said.
    @Test func tipsOfOtherProgramsAreAdded() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/square.gbr"
      let pixels = [UInt8](repeating: 255, count: 4 * 20 * 20)
      try Data(
        BrushFiles.gbr(
          width: 20, height: 20, kind: 4, name: "Square",
          pixels: pixels.enumerated().map {
            $0.offset % 4 == 0 ? 0 : $0.element
          })
      ).write(to: URL(filePath: path))
      let info = try run("info", path, in: folder)
      #expect(info.status == .exited(0) && info.errors == "")
      for line in [
        "format: brush pack", "name: GIMP", "brush.1.name: Square", "brush.1.size: 20", "brush.1.tip: image",
        "brush.1.pictures: 20x20x1", "brush.1.left: 1",
      ] { #expect(info.output.contains(line + "\n"), "\(info.output)") }

      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [path] + arrangement.arguments
      let session = try TestSession(arrangement)
      let added = folder.path + "/data/fude/brushes/GIMP/Square.brush"
      try session.screen.wait(for: "the brush") { FileManager.default.fileExists(atPath: added) }
      let settings = folder.path + "/config/fude/settings"
      try session.screen.wait(for: "the brush in use") {
        FileManager.default.contents(atPath: settings).map { String(decoding: $0, as: UTF8.self) }?
          .contains("brush = gimp/square\n") ?? false
      }
      #expect(try session.close() == .exited(0))
      #expect(session.program.errors == "")
    }

    /// Fails if a pack without usable brushes opens a window or leaves a folder.
    @Test func badPacksAreRefused() throws {
      let folder = try TemporaryFolder()
      for (entries, fault) in [
        ([("a.png", "x")], "it contains no brush (.myb, .brush, .abr, .gbr, .gih or .kpp)"),
        ([("../a.myb", Self.brush())], "the first is ../a.myb: its path leads out of the pack"),
      ] {
        let path = folder.path + "/bad.zip"
        try Self.pack(entries).write(to: URL(filePath: path))
        let result = try run(path, in: folder)
        #expect(result.status == .exited(1) && result.output == "")
        #expect(result.errors.hasPrefix("fude: cannot read \(path): ") && result.errors.hasSuffix(fault + "\n"))
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/data/fude/brushes"))
    }
  }
}
