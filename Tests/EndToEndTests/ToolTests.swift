import Foundation
import Rig
import Testing

extension EndToEnd {
  /// The tools, from key and pen to the window's pixels. The window's px are those of the canvas, and no panels are shown.
  @Suite struct ToolTests {
    /// Would break if a figure were not drawn live, were not where the pen went, did not obey Shift, or took more than one
    /// step to undo.
    @Test func figures() throws {
      let sitting = try Sitting()
      let empty = try sitting.image()
      try sitting.key("r")
      try sitting.pressAndMove([(150, 120), (200, 160), (310, 220)], pressure: 0.4)
      let live = try #require(try sitting.image().ink())
      try sitting.lift()
      let box = try #require(try sitting.image().ink())
      #expect(live == box)
      // 12 px wide, its middle on the rectangle from touch to lift.
      #expect(abs(box.x - 144) <= 1 && abs(box.y - 114) <= 1 && abs(box.right - 316) <= 1 && abs(box.bottom - 226) <= 1)
      #expect(try sitting.image().inkArea(in: Area(x: 170, y: 140, width: 100, height: 60)) == 0)
      try sitting.key("ctrl+z")
      #expect(try sitting.image().difference(from: empty).isEmpty)

      try sitting.key("o")
      try sitting.bench.keyboard.press("shift")
      try sitting.line(from: (150, 120), to: (310, 220))
      try sitting.bench.keyboard.release("shift")
      let circle = try #require(try sitting.image().ink())
      #expect(abs(circle.width - circle.height) <= 1 && circle.width > 90)
      try sitting.key("ctrl+z")

      try sitting.key("l")
      try sitting.line(from: (150, 120), to: (310, 200))
      #expect(abs(try sitting.image().inkAcross(column: 230).middle - 160.5) < 0.6)
    }

    /// Would break if a fill leaked through a line, left a rim of paper along it, or were not undone to the pixel.
    @Test func fillStaysInside() throws {
      let sitting = try Sitting()
      try sitting.key("r")
      try sitting.line(from: (150, 120), to: (310, 220))
      let outline = try sitting.image()
      try sitting.key("g")
      try sitting.tap(230, 170)
      let filled = try sitting.image()
      let box = try #require(outline.ink())
      #expect(filled.ink() == box)
      #expect(abs(filled.inkArea() - Double(box.width * box.height)) < 60, "no rim is left: \(filled.inkArea())")
      try sitting.key("ctrl+z")
      #expect(try sitting.image().difference(from: outline).isEmpty)
    }

    /// Would break if what is selected were not moved live and exactly, or Escape did not put it back.
    @Test func aSelectionIsMovedAndPutBack() throws {
      let sitting = try Sitting()
      try sitting.tap(200, 200, pressure: 1)
      let before = try sitting.image()
      let blot = before.inkCentre()
      try sitting.key("s")
      try sitting.line(from: (170, 170), to: (240, 240))
      try sitting.line(from: (200, 200), to: (260, 230))
      try sitting.key("Escape")
      try sitting.key("ctrl+d")
      try sitting.key("b")
      #expect(try sitting.image().difference(from: before).isEmpty)
      try sitting.key("s")
      try sitting.line(from: (170, 170), to: (240, 240))
      try sitting.line(from: (200, 200), to: (260, 230))
      try sitting.key("Return")
      try sitting.key("ctrl+d")
      try sitting.key("b")
      let moved = try sitting.image()
      #expect(moved.inkCentre().distance(to: Place(x: blot.x + 60, y: blot.y + 30)) < 0.01)
      #expect(abs(moved.inkArea() - before.inkArea()) < 0.01)
    }

    /// Would break if what was copied were pasted elsewhere or changed, or Delete spared what is selected.
    @Test func copyPasteAndDelete() throws {
      let sitting = try Sitting()
      try sitting.tap(200, 200, pressure: 1)
      let before = try sitting.image()
      try sitting.key("s")
      try sitting.line(from: (170, 170), to: (240, 240))
      try sitting.key("ctrl+c")
      try sitting.key("Delete")
      try sitting.key("ctrl+d")
      try sitting.key("b")
      #expect(try sitting.image().inkArea(in: Area(x: 100, y: 100, width: 200, height: 200)) == 0)
      try sitting.key("ctrl+v")
      try sitting.key("Return")
      try sitting.key("ctrl+d")
      try sitting.key("b")
      #expect(try sitting.image().difference(from: before).isEmpty)
    }

    /// Would break if strokes were not repeated on the other side of the axis, or not as their mirror image.
    @Test func symmetryMirrors() throws {
      let sitting = try Sitting()
      try sitting.key("y")
      try sitting.line(from: (100, 150), to: (200, 220), pressure: 0.2...1)
      try sitting.key("y")
      let image = try sitting.image()
      let left = image.cropped(to: Area(x: 0, y: 0, width: 320, height: 480))
      let right = image.cropped(to: Area(x: 320, y: 0, width: 320, height: 480))
      #expect(abs(left.inkArea() - right.inkArea()) < 0.5 && left.inkArea() > 500)
      let (a, b) = (left.inkCentre(), right.inkCentre())
      #expect(abs(a.x - (320 - b.x)) < 0.05 && abs(a.y - b.y) < 0.05)
    }

    /// Would break if Ctrl with the pen did not pick what it is over, drew, or left the brush.
    @Test func ctrlPicksAColour() throws {
      let sitting = try Sitting()
      try sitting.tap(200, 200, pressure: 1)
      try sitting.key("x")
      // White on paper now; picked up again from the blot.
      try sitting.bench.keyboard.press("ctrl")
      try sitting.tap(200, 200)
      try sitting.bench.keyboard.release("ctrl")
      try sitting.line(from: (100, 300), to: (300, 300))
      #expect(try sitting.image()[200, 300] & 0xffffff == Look.ink)
    }

    /// Would break if the outline under a hovering pen were of another size than its ink, or stayed while ink is drawn.
    @Test func theOutlineIsAsLargeAsTheInk() throws {
      let sitting = try Sitting(.outlined)
      for _ in 0..<6 { try sitting.key("bracketright") }
      try sitting.hover(200, 150)
      try sitting.hover(300, 200)
      let hovering = try sitting.imageWithPointer()
      let ring = try #require(hovering.bounds { Image.luma($0) < 200 })
      // The server moves it, so that it is where the pen is before the program knows.
      #expect(try sitting.image().bounds { Image.luma($0) < 200 } == nil)
      try sitting.pressAndMove([(300, 200), (300, 200.1)], pressure: 1)
      let drawn = try #require(try sitting.image().ink())
      #expect(try sitting.screen.pointer().isInvisible)
      try sitting.lift()
      // Two thirds of a doubling, twice: 12 px become 48. The outline's two lines reach 1.6 px beyond.
      #expect(abs(drawn.width - 48) <= 1 && abs(ring.width - drawn.width - 3) <= 2 && abs(ring.x + 1 - drawn.x) <= 2)
      #expect(Image.luma(hovering[300, 200]) > 240)
    }

    /// Would break if an outline that is larger than a pointer's picture may be, or that is not round, were not shown, shown twice, or stayed behind.
    @Test func largeOutlinesAreDrawn() throws {
      let sitting = try Sitting(.outlined)
      for _ in 0..<12 { try sitting.key("bracketright") }
      try sitting.hover(200, 150)
      try sitting.hover(300, 240)
      // Two thirds of a doubling, four times: 12 px become 192.
      let ring = try #require(try sitting.image().bounds { Image.luma($0) < 200 })
      #expect(abs(ring.width - 195) <= 2 && abs(ring.x + ring.width / 2 - 300) <= 2)
      #expect(try sitting.screen.pointer().isInvisible)
      // Small again, it is the pointer's, though the pen keeps still.
      for _ in 0..<12 { try sitting.key("bracketleft") }
      #expect(try sitting.image().bounds { Image.luma($0) < 200 } == nil)
      #expect(try !sitting.screen.pointer().isInvisible)
      // The marker's tip is flat, and turns with the pen.
      try sitting.key("m")
      for _ in 0..<3 { try sitting.key("bracketright") }
      #expect(try sitting.image().bounds { Image.luma($0) < 200 } != nil)
      #expect(try sitting.screen.pointer().isInvisible)
    }

    /// Would break if a pointer's picture stayed where a pen was lifted, of a tool whose outline is shown while it works, and told of a size that
    /// is not the tool's any more.
    @Test func nothingStaysWhereAPenWasLifted() throws {
      let sitting = try Sitting(.outlined)
      try sitting.key("e")
      try sitting.hover(200, 150)
      #expect(try !sitting.screen.pointer().isInvisible)
      try sitting.pressAndMove([(200, 150), (240, 150), (280, 150)])
      #expect(try !sitting.screen.pointer().isInvisible)
      try sitting.lift()
      #expect(try sitting.screen.pointer().isInvisible)
      try sitting.hover(300, 170)
      #expect(try !sitting.screen.pointer().isInvisible)
    }

    /// Would break if on a server whose pointer cannot be a picture there were no outline.
    @Test func theOutlineIsDrawnWhereThePointerCannotShowIt() throws {
      var arrangement = Sitting.Arrangement.outlined
      arrangement.disabledExtensions = ["RENDER"]
      let sitting = try Sitting(arrangement)
      for _ in 0..<6 { try sitting.key("bracketright") }
      try sitting.hover(200, 150)
      try sitting.hover(300, 200)
      let ring = try #require(try sitting.image().bounds { Image.luma($0) < 200 })
      #expect(abs(ring.width - 51) <= 2 && abs(ring.x + ring.width / 2 - 300) <= 2)
    }
  }
}
