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

    /// Fails if strokes are joined, or if a start is lost, when the manager answers in the middle of a stroke. The
    /// server then drops the releases and presses that it has queued.
    @Test(arguments: [1, 2, 4]) func strokesStayApartWhenAStrokeIsInterrupted(thawed: Int) throws {
      let (session, manager) = try session()
      defer { manager.signal(SIGCONT) }
      let rows = (0..<6).map { 60 + 70 * Double($0) }
      manager.signal(SIGSTOP)
      for (number, y) in rows.enumerated() {
        let line = try (0...12).map { try session.point(120 + 25 * Double($0), y, 1) }
        try session.pen.proximityIn(x: line[0].x, y: line[0].y)
        for (i, p) in line.enumerated() {
          try session.pen.move(x: p.x, y: p.y, pressure: 1)
          if i == 0 {
            try session.pen.press()
            // A press that comes more than 1 ms after its motion does not count as a position.
            try session.pen.move(x: p.x, y: p.y, pressure: 1)
          }
          if i == 6, number == thawed {
            try session.pen.synchronize()
            manager.signal(SIGCONT)
            try session.screen.wait(for: "the queued ink") { () throws(RigError) in
              try session.screen.image(of: session.window, Area(x: 180, y: Int(rows[0]), width: 8, height: 8)).ink()
                != nil
            }
          }
        }
        try session.pen.release()
        try session.pen.synchronize()
      }
      var image = try session.image()
      for (number, y) in rows.enumerated() {
        let line = try #require(image.ink(in: Area(x: 0, y: Int(y) - 30, width: 640, height: 60)))
        #expect(abs(line.x - 117) <= 4 && abs(line.right - 423) <= 4 && line.height < 16, "\(number): \(line)")
        #expect(image.ink(in: Area(x: 0, y: Int(y) + 20, width: 640, height: 28)) == nil, "below \(number)")
      }
      for (number, y) in rows.enumerated().reversed() {
        try session.key("ctrl+z")
        image = try session.image()
        #expect(image.ink(in: Area(x: 0, y: Int(y) - 30, width: 640, height: 60)) == nil, "\(number)")
        if number > 0 { #expect(image.ink(in: Area(x: 0, y: 0, width: 640, height: Int(y) - 30)) != nil) }
      }
    }
  }
}
