import Document
import Geometry
import Ink
import Input
import Raster
import Testing

@testable import Studio

@Suite struct PredictionTests {
  /// A session in which a held pen makes no figures.
  private static func make() throws -> Session {
    let session = try SessionTests.make()
    session.settings.aids.hold = 0
    return session
  }

  private func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ time: Double) -> InputEvent {
    .pointer(PointerEvent(phase, PenSample(position: Point(x, 150), time: time, pressure: 0.8)))
  }

  /// Draws to the right at 800 px/s with the clock `offset` s before the samples'. Returns the
  /// pen's x coordinate.
  private func draw(_ session: Session, offset: Double) -> Double {
    for i in 0...30 {
      let (x, time) = (50 + Double(i) * 4, Double(i) / 200)
      _ = session.handle(pointer(i == 0 ? .down : .drag, x, time))
      _ = session.flush(now: time + offset)
    }
    return 170
  }

  /// The rightmost px in the window that has ink.
  private func end(_ session: Session) -> Double {
    let image = session.document.layers[0].image
    return Double((0..<800).last { image[$0, 300] != 0 } ?? 0) / 2
  }

  /// Fails if predicted ink stays when the pen rests, or the program is woken more than once for
  /// it.
  @Test func restingPenShowsNothingBeyond() throws {
    let plain = try Self.make()
    plain.predictionHorizon = 0
    let session = try Self.make()
    session.predictionHorizon = 0.016
    _ = draw(plain, offset: 7)
    #expect(plain.deadline == nil)
    _ = draw(session, offset: 7)
    #expect(end(session) > end(plain) + 3)
    let deadline = try #require(session.deadline)
    #expect(abs(deadline - (0.15 + 7 + 0.03)) < 1e-9)
    #expect(session.flush(now: deadline - 0.001).isEmpty)
    #expect(session.deadline == deadline)

    let before = session.document.layers[0].image
    let effects = session.flush(now: deadline)
    #expect(session.deadline == nil)
    #expect(session.document.layers[0].image.showsSame(as: plain.document.layers[0].image))
    // The removed ink is in the damage.
    let after = session.document.layers[0].image
    for y in 0..<600 {
      for x in 0..<800 where before[x, y] != after[x, y] {
        #expect(effects.damage.rects.contains { $0.contains(x: x, y: y) })
      }
    }
    #expect(session.flush(now: deadline + 1).isEmpty)
  }

  /// Fails if a new sample does not postpone the deadline, or a stroke's end leaves the deadline or
  /// predicted ink.
  @Test func samplesAndLiftsSettleTheDeadline() throws {
    let session = try Self.make()
    let x = draw(session, offset: 0)
    let first = try #require(session.deadline)
    _ = session.handle(pointer(.drag, x + 4, 0.155))
    _ = session.flush(now: 0.155)
    #expect(try #require(session.deadline) > first)
    _ = session.handle(pointer(.up(.lifted), x + 4, 0.155))
    #expect(session.deadline == nil)

    let plain = try Self.make()
    plain.predictionHorizon = 0
    _ = draw(plain, offset: 0)
    _ = plain.handle(pointer(.drag, x + 4, 0.155))
    _ = plain.handle(pointer(.up(.lifted), x + 4, 0.155))
    #expect(session.document.layers[0].image.showsSame(as: plain.document.layers[0].image))
  }

  /// Fails if a stroke that ends by undo leaves a deadline.
  @Test func undoTakesTheDeadlineAway() throws {
    let session = try Self.make()
    _ = draw(session, offset: 0)
    #expect(session.deadline != nil)
    _ = session.perform(.undo)
    #expect(session.deadline == nil)
    #expect(end(session) == 0)
  }

  /// Fails if predicted samples are recorded.
  @Test func recordingsHoldSamplesOnly() throws {
    let session = try Self.make()
    session.predictionHorizon = 0.016
    var count = 0
    session.sampleTap = { _, _ in count += 1 }
    _ = draw(session, offset: 0)
    #expect(count == 31)
  }
}
