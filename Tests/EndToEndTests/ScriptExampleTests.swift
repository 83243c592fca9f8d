import Foundation
import Rig
import Testing

extension EndToEnd {
  /// The examples of the manual's page about scripts.
  @Suite struct ScriptExampleTests {
    private let folder: TemporaryFolder
    private let program: String

    init() throws {
      folder = try TemporaryFolder()
      program = try TestSession.fude()
    }

    private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func example(_ name: String) -> String {
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Resources/examples/" + name).path
    }

    /// Runs a program without a display until it ends; `FUDE` is the program under test.
    private func run(_ name: String, _ words: [String]) throws -> (
      status: Rig.ExitStatus, output: String, errors: String
    ) {
      let made = try Program(name, words, environment: ["FUDE": program, "TMPDIR": folder.path])
      let status = try made.waitForExit(seconds: 120)
      return (status, made.output, made.errors)
    }

    private func fude(_ words: String...) throws -> String {
      let result = try run(program, words)
      #expect(result.status == .exited(0) && result.errors == "", "\(words): \(result.errors)")
      return result.output
    }

    private func layers(_ name: String) throws -> [String] {
      try fude("info", path(name)).split(separator: "\n").filter { $0.hasPrefix("layer.") && $0.contains(".name: ") }
        .compactMap { $0.split(separator: ": ").last.map(String.init) }
    }

    private func picture(_ name: String) throws -> Image {
      _ = try fude("export", path(name), "-o", path(name + ".png"))
      return try Image(pngAt: path(name + ".png"))
    }

    /// Fails if the page has other layers, its panels or frames are elsewhere, or ink leaves the panels.
    @Test func comicPagesHavePanels() throws {
      let page = path("page.ora")
      let done = try fude("edit", "new:1240x1754", "-o", page, "--apply", example("comic-page.json"))
      #expect(done.hasSuffix(" operations performed\n"))
      #expect(try layers("page.ora") == ["Paper", "Panels", "Sketch", "Ink", "Frames"])
      try folder.write(##"{"op": "cover", "layer": "Ink", "color": "#ff0000"}"##, to: "red.json")
      _ = try fude("edit", page, "-o", path("red.ora"), "--apply", path("red.json"))
      for (name, panel) in [("page.ora", 0xFF_FFFF), ("red.ora", 0xFF_0000)] as [(String, UInt32)] {
        let picture = try picture(name)
        #expect(picture.width == 1240 && picture.height == 1754)
        for (x, y) in [(290, 300), (830, 300), (600, 750), (290, 1300), (830, 1100), (830, 1500)] {
          #expect(picture[x, y] == panel, "\(name) \(x) \(y)")
        }
        for (x, y) in [(20, 20), (502, 300), (600, 547), (1200, 900)] {
          #expect(picture[x, y] == 0xB9_B6B0, "\(name) \(x) \(y)")
        }
        for (x, y) in [(90, 300), (1150, 750), (300, 1654)] {
          #expect(picture[x, y] == Look.ink, "\(name) \(x) \(y)")
        }
      }
    }

    /// Fails if a picture is missing on the sheet or not in the middle of its place, a name with blanks and quotes is
    /// not understood, temporary files stay, or a file that cannot be read does not end the script.
    @Test func contactSheetsShowPictures() throws {
      let names = ["a \"b\" 'c' $(d) \\.ora", "it's wide.ora", "`e`;* .ora"].map(path)
      for (name, look) in zip(names, [("60x40", "#ff0000"), ("600x300", "#0000ff"), ("300x600", "#00ff00")]) {
        try folder.write(#"{"op": "cover", "color": "\#(look.1)"}"#, to: "cover.json")
        _ = try fude("edit", "new:" + look.0, "-o", name, "--apply", path("cover.json"))
      }
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let sheet = try run("sh", [example("contact-sheet.sh"), path("sheet.png")] + names)
      #expect(sheet.status == .exited(0) && sheet.output == "" && sheet.errors == "", "\(sheet.errors)")
      let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(after.filter { $0 != "sheet.png" }.sorted() == before)
      let picture = try Image(pngAt: path("sheet.png"))
      #expect(picture.width == 640 && picture.height == 640)
      for (x, y, color) in [
        (170, 170, 0xFF_0000), (470, 170, 0x00_00FF), (170, 470, 0x00_FF00), (470, 470, 0xE6_E2DA),
        (5, 5, 0xE6_E2DA), (140, 170, 0x55_524D), (145, 155, 0xFF_0000), (195, 185, 0xFF_0000), (205, 170, 0xE6_E2DA),
      ] as [(Int, Int, UInt32)] {
        #expect(picture[x, y] == color, "\(x) \(y)")
      }
      let drawing = try run("sh", [example("contact-sheet.sh"), path("sheet.ora")] + names)
      #expect(drawing.status == .exited(0) && drawing.errors == "", "\(drawing.errors)")
      #expect(try layers("sheet.ora") == ["Paper", "Pictures", "Frames"])
      let none = try run("sh", [example("contact-sheet.sh"), path("none.png"), names[0], path("none.ora")])
      #expect(none.status == .exited(1) && none.errors.hasPrefix("fude: cannot read "), "\(none.errors)")
      #expect(!FileManager.default.fileExists(atPath: path("none.png")))
      #expect(try run("sh", [example("contact-sheet.sh"), path("none.png")]).status == .exited(2))
    }

    /// Fails if the printed script is refused, or the flower has other layers or colours.
    @Test(.enabled(if: Self.hasPython, "needs python3")) func patternsAreDrawn() throws {
      let line = "/usr/bin/python3 \"$1\" | \"$FUDE\" edit new:1000x1000 -o \"$2\" --apply -"
      let drawn = try run("sh", ["-c", line, "sh", example("pattern.py"), path("pattern.ora")])
      #expect(drawn.status == .exited(0) && drawn.errors == "", "\(drawn.errors)")
      #expect(drawn.output == "242 operations performed\n")
      #expect(try layers("pattern.ora") == ["Paper", "Leaves", "Petals", "Seeds"])
      let picture = try picture("pattern.ora")
      #expect(picture.width == 1000 && picture.height == 1000)
      // The paper in the corners, the disc beside its rim, a leaf, and a petal.
      for (x, y, color) in [
        (5, 5, 0xF7_F0E1), (994, 994, 0xF7_F0E1), (384, 500, 0xF2_C14E), (617, 500, 0xF2_C14E),
        (500, 617, 0xF2_C14E), (780, 352, 0x47_705F), (510, 340, 0xD3_764F),
      ] as [(Int, Int, UInt32)] {
        #expect(picture[x, y] == color, "\(x) \(y)")
      }
    }
  }
}
