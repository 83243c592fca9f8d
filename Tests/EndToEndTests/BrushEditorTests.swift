import Foundation
import Rig
import Testing

@testable import FuzzTargets

extension EndToEnd {
  /// The editor of brushes, by keys and with a pen.
  @Suite struct BrushEditorTests {
    private static let text = """
      {"comment": "by hand", "version": 3, "settings": {
      "radius_logarithmic": {"base_value": 2.995732, "inputs": {}},
      "hardness": {"base_value": 0.9, "inputs": {}},
      "opaque": {"base_value": 1, "inputs": {}}}}
      """

    private func session(_ folder: TemporaryFolder, _ further: String...) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = further + ["--geometry", "760x560+10+10", "--canvas", "760x560"]
      return try TestSession(arrangement)
    }

    private func press(_ keys: String..., in session: TestSession) throws {
      for key in keys { try session.bench.keyboard.tap(key) }
      try session.settle()
    }

    /// Draws on the field for trying the brush, columns 440 to 720 and rows 258 to 474 of the window,
    /// and waits until the ink of all strokes has a height in its middle, px.
    private func tryBrush(_ session: TestSession, row: Double, inks height: ClosedRange<Int>) throws {
      try session.line(from: (460, row), to: (700, row), pressure: 1...1)
      // The ink of a slow brush may come later.
      try session.screen.wait(for: "ink of \(height) px") { () throws(RigError) in
        let image = try session.screen.image(of: session.window)
        return height.contains((260..<472).count { Image.luma(image[580, $0]) < 128 })
      }
    }

    /// Closes the page. It asks about changes until the program knows that its file is written;
    /// Escape keeps them.
    private func close(_ session: TestSession) throws {
      try session.screen.wait(for: "the page to be closed") { () throws(RigError) in
        try session.bench.keyboard.tap("Escape")
        try session.screen.settle(session.window)
        return Image.luma(try session.screen.image(of: session.window)[100, 480]) > 200
      }
    }

    private func write(_ path: String, contains text: String, _ session: TestSession) throws -> String {
      var content = ""
      try session.screen.wait(for: "the file of the brush") {
        content = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return content.contains(text)
      }
      return content
    }

    /// Fails if a brush cannot be changed, tried, undone, and saved under a name by keys and pen;
    /// if that brush is not in use then, is not as it was saved at the next start, or the strokes
    /// of the field reach the canvas.
    @Test func aBrushIsMade() throws {
      let folder = try TemporaryFolder()
      try folder.write("hold = 0\n", to: "config/fude/settings")
      let session = try session(folder)
      try session.key("F5")
      try tryBrush(session, row: 290, inks: 8...15)
      // The first slider, after the groups, is the size.
      try press("Tab", "Tab", "6", "0", "Return", in: session)
      try tryBrush(session, row: 420, inks: 67...75)
      try session.key("ctrl+z")
      try session.key("ctrl+shift+z")
      try session.key("ctrl+shift+s")
      try press("f", "a", "t", "Return", in: session)
      let text = try write(folder.path + "/data/fude/brushes/fat.brush", contains: "end", session)
      #expect(text.contains("name fat\nsize 60\n"))
      try close(session)
      func width() throws -> Int {
        try session.line(from: (300, 350), to: (600, 350), pressure: 1...1)
        let image = try session.image()
        #expect(Image.luma(image[650, 290]) > 200 && Image.luma(image[650, 420]) > 200, "the field is not the canvas")
        return (280..<420).count { Image.luma(image[450, $0]) < 128 }
      }
      #expect(try (57...63).contains(width()))
      #expect(try session.close() == .exited(0))
      #expect(session.program.errors.hasPrefix("fude: the drawing was kept as "))
      let settings = try String(contentsOfFile: folder.path + "/config/fude/settings", encoding: .utf8)
      #expect(settings.contains("brush = fat\n"))
      let list = try Program(try TestSession.fude(), ["brushes"], folder: folder)
      #expect(try list.waitForExit(seconds: 30) == .exited(0) && list.output.contains("fat"))
    }

    /// Fails if a brush of MyPaint is not saved to its file with one setting changed, or a key of
    /// the editor acts on the drawing.
    @Test func aBrushOfMyPaintIsChanged() throws {
      let folder = try TemporaryFolder()
      try folder.write(Self.text, to: "data/fude/brushes/testing/Wide.myb")
      try folder.write("hold = 0\nbrush = testing/wide\n", to: "config/fude/settings")
      let session = try session(folder)
      try session.key("F5")
      try tryBrush(session, row: 290, inks: 36...42)
      try press("Tab", "Tab", "8", "0", "Return", in: session)
      try tryBrush(session, row: 415, inks: 114...124)
      try session.key("ctrl+s")
      let path = folder.path + "/data/fude/brushes/testing/Wide.myb"
      let text = try write(path, contains: "3.68", session)
      #expect(text.contains("\"comment\": \"by hand\"") && text.contains("\"base_value\": 0.9"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/fude/brushes") == ["testing"])
      try close(session)
      #expect(try session.close() == .exited(0))
      #expect(session.program.errors == "")
    }

    /// Fails if Undo after "Save as" leads to another brush, so that saving again writes that one;
    /// if a picture does not become the tip, or choosing it closes the page; or if the window
    /// closes without a question about changes.
    @Test func aBrushGetsATip() throws {
      let folder = try TemporaryFolder()
      try folder.write("hold = 0\nbrush = airbrush\ndialogs = own\n", to: "config/fude/settings")
      let bar = (0..<64).map { UInt8($0 % 8 < 2 ? 0 : 255) }
      try Data(BrushFiles.png(width: 8, height: 8, pixels: bar)).write(to: URL(filePath: folder.path + "/bar.png"))
      let session = try session(folder)
      try session.key("F5")
      let empty = try session.image()
      let path = folder.path + "/data/fude/brushes/stripe.brush"
      try press("ctrl+shift+s", "s", "t", "r", "i", "p", "e", "Return", in: session)
      _ = try write(path, contains: "name stripe\n", session)
      // The groups, the size, the picture.
      try press("Tab", "Tab", "Return", "ctrl+l", in: session)
      let names: [Character: String] = ["/": "slash", ".": "period", "-": "minus"]
      for letter in folder.path + "/bar.png" { try session.bench.keyboard.tap(names[letter] ?? String(letter)) }
      try press("Return", in: session)
      try session.screen.wait(for: "the picture of the tip") { () throws(RigError) in
        try session.bench.keyboard.tap("ctrl+s")
        return (try? String(contentsOfFile: path, encoding: .utf8))?.contains("tip image") ?? false
      }
      try session.key("ctrl+z")
      try session.key("ctrl+s")
      try session.screen.wait(for: "the brush without the picture") {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
        return text.contains("name stripe\n") && !text.contains("image")
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/fude/brushes") == ["stripe.brush"])
      // Changes are asked about when the window is closed.
      try session.key("ctrl+shift+z")
      let changed = try session.image()
      #expect(!changed.difference(from: empty).isEmpty)
      try session.key("ctrl+q")
      try session.screen.close(session.window)
      #expect(try !session.image().difference(from: changed).isEmpty, "a question is open")
      // From the default button to the other one.
      try session.key("Tab")
      try session.bench.keyboard.tap("space")
      #expect(try session.program.waitForExit() == .exited(0))
    }

    /// Fails if the program ends when the window becomes smaller while a pen draws on the field.
    @Test func theFieldShrinksUnderThePen() throws {
      let folder = try TemporaryFolder()
      try folder.write(Self.text, to: "data/fude/brushes/testing/Wide.myb")
      try folder.write("hold = 0\nbrush = testing/wide\n", to: "config/fude/settings")
      let session = try session(folder)
      try session.key("F5")
      try session.pressAndMove([(460, 300), (560, 400), (690, 460)])
      try session.screen.place(session.window, Area(x: 10, y: 10, width: 700, height: 480))
      try session.lift()
      try session.settle()
      try session.line(from: (460, 320), to: (600, 320))
      try session.key("Escape")
      #expect(try session.close() == .exited(0))
    }

    /// Fails if a brush in use whose file another program deleted cannot be edited, or Save does not write it again;
    /// with and without a change, and after the list of brushes was read again.
    @Test(arguments: [false, true])
    func aDeletedFileIsWrittenAgain(isListed: Bool) throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/data/fude/brushes/testing/wide.myb"
      try folder.write(Self.text, to: "data/fude/brushes/testing/wide.myb")
      try folder.write("hold = 0\nbrush = testing/wide\n", to: "config/fude/settings")
      let session = try session(folder)
      try session.line(from: (300, 350), to: (600, 350))
      try FileManager.default.removeItem(atPath: path)
      if isListed {
        try session.key("u")
        try press("Escape", "Escape", in: session)
      }
      try session.key("F5")
      try tryBrush(session, row: 290, inks: 36...42)
      try session.key("ctrl+s")
      #expect(try write(path, contains: "2.995", session).contains("by hand"))
      try FileManager.default.removeItem(atPath: path)
      try press("Tab", "Tab", "8", "0", "Return", in: session)
      try session.key("ctrl+s")
      _ = try write(path, contains: "3.68", session)
      try close(session)
      #expect(try session.close() == .exited(0))
    }

    /// Fails if a brush is not renamed or deleted by the menu of the list, or the one that comes with Fude does not come
    /// back in its place.
    @Test func aBrushIsRenamedAndDeleted() throws {
      let folder = try TemporaryFolder()
      let file = folder.path + "/data/fude/brushes/marker.brush"
      try folder.write("fude brush 1\nname marker\nsize 90\nend\n", to: "data/fude/brushes/marker.brush")
      try folder.write("hold = 0\nbrush = marker\n", to: "config/fude/settings")
      let session = try session(folder)
      func width() throws -> Int {
        try session.line(from: (300, 350), to: (600, 350), pressure: 1...1)
        defer { try? session.key("ctrl+z") }
        let image = try session.image()
        return (250..<450).count { Image.luma(image[450, $0]) < 200 }
      }
      #expect(try (86...92).contains(width()))
      try session.key("u")
      // Above "Delete…".
      try press("m", "a", "r", "k", "e", "r", "shift+F10", "End", "Up", "Return", in: session)
      try press("f", "e", "l", "t", "Return", in: session)
      try press("shift+F10", "End", "Return", "Tab", "space", in: session)
      try session.screen.wait(for: "the file to be gone") { !FileManager.default.fileExists(atPath: file) }
      try press("Escape", "Escape", in: session)
      #expect(try width() < 60)
      #expect(try session.close() == .exited(0))
      let settings = try String(contentsOfFile: folder.path + "/config/fude/settings", encoding: .utf8)
      #expect(settings.contains("brush = marker\n") && !settings.contains("title"))
    }
  }
}
