import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct CanvasTests {
    private func picture(_ session: TestSession, _ name: String) throws -> Image {
      try Image(pngAt: try session.export(as: name))
    }

    /// Fails if a drawing made by the keyboard on the page for new ones has another size or paper,
    /// or the page does not remember it.
    @Test func aNewDrawingHasTheChosenSize() throws {
      let session = try TestSession()
      try session.key("ctrl+n")
      for key in ["6", "4", "0", "Tab", "4", "8", "0", "Return"] { try session.key(key) }
      try session.settle()
      let picture = try picture(session, "Drawing.png")
      #expect(picture.width == 640 && picture.height == 480)
      #expect(try session.close() == .exited(0))
      let settings = try String(contentsOfFile: session.path("config/fude/settings"), encoding: .utf8)
      #expect(settings.contains("new-drawing = 640x480 300 #fdfcf9"))
    }

    /// Fails if the canvas does not grow by the page, ink changes or moves on the screen, undo does
    /// not restore the canvas, or what the program keeps has another size.
    @Test func theCanvasGrowsAndComesBack() throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 300))
      let before = try picture(session, "Drawing.png")
      try session.key("ctrl+alt+c")
      for key in ["5", "0", "0", "0", "Return"] { try session.key(key) }
      try session.settle()
      let grown = try picture(session, "Drawing 2.png")
      #expect(grown.width == 5000 && grown.height == before.height)
      #expect(grown.inkArea() == before.inkArea())
      try session.key("ctrl+z")
      try session.settle()
      let undone = try picture(session, "Drawing 3.png")
      #expect(undone.width == before.width && undone.pixels == before.pixels)
      try session.key("ctrl+y")
      try session.key("ctrl+alt+x")
      #expect(try session.close() == .exited(0))
      let kept = try session.kept()
      #expect(kept.width < before.width && kept.inkArea() == before.inkArea())
    }

    /// Fails if the page does not scale the image, closes before that, or ink is not where it was; if
    /// undo does not restore the drawing.
    @Test func theImageIsScaled() throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 300))
      let before = try picture(session, "Drawing.png")
      let paper = try session.image()[320, 30]
      try session.key("ctrl+alt+i")
      for key in ["2", "0", "0", "Return"] { try session.key(key) }
      try session.settle()
      try session.screen.wait(for: "the page to close") { () throws(RigError) in
        try session.screen.image(of: session.window)[320, 30] == paper
      }
      let large = try picture(session, "Drawing 2.png")
      #expect(large.width == 2 * before.width && large.height == 2 * before.height)
      let ratio = Double(large.inkArea()) / Double(before.inkArea())
      #expect(ratio > 3.8 && ratio < 4.2, "\(ratio)")
      try session.key("ctrl+z")
      try session.settle()
      let undone = try picture(session, "Drawing 3.png")
      #expect(undone.width == before.width && undone.pixels == before.pixels)
    }

    /// Fails if a frame drawn and pulled with the pen does not become the canvas, Escape does not
    /// reset it, or the ink is elsewhere afterwards.
    @Test func theCanvasIsCroppedByItsFrame() throws {
      let session = try TestSession()
      try session.line(from: (150, 150), to: (250, 250))
      let ink = try picture(session, "Drawing.png").inkArea()
      try session.key("shift+c")
      try session.line(from: (20, 20), to: (90, 90))
      try session.key("Escape")
      try session.line(from: (100, 120), to: (400, 300))
      // The handle in the lower right corner.
      try session.line(from: (400, 300), to: (420, 350))
      try session.key("Return")
      try session.settle()
      let cropped = try picture(session, "Drawing 2.png")
      #expect(cropped.width == 320 && cropped.height == 230 && cropped.inkArea() == ink)
      try session.key("ctrl+z")
      try session.settle()
      #expect(try picture(session, "Drawing 3.png").width == 640)
    }
  }
}
