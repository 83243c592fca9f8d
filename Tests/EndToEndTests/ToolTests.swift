import Foundation
import Rig
import Testing

extension EndToEnd {
  /// The tools, from key and pen to the window's pixels. The window's px are those of the canvas,
  /// and no panels are shown.
  @Suite struct ToolTests {
    /// Would break if a figure were not drawn live, were not where the pen went, did not obey
    /// Shift, or took more than one step to undo.
    @Test func figures() throws {
      let session = try TestSession()
      let empty = try session.image()
      try session.key("r")
      try session.pressAndMove([(150, 120), (200, 160), (310, 220)], pressure: 0.4)
      let live = try #require(try session.image().ink())
      try session.lift()
      let box = try #require(try session.image().ink())
      #expect(live == box)
      // 12 px wide, its middle on the rectangle from touch to lift.
      #expect(abs(box.x - 144) <= 1 && abs(box.y - 114) <= 1 && abs(box.right - 316) <= 1 && abs(box.bottom - 226) <= 1)
      #expect(try session.image().inkArea(in: Area(x: 170, y: 140, width: 100, height: 60)) == 0)
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: empty).isEmpty)

      try session.key("o")
      try session.bench.keyboard.press("shift")
      try session.line(from: (150, 120), to: (310, 220))
      try session.bench.keyboard.release("shift")
      let circle = try #require(try session.image().ink())
      #expect(abs(circle.width - circle.height) <= 1 && circle.width > 90)
      try session.key("ctrl+z")

      try session.key("l")
      try session.line(from: (150, 120), to: (310, 200))
      #expect(abs(try session.image().inkAcross(column: 230).middle - 160.5) < 0.6)
    }

    /// Would break if a fill leaked through a line, left a rim of paper along it, or were not
    /// undone to the pixel.
    @Test func fillStaysInside() throws {
      let session = try TestSession()
      try session.key("r")
      try session.line(from: (150, 120), to: (310, 220))
      let outline = try session.image()
      try session.key("g")
      try session.tap(230, 170)
      let filled = try session.image()
      let box = try #require(outline.ink())
      #expect(filled.ink() == box)
      #expect(abs(filled.inkArea() - Double(box.width * box.height)) < 60, "no rim is left: \(filled.inkArea())")
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: outline).isEmpty)
    }

    /// Would break if what is selected were not moved live and exactly, or Escape did not put it
    /// back.
    @Test func aSelectionIsMovedAndPutBack() throws {
      let session = try TestSession()
      try session.tap(200, 200, pressure: 1)
      let before = try session.image()
      let blot = before.inkCentre()
      try session.key("s")
      try session.line(from: (170, 170), to: (240, 240))
      try session.line(from: (200, 200), to: (260, 230))
      try session.key("Escape")
      try session.key("ctrl+d")
      try session.key("b")
      #expect(try session.image().difference(from: before).isEmpty)
      try session.key("s")
      try session.line(from: (170, 170), to: (240, 240))
      try session.line(from: (200, 200), to: (260, 230))
      try session.key("Return")
      try session.key("ctrl+d")
      try session.key("b")
      let moved = try session.image()
      #expect(moved.inkCentre().distance(to: Place(x: blot.x + 60, y: blot.y + 30)) < 0.01)
      #expect(abs(moved.inkArea() - before.inkArea()) < 0.01)
    }

    /// Would break if what was copied were pasted elsewhere or changed, or Delete spared what is
    /// selected.
    @Test func copyPasteAndDelete() throws {
      let session = try TestSession()
      try session.tap(200, 200, pressure: 1)
      let before = try session.image()
      try session.key("s")
      try session.line(from: (170, 170), to: (240, 240))
      try session.key("ctrl+c")
      try session.key("Delete")
      try session.key("ctrl+d")
      try session.key("b")
      #expect(try session.image().inkArea(in: Area(x: 100, y: 100, width: 200, height: 200)) == 0)
      try session.key("ctrl+v")
      try session.key("Return")
      try session.key("ctrl+d")
      try session.key("b")
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Would break if strokes were not repeated on the other side of the axis, or not as their
    /// mirror image.
    @Test func symmetryMirrors() throws {
      let session = try TestSession()
      try session.key("y")
      try session.line(from: (100, 150), to: (200, 220), pressure: 0.2...1)
      try session.key("y")
      let image = try session.image()
      let left = image.cropped(to: Area(x: 0, y: 0, width: 320, height: 480))
      let right = image.cropped(to: Area(x: 320, y: 0, width: 320, height: 480))
      #expect(abs(left.inkArea() - right.inkArea()) < 0.5 && left.inkArea() > 500)
      let (a, b) = (left.inkCentre(), right.inkCentre())
      #expect(abs(a.x - (320 - b.x)) < 0.05 && abs(a.y - b.y) < 0.05)
    }

    /// Would break if Ctrl with the pen did not pick what it is over, drew, or left the brush.
    @Test func ctrlPicksAColour() throws {
      let session = try TestSession()
      try session.tap(200, 200, pressure: 1)
      try session.key("x")
      // White on paper now; picked up again from the blot.
      try session.bench.keyboard.press("ctrl")
      try session.tap(200, 200)
      try session.bench.keyboard.release("ctrl")
      try session.line(from: (100, 300), to: (300, 300))
      #expect(try session.image()[200, 300] & 0xffffff == Look.ink)
    }

    /// Would break if the outline under a hovering pen were of another size than its ink, or stayed
    /// while ink is drawn.
    @Test func theOutlineIsAsLargeAsTheInk() throws {
      let session = try TestSession(.outlined)
      for _ in 0..<6 { try session.key("bracketright") }
      try session.hover(200, 150)
      try session.hover(300, 200)
      let hovering = try session.imageWithPointer()
      let ring = try #require(hovering.bounds { Image.luma($0) < 200 })
      // The server moves it, so that it is where the pen is before the program knows.
      #expect(try session.image().bounds { Image.luma($0) < 200 } == nil)
      try session.pressAndMove([(300, 200), (300, 200.1)], pressure: 1)
      let drawn = try #require(try session.image().ink())
      #expect(try session.screen.pointer().isInvisible)
      try session.lift()
      // Two thirds of a doubling, twice: 12 px become 48. The outline's two lines reach 1.6 px
      // beyond.
      #expect(abs(drawn.width - 48) <= 1 && abs(ring.width - drawn.width - 3) <= 2 && abs(ring.x + 1 - drawn.x) <= 2)
      #expect(Image.luma(hovering[300, 200]) > 240)
    }

    /// Would break if an outline that is larger than a pointer's picture may be, or that is not
    /// round, were not shown, shown twice, or stayed behind.
    @Test func largeOutlinesAreDrawn() throws {
      let session = try TestSession(.outlined)
      for _ in 0..<12 { try session.key("bracketright") }
      try session.hover(200, 150)
      try session.hover(300, 240)
      // Two thirds of a doubling, four times: 12 px become 192.
      let ring = try #require(try session.image().bounds { Image.luma($0) < 200 })
      #expect(abs(ring.width - 195) <= 2 && abs(ring.x + ring.width / 2 - 300) <= 2)
      #expect(try session.screen.pointer().isInvisible)
      // Small again, it is the pointer's, though the pen keeps still.
      for _ in 0..<12 { try session.key("bracketleft") }
      #expect(try session.image().bounds { Image.luma($0) < 200 } == nil)
      #expect(try !session.screen.pointer().isInvisible)
      // The marker's tip is flat, and turns with the pen.
      try session.key("m")
      for _ in 0..<3 { try session.key("bracketright") }
      #expect(try session.image().bounds { Image.luma($0) < 200 } != nil)
      #expect(try session.screen.pointer().isInvisible)
    }

    /// Would break if a pointer's picture stayed where a pen was lifted, of a tool whose outline is
    /// shown while it works, and told of a size that is not the tool's any more.
    @Test func nothingStaysWhereAPenWasLifted() throws {
      let session = try TestSession(.outlined)
      try session.key("e")
      try session.hover(200, 150)
      #expect(try !session.screen.pointer().isInvisible)
      try session.pressAndMove([(200, 150), (240, 150), (280, 150)])
      #expect(try !session.screen.pointer().isInvisible)
      try session.lift()
      #expect(try session.screen.pointer().isInvisible)
      try session.hover(300, 170)
      #expect(try !session.screen.pointer().isInvisible)
    }

    /// Would break if on a server whose pointer cannot be a picture there were no outline.
    @Test func theOutlineIsDrawnWhereThePointerCannotShowIt() throws {
      var arrangement = TestSession.Arrangement.outlined
      arrangement.disabledExtensions = ["RENDER"]
      let session = try TestSession(arrangement)
      for _ in 0..<6 { try session.key("bracketright") }
      try session.hover(200, 150)
      try session.hover(300, 200)
      let ring = try #require(try session.image().bounds { Image.luma($0) < 200 })
      #expect(abs(ring.width - 51) <= 2 && abs(ring.x + ring.width / 2 - 300) <= 2)
    }
  }
}
