import Foundation
import Rig
import Testing

extension EndToEnd {
  /// The tools, from key and pen to the window's pixels. The window's px are those of the canvas,
  /// and no panels are shown.
  @Suite struct ToolTests {
    /// Fails if a shape is not drawn live, has a wrong position, ignores Shift, or needs several
    /// undo steps.
    @Test func figures() throws {
      let session = try TestSession()
      let empty = try session.image()
      try session.key("r")
      try session.pressAndMove([(150, 120), (200, 160), (310, 220)], pressure: 0.4)
      let live = try #require(try session.image().ink())
      try session.lift()
      let box = try #require(try session.image().ink())
      #expect(live == box)
      // The outline is 12 px wide, centred on the rectangle from touch to lift.
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

    /// Fails if a fill leaks through a line, leaves a gap along it, or is not undone exactly.
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

    /// Fails if a gradient is not shown while it is drawn, is not the same after the lift, does not follow a handle, or is not
    /// taken back by one undo.
    @Test func aGradientIsDrawnAndChanged() throws {
      let session = try TestSession()
      let empty = try session.image()
      try session.key("j")
      try session.pressAndMove([(150, 160), (200, 160), (300, 160)])
      let live = try session.image()
      #expect(
        live.inkArea(in: Area(x: 20, y: 300, width: 60, height: 40)) > 2300, "the start's colour goes on before it")
      try session.lift()
      #expect(try session.image().difference(from: live).isEmpty)
      // The handle at its end.
      try session.line(from: (300, 160), to: (150, 300))
      let turned = try session.image()
      #expect(turned.inkArea(in: Area(x: 300, y: 20, width: 60, height: 40)) > 2300)
      #expect(turned.inkArea(in: Area(x: 20, y: 340, width: 60, height: 40)) < 100)
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: empty).isEmpty, "its handles vanish, too")
    }

    /// Fails if a selection is not moved live and exactly, or if Escape does not move it back.
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

    /// Fails if a copy is pasted elsewhere or changed, or if Delete does not remove the selection.
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

    /// Fails if strokes are not mirrored exactly at the axis.
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

    /// Fails if Ctrl with the pen picks no colour, draws, or changes the tool.
    @Test func ctrlPicksAColour() throws {
      let session = try TestSession()
      try session.tap(200, 200, pressure: 1)
      try session.key("x")
      // The colour is now white. Picks the ink's colour again from the dot.
      try session.bench.keyboard.press("ctrl")
      try session.tap(200, 200)
      try session.bench.keyboard.release("ctrl")
      try session.line(from: (100, 300), to: (300, 300))
      #expect(try session.image()[200, 300] & 0xffffff == Look.ink)
    }

    /// Fails if the outline under a hovering pen differs in size from its ink, or stays while
    /// drawing.
    @Test func theOutlineIsAsLargeAsTheInk() throws {
      let session = try TestSession(.outlined)
      for _ in 0..<6 { try session.key("bracketright") }
      try session.hover(200, 150)
      try session.hover(300, 200)
      let hovering = try session.imageWithPointer()
      let ring = try #require(hovering.bounds { Image.luma($0) < 200 })
      // The server moves the pointer's picture, so it is at the pen even before the program knows.
      #expect(try session.image().bounds { Image.luma($0) < 200 } == nil)
      try session.pressAndMove([(300, 200), (300, 200.1)], pressure: 1)
      let drawn = try #require(try session.image().ink())
      #expect(try session.screen.pointer().isInvisible)
      try session.lift()
      // Two thirds of a doubling, twice: 12 px become 48. The outline's two lines extend 1.6 px
      // beyond.
      #expect(abs(drawn.width - 48) <= 1 && abs(ring.width - drawn.width - 3) <= 2 && abs(ring.x + 1 - drawn.x) <= 2)
      #expect(Image.luma(hovering[300, 200]) > 240)
    }

    /// Fails if an outline that is not round or too large for a pointer picture is missing, shown
    /// twice, or left behind.
    @Test func largeOutlinesAreDrawn() throws {
      let session = try TestSession(.outlined)
      for _ in 0..<12 { try session.key("bracketright") }
      try session.hover(200, 150)
      try session.hover(300, 240)
      // Two thirds of a doubling, four times: 12 px become 192.
      let ring = try #require(try session.image().bounds { Image.luma($0) < 200 })
      #expect(abs(ring.width - 195) <= 2 && abs(ring.x + ring.width / 2 - 300) <= 2)
      #expect(try session.screen.pointer().isInvisible)
      // A small outline is in the pointer's picture again, although the pen does not move.
      for _ in 0..<12 { try session.key("bracketleft") }
      #expect(try session.image().bounds { Image.luma($0) < 200 } == nil)
      #expect(try !session.screen.pointer().isInvisible)
      // The marker's tip is flat and rotates with the pen.
      try session.key("m")
      for _ in 0..<3 { try session.key("bracketright") }
      #expect(try session.image().bounds { Image.luma($0) < 200 } != nil)
      #expect(try session.screen.pointer().isInvisible)
    }

    /// Fails if a pointer picture with an old size stays where the pen was lifted. Some tools show
    /// their outline while they work.
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

    /// Fails if there is no outline on a server without pointer pictures.
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
