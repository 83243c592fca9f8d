import Geometry
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Document
@testable import Studio

/// Tests of a session with strokes that are chosen by hand.
protocol StrokeToolTesting {
  var filler: CoverageFiller { get }
}

extension StrokeToolTesting {
  func session() throws -> Session {
    let document = try #require(Document(width: 200, height: 200))
    let session = try #require(Session(document: document, windowWidth: 200, windowHeight: 200))
    session.brush = Brush(size: 8, minimumShare: 1)
    return session
  }

  func pen(
    _ session: Session, _ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ modifiers: Modifiers = [],
    time: Double = 0
  ) -> Effects {
    session.handle(
      .pointer(
        PointerEvent(phase, PenSample(position: Point(x, y), time: time, pressure: 1), modifiers: modifiers)))
  }

  func line(_ session: Session, _ from: Point, _ to: Point, colour: UInt32 = 0) {
    session.style.colour = colour
    _ = pen(session, .down, from.x, from.y)
    for i in 1...8 {
      let place = from.lerp(to: to, Double(i) / 8)
      _ = pen(session, .drag, place.x, place.y, time: Double(i) / 50)
    }
    _ = pen(session, .up(.lifted), to.x, to.y, time: 0.2)
    _ = session.flush(now: 0.2)
  }

  /// Three lines, the second and the third across the first, and the stroke tool with their index.
  func lines() throws -> Session {
    let session = try session()
    line(session, Point(20, 100), Point(180, 100), colour: 0xFF0000)
    line(session, Point(60, 20), Point(60, 180), colour: 0x00FF00)
    line(session, Point(140, 20), Point(140, 180), colour: 0x0000FF)
    _ = session.choose(.strokes)
    try index(session)
    return session
  }

  func index(_ session: Session) throws {
    #expect(session.wantsStrokeIndex)
    let document = session.settledDocument
    _ = session.take(try StrokeIndex(of: document, after: session.strokeIndex), of: document)
    #expect(!session.wantsStrokeIndex)
  }

  func tap(_ session: Session, _ x: Double, _ y: Double, _ modifiers: Modifiers = []) {
    _ = pen(session, .down, x, y, modifiers)
    _ = pen(session, .up(.lifted), x, y, modifiers)
  }

  func drag(_ session: Session, _ places: [Point], _ modifiers: Modifiers = []) {
    for (index, place) in places.enumerated() {
      _ = pen(session, index == 0 ? .down : .drag, place.x, place.y, modifiers)
    }
    _ = pen(session, .up(.lifted), places[places.count - 1].x, places[places.count - 1].y, modifiers)
  }

  func chosen(_ session: Session) -> [Int] { session.strokePicking.chosenStrokes.map(\.number) }

  /// What the worker of the program does.
  func compute(_ session: Session) throws {
    let begun = try #require(session.strokeChange)
    var change = begun
    try change.compute(for: session.settledDocument, seen: session.seenPixels, filler: filler)
    var effects = session.take(.success(change), of: begun)
    while effects.requests.contains(.computeChange) {
      let begun = try #require(session.strokeChange)
      var change = begun
      try change.compute(for: session.settledDocument, seen: session.seenPixels, filler: filler)
      effects = session.take(.success(change), of: begun)
    }
  }

  func size(_ size: Double) -> StrokeChange {
    var change = StrokeChange()
    change.size = size
    return change
  }

  func colour(_ colour: UInt32) -> StrokeChange {
    var change = StrokeChange()
    change.colour = colour
    return change
  }
}
