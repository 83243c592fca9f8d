import Document
import Export
import Foundation
import Rig
import Storage
import Testing

extension EndToEnd {
  @Suite struct LayerTests {
    /// The inside of the first row's thumbnail in a window of 1440x900 px.
    private static let picture = Area(x: 1258, y: 431, width: 36, height: 24)

    /// Waits until the share of the thumbnail's pixels that nearly have a colour is right.
    private func wait(
      for what: String, _ session: TestSession, _ colour: UInt32, _ isRight: @escaping (_ share: Double) -> Bool
    ) throws {
      try session.screen.wait(for: what, seconds: 20) { () throws(RigError) in
        let shown = try session.screen.image(of: session.window).cropped(to: Self.picture)
        let count = shown.pixels.count { pixel in
          [0, 8, 16].allSatisfy { abs(Int(pixel >> UInt32($0) & 255) - Int(colour >> UInt32($0) & 255)) <= 3 }
        }
        return isRight(Double(count) / Double(shown.pixels.count))
      }
    }

    private func write(_ colour: UInt32, to path: String) throws {
      var document = try #require(Document(width: 880, height: 640))
      let row = [UInt32](repeating: 0xFF00_0000 | colour, count: 880)
      for y in 0..<640 { document.load(row: y, pixels: row.span) }
      try document.exportPNG(to: path)
    }

    /// Fails if a row shows another thumbnail than its layer's: after opening a file, drawing,
    /// undo, or opening another file.
    @Test func aRowShowsWhatIsOnItsLayer() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      try write(0xC03020, to: pictures + "/a.png")
      try write(0x2060C0, to: pictures + "/b.png")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.hasPanels = true
      arrangement.screen = (1440, 900)
      arrangement.arguments = [pictures + "/a.png", "--geometry", "1440x900+0+0"]
      let session = try TestSession(arrangement)
      try wait(for: "the picture of a.png", session, 0xC03020) { $0 == 1 }
      // The canvas fills the window's middle. Draw thick lines across it.
      for y in stride(from: 380.0, through: 520, by: 8) {
        try session.line(from: (400, y), to: (1000, y), pressure: 1...1, count: 8)
      }
      try wait(for: "what was drawn", session, 0xC03020) { $0 < 0.9 && $0 > 0.3 }
      for _ in 0..<18 { try session.key("ctrl+z") }
      try wait(for: "what was undone", session, 0xC03020) { $0 == 1 }
      try session.open(pictures + "/b.png")
      try wait(for: "the picture of b.png", session, 0x2060C0) { $0 == 1 }
      #expect(try session.close() == .exited(0))
    }

    /// Fails if the button that was pressed last keeps the keyboard: Space would press it again and the pen would draw.
    @Test func spacePansAfterAPressOnAPanel() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.hasPanels = true
      arrangement.screen = (1440, 900)
      arrangement.arguments = ["--geometry", "1440x900+0+0", "--canvas", "2880x1800"]
      let session = try TestSession(arrangement)
      let paper = Area(x: 200, y: 150, width: 900, height: 500)
      try session.line(from: (400, 300), to: (500, 300), pressure: 1...1)
      let before = try session.image()
      // "Add a layer", with the pen and with the mouse.
      try session.tap(1402, 365)
      try session.drag(1, from: (1402, 365), to: (1402, 365))
      let (start, end) = (try session.point(600, 500), try session.point(680, 540))
      try session.bench.keyboard.holding("space") { () throws(RigError) in
        try session.pen.stroke(PenPoint.line(from: start, to: end, count: 12))
        try session.screen.settle(session.window)
      }
      let after = try session.image()
      let (a, b) = (before.inkCentre(in: paper), after.inkCentre(in: paper))
      #expect(b.distance(to: Place(x: a.x + 80, y: a.y + 40)) < 1)
      #expect(abs(after.inkArea(in: paper) - before.inkArea(in: paper)) < 0.5)
      // Two layers were added, so the third step of undo takes the line.
      for _ in 0..<2 { try session.key("ctrl+z") }
      #expect(abs(try session.image().inkArea(in: paper) - before.inkArea(in: paper)) < 0.5)
      try session.key("ctrl+z")
      #expect(try session.image().inkArea(in: paper) == 0)
    }
  }
}
