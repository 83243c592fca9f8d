import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Pictures go into files, and drawings come from them.
  @Suite struct ExportTests {
    /// Where a message appears: above the lower edge, in the middle.
    private let message = Area(x: 300, y: 480 - 66 - 38, width: 40, height: 3)

    private func waitForMessage(_ sitting: Sitting) throws {
      try sitting.screen.wait(for: "a message on the window") { () throws(RigError) in
        let image = try sitting.screen.image(of: sitting.window, message)
        return image.pixels.allSatisfy { Image.luma($0) < 60 }
      }
    }

    /// Would break if the picture were another than the one on the window, a file were ever overwritten, the folder were
    /// not the user's for pictures, nothing were said, or what is said stayed for ever.
    @Test func theExportEqualsTheCanvas() throws {
      let sitting = try Sitting()
      try sitting.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
      let shown = try sitting.image()
      let first = try sitting.export()
      try waitForMessage(sitting)
      #expect(try Image(pngAt: first).difference(from: shown).isEmpty)
      #expect(sitting.program.errors == "")

      try sitting.line(from: (400, 80), to: (80, 300))
      let second = try sitting.export(as: "Drawing 2.png")
      #expect(try Image(pngAt: first).difference(from: shown).isEmpty)
      #expect(try Image(pngAt: second).inkArea() > shown.inkArea() + 500)
      #expect(sitting.files(in: "Pictures") == ["Drawing 2.png", "Drawing.png"])
      // The file is there before it is said, so that in between there may be no message.
      let picture = try Image(pngAt: second)
      try sitting.screen.wait(for: "the picture without a message", seconds: 60) { () throws(RigError) in
        try sitting.screen.image(of: sitting.window).difference(from: picture).isEmpty
      }
      // A picture has no layers and no strokes: the drawing itself is kept all the same.
      #expect(try sitting.close() == .exited(0))
      #expect(try sitting.kept().difference(from: try Image(pngAt: second)).isEmpty)
    }

    /// Would break if the folder named by user-dirs.dirs were not looked for there.
    @Test func theExportGoesWhereTheDesktopKeepsPictures() throws {
      let folder = try TemporaryFolder()
      let settings = try folder.makeFolder("config")
      try #"XDG_PICTURES_DIR="$HOME/Bilder""#.appending("\n")
        .write(toFile: settings + "/user-dirs.dirs", atomically: true, encoding: .utf8)
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      let sitting = try Sitting(arrangement)
      try sitting.tap(100, 100)
      try sitting.key("ctrl+e")
      let file = sitting.path("Bilder/Drawing.png")
      try sitting.screen.wait(for: file) { FileManager.default.fileExists(atPath: file) }
    }

    /// Would break if a folder that takes no files were not reported, on the window and in the terminal, or cost the ink.
    @Test func aFolderThatTakesNoFilesIsReported() throws {
      var arrangement = Sitting.Arrangement()
      // Nobody can make a file there, not even root, whom permissions do not stop.
      arrangement.environment["XDG_PICTURES_DIR"] = "/proc"
      let sitting = try Sitting(arrangement)
      try sitting.tap(100, 100)
      try sitting.key("ctrl+e")
      try sitting.program.waitForErrors("\n")
      #expect(sitting.program.errors.hasPrefix("fude: cannot write /proc/Drawing.png: "))
      try waitForMessage(sitting)
      #expect(try sitting.close() == .exited(0))
      #expect(sitting.journals().count == 1)
    }

    /// Would break if a drawing that was exported once and then drawn on differently counted as being in a file: its ink
    /// would be lost.
    @Test func whatWasDrawnAfterTheExportIsKept() throws {
      let sitting = try Sitting()
      try sitting.line(from: (80, 80), to: (400, 80))
      _ = try sitting.export()
      try waitForMessage(sitting)
      try sitting.key("ctrl+z")
      try sitting.line(from: (80, 200), to: (400, 200))
      #expect(try sitting.close() == .exited(0))
      let kept = try sitting.kept()
      #expect(kept.ink(in: Area(x: 0, y: 0, width: 640, height: 150)) == nil)
      #expect(kept.inkArea() > 1000)
    }

    /// Would break if a picture given as FILE were not the drawing, were titled otherwise, or were written to.
    @Test func aPictureOpensAsTheDrawing() throws {
      let folder = try TemporaryFolder()
      let picture: Image
      do {
        var arrangement = Sitting.Arrangement()
        arrangement.folder = folder
        let sitting = try Sitting(arrangement)
        try sitting.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
        picture = try sitting.image()
        let file = try sitting.export()
        try FileManager.default.moveItem(atPath: file, toPath: folder.path + "/A sketch.png")
        #expect(try sitting.close() == .exited(0))
      }
      let bytes = FileManager.default.contents(atPath: folder.path + "/A sketch.png")
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = [folder.path + "/A sketch.png", "--geometry", "640x480+10+10"]
      let sitting = try Sitting(arrangement)
      #expect(sitting.screen.title(of: sitting.window) == "A sketch - Fude")
      #expect(try sitting.image().difference(from: picture).isEmpty)
      try sitting.tap(500, 100)
      #expect(try sitting.export(as: "A sketch.png").hasSuffix("/Pictures/A sketch.png"))
      #expect(try sitting.close() == .exited(0))
      #expect(FileManager.default.contents(atPath: folder.path + "/A sketch.png") == bytes)
    }
  }
}
