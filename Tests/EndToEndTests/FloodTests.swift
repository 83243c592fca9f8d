import Foundation
import Geometry
import Rig
import Testing

extension EndToEnd {
  /// More input than the program can handle at once: batches grow, queues do not, and nothing is
  /// lost.
  @Suite struct FloodTests {
    /// A path that winds through the window and ends at rest, so that lifting adds nothing.
    private func spiral(_ count: Int, in session: TestSession) throws -> [PenPoint] {
      try (0..<count).map { i in
        let t = Double(i) / Double(count)
        let angle = t * 40
        return try session.point(
          320 + (30 + 170 * t) * cos(angle), 240 + (30 + 170 * t) * sin(angle), 0.3 + 0.4 * abs(sin(9 * t)))
      }
    }

    /// Fails if fast samples are lost, merged or reordered, or if pixels depend on batches. 4000
    /// samples, sent as fast as possible and at 2000 Hz, must give the same picture.
    @Test func aFloodOfSamplesDrawsTheSameInk() throws {
      func picture(rate: Double?) throws -> Image {
        let session = try TestSession()
        try session.pen.stroke(try spiral(4000, in: session), rate: rate)
        return try session.image()
      }
      let (fast, slow) = (try picture(rate: nil), try picture(rate: 2000))
      #expect(slow.inkArea(in: Area(x: 0, y: 0, width: 640, height: 480)) > 20_000)
      #expect(fast.difference(from: slow).isEmpty)
    }

    /// Fails if waiting samples are drawn one by one. The program is stopped while 400 samples are
    /// sent, and then needs only a few frames.
    @Test func waitingPicturesArePasted() throws {
      let session = try TestSession()
      let way = try spiral(400, in: session)
      let first = try #require(way.first)
      try session.pen.proximityIn(x: first.x, y: first.y)
      try session.pen.move(x: first.x, y: first.y, pressure: first.pressure)
      try session.pen.press()
      try session.pen.synchronize()
      try session.settle()
      let meter = try DamageMeter(session.screen, window: session.window)
      _ = try meter.take()
      session.program.signal(SIGSTOP)
      for point in way.dropFirst() { try session.pen.move(x: point.x, y: point.y, pressure: point.pressure) }
      try session.pen.synchronize()
      #expect(try meter.take().areas.isEmpty)
      session.program.signal(SIGCONT)
      try session.settle()
      let put = try meter.take()
      // A frame has at most 16 rectangles. One frame draws the batch, another the predicted ink.
      // Events that Xlib had not read may need a third.
      #expect(!put.areas.isEmpty && put.areas.count <= 3 * 16, "\(put.areas.count) rectangles put")
      try session.pen.release()
      try session.pen.proximityOut()
      try session.settle()
      #expect(try session.image().inkArea(in: Area(x: 0, y: 0, width: 640, height: 480)) > 20_000)
    }
  }
}
