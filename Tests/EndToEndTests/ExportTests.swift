import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct ExportTests {
    /// The area of a message: the middle above the lower edge.
    private let message = Area(x: 300, y: 480 - 66 - 38, width: 40, height: 3)

    private func waitForMessage(_ session: TestSession) throws {
      try session.screen.wait(for: "a message on the window") { () throws(RigError) in
        let image = try session.screen.image(of: session.window, message)
        return image.pixels.allSatisfy { Image.luma($0) < 60 }
      }
    }

    /// Fails if the picture differs from the window, replaces a file, or is in another folder. A
    /// message must appear and then disappear.
    @Test func theExportEqualsTheCanvas() throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
      let shown = try session.image()
      let first = try session.export()
      try waitForMessage(session)
      #expect(try Image(pngAt: first).difference(from: shown).isEmpty)
      #expect(session.program.errors == "")

      try session.line(from: (400, 80), to: (80, 300))
      let second = try session.export(as: "Drawing 2.png")
      #expect(try Image(pngAt: first).difference(from: shown).isEmpty)
      #expect(try Image(pngAt: second).inkArea() > shown.inkArea() + 500)
      #expect(session.files(in: "Pictures") == ["Drawing 2.png", "Drawing.png"])
      // The file exists before its message appears, so the window may show no message for a moment.
      let picture = try Image(pngAt: second)
      try session.screen.wait(for: "the picture without a message", seconds: 60) { () throws(RigError) in
        try session.screen.image(of: session.window).difference(from: picture).isEmpty
      }
      // A picture has no layers and strokes, so the drawing is also kept.
      #expect(try session.close() == .exited(0))
      #expect(try session.kept().difference(from: try Image(pngAt: second)).isEmpty)
    }

    /// Fails if the folder of user-dirs.dirs is not used.
    @Test func theExportGoesWhereTheDesktopKeepsPictures() throws {
      let folder = try TemporaryFolder()
      let settings = try folder.makeFolder("config")
      try #"XDG_PICTURES_DIR="$HOME/Bilder""#.appending("\n")
        .write(toFile: settings + "/user-dirs.dirs", atomically: true, encoding: .utf8)
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      try session.key("ctrl+e")
      let file = session.path("Bilder/Drawing.png")
      try session.screen.wait(for: file) { FileManager.default.fileExists(atPath: file) }
    }

    /// Fails if an unwritable folder is not reported in the window and the terminal, or if ink is
    /// lost.
    @Test func aFolderThatTakesNoFilesIsReported() throws {
      var arrangement = TestSession.Arrangement()
      // Nobody can create a file there, not even root, who ignores permissions.
      arrangement.environment["XDG_PICTURES_DIR"] = "/proc"
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      try session.key("ctrl+e")
      try session.program.waitForErrors("\n")
      #expect(session.program.errors.hasPrefix("fude: cannot write /proc/Drawing.png: "))
      try waitForMessage(session)
      #expect(try session.close() == .exited(0))
      #expect(session.journals().count == 1)
    }

    /// Fails if a drawing changed after its export counts as exported. Its ink would be lost.
    @Test func inkAfterTheExportIsKept() throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 80))
      _ = try session.export()
      try waitForMessage(session)
      try session.key("ctrl+z")
      try session.line(from: (80, 200), to: (400, 200))
      #expect(try session.close() == .exited(0))
      let kept = try session.kept()
      #expect(kept.ink(in: Area(x: 0, y: 0, width: 640, height: 150)) == nil)
      #expect(kept.inkArea() > 1000)
    }

    /// Fails if a picture given as FILE is not the drawing, has another title, or is written to.
    @Test func aPictureOpensAsTheDrawing() throws {
      let folder = try TemporaryFolder()
      let picture: Image
      do {
        var arrangement = TestSession.Arrangement()
        arrangement.folder = folder
        let session = try TestSession(arrangement)
        try session.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
        picture = try session.image()
        let file = try session.export()
        try FileManager.default.moveItem(atPath: file, toPath: folder.path + "/A sketch.png")
        #expect(try session.close() == .exited(0))
      }
      let bytes = FileManager.default.contents(atPath: folder.path + "/A sketch.png")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [folder.path + "/A sketch.png", "--geometry", "640x480+10+10"]
      let session = try TestSession(arrangement)
      #expect(session.screen.title(of: session.window) == "A sketch - Fude")
      #expect(try session.image().difference(from: picture).isEmpty)
      try session.tap(500, 100)
      #expect(try session.export(as: "A sketch.png").hasSuffix("/Pictures/A sketch.png"))
      #expect(try session.close() == .exited(0))
      #expect(FileManager.default.contents(atPath: folder.path + "/A sketch.png") == bytes)
    }
  }
}
