import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct HoldTests {
    private func session(_ settings: String = "") throws -> TestSession {
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\npanels = hidden\n" + settings, to: "config/fude/settings")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      return try TestSession(arrangement)
    }

    /// Touches and moves. The pen stays down.
    private func draw(_ session: TestSession, _ places: [(x: Double, y: Double)]) throws {
      for (index, place) in places.enumerated() {
        let p = try session.point(place.x, place.y)
        if index == 0 {
          try session.pen.proximityIn(x: p.x, y: p.y)
          try session.pen.move(x: p.x, y: p.y, pressure: 0.5)
          try session.pen.press()
        } else {
          try session.pen.move(x: p.x, y: p.y, pressure: 0.5)
        }
      }
      try session.pen.synchronize()
      try session.settle()
    }

    /// The greatest distance of ink in a column from a height, px.
    private func off(_ image: Image, _ heights: [(column: Int, y: Double)]) -> Double {
      heights.map { abs(image.inkAcross(column: $0.column).middle - $0.y) }.max() ?? 99
    }

    /// A line to the right, 320 px long, with waves of 7 px.
    private static func wobblyLine() -> [(x: Double, y: Double)] {
      (0...80).map { i -> (x: Double, y: Double) in
        let wave: Double = 7 * sin(Double(i) / 8)
        return (x: 100 + Double(i) * 4, y: 200 + wave)
      }
    }

    private let columns = stride(from: 120, through: 400, by: 20)

    /// Fails if a held wobbly line does not become straight, cannot be dragged before the lift, or
    /// undo does not bring the stroke back and then leave a blank canvas.
    @Test func aHeldLineBecomesStraight() throws {
      let session = try session()
      let wobbly = Self.wobblyLine()
      let blank = try session.image()
      try draw(session, wobbly)
      let end = wobbly[80]
      func line(_ x: Double, _ y: Double) -> [(column: Int, y: Double)] {
        columns.map { column -> (column: Int, y: Double) in
          let share: Double = (Double(column) + 0.5 - 100) / (x - 100)
          return (column: column, y: 200 + (y - 200) * share)
        }
      }
      // The wobble is 7 px high, and the line is fitted to all of it.
      try session.screen.wait(for: "the straight line") { () throws(RigError) in
        off(try session.screen.image(of: session.window), line(end.x, end.y)) < 4
      }
      for place in [(x: 390.0, y: 260.0), (x: 400.0, y: 330.0), (x: 420.0, y: 360.0)] {
        let p = try session.point(place.x, place.y)
        try session.pen.move(x: p.x, y: p.y, pressure: 0.5)
      }
      try session.pen.synchronize()
      let dragged = try session.image()
      #expect(off(dragged, line(420, 360)) < 4)
      try session.lift()
      #expect(off(try session.image(), line(420, 360)) < 4)
      try session.key("ctrl+z")
      let drawn = try session.image()
      let wave = columns.map { column -> (column: Int, y: Double) in
        let height: Double = 7 * sin((Double(column) + 0.5 - 100) / 32)
        return (column: column, y: 200 + height)
      }
      #expect(off(drawn, wave) < 1.5)
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: blank).isEmpty)
      try session.key("ctrl+y")
      #expect(try session.image().difference(from: drawn).isEmpty)
      try session.key("ctrl+y")
      #expect(off(try session.image(), line(420, 360)) < 4)
      #expect(try session.close() == .exited(0))
    }

    /// Fails if a held loop does not become a circle, or it is lost with the program: the kept
    /// drawing must show it.
    @Test func aHeldLoopBecomesACircle() throws {
      let session = try session()
      let loop = (0...120).map { i -> (x: Double, y: Double) in
        let t = Double(i) / 120 * 6.4
        let (across, down): (Double, Double) = (100 + 3 * sin(3 * t), 100 + 3 * cos(2 * t))
        return (x: 300 + across * cos(t), y: 240 + down * sin(t))
      }
      try draw(session, loop)
      func spread(_ image: Image) -> Double {
        let middles = [
          image.inkAcross(column: 300, rows: 100..<200).middle, image.inkAcross(column: 300, rows: 280..<380).middle,
          image.inkAcross(column: 230, rows: 100..<220).middle, image.inkAcross(column: 370, rows: 260..<380).middle,
        ]
        let radii = zip(middles, [300.5, 300.5, 230.5, 370.5]).map { y, x -> Double in
          let (dx, dy): (Double, Double) = (x - 300, y - 240)
          return (dx * dx + dy * dy).squareRoot()
        }
        return (radii.max() ?? 99) - (radii.min() ?? 0)
      }
      try session.screen.wait(for: "the circle") { () throws(RigError) in
        let image = try session.screen.image(of: session.window)
        // Where the ends of the loop overlap there is one line now.
        return image.inkAcross(column: 399, rows: 200..<250).width > 1 && spread(image) < 3
      }
      try session.lift()
      let shown = try session.image()
      #expect(try session.close() == .exited(0))
      let kept = try session.kept()
      #expect(spread(kept) < 3 && abs(spread(kept) - spread(shown)) < 0.5)
    }

    /// Fails if the ink is not behind the pen by the rope's length, the rope is not shown, or it
    /// leaves pixels behind.
    @Test func aRopePullsTheInk() throws {
      let session = try session("guide = rope\nrope = 80\nguide-end = ink\nhold = 0\n")
      try draw(session, (0...60).map { (x: 100 + Double($0) * 5, y: 200.5) })
      let drawing = try session.image()
      // Ink of a width of several px up to 320, and a thin rope from there to 400.
      #expect(drawing.inkAcross(column: 310).width > 3)
      #expect(drawing.inkAcross(column: 330).width < 3 && drawing.inkAcross(column: 390).width > 0.5)
      try session.lift()
      let lifted = try session.image()
      #expect(lifted.inkAcross(column: 310).width > 3 && lifted.inkAcross(column: 330).width < 0.2)
      let ink = try #require(lifted.ink())
      #expect(abs(ink.right - 324) < 5)
      try session.key("shift+y")
      #expect(try session.close() == .exited(0))
      let settings = try String(contentsOfFile: session.path("config/fude/settings"), encoding: .utf8)
      #expect(settings.contains("guide = average\n"))
    }
  }
}
