import Foundation
import Paint
import Raster
import Rig
import Testing

@testable import Document

extension EndToEnd {
  /// `fude replay` with brushes.
  @Suite struct ReplayCommandTests {
    private let folder: TemporaryFolder
    private let program: String

    init() throws {
      folder = try TemporaryFolder()
      program = try TestSession.fude()
      for (name, text) in [("r.pen", Self.recording), ("smudge.myb", Self.smudge)] {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
      }
    }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func content(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }

    /// Replays into a file of the folder, and returns what the program printed.
    @discardableResult private func replay(
      _ source: String = "r.pen", to name: String, _ options: [String] = [], environment: [String: String] = [:],
      status expected: Int = 0
    ) throws -> String {
      let program = try Program(
        program, ["replay", path(source), "-o", path(name)] + options, environment: environment)
      let status = try program.waitForExit(seconds: 30)
      #expect(status == .exited(expected), "\(program.errors)")
      #expect(program.output == "" && program.errors.count { $0 == "\n" } == (expected == 0 ? 0 : 1))
      return program.errors
    }

    /// A picture of two halves: red at the left, blue at the right.
    private func writeGround(width: Int, height: Int) throws {
      var document = try #require(Document(width: width, height: height))
      let row = (0..<width).map { Pixel.opaque($0 < 60 ? 0xE0_2020 : 0x20_20E0) }
      for y in 0..<height { document.load(row: y, pixels: row.span) }
      try document.exportPNG(to: path("ground.png"))
    }

    /// Two strokes across the middle of the picture, from the left and from the right.
    private static let recording = """
      fude recording 1 canvas 120x80 px
      brush size 30 color #20a040
      0 20 30 0.7 1.2 0.5 pen 1
      0.05 45 32 0.8 1.2 0.5 pen 1
      0.1 70 34 0.8 1.2 0.5 pen 1
      0.15 100 30 0.7 1.2 0.5 pen 1
      lift
      0.5 90 60 0.7 1.2 0.5 pen 1
      0.55 40 65 0.8 1.2 0.5 pen 1
      lift
      end

      """

    /// A brush that paints only with the colours that it finds, of 12 px, and depends on chance.
    private static let smudge = """
      {"version": 3, "settings": {
      "radius_logarithmic": {"base_value": 1.79176, "inputs": {}},
      "offset_by_random": {"base_value": 0.2, "inputs": {}},
      "smudge": {"base_value": 1, "inputs": {}},
      "smudge_length": {"base_value": 0.5, "inputs": {}},
      "opaque": {"base_value": 1, "inputs": {}}}}
      """

    /// Fails if a smudging stroke does not carry the ground's colours, changes pixels far from it, or
    /// its colour shows; or if the ground moves or is not cut.
    @Test func strokesSmudgeTheGround() throws {
      try writeGround(width: 130, height: 70)
      try replay(
        to: "out.png",
        ["--brush", path("smudge.myb"), "--ground", path("ground.png"), "--transparent", "--brush-size", "20"])
      let image = try Document(pngAt: path("out.png"))
      #expect((image.width, image.height) == (120, 80))
      let pixels = image.layers[0].image
      #expect(pixels[5, 5] == Pixel.opaque(0xE0_2020) && pixels[119, 5] == Pixel.opaque(0x20_20E0))
      #expect(pixels[5, 75] == 0 && pixels[119, 75] == 0)
      var carried = 0
      for y in 20..<45 {
        for x in 60..<110 where pixels[x, y] >> 16 & 0xFF > 0x30 { carried += 1 }
      }
      #expect(carried > 50)
      for x in 0..<120 { #expect(pixels[x, 34] >> 8 & 0xFF < 0x60) }
    }

    /// Fails if pixels depend on the process or what its memory held, or a seed, a size or a colour
    /// does not count.
    @Test func equalCommandsWriteEqualPictures() throws {
      try writeGround(width: 120, height: 80)
      let options = ["--brush", path("smudge.myb"), "--ground", path("ground.png")]
      try replay(to: "a.png", options)
      for value in ["0", "42", "170", "170"] {
        try replay(to: "b.png", options, environment: ["MALLOC_PERTURB_": value])
        #expect(content("a.png") == content("b.png"), "\(value)")
      }
      for change in [["--seed", "5"], ["--brush-size", "20"]] {
        try replay(to: "b.png", options + change)
        #expect(content("a.png") != content("b.png"), "\(change)")
      }
      try replay(to: "b.png", options + ["--seed", "0", "--brush-size", "12"])
      let (a, b) = (try Document(pngAt: path("a.png")), try Document(pngAt: path("b.png")))
      var differing = 0
      for y in 0..<80 {
        for x in 0..<120 where Pixel.distance(a.layers[0].image[x, y], b.layers[0].image[x, y]) > 1 { differing += 1 }
      }
      #expect(differing == 0)
    }

    /// Fails if a brush of Fude cannot be given by its name and its file, or a colour and a size do
    /// not count.
    @Test func brushesOfFudeAreTaken() throws {
      try Data("fude brush 1\nname nib\nsize 10\nend\n".utf8).write(to: URL(filePath: path("nib.brush")))
      try replay(to: "a.png", ["--brush", path("nib.brush"), "--color", "#ff0000"])
      try replay(to: "b.png", ["--brush", "pen", "--brush-size", "10", "--color", "ff0000"])
      #expect(content("a.png") == content("b.png"))
      #expect(try Document(pngAt: path("a.png")).layers[0].image[70, 34] == Pixel.opaque(0xFF_0000))
      try replay(to: "b.png", ["--brush", "pen", "--brush-size", "11", "--color", "ff0000"])
      #expect(content("a.png") != content("b.png"))
    }

    /// Fails if a written drawing has other pixels than the picture, no ground below its history, or
    /// other undo steps than strokes.
    @Test func drawingsHaveTheirHistory() throws {
      try writeGround(width: 120, height: 80)
      let options = ["--brush", path("smudge.myb"), "--ground", path("ground.png"), "--transparent"]
      try replay(to: "a.png", options)
      try replay(to: "a.ora", options)
      // A drawing of the same format is replaced.
      try replay(to: "a.ora", options)
      var notes: [String] = []
      var document = try Document.open(path("a.ora"), notes: &notes).document
      #expect(notes == [] && !document.isPaperShown)
      // The picture has 8 bits a channel, the smudged layer 16.
      let size = (width: 120, height: 80)
      let picture = try Document(pngAt: path("a.png")).layers[0].image.pixels(size)
      #expect(document.layers[0].image.pixels(size) == picture)
      let filler = try #require(CoverageFiller())
      try document.unpackHistory(filler: filler)
      #expect(document.history.undoCount == 2 && document.layers[0].image.pixels(size) == picture)
      while document.undo() != nil {}
      #expect(document.layers[0].image.showsSame(as: try Document(pngAt: path("ground.png")).layers[0].image))

      // From a drawing to a drawing, the history stays.
      try replay("a.ora", to: "b.ora")
      var copy = try Document.open(path("b.ora"), notes: &notes).document
      try copy.unpackHistory(filler: filler)
      #expect(copy.history.undoCount == 2 && copy.layers[0].image.pixels(size) == picture)
    }

    /// Fails if an option that only recordings have is ignored for a drawing, a broken or unknown
    /// brush or ground is drawn with, or a file is written nevertheless.
    @Test func faultsAreNamed() throws {
      try Data(Self.smudge.replacing("0.5", with: "\"long\"").utf8).write(to: URL(filePath: path("broken.myb")))
      try #require(Document(width: 20, height: 10)).save(to: path("d.ora"))
      for (source, options, message) in [
        (
          "d.ora", ["--brush", "pen", "--seed", "1", "--canvas", "9x9"],
          "\(path("d.ora")) is not a recording, so it cannot be drawn with --brush, --seed, --canvas"
        ),
        (
          "r.pen", ["--brush", path("broken.myb")],
          "cannot read \(path("broken.myb")): the field \"smudge_length.base_value\" cannot be \"long\""
        ),
        ("r.pen", ["--brush", path("none.myb")], "cannot read \(path("none.myb")): there is no such file"),
        ("r.pen", ["--brush", "none"], "there is no brush \"none\" in"),
        ("r.pen", ["--brush", path("r.pen")], "it is not a brush of Fude or MyPaint"),
        ("r.pen", ["--ground", path("d.ora")], "\(path("d.ora")): it is not a PNG, JPEG or WebP picture"),
        ("r.pen", ["--canvas", "endless", "--ground", path("d.ora")], "an endless canvas has no upper left corner"),
      ] {
        for name in ["out.png", "out.ora"] {
          let errors = try replay(source, to: name, options, status: 1)
          #expect(errors.hasPrefix("fude: ") && errors.contains(message), "\(errors)")
          #expect(content(name) == nil)
        }
      }
      try writeGround(width: 20, height: 20)
      let errors = try replay(to: "ground.png", ["--ground", path("ground.png"), "--force"], status: 1)
      #expect(errors.contains("it is the same file as"))
    }

    /// Fails if a brush of the user's folders is not found by the name that a recording or `--brush` has,
    /// or the two paint differently.
    @Test func brushesOfFoldersAreFoundByName() throws {
      let data = path("data/fude/brushes/wet")
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: path("smudge.myb"), toPath: data + "/My_Smudge.myb")
      try writeGround(width: 120, height: 80)
      let named = Self.recording.replacing("brush size 30", with: "brush size 30 kind wet/my_smudge")
      try Data(named.utf8).write(to: URL(filePath: path("named.pen")))
      let (environment, ground) = (["XDG_DATA_HOME": path("data")], ["--ground", path("ground.png")])
      try replay("named.pen", to: "a.png", ground, environment: environment)
      try replay(
        to: "b.png", ground + ["--brush", "wet/my_smudge", "--brush-size", "30"], environment: environment)
      try replay(to: "c.png", ground + ["--brush", path("smudge.myb"), "--brush-size", "30"])
      #expect(content("a.png") == content("c.png") && content("b.png") == content("c.png"))
      let errors = try replay("named.pen", to: "d.png", status: 1)
      #expect(errors.contains("there is no brush \"wet/my_smudge\""), "\(errors)")
    }

    /// Fails if a missing library leads to an empty picture or no message with its package.
    @Test func aMissingLibraryIsNamed() throws {
      let libraries = path("libraries")
      try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: false)
      // The loader finds this file first and cannot load it.
      try Data("no library".utf8).write(to: URL(filePath: libraries + "/libmypaint-1.5.so.1"))
      let without = ["LD_LIBRARY_PATH": libraries]
      for name in ["out.png", "out.ora"] {
        let errors = try replay(to: name, ["--brush", path("smudge.myb")], environment: without, status: 1)
        #expect(errors.contains("install the package libmypaint-1.5-1"), "\(errors)")
        #expect(content(name) == nil)
      }
      try replay(to: "out.png", environment: without)
      #expect(content("out.png") != nil)
      // A drawing that has such strokes opens, with its history, and looks the same.
      try writeGround(width: 120, height: 80)
      try replay(to: "painted.ora", ["--brush", path("smudge.myb"), "--ground", path("ground.png")])
      try replay("painted.ora", to: "with.png")
      try replay("painted.ora", to: "without.png", environment: without)
      #expect(content("without.png") == content("with.png") && content("with.png") != nil)
      try replay("painted.ora", to: "again.ora", environment: without)
      try replay("again.ora", to: "again.png", environment: without)
      #expect(content("again.png") == content("with.png"))
      var notes: [String] = []
      var document = try Document.open(path("again.ora"), notes: &notes).document
      try document.unpackHistory(filler: try #require(CoverageFiller()))
      #expect(document.undoCount == 2 && notes.isEmpty)
    }
  }
}

extension TileGrid {
  /// The pixels of an image of a size, with 8 bits a channel.
  fileprivate func pixels(_ size: (width: Int, height: Int)) -> [UInt32] {
    (0..<size.height).flatMap { y in (0..<size.width).map { self[$0, y] } }
  }
}
