import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Pictures go into files, and drawings come from them.
  @Suite struct ExportTests {
    /// Where a message appears: above the lower edge, in the middle.
    private let message = Area(x: 300, y: 480 - 66 - 38, width: 40, height: 3)

    private func waitForMessage(_ session: TestSession) throws {
      try session.screen.wait(for: "a message on the window") { () throws(RigError) in
        let image = try session.screen.image(of: session.window, message)
        return image.pixels.allSatisfy { Image.luma($0) < 60 }
      }
    }

    /// Would break if the picture were another than the one on the window, a file were ever
    /// overwritten, the folder were not the user's for pictures, nothing were said, or what is said
    /// stayed for ever.
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
      // The file is there before it is said, so that in between there may be no message.
      let picture = try Image(pngAt: second)
      try session.screen.wait(for: "the picture without a message", seconds: 60) { () throws(RigError) in
        try session.screen.image(of: session.window).difference(from: picture).isEmpty
      }
      // A picture has no layers and no strokes: the drawing itself is kept all the same.
      #expect(try session.close() == .exited(0))
      #expect(try session.kept().difference(from: try Image(pngAt: second)).isEmpty)
    }

    /// Would break if the folder named by user-dirs.dirs were not looked for there.
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

    /// Would break if a folder that takes no files were not reported, on the window and in the
    /// terminal, or cost the ink.
    @Test func aFolderThatTakesNoFilesIsReported() throws {
      var arrangement = TestSession.Arrangement()
      // Nobody can make a file there, not even root, whom permissions do not stop.
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

    /// Would break if a drawing that was exported once and then drawn on differently counted as
    /// being in a file: its ink would be lost.
    @Test func whatWasDrawnAfterTheExportIsKept() throws {
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

    /// Would break if a picture given as FILE were not the drawing, were titled otherwise, or were
    /// written to.
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
