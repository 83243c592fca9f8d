import Document
import Geometry
import Glibc
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Studio

/// Strokes that become figures when the pen is held still.
@Suite struct FigureDragTests {
  private func send(
    _ session: Session, _ phase: PointerEvent.Phase, _ p: Point, _ time: Double, modifiers: Modifiers = [],
    tool: Tool = .pen
  ) {
    _ = session.handle(
      .pointer(
        PointerEvent(
          phase, PenSample(position: p, time: time, pressure: 0.6, tool: tool), modifiers: modifiers)))
  }

  /// Draws through window positions without a lift. Returns the time of the last one.
  private func draw(_ session: Session, _ places: [Point], tool: Tool = .pen, from start: Double = 0) -> Double {
    for (i, place) in places.enumerated() {
      send(session, i == 0 && start == 0 ? .down : .drag, place, start + Double(i) / 200, tool: tool)
      _ = session.flush(now: start + Double(i) / 200)
    }
    return start + Double(places.count - 1) / 200
  }

  private var wobblyLine: [Point] {
    (0...60).map { Point(60 + Double($0) * 4, 150 + 3 * sin(Double($0) / 6)) }
  }

  private var wobblyCircle: [Point] {
    (0...100).map {
      let t = Double($0) / 100 * 6.4
      return Point(200 + 80 * cos(t) + 2 * sin(4 * t), 150 + 80 * sin(t))
    }
  }

  private func pixels(_ session: Session) -> TileGrid { session.document.layers[0].image }

  /// The distances of inked px from a line of canvas px, the greatest.
  private func off(_ session: Session, from a: Point, to b: Point) -> Double {
    let image = pixels(session)
    guard let way = (b - a).normalized else { return 99 }
    var most = 0.0
    for y in 0..<600 {
      for x in 0..<800 where image[x, y] >> 24 > 128 {
        most = max(most, abs(way.cross(Point(Double(x) + 0.5, Double(y) + 0.5) - a)))
      }
    }
    return most
  }

  /// Fails if a held stroke does not become a line at the deadline, its end does not follow the
  /// pen, or undo does not bring the stroke back and then remove it. Redo likewise.
  @Test(arguments: [Tool.pen, .mouse, .touch]) func aHeldLineIsStraight(_ tool: Tool) throws {
    let plain = try SessionTests.make()
    var time = draw(plain, wobblyLine, tool: tool)
    send(plain, .up(.lifted), wobblyLine[60], time, tool: tool)

    let session = try SessionTests.make()
    time = draw(session, wobblyLine, tool: tool)
    #expect(off(session, from: Point(120, 300), to: Point(600, 300)) > 6)
    var deadline = try #require(session.deadline)
    while deadline < time + 0.4 {
      _ = session.flush(now: deadline)
      deadline = try #require(session.deadline)
    }
    #expect(session.isDrawing && abs(deadline - (time + 0.5)) < 0.01)
    let effects = session.flush(now: deadline)
    #expect(!effects.damage.isEmpty && effects.panelsChanged && !session.isDrawing && session.isInGesture)
    #expect(session.deadline == nil || session.flush(now: deadline + 1).isEmpty)
    #expect(off(session, from: Point(120, 300), to: Point(600, 2 * wobblyLine[60].y)) < 9)
    // Tremor does not drag it; a real movement does.
    let held = pixels(session)
    send(session, .drag, wobblyLine[60] + Vector(2, 1), time + 1, tool: tool)
    _ = session.flush(now: time + 1)
    #expect(pixels(session).showsSame(as: held))
    send(session, .drag, Point(250, 250), time + 1.1, tool: tool)
    _ = session.flush(now: time + 1.1)
    #expect(off(session, from: Point(120, 300), to: Point(500, 500)) < 9)
    send(session, .up(.lifted), Point(250, 250), time + 1.2, tool: tool)
    #expect(session.document.history.undoCount == 2 && !session.isInGesture)
    let line = pixels(session)
    _ = session.perform(.undo)
    #expect(pixels(session).showsSame(as: pixels(plain)))
    _ = session.perform(.undo)
    #expect(session.document.layers[0].image.tileCount == 0)
    _ = session.perform(.redo)
    #expect(pixels(session).showsSame(as: pixels(plain)))
    _ = session.perform(.redo)
    #expect(pixels(session).showsSame(as: line))
  }

  /// Fails if a figure has one width instead of that of the stroke, loses it while it is dragged, or
  /// its end has the pressure of the pen that is held still.
  @Test func theWidthStaysAsDrawn() throws {
    let session = try SessionTests.make()
    session.brush = Brush(size: 30)
    for (i, place) in wobblyLine.enumerated() {
      let sample = PenSample(position: place, time: Double(i) / 200, pressure: 0.1 + 0.8 * Double(i) / 60)
      _ = session.handle(.pointer(PointerEvent(i == 0 ? .down : .drag, sample)))
      _ = session.flush(now: Double(i) / 200)
    }
    for i in 61..<90 {
      let sample = PenSample(position: wobblyLine[60] + Vector(1, 0), time: Double(i) / 200, pressure: 0.02)
      _ = session.handle(.pointer(PointerEvent(.drag, sample)))
      _ = session.flush(now: Double(i) / 200)
    }
    _ = session.flush(now: 1)
    #expect(!session.isDrawing && session.isInGesture)
    func height(_ x: Int) -> Int { (0..<600).count { pixels(session)[x, $0] >> 24 > 128 } }
    #expect(height(180) < height(350) && height(350) < height(520) && height(520) > 2 * height(180))
    #expect(height(590) >= height(520))
    send(session, .drag, Point(200, wobblyLine[60].y), 1.1)
    _ = session.flush(now: 1.1)
    #expect(height(150) < height(260) && height(260) < height(380) && height(380) > 2 * height(150))
    send(session, .up(.lifted), Point(200, wobblyLine[60].y), 1.2)
    let inked = pixels(session)
    _ = session.perform(.undo)
    _ = session.perform(.redo)
    #expect(pixels(session).showsSame(as: inked))
  }

  /// Fails if Shift does not snap, or Escape does not give the stroke as drawn.
  @Test func shiftSnapsAndEscapeRestores() throws {
    let session = try SessionTests.make()
    let time = draw(session, wobblyLine)
    _ = session.flush(now: time + 0.6)
    #expect(!session.isDrawing)
    _ = session.handle(SessionTests.key(0xFFE1))
    send(session, .drag, Point(300, 160), time + 0.7, modifiers: [.shift])
    _ = session.flush(now: time + 0.7)
    let start = try #require(
      (0..<600).first { y in (118..<126).contains { pixels(session)[$0, y] >> 24 > 128 } })
    #expect(off(session, from: Point(120, Double(start) + 4), to: Point(600, Double(start) + 4)) < 9)
    let drawn = try #require(session.document.history.done.last?.stroke)
    #expect(session.cancel() != nil)
    var other = try #require(Document(width: 800, height: 600))
    _ = other.draw(drawn, filler: session.filler)
    #expect(pixels(session).showsSame(as: other.layers[0].image) && session.document.history.undoCount == 1)
  }

  /// Fails if a circle is not round, or dragging it does not resize it about its middle.
  @Test func aHeldCircleIsRound() throws {
    let session = try SessionTests.make()
    let time = draw(session, wobblyCircle)
    _ = session.flush(now: time + 0.6)
    func radii() -> (least: Double, most: Double) {
      var (least, most) = (Double.infinity, 0.0)
      for y in 0..<600 {
        for x in 0..<800 where pixels(session)[x, y] >> 24 > 200 {
          let r = Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(400, 300))
          (least, most) = (min(least, r), max(most, r))
        }
      }
      return (least, most)
    }
    #expect(radii().most - radii().least < 18 && abs(radii().most - 165) < 12)
    send(session, .drag, Point(200 + 40, 150), time + 0.7)
    _ = session.flush(now: time + 0.7)
    #expect(radii().most - radii().least < 18 && abs(radii().most - 85) < 12)
    send(session, .up(.lifted), Point(240, 150), time + 0.8)
    #expect(session.document.history.undoCount == 2)
  }

  /// Fails if a doodle, a short hold, a moving pen or a setting of 0 makes a figure, or a stroke
  /// cannot go on after an unrecognised hold.
  @Test func otherStrokesStay() throws {
    let session = try SessionTests.make()
    var time = draw(session, wobblyLine)
    _ = session.flush(now: time + 0.49)
    #expect(session.isDrawing)
    // The pen moves on, so that the hold begins again.
    time = draw(session, [Point(300, 170), Point(300, 190)], from: time + 0.49)
    _ = session.flush(now: time + 0.45)
    #expect(session.isDrawing)
    send(session, .up(.lifted), Point(300, 190), time + 0.5)
    #expect(session.document.history.undoCount == 1)

    let doodle = (0...200).map { Point(200 + 80 * sin(Double($0) / 9), 150 + 60 * sin(Double($0) / 13)) }
    let scribble = try SessionTests.make()
    time = draw(scribble, doodle)
    _ = scribble.flush(now: time + 3)
    #expect(scribble.isDrawing && scribble.deadline == nil)
    let count = scribble.document.history.undoCount
    _ = draw(scribble, [doodle[200], Point(100, 100)], from: time + 3.1)
    send(scribble, .up(.lifted), Point(100, 100), time + 3.2)
    #expect(scribble.document.history.undoCount == count + 1)

    let off = try SessionTests.make()
    off.settings.aids.hold = 0
    time = draw(off, wobblyLine)
    _ = off.flush(now: time + 3)
    #expect(off.isDrawing && off.deadline == nil)
  }

  /// Fails if a resting hand's figure stays, or a copy for saving shows a figure before its end.
  @Test func overruledFiguresGo() throws {
    let session = try SessionTests.make()
    let time = draw(session, wobblyLine, tool: .touch)
    _ = session.flush(now: time + 0.6)
    var copy = session.document
    session.active?.ink?.withdraw(from: &copy)
    let drawn = try #require(session.document.history.done.last?.stroke)
    var other = try #require(Document(width: 800, height: 600))
    _ = other.draw(drawn, filler: session.filler)
    #expect(copy.layers[0].image.showsSame(as: other.layers[0].image))
    send(session, .up(.overruled), wobblyLine[60], time + 0.7, tool: .touch)
    #expect(session.document.layers[0].image.tileCount == 0 && session.document.history.redoCount == 2)
  }

  /// Fails if a figure loses the symmetry of its stroke, or the eraser's is inked.
  @Test func symmetryAndEraserAreKept() throws {
    let session = try SessionTests.make()
    var settings = session.toolSettings
    settings.symmetry.kind = .mirror(vertical: false, horizontal: true)
    _ = session.apply(settings)
    let line = wobblyLine.map { $0 - Vector(0, 80) }
    var time = draw(session, line)
    _ = session.flush(now: time + 0.6)
    send(session, .up(.lifted), line[60], time + 0.7)
    for y in 0..<300 { #expect(pixels(session)[300, y] >> 24 == pixels(session)[300, 599 - y] >> 24) }
    #expect((130..<150).contains { pixels(session)[300, $0] >> 24 > 200 })
    for y in 0..<600 { session.document.load(row: y, pixels: [UInt32](repeating: 0xFF11_2233, count: 800).span) }
    let inked = pixels(session)
    time = draw(session, line, tool: .eraser)
    _ = session.flush(now: time + 0.6)
    send(session, .up(.lifted), line[60], time + 0.7, tool: .eraser)
    #expect(!pixels(session).showsSame(as: inked) && session.document.history.undoCount == 4)
    #expect(session.document.history.done.last?.stroke?.style.blend == .erase)
  }

  /// Fails if guided ink is not behind the pen, has no rope, does not catch up while the pen rests,
  /// or the setting overrides a brush's own stabiliser.
  @Test func guidesReachTheStrokes() throws {
    let session = try SessionTests.make()
    session.settings.aids.hold = 0
    session.settings.aids.stabiliser = .rope
    session.settings.aids.rope = 50
    session.settings.aids.stabiliserEnd = .ink
    let line = (0...60).map { Point(60 + Double($0) * 4, 150) }
    var time = draw(session, line)
    let rope = try #require(session.rope)
    #expect(rope.pen == line[60] && abs(rope.ink.x - 250) < 0.6 && session.deadline == nil)
    send(session, .up(.lifted), line[60], time)
    #expect(session.rope == nil)
    func end(_ session: Session) -> Double {
      Double((0..<800).last { pixels(session)[$0, 300] >> 24 > 128 } ?? 0) / 2
    }
    #expect(abs(end(session) - 250) < 4)

    let average = try SessionTests.make()
    (average.settings.aids.hold, average.settings.aids.stabiliser) = (0, .average)
    (average.settings.aids.average, average.settings.aids.stabiliserEnd) = (200, .ink)
    time = draw(average, line)
    // 800 px/s for 0.1 s.
    #expect(abs(end(average) - (300 - 80)) < 5 && average.rope == nil)
    var wakes = 0
    while let deadline = average.deadline, wakes < 100 {
      _ = average.flush(now: deadline)
      wakes += 1
    }
    #expect((8...20).contains(wakes) && abs(end(average) - 300) < 5)
    send(average, .up(.lifted), line[60], time + 0.3)
    #expect(abs(end(average) - 300) < 5)

    session.brush.stabiliser = .none
    session.brush.hasOwnStabiliser = true
    _ = draw(session, line.map { $0 + Vector(0, 40) })
    #expect(session.rope == nil)
  }
}
