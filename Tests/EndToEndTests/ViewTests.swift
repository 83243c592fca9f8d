import Rig
import Testing

extension EndToEnd {
  @Suite struct ViewTests {
    private let place = Place(x: 210, y: 160)

    private func sittingWithADot(hasPanels: Bool = false, hasTouchpad: Bool = false) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      if hasTouchpad { arrangement.furtherDevices = [.touchpad] }
      arrangement.hasPanels = hasPanels
      let session = try TestSession(arrangement)
      try session.tap(place.x, place.y, pressure: 1)
      return session
    }

    /// The area of the window that no panel covers.
    private let free = Area(x: 190, y: 140, width: 40, height: 40)

    /// Fails if the wheel does not zoom at the pointer, has another step than a third of a doubling
    /// per notch, or does not come back exactly.
    @Test func theWheelZoomsAtThePointer() throws {
      let session = try sittingWithADot()
      let before = try session.image()
      try session.moveMouse(place.x, place.y)
      for clicks in [3, 3] {
        let area = try session.image().inkArea()
        try session.mouse.wheel(.up, clicks: clicks)
        let zoomed = try session.image()
        #expect(zoomed.inkCentre().distance(to: place) < 1)
        #expect(abs(zoomed.inkArea() / area - 4) < 0.1)
      }
      try session.mouse.wheel(.down, clicks: 6)
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if a smooth wheel's notches count twice, because of the emulated buttons, or not at
    /// all.
    @Test func aSmoothWheelZoomsOnce() throws {
      let session = try sittingWithADot()
      try session.moveMouse(place.x, place.y)
      let area = try session.image().inkArea()
      for _ in 0..<3 { try session.mouse.scroll(0, -1) }
      let zoomed = try session.image()
      #expect(abs(zoomed.inkArea() / area - 4) < 0.1)
      #expect(zoomed.inkCentre().distance(to: place) < 1)
    }

    /// Fails if fingers on a touchpad, with Ctrl, zoom in steps instead of by the fraction.
    @Test func aTouchpadZoomsByTheFraction() throws {
      let session = try sittingWithADot(hasTouchpad: true)
      try session.moveMouse(place.x, place.y)
      let touchpad = VirtualMouse(
        device: try InputTestDevice(.touchpad, of: session.bench.server), screen: session.screen)
      // The first motion after the pointer entered only tells where the device's counter is.
      try touchpad.scroll(0, -0.5)
      let area = try session.image().inkArea()
      for factor in [2.0, 4] {
        try session.bench.keyboard.holding("ctrl") { () throws(RigError) in
          for _ in 0..<3 { try touchpad.scroll(0, -0.5) }
          try session.screen.settle(session.window)
        }
        let zoomed = try session.image()
        #expect(abs(zoomed.inkArea() / area - factor) < 0.1, "\(zoomed.inkArea() / area)")
        #expect(zoomed.inkCentre().distance(to: place) < 1)
      }
      try touchpad.scroll(0, 0.5)
      let moved = try session.image().inkCentre()
      #expect(abs(moved.y - place.y + 40) < 1 && abs(moved.x - place.x) < 1, "without Ctrl it pans: \(moved)")
    }

    /// Fails if parts of a wheel's notch, as high-resolution wheels send them, pan, or do not add up to the notch.
    @Test(arguments: [3, 8]) func partsOfANotchZoom(_ parts: Int) throws {
      let session = try sittingWithADot()
      try session.moveMouse(place.x, place.y)
      try session.mouse.scroll(0, -1 / Double(parts))
      let area = try session.image().inkArea()
      for _ in 0..<3 * parts { try session.mouse.scroll(0, -1 / Double(parts)) }
      let zoomed = try session.image()
      #expect(abs(zoomed.inkArea() / area - 4) < 0.15, "\(zoomed.inkArea() / area)")
      #expect(zoomed.inkCentre().distance(to: place) < 1)
    }

    /// Fails if the wheel zooms beyond the limits, or if the program cannot handle the attempt.
    @Test func zoomHasItsLimits() throws {
      let session = try sittingWithADot()
      try session.moveMouse(place.x, place.y)
      let before = try session.image()
      try session.mouse.wheel(.up, clicks: 60)
      #expect(try session.image()[Int(place.x), Int(place.y)] == Look.ink, "64 times as large the dot fills the window")
      try session.mouse.wheel(.down, clicks: 90)
      // 5 %: the canvas is 32 x 24 px of the window.
      let paper = try #require(try session.image().bounds { $0 != Look.desk })
      #expect(abs(paper.width - 32) <= 1 && abs(paper.height - 24) <= 1)
      try session.key("0")
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if Ctrl or Shift with the wheel do not pan, or pan in the wrong direction. The drawing
    /// moves up when the wheel turns down.
    @Test func theWheelPansWithCtrlAndShift() throws {
      let session = try sittingWithADot()
      try session.moveMouse(320, 240)
      try session.bench.keyboard.holding("ctrl") { () throws(RigError) in try session.mouse.wheel(.up) }
      #expect(try session.image().inkCentre().distance(to: Place(x: place.x, y: place.y + 80)) < 0.1)
      try session.bench.keyboard.holding("ctrl") { () throws(RigError) in try session.mouse.wheel(.down, clicks: 2) }
      #expect(try session.image().inkCentre().distance(to: Place(x: place.x, y: place.y - 80)) < 0.1)
      try session.bench.keyboard.holding("shift") { () throws(RigError) in try session.mouse.wheel(.up) }
      #expect(try session.image().inkCentre().distance(to: Place(x: place.x + 80, y: place.y - 80)) < 0.1)
      try session.mouse.wheel(.left)
      #expect(try session.image().inkCentre().distance(to: Place(x: place.x + 160, y: place.y - 80)) < 0.1)
    }

    /// Fails if the middle button does not move the drawing exactly, or draws.
    @Test func theMiddleButtonPans() throws {
      let session = try sittingWithADot()
      let before = try session.image()
      try session.drag(2, from: (300, 300), to: (337, 319))
      let after = try session.image()
      #expect(after.inkCentre().distance(to: Place(x: place.x + 37, y: place.y + 19)) < 0.01)
      #expect(abs(after.inkArea() - before.inkArea()) < 0.01)
      #expect(after[10, 10] == Look.desk, "the canvas has moved away from the corner")
      try session.drag(2, from: (300, 300), to: (263, 281))
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if a drag with Space held draws or does not pan, or if Space stays held.
    @Test func spaceAndThePenPan() throws {
      let session = try sittingWithADot()
      let before = try session.image()
      let (start, end) = (try session.point(300, 300), try session.point(360, 330))
      try session.bench.keyboard.holding("space") { () throws(RigError) in
        try session.pen.stroke(PenPoint.line(from: start, to: end, count: 12))
        try session.screen.settle(session.window)
      }
      let after = try session.image()
      #expect(after.inkCentre().distance(to: Place(x: place.x + 60, y: place.y + 30)) < 1)
      #expect(abs(after.inkArea() - before.inkArea()) < 0.5)
      try session.line(from: (100, 350), to: (200, 350))
      #expect(try session.image().inkArea() > before.inkArea() + 300, "without Space the pen draws again")
    }

    /// Fails if the dial rotates the view by another angle than the pen's, or not about the
    /// window's middle. The pen must not draw below the dial.
    @Test func theDialTurnsTheView() throws {
      let session = try sittingWithADot(hasPanels: true)
      let area = try session.image().inkArea(in: free)
      let (x, y) = (640.0 - 116, 480.0 - 124)
      let centre = try session.point(x, y)
      // From the right, clockwise.
      try session.pen.stroke(
        PenPoint.circle(x: centre.x, y: centre.y, radius: 55, from: 0.3, turns: 40.0 / 360, count: 24))
      let turned = try session.image()
      let expected = place.turned(by: 40, about: Place(x: 320, y: 240))
      let around = Area(x: Int(expected.x) - 12, y: Int(expected.y) - 12, width: 24, height: 24)
      #expect(turned.inkCentre(in: around).distance(to: expected) < 0.5)
      #expect(abs(turned.inkArea(in: around) - area) < 0.05 * area)
      // Back, across the angle where atan2 jumps, and one more turn.
      try session.pen.stroke(
        PenPoint.circle(x: centre.x, y: centre.y, radius: 70, from: -2.5, turns: -400.0 / 360, count: 200))
      // A busy machine may show the last angles late.
      var back = try session.image()
      for _ in 0..<200 where back.inkCentre(in: free).distance(to: place) >= 0.5 { back = try session.image() }
      #expect(back.inkCentre(in: free).distance(to: place) < 0.5, "\(back.inkCentre()), \(back.inkArea())")
    }

    /// Fails if the wheel over the dial zooms, or rotates by another step than 5 degrees per notch.
    @Test func theWheelTurnsTheDial() throws {
      let session = try sittingWithADot(hasPanels: true)
      try session.moveMouse(640 - 116, 480 - 124 - 40)
      try session.mouse.wheel(.up, clicks: 5)
      let expected = place.turned(by: 25, about: Place(x: 320, y: 240))
      let around = Area(x: Int(expected.x) - 12, y: Int(expected.y) - 12, width: 24, height: 24)
      #expect(try session.image().inkCentre(in: around).distance(to: expected) < 0.5)
      try session.mouse.wheel(.down, clicks: 5)
      #expect(try session.image().inkCentre(in: Area(x: 190, y: 140, width: 40, height: 40)).distance(to: place) < 0.2)
    }

    /// Fails if the window's middle does not stay in the middle when the window is resized.
    @Test func resizingKeepsTheCentre() throws {
      let session = try sittingWithADot()
      try session.moveMouse(place.x, place.y)
      try session.mouse.wheel(.up, clicks: 3)
      let frame = try session.frame
      for (width, height) in [(700, 520), (500, 401), (640, 480)] {
        try session.screen.place(session.window, Area(x: frame.x, y: frame.y, width: width, height: height))
        let expected = Place(
          x: place.x + Double(width - 640) / 2, y: place.y + Double(height - 480) / 2)
        let image = try session.image()
        #expect(image.width == width && image.height == height)
        #expect(image.inkCentre().distance(to: expected) < 1)
      }
    }

    /// Fails if a press in the navigator does not bring the view there, a drag of its frame does not
    /// move the view by the same distance on the drawing, or either changes the drawing.
    @Test func theNavigatorMovesTheView() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = ["--geometry", "1280x800+0+0", "--canvas", "1280x800"]
      (arrangement.hasPanels, arrangement.screen) = (true, (1300, 860))
      let session = try TestSession(arrangement)
      try session.line(from: (210, 180), to: (230, 180))
      let drawing = try Image(pngAt: try session.export(as: "Drawing.png"))
      try session.key("1")
      let before = try session.image()
      try session.key("shift+n")
      // The panel without its shadow; the strip below it shows the latency.
      let corner = Area(x: 80, y: 400, width: 400, height: 345)
      let panel = try session.image().cropped(to: corner).difference(from: before.cropped(to: corner), tolerance: 90)
        .bounds.moved(corner.x, corner.y)
      for _ in 0..<3 { try session.key("plus") }
      // The picture is 216 px wide, in the middle of the panel and 135 px high in a box of 150.
      let scale = 216.0 / 1280
      let picture = Place(x: Double(panel.x) + (Double(panel.width) - 216) / 2, y: Double(panel.y) + 8 + 7.5)
      try session.tap(picture.x + 220 * scale, picture.y + 180 * scale)
      let centre = Area(x: 340, y: 150, width: 600, height: 500)
      let middle = try session.image().inkCentre(in: centre)
      #expect(middle.distance(to: Place(x: 640, y: 400)) < 20, "\(middle), \(panel)")
      let hand = (x: picture.x + 220 * scale, y: picture.y + 180 * scale)
      try session.line(from: hand, to: (hand.x + 10, hand.y))
      let moved = try session.image().inkCentre(in: centre)
      // The zoom is 2.
      #expect(moved.distance(to: Place(x: middle.x - 2 * 10 / scale, y: middle.y)) < 3, "\(moved)")
      #expect(try Image(pngAt: try session.export(as: "Drawing 2.png")).difference(from: drawing).isEmpty)
    }
  }
}
