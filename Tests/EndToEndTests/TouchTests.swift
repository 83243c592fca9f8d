import Rig
import Testing

extension EndToEnd {
  @Suite struct TouchTests {
    /// Three positions of the canvas, not in a line; px of the window at the start.
    private let marks = [Place(x: 250, y: 180), Place(x: 390, y: 180), Place(x: 250, y: 290)]

    private func session(
      _ settings: String = "", hasPanels: Bool = false, hasWindowManager: Bool = false, hasTouchpad: Bool = false
    ) throws -> TestSession {
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\n" + settings, to: "config/fude/settings")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.hasPanels = hasPanels
      arrangement.hasWindowManager = hasWindowManager
      if hasTouchpad { arrangement.furtherDevices = [.touchpad] }
      return try TestSession(arrangement)
    }

    /// Draws dots at all marks with the mouse. A pen would have to be away for some time before
    /// touches count.
    private func mark(_ session: TestSession) throws {
      for place in marks {
        let p = try session.point(place.x, place.y)
        try session.mouse.click(x: p.x, y: p.y)
      }
      // Away from the marks, so that the pointer does not cover them.
      try session.moveMouse(600, 440)
      try session.settle()
    }

    /// Drags fingers along paths, window px.
    private func drag(_ session: TestSession, _ paths: [(x: Double, y: Double)]...) throws {
      try session.bench.touch.drag(
        try paths.map {
          try $0.map {
            let p = try session.point($0.x, $0.y); return (p.x, p.y)
          }
        })
      try session.settle()
    }

    private func way(_ a: Place, _ b: Place, count: Int = 12) -> [(x: Double, y: Double)] {
      (0...count).map {
        let t = Double($0) / Double(count)
        return (a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
      }
    }

    /// The similarity transform that maps two positions to two others.
    private func similarity(_ p: (Place, Place), to q: (Place, Place)) -> (Place) -> Place {
      let (px, py) = (p.1.x - p.0.x, p.1.y - p.0.y)
      let (qx, qy) = (q.1.x - q.0.x, q.1.y - q.0.y)
      let square = px * px + py * py
      let (c, s) = ((px * qx + py * qy) / square, (px * qy - py * qx) / square)
      return {
        Place(x: q.0.x + c * ($0.x - p.0.x) - s * ($0.y - p.0.y), y: q.0.y + s * ($0.x - p.0.x) + c * ($0.y - p.0.y))
      }
    }

    /// Expects a mark at each position, within 1 px.
    private func expectMarks(
      _ session: TestSession, at places: [Place], _ what: Comment, _ location: SourceLocation = #_sourceLocation
    ) throws {
      let image = try session.image()
      for place in places {
        let around = Area(x: Int(place.x) - 25, y: Int(place.y) - 25, width: 50, height: 50)
        let found = image.inkCentre(in: around)
        #expect(found.distance(to: place) < 1, "\(what): \(found) for \(place)", sourceLocation: location)
      }
    }

    /// Fails if the canvas does not stay under two fingers: moved, zoomed and rotated with them.
    @Test func twoFingersMoveZoomAndTurn() throws {
      let session = try session()
      try mark(session)
      try expectMarks(session, at: marks, "before")
      let from = (Place(x: 260, y: 240), Place(x: 380, y: 230))
      let to = (Place(x: 240, y: 190), Place(x: 400, y: 300))
      try drag(session, way(from.0, to.0), way(from.1, to.1))
      let map = similarity(from, to: to)
      try expectMarks(session, at: marks.map(map), "moved, zoomed and turned")
      try drag(session, way(to.0, from.0), way(to.1, from.1))
      try expectMarks(session, at: marks, "back")
    }

    /// Fails if the canvas jumps when a finger is added or lifted, or does not follow the remaining
    /// fingers.
    @Test func fingersComeAndGo() throws {
      let session = try session()
      try mark(session)
      let touch = session.bench.touch
      func at(_ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
        let p = try session.point(x, y)
        return (p.x, p.y)
      }
      var p = try at(300, 200)
      try touch.begin(0, x: p.x, y: p.y)
      p = try at(320, 210)
      try touch.move(0, x: p.x, y: p.y)
      p = try at(420, 210)
      try touch.begin(1, x: p.x, y: p.y)
      p = try at(440, 260)
      try touch.begin(2, x: p.x, y: p.y)
      try touch.synchronize()
      try expectMarks(session, at: marks.map { Place(x: $0.x + 20, y: $0.y + 10) }, "one finger moves it")
      // The third finger moves nothing.
      p = try at(300, 330)
      try touch.move(2, x: p.x, y: p.y)
      try touch.synchronize()
      try expectMarks(session, at: marks.map { Place(x: $0.x + 20, y: $0.y + 10) }, "a third finger")
      // The first finger lifts. The second and third now control the view, and nothing jumps.
      p = try at(320, 210)
      try touch.end(0, x: p.x, y: p.y)
      try touch.synchronize()
      try expectMarks(session, at: marks.map { Place(x: $0.x + 20, y: $0.y + 10) }, "the first is lifted")
      let from = (Place(x: 420, y: 210), Place(x: 300, y: 330))
      let to = (Place(x: 420, y: 210), Place(x: 290, y: 300))
      p = try at(to.1.x, to.1.y)
      try touch.move(2, x: p.x, y: p.y)
      try touch.synchronize()
      let map = similarity(from, to: to)
      try expectMarks(session, at: marks.map { map(Place(x: $0.x + 20, y: $0.y + 10)) }, "the second and third")
      p = try at(420, 210)
      try touch.end(1, x: p.x, y: p.y)
      p = try at(to.1.x, to.1.y)
      try touch.end(2, x: p.x, y: p.y)
      try touch.synchronize()
      try expectMarks(session, at: marks.map { map(Place(x: $0.x + 20, y: $0.y + 10)) }, "all lifted")
    }

    /// Fails if touches move the canvas or draw while a pen is near, or if they are ignored ever
    /// after.
    @Test(arguments: ["pan", "draw"]) func aPenThatIsNearComesFirst(_ use: String) throws {
      let session = try session("touch = \(use)\n")
      try mark(session)
      try session.hover(100, 100)
      let before = try session.image()
      try drag(session, way(Place(x: 260, y: 240), Place(x: 300, y: 300)))
      try drag(
        session, way(Place(x: 260, y: 240), Place(x: 200, y: 200)), way(Place(x: 380, y: 240), Place(x: 440, y: 330)))
      #expect(try session.image().difference(from: before).isEmpty, "a pen hovers")
      // Also while the pen draws.
      try session.pressAndMove([(100, 100), (140, 100), (180, 110)])
      try drag(
        session, way(Place(x: 260, y: 240), Place(x: 200, y: 200)), way(Place(x: 380, y: 240), Place(x: 440, y: 330)))
      try session.lift()
      try expectMarks(session, at: marks, "a pen draws")
      #expect(try session.image().inkAcross(column: 140, rows: 60..<140).width > 3, "the stroke is there")
      try session.pen.proximityOut()
      try session.pen.synchronize()
      let away = try session.image()
      try session.screen.wait(for: "fingers to be heard again") {
        (try? drag(session, way(Place(x: 260, y: 240), Place(x: 290, y: 250)))) != nil
          && (try? session.image().difference(from: away).isEmpty) == false
      }
    }

    /// Fails if a pen that comes near does not end a gesture of fingers.
    @Test func aPenThatComesEndsWhatFingersDo() throws {
      let session = try session()
      try mark(session)
      let touch = session.bench.touch
      var p = try session.point(300, 200)
      try touch.begin(0, x: p.x, y: p.y)
      p = try session.point(340, 210)
      try touch.move(0, x: p.x, y: p.y)
      try touch.synchronize()
      try session.hover(100, 100)
      let before = try session.image()
      p = try session.point(240, 300)
      try touch.move(0, x: p.x, y: p.y)
      try touch.end(0, x: p.x, y: p.y)
      try touch.synchronize()
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if a finger set to draw does not draw, draws before a pinch, or draws a wrong line.
    @Test func aFingerDraws() throws {
      let session = try session("touch = draw\n")
      let blank = try session.image()
      try drag(
        session, way(Place(x: 260, y: 240), Place(x: 200, y: 240)), way(Place(x: 380, y: 240), Place(x: 440, y: 240)))
      #expect(try session.image().inkArea() == 0, "two fingers draw nothing")
      try session.key("0")
      #expect(try session.image().difference(from: blank).isEmpty)
      try drag(session, way(Place(x: 200, y: 300), Place(x: 440, y: 300), count: 30))
      let line = try session.image().inkAcross(column: 320)
      #expect(abs(line.width - Look.width(atPressure: 0.5)) < 0.5 && abs(line.middle - 300) < 0.5)
    }

    /// Fails if the outline of an erasing finger is at the pointer, which does not follow fingers,
    /// or is missing.
    @Test func theOutlineIsUnderTheFinger() throws {
      var arrangement = TestSession.Arrangement()
      let folder = try TemporaryFolder()
      try folder.write("touch = draw\n", to: "config/fude/settings")
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.moveMouse(600, 440)
      try session.key("e")
      let touch = session.bench.touch
      for (i, place) in way(Place(x: 200, y: 200), Place(x: 360, y: 260), count: 20).enumerated() {
        let p = try session.point(place.x, place.y)
        if i == 0 { try touch.begin(0, x: p.x, y: p.y) } else { try touch.move(0, x: p.x, y: p.y) }
      }
      try touch.synchronize()
      let ring = try #require(try session.image().bounds { Image.luma($0) < 200 })
      #expect(abs(ring.x + ring.width / 2 - 360) <= 2 && abs(ring.y + ring.height / 2 - 260) <= 2)
      #expect(try session.screen.pointer().isInvisible)
      let end = try session.point(360, 260)
      try touch.end(0, x: end.x, y: end.y)
      try touch.synchronize()
      #expect(try session.image().bounds { Image.luma($0) < 200 } == nil)
    }

    /// Fails if a finger does not press a control on a panel, presses it twice, or moves the canvas
    /// below. A window manager, which gets touches first, must not matter.
    @Test(arguments: [false, true]) func aFingerOnAPanelPressesIt(_ hasWindowManager: Bool) throws {
      let session = try session(hasPanels: true, hasWindowManager: hasWindowManager)
      let place = Place(x: 210, y: 160)
      let spot = try session.point(place.x, place.y)
      try session.mouse.click(x: spot.x, y: spot.y)
      // A window manager holds back mouse events until it has handled the click.
      try session.screen.wait(for: "the dot") {
        (try? session.image().inkArea(in: Area(x: 190, y: 140, width: 40, height: 40)) > 5) == true
      }
      try session.moveMouse(300, 330)
      let (x, y) = (640.0 - 116, 480.0 - 124)
      let path = (0...24).map {
        let p = Place(x: x + 55, y: y).turned(by: 17.2 + 40 * Double($0) / 24, about: Place(x: x, y: y))
        return (x: p.x, y: p.y)
      }
      try drag(session, path)
      let expected = place.turned(by: 40, about: Place(x: 320, y: 240))
      let around = Area(x: Int(expected.x) - 12, y: Int(expected.y) - 12, width: 24, height: 24)
      // A window manager may hold back touches, too.
      func waitForDot(_ around: Area, _ expected: Place) throws {
        try session.screen.wait(for: "the dot at \(expected)") { () throws(RigError) in
          try session.screen.image(of: session.window).inkCentre(in: around).distance(to: expected) < 0.5
        }
      }
      try waitForDot(around, expected)
      // A tap on the dial's middle resets the rotation.
      try drag(session, [(x, y)])
      try waitForDot(Area(x: 190, y: 140, width: 40, height: 40), place)
      try session.settle()
      #expect(
        try session.image().inkCentre(in: Area(x: 190, y: 140, width: 40, height: 40)).distance(to: place) < 0.5)
    }

    /// Fails if a two-finger tap does not undo, a three-finger tap does not redo, or either moves
    /// the canvas. A message below the marks says what was undone.
    @Test func tapsUndoAndRedo() throws {
      let session = try session()
      try mark(session)
      let canvas = Area(x: 0, y: 0, width: 640, height: 340)
      func image() throws -> Image { try session.image().cropped(to: canvas) }
      let marked = try image()
      // Repeats, because on a busy machine a tap may last too long.
      try session.screen.wait(for: "all to be undone") {
        (try? drag(session, [(200, 200)], [(300, 205)])) != nil && (try? image().inkArea()) == 0
      }
      try session.screen.wait(for: "all to be redone") {
        (try? drag(session, [(200, 200)], [(300, 205)], [(380, 230)])) != nil
          && (try? image().difference(from: marked).isEmpty) == true
      }
    }

    /// Fails if a tap that undoes says nothing, or its button does not redo.
    @Test func aTapSaysWhatItUndid() throws {
      let session = try session()
      try mark(session)
      let canvas = Area(x: 0, y: 0, width: 640, height: 340)
      let marked = try session.image().cropped(to: canvas)
      try session.screen.wait(for: "a stroke to be undone") {
        (try? drag(session, [(200, 200)], [(300, 205)])) != nil
          && (try? session.image().cropped(to: canvas).difference(from: marked).isEmpty) == false
      }
      // A pen may not be near for touches to count, but presses the button.
      try session.tapMessage()
      #expect(try session.image().cropped(to: canvas).difference(from: marked).isEmpty)
    }

    /// Fails if a pinch on a touchpad does not zoom at the pointer, or zooms or rotates by a wrong
    /// amount.
    @Test func aPinchZoomsAndTurns() throws {
      let session = try session(hasTouchpad: true)
      try mark(session)
      let touchpad = VirtualTouchpad(device: try InputTestDevice(.touchpad, of: session.bench.server))
      try session.moveMouse(300, 220)
      let pointer = Place(x: 300, y: 220)
      try touchpad.pinch(scale: 1.5)
      let zoomed = marks.map { Place(x: 300 + ($0.x - 300) * 1.5, y: 220 + ($0.y - 220) * 1.5) }
      try expectMarks(session, at: zoomed, "zoomed")
      try touchpad.pinch(turn: 30)
      try expectMarks(session, at: zoomed.map { $0.turned(by: 30, about: pointer) }, "turned")
      try touchpad.pinch(scale: 1 / 1.5, turn: -30)
      try expectMarks(session, at: marks, "back")
    }
  }
}
