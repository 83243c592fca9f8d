import Glibc
import Rig
import Testing

extension EndToEnd {
  /// A slow window manager. It grabs each press until it has handled it.
  ///
  /// The server holds back later events and then reports only the pointer's last position.
  @Suite(.enabled(if: WindowManager.isInstalled)) struct StalledManagerTests {
    private func session(_ prepare: @escaping (Bench) throws -> Void = { _ in }) throws -> (TestSession, WindowManager)
    {
      var arrangement = TestSession.Arrangement()
      arrangement.hasWindowManager = true
      arrangement.prepare = prepare
      let session = try TestSession(arrangement)
      return (session, try #require(session.bench.windowManager))
    }

    /// Fails if a circle begins as a chord. All of it is drawn while the manager is stopped.
    @Test func aCircleBeginsRound() throws {
      let (session, manager) = try session()
      defer { manager.signal(SIGCONT) }
      let middle = try session.point(320, 240)
      manager.signal(SIGSTOP)
      try session.pen.stroke(PenPoint.circle(x: middle.x, y: middle.y, radius: 120, count: 100))
      manager.signal(SIGCONT)
      let image = try session.image()
      let ink = try #require(image.ink())
      #expect(abs(ink.x - 197) <= 4 && abs(ink.right - 443) <= 4 && abs(ink.y - 117) <= 4, "\(ink)")
      #expect(image.ink(in: Area(x: 240, y: 160, width: 160, height: 160)) == nil, "a chord")
      for angle in stride(from: 0.0, to: 6.2, by: 0.3) {
        let (x, y) = (320 + 120 * cos(angle), 240 + 120 * sin(angle))
        #expect(image.ink(in: Area(x: Int(x) - 3, y: Int(y) - 3, width: 7, height: 7)) != nil, "at \(angle)")
      }
    }

    /// Fails if two strokes become one or are joined by ink. Also for a pen mapped to a part of the
    /// screen.
    @Test(arguments: [false, true]) func twoStrokesStayTwo(isMapped: Bool) throws {
      let part = Area(x: 40, y: 30, width: 700, height: 560)
      let (session, manager) = try session { bench in
        guard isMapped else { return }
        try bench.screen.map(deviceNamed: bench.pen.device.name, to: part, ofScreen: 800, 600)
      }
      defer { manager.signal(SIGCONT) }
      func point(_ x: Double, _ y: Double) throws -> PenPoint {
        var point = try session.point(x, y)
        guard isMapped else { return point }
        point.x = (point.x - Double(part.x)) * 800 / Double(part.width)
        point.y = (point.y - Double(part.y)) * 600 / Double(part.height)
        return point
      }
      manager.signal(SIGSTOP)
      for y in [120.0, 320] {
        try session.pen.stroke(PenPoint.line(from: try point(120, y), to: try point(420, y), count: 30), leaves: false)
      }
      manager.signal(SIGCONT)
      let both = try session.image()
      for y in [120, 320] {
        let line = try #require(both.ink(in: Area(x: 0, y: y - 40, width: 640, height: 80)))
        #expect(abs(line.x - 117) <= 3 && abs(line.right - 423) <= 3 && line.height < 12, "\(line)")
      }
      #expect(both.ink(in: Area(x: 0, y: 140, width: 640, height: 160)) == nil)
      try session.key("ctrl+z")
      let one = try session.image()
      #expect(one.ink(in: Area(x: 0, y: 280, width: 640, height: 80)) == nil)
      #expect(one.ink(in: Area(x: 0, y: 80, width: 640, height: 80)) != nil)
    }
  }
}
