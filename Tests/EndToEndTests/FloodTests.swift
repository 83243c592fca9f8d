import Foundation
import Geometry
import Rig
import Testing

extension EndToEnd {
  /// More input than there is time for: batches grow, queues do not, and nothing is lost.
  @Suite struct FloodTests {
    /// A way that winds through the window and ends where it rests, so that lifting adds nothing.
    private func spiral(_ count: Int, in session: TestSession) throws -> [PenPoint] {
      try (0..<count).map { i in
        let t = Double(i) / Double(count)
        let angle = t * 40
        return try session.point(
          320 + (30 + 170 * t) * cos(angle), 240 + (30 + 170 * t) * sin(angle), 0.3 + 0.4 * abs(sin(9 * t)))
      }
    }

    /// Would break if samples were lost, merged or put in another order where they come faster than
    /// they are drawn, or if the stroke's pixels followed from how they came in batches: 4000
    /// samples, sent as fast as the server takes them, and the same at 2000 Hz, give the same
    /// picture.
    @Test func aFloodDrawsWhatASlowHandDraws() throws {
      func picture(rate: Double?) throws -> Image {
        let session = try TestSession()
        try session.pen.stroke(try spiral(4000, in: session), rate: rate)
        return try session.image()
      }
      let (fast, slow) = (try picture(rate: nil), try picture(rate: 2000))
      #expect(slow.inkArea(in: Area(x: 0, y: 0, width: 640, height: 480)) > 20_000)
      #expect(fast.difference(from: slow).isEmpty)
    }

    /// Would break if what had come meanwhile were drawn and put sample by sample, however late the
    /// program is: it is stopped while 400 samples are sent, and then puts all of them with a frame
    /// or two.
    @Test func whatCameMeanwhileIsPutAtOnce() throws {
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
      // A frame is at most 16 rectangles. One is the batch; the ink ahead of the pen goes with
      // another, and what Xlib had not read yet may make a third.
      #expect(!put.areas.isEmpty && put.areas.count <= 3 * 16, "\(put.areas.count) rectangles put")
      try session.pen.release()
      try session.pen.proximityOut()
      try session.settle()
      #expect(try session.image().inkArea(in: Area(x: 0, y: 0, width: 640, height: 480)) > 20_000)
    }
  }
}
