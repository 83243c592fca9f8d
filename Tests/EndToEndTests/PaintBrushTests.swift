import Foundation
import Rig
import Testing

@testable import FuzzTargets

extension EndToEnd {
  /// MyPaint's brushes in the window.
  @Suite struct PaintBrushTests {
    /// A hard round brush of 40 px that does not depend on chance.
    private static let text = """
      {"version": 3, "settings": {
      "radius_logarithmic": {"base_value": 2.995732, "inputs": {}},
      "hardness": {"base_value": 0.9, "inputs": {}},
      "opaque": {"base_value": 1, "inputs": {}}}}
      """

    private func folder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.write(Self.text, to: "data/fude/brushes/testing/Wide_One.myb")
      try folder.write(
        Self.text.replacing("0.9", with: "\"hard\""), to: "data/fude/brushes/testing/broken.myb")
      try folder.write(Self.text, to: "elsewhere/Other.myb")
      return folder
    }

    private func arrangement(_ folder: TemporaryFolder, _ further: String...) -> TestSession.Arrangement {
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = further + arrangement.arguments
      return arrangement
    }

    private func type(_ text: String, _ session: TestSession) throws {
      for letter in text { try session.bench.keyboard.tap(letter == " " ? "space" : String(letter)) }
      try session.settle()
    }

    /// Opens the list, filters it, and presses Enter until the only row that is left has come.
    private func choose(_ text: String, _ session: TestSession) throws {
      let plain = try session.image()
      try session.key("u")
      try type(text, session)
      #expect(try session.image()[320, 300] != plain[320, 300], "the list is open")
      try session.screen.wait(for: "the brush in the list") { () throws(RigError) in
        try session.bench.keyboard.tap("Return")
        return try session.screen.image(of: session.window)[320, 300] == plain[320, 300]
      }
    }

    private func draw(_ session: TestSession) throws -> Image {
      try session.line(from: (100, 200), to: (400, 200), pressure: 1...1)
      return try session.image()
    }

    /// The height of the ink in the middle of the line, px.
    private func width(_ image: Image) -> Int {
      (100..<300).count { Image.luma(image[250, $0]) < 128 }
    }

    /// Fails if a brush is not in the list, Enter does not choose it, it paints nothing or with another
    /// size, undo leaves a pixel, or the next start has another brush or size.
    @Test func aBrushIsChosenByKeyboard() throws {
      let folder = try folder()
      let session = try TestSession(arrangement(folder))
      let empty = try session.image()
      try choose("wide one", session)
      let image = try draw(session)
      #expect((36...42).contains(width(image)), "\(width(image)) px")
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: empty).isEmpty)
      try session.key("bracketleft")
      let smaller = try draw(session)
      #expect((28...34).contains(width(smaller)), "\(width(smaller)) px")
      try session.key("ctrl+z")
      #expect(try session.close() == .exited(0))
      let settings = try String(contentsOfFile: session.path("config/fude/settings"), encoding: .utf8)
      #expect(settings.contains("brush = testing/wide_one\n") && settings.contains("brush.testing/wide_one.width = "))

      let next = try TestSession(arrangement(folder))
      // Sizes are stored in hundredths of a px.
      #expect(width(try draw(next)) == width(smaller) && next.program.errors == "")
    }

    /// Fails if W does not go back to the brush before, also after a restart, before any folder is
    /// listed.
    @Test func theBrushBeforeComesBack() throws {
      let folder = try folder()
      let session = try TestSession(arrangement(folder))
      let pen = width(try draw(session))
      try session.key("ctrl+z")
      try choose("wide one", session)
      for expected in [pen, 40, pen] {
        try session.key("w")
        let image = try draw(session)
        #expect(abs(width(image) - expected) <= 3, "\(width(image)) px instead of \(expected)")
        try session.key("ctrl+z")
      }
      #expect(try session.close() == .exited(0))
      let next = try TestSession(arrangement(folder))
      try next.key("w")
      let image = try draw(next)
      #expect(abs(width(image) - 40) <= 3, "\(width(image)) px")
    }

    /// Fails if the list shows no picture of a stroke, or stores none.
    @Test func theListShowsStrokes() throws {
      let session = try TestSession(arrangement(try folder()))
      try session.key("u")
      try type("wide one", session)
      // The row's picture: ink on paper right of the name.
      let row = Area(x: 340, y: 60, width: 150, height: 100)
      try session.screen.wait(for: "the picture of the stroke", seconds: 30) { () throws(RigError) in
        let image = try session.screen.image(of: session.window, row)
        let paper = image.count { $0 & 0xFF_FFFF == Look.paper }
        return paper > 1000 && image.count { $0 & 0xFF_FFFF != Look.paper && Image.luma($0) > 60 } > 500
      }
      #expect(session.files(in: "cache/fude/brushes").contains { $0.hasPrefix("testing~wide_one~") })
    }

    /// Fails if a broken file is not named once with field and value, stays in the list, or takes the
    /// brush in use away.
    @Test func aBrokenBrushIsNamedOnceAndLeftOut() throws {
      let session = try TestSession(arrangement(try folder()))
      let before = try draw(session)
      try session.key("ctrl+z")
      let fault = "data/fude/brushes/testing/broken.myb: the field \"hardness.base_value\" cannot be \"hard\""
      for _ in 0..<2 {
        try session.key("u")
        try type("testing broken", session)
        try session.screen.wait(for: "the message") { session.program.errors.contains(fault) }
        try session.settle()
        // Nothing is found any more.
        try session.key("Return")
        try session.key("Escape")
      }
      #expect(session.program.errors.components(separatedBy: fault).count == 2, "\(session.program.errors)")
      #expect(width(try draw(session)) == width(before))
    }

    /// Fails if a brush does not mix the colours under it while N is held, whether it is one of MyPaint's
    /// or Fude's, paints with its own, leaves a pixel after undo, or does not paint again afterwards.
    @Test(arguments: ["testing/wide_one", "pen"]) func aHeldKeyBlends(_ brush: String) throws {
      let folder = try folder()
      let settings =
        "cursor = cross\nhold = 0\npanels = hidden\nforeground = #d01010\nbackground = #1010d0\nbrush = \(brush)\n"
      try folder.write(settings + "brush.pen.size = 40\n", to: "config/fude/settings")
      let session = try TestSession(arrangement(folder))
      func mixed(_ image: Image) -> Int {
        image.count { $0 >> 16 & 0xFF > 0x30 && $0 & 0xFF > 0x30 && $0 >> 8 & 0xFF < 0x40 }
      }
      try session.line(from: (150, 200), to: (400, 200), pressure: 1...1)
      try session.key("x")
      try session.line(from: (150, 240), to: (400, 240), pressure: 1...1)
      // A colour that is on the brush only.
      try session.key("d")
      let painted = try session.image()

      try session.bench.keyboard.press("n")
      try session.line(from: (250, 190), to: (250, 250), pressure: 1...1)
      try session.bench.keyboard.release("n")
      let blended = try session.image()
      #expect(mixed(blended) - mixed(painted) > 200, "\(mixed(blended)) px, \(mixed(painted)) before")
      #expect(Image.luma(painted[250, 240]) < 60 && blended[250, 240] >> 16 & 0xFF > 0x30, "red is pulled down")
      #expect(blended.difference(from: painted).bounds.width <= 44)

      try session.line(from: (150, 320), to: (400, 320), pressure: 1...1)
      let black = try session.image()[250, 320]
      #expect(black & 0xFF < 0x40 && black >> 16 & 0xFF < 0x40)
      for _ in 0..<2 { try session.key("ctrl+z") }
      #expect(try session.image().difference(from: painted).isEmpty)
    }

    /// Fails if a brush is chosen that cannot paint, or no message names the package.
    @Test func withoutTheLibraryThePenStays() throws {
      let folder = try folder()
      // The loader finds this file first and cannot load it.
      try folder.write("no library", to: "libraries/libmypaint-1.5.so.1")
      try folder.write("cursor = cross\nhold = 0\nbrush = testing/wide_one\n", to: "config/fude/settings")
      var arrangement = arrangement(folder)
      arrangement.environment = ["LD_LIBRARY_PATH": folder.path + "/libraries"]
      let session = try TestSession(arrangement)
      let message = "install the package libmypaint-1.5-1"
      try session.screen.wait(for: "the message") { session.program.errors.contains(message) }
      #expect((10...14).contains(width(try draw(session))))
      try choose("wide one", session)
      #expect(session.program.errors.split(separator: "\n").count { $0.contains(message) } == 2)
      #expect((10...14).contains(width(try draw(session))))
    }

    /// Fails if a file that is opened or dropped is not drawn with, is not in the list, or opens another
    /// drawing.
    @Test func filesAreOpened() throws {
      let folder = try folder()
      // The list would name it.
      try FileManager.default.removeItem(atPath: folder.path + "/data/fude/brushes/testing/broken.myb")
      let session = try TestSession(arrangement(folder, folder.path + "/elsewhere/Other.myb"))
      let image = try draw(session)
      #expect((36...42).contains(width(image)))
      try session.key("b")
      try session.key("ctrl+z")
      try choose("other", session)
      #expect(try draw(session).difference(from: image).isEmpty)
      try session.key("ctrl+z")
      try session.key("b")
      _ = try DropTests.drop(session, DropTests.list(session.path("elsewhere/Other.myb")), at: (200, 150))
      try session.settle()
      #expect(try draw(session).difference(from: image).isEmpty)
      #expect(session.program.errors == "")
    }

    /// Fails if a broken file opens a window, or its message does not name file, field and value.
    @Test func aBrokenFileIsNotOpened() throws {
      let folder = try folder()
      let path = folder.path + "/data/fude/brushes/testing/broken.myb"
      let program = try Program(try TestSession.fude(), [path], folder: folder)
      #expect(try program.waitForExit(seconds: 30) == .exited(1))
      #expect(program.errors == "fude: cannot read \(path): the field \"hardness.base_value\" cannot be \"hard\"\n")
    }

    /// Fails if a stroke does not show the paper that was chosen for its brush, with Fude's dabs or MyPaint's, a paper
    /// that is gone is not named, or the brush does not draw without it.
    @Test(arguments: ["airbrush", "testing/wide_one"]) func papersShowThroughStrokes(brush: String) throws {
      let folder = try folder()
      let papers = folder.path + "/data/fude/papers"
      try FileManager.default.createDirectory(atPath: papers, withIntermediateDirectories: true)
      // Columns of 8 px.
      let columns = (0..<32).map { (i: Int) -> UInt8 in
        let column = UInt8(i % 16)
        return column < 8 ? 255 - column : column - 8
      }
      try Data(BrushFiles.png(width: 16, height: 2, pixels: columns)).write(to: URL(filePath: papers + "/columns.png"))
      let key = "brush.\(brush).paper = columns 1 1\n"
      try folder.write(
        "brush = \(brush)\nhold = 0\nbrush.\(brush).size = 60\n\(key)", to: "config/fude/settings")
      func stripes(_ image: Image) -> Int {
        let row: [Int] = (180..<320).map { Int(Image.luma(image[$0, 200])) }
        return (4..<row.count).count { abs(row[$0] - row[$0 - 4]) > 60 }
      }
      let session = try TestSession(arrangement(folder))
      #expect(try stripes(draw(session)) > 20)
      #expect(try session.close() == .exited(0))
      #expect(!session.program.errors.contains("columns.png"))
      try FileManager.default.removeItem(atPath: papers + "/columns.png")
      let next = try TestSession(arrangement(folder, "--new"))
      #expect(try stripes(draw(next)) == 0)
      #expect(try next.close() == .exited(0))
      #expect(next.program.errors.contains("columns.png"))
      let settings = try String(contentsOfFile: folder.path + "/config/fude/settings", encoding: .utf8)
      #expect(settings.contains(key), "it may be mounted again")
    }
  }
}
