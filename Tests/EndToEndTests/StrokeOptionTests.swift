import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct StrokeOptionTests {
    /// Fails if --smoothing does not reach the strokes, or is lost while an untouched canvas
    /// follows the window's size.
    @Test func smoothingReachesTheStrokes() throws {
      let folder = try TemporaryFolder()
      let file = folder.path + "/stroke.pen"
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = ["record", file, "--geometry", "640x480+80+60", "--smoothing", "35", "--prediction", "0"]
      // No key is pressed yet, because the canvas would stop following the window.
      arrangement.hasPanels = true
      let session = try TestSession(arrangement)
      try session.screen.place(session.window, Area(x: 20, y: 20, width: 700, height: 500))
      try session.settle()
      try session.line(from: (300, 100), to: (450, 120))
      #expect(try session.close() == .exited(0))
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.hasPrefix("fude recording 1 canvas 1400x1000 px\n"), "\(text.prefix(60))")
      #expect(text.contains(" strength 35\n"), "\(text.prefix(400))")
    }
  }
}
