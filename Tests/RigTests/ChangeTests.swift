import Testing

@testable import Rig

@Suite(.serialized) struct ChangeTests {
  /// Fails if drawing outside the part, or drawing that changes no pixel, counts as a change.
  @Test func anAnswerIsTheLastChangeOfThePart() throws {
    let bench = try Bench(width: 1024, height: 400)
    let client = try NullClient(display: bench.server.display, area: bench.screen.area)
    defer { client.stop() }
    let meter = try ChangeMeter(display: bench.server.display, area: Area(x: 300, y: 100, width: 200, height: 100))
    let line = { (y: Double) in
      PenPoint.line(from: PenPoint(x: 320, y: y), to: PenPoint(x: 480, y: y), count: 20)
    }
    let inside = try meter.response(quiet: 0.1) { () throws(RigError) in try bench.pen.stroke(line(150)) }
    let seen = try #require(inside)
    #expect(seen.first >= 0 && seen.first <= seen.last && seen.changes >= 1)
    // The same line again, then a line beside the part.
    let again = try meter.response(quiet: 0.1, limit: 0.3) { () throws(RigError) in try bench.pen.stroke(line(150)) }
    let beside = try meter.response(quiet: 0.1, limit: 0.3) { () throws(RigError) in try bench.pen.stroke(line(300)) }
    #expect(again == nil && beside == nil)
  }

  /// Fails if changes are missed while the pen moves, or if times do not start at its first
  /// position.
  @Test func framesAreCountedWhileThePenMoves() throws {
    let bench = try Bench(width: 1024, height: 400)
    let client = try NullClient(display: bench.server.display, area: bench.screen.area)
    defer { client.stop() }
    let meter = try ChangeMeter(display: bench.server.display, area: Area(x: 100, y: 200, width: 800, height: 1))
    let way = PenPoint.line(from: PenPoint(x: 150, y: 200), to: PenPoint(x: 750, y: 200), count: 60)
    let motion = try meter.motion(of: bench.pen, way, rate: 200, quiet: 0.1)
    let last = try #require(motion.sent.last)
    #expect(motion.sent.count == 61 && motion.sent.first == 0 && 0 < last && last <= motion.lifted)
    #expect(zip(motion.sent, motion.sent.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(zip(motion.changes, motion.changes.dropFirst()).allSatisfy { $0 <= $1 })
    // One line per movement. A busy machine may show several at once.
    #expect((1...61).contains(motion.changes.count))
    #expect(motion.intervals.count < motion.changes.count && motion.settling >= 0)
  }

  /// Fails if a null client's window stays after its end. It would cover the next measurement.
  @Test func aNullClientThatEndedIsGone() throws {
    let bench = try Bench(width: 1024, height: 400)
    let client = try NullClient(display: bench.server.display, area: bench.screen.area, liesAbove: true)
    #expect(bench.screen.isViewable(client.window))
    client.stop()
    #expect(!bench.screen.isViewable(client.window))
    #expect(bench.screen.serverVersion.hasPrefix("X.Org "))
  }
}
