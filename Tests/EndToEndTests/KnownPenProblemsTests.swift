import Document
import Export
import Foundation
import Rig
import Storage
import Testing

extension EndToEnd {
  /// Problems that users of other programs have with their pens, tested with the whole program on a
  /// real server.
  ///
  /// Problems of reading events are in the decoder's suite of the same name.
  @Suite struct KnownPenProblemsTests {
    private typealias Spot = (x: Double, y: Double)

    /// Fails if a stroke is lost when the pen leaves proximity, is unplugged, or the program closes
    /// while it touches. The next stroke must start normally.
    @Test func aVanishedStrokeWhenTheReleaseIsLost() throws {
      let path: [Spot] = [(100, 100), (150, 100), (200, 100), (240, 100)]
      for loss in 0..<3 {
        let session = try TestSession()
        try session.pressAndMove(path)
        switch loss {
        case 0:
          try session.pen.proximityOut()
          try session.pen.synchronize()
          // The server still holds the button and would not report the next press.
          try session.pen.release()
        case 1:
          try session.bench.unplug(session.pen.device)
          try session.bench.plugIn(session.pen.device)
        default:
          #expect(try session.close() == .exited(0))
          #expect(try #require(try session.kept().ink()).width >= 140)
          continue
        }
        let first = try session.image()
        #expect(try #require(first.ink()).width >= 140, "loss \(loss)")
        try session.line(from: (100, 300), to: (240, 300))
        let both = try session.image()
        #expect(both.ink(in: Area(x: 0, y: 115, width: 640, height: 170)) == nil, "loss \(loss)")
        #expect(try #require(both.ink(in: Area(x: 0, y: 280, width: 640, height: 40))).width >= 140, "loss \(loss)")
        try session.key("ctrl+z")
        #expect(try session.image().difference(from: first).isEmpty, "loss \(loss)")
      }
    }

    /// Fails if an eraser is recognised only by one driver's property, or draws. Here only its name
    /// shows what it is.
    @Test func ignoredEraser() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.furtherDevices = [.eraser]
      let session = try TestSession(arrangement)
      let eraser = VirtualPen(device: try InputTestDevice(.eraser, of: session.bench.server), width: 800, height: 600)
      try session.line(from: (100, 200), to: (400, 200), pressure: 1...1)
      let drawn = try session.image()
      for button in [1, 3] {
        let (top, bottom) = (try session.point(250, 120, 0.8), try session.point(250, 280, 0.8))
        try eraser.proximityIn(x: top.x, y: top.y)
        try eraser.move(x: top.x, y: top.y, pressure: 0.8)
        try eraser.press(button, pressure: 0.8)
        for point in PenPoint.line(from: top, to: bottom, count: 20) {
          try eraser.move(x: point.x, y: point.y, pressure: point.pressure)
        }
        try eraser.release(button)
        try eraser.proximityOut()
        try eraser.synchronize()
        let erased = try session.image()
        #expect(erased[250, 200] == Look.paper, "by button \(button)")
        #expect(erased.inkAcross(column: 150).width == drawn.inkAcross(column: 150).width)
        try session.key("ctrl+z")
        #expect(try session.image().difference(from: drawn).isEmpty)
      }
    }

    /// Fails if the pen must be there when the program starts. A pen plugged in later has pressure
    /// from its first stroke.
    @Test func worksOnlyIfPluggedInBefore() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.prepare = { try $0.unplug($0.pen.device) }
      let session = try TestSession(arrangement)
      try session.bench.plugIn(session.pen.device)
      for (index, pressure) in [1, 0.25].enumerated() {
        let y = 100.5 + Double(index) * 100
        try session.line(from: (100, y), to: (400, y), pressure: pressure...pressure)
        let width = try session.image().inkAcross(column: 250, rows: 60 + index * 100..<140 + index * 100).width
        #expect(abs(width - Look.width(atPressure: pressure)) < 0.25, "at \(pressure) it is \(width) px wide")
      }
    }

    /// Fails if positions are computed from the tablet's axes instead of the pointer. The tablet is
    /// mapped to the right one of two monitors.
    @Test func offsetWithSeveralMonitors() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.screen = (1600, 600)
      arrangement.arguments = ["--geometry", "640x480+880+60", "--canvas", "640x480"]
      arrangement.prepare = {
        try $0.screen.map(
          deviceNamed: $0.pen.device.name, to: Area(x: 800, y: 0, width: 800, height: 600), ofScreen: 1600, 600)
      }
      let session = try TestSession(arrangement)
      #expect(try session.frame.x >= 800)
      /// A position of the window in the tablet's coordinates. The tablet's whole width covers the
      /// right half of the screen.
      func onTablet(_ x: Double, _ y: Double) throws -> PenPoint {
        var point = try session.point(x, y)
        point.x = (point.x - 800) * 2
        return point
      }
      for place in [Place(x: 40.5, y: 60.5), Place(x: 320.25, y: 240.75), Place(x: 600, y: 440)] {
        let point = try onTablet(place.x, place.y)
        try session.pen.tap(x: point.x, y: point.y)
        let centre = try session.image().inkCentre()
        #expect(centre.distance(to: place) < 0.3, "ink at \(centre), pen at \(place)")
        let pointer = try session.screen.pointerPosition()
        let frame = try session.frame
        #expect(abs(pointer.x - Double(frame.x) - centre.x) <= 1 && abs(pointer.y - Double(frame.y) - centre.y) <= 1)
        try session.key("ctrl+z")
      }
      try session.pen.stroke(PenPoint.line(from: try onTablet(100, 100.5), to: try onTablet(500, 100.5), count: 40))
      let line = try #require(try session.image().ink())
      #expect(abs(line.x - 97) <= 1 && abs(line.right - 503) <= 1, "from \(line.x) to \(line.right)")
    }

    /// Fails if each report of a fast pen costs a frame, so that the delay grows. The program is
    /// stopped while 3 s of reports at 1000 Hz arrive. It must catch up in order, in a few frames.
    @Test func lagThatGrowsAt1000Hz() throws {
      let session = try TestSession()
      try session.pressAndMove([(60, 60)])
      let meter = try DamageMeter(session.screen, window: session.window)
      _ = try meter.take()
      let count = 3000
      let frame = try session.frame
      session.program.signal(SIGSTOP)
      for i in 1...count {
        let share = Double(i) / Double(count)
        // Down the window in sixteen sweeps.
        let sweep = abs((share * 8).truncatingRemainder(dividingBy: 1) * 2 - 1)
        try session.pen.move(
          x: Double(frame.x) + 60 + 500 * (1 - sweep), y: Double(frame.y) + 60 + 360 * share, pressure: 0.5)
      }
      try session.pen.release()
      try session.pen.synchronize()
      session.program.signal(SIGCONT)
      let image = try session.image()
      let frames = try meter.take().areas.count
      #expect(frames < count / 20, "\(frames) frames for \(count) reports")
      let ink = try #require(image.ink())
      #expect(ink.width > 490 && abs(ink.bottom - 420) < 6, "\(ink)")
      try session.key("ctrl+z")
      #expect(try session.image().ink() == nil, "it is one stroke")
    }

    /// Fails if saving ends or moves the unfinished stroke, saves a part of it, or marks the
    /// drawing as saved without it.
    @Test func aSaveThatBreaksTheStroke() throws {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      let file = folder.path + "/Pictures/sketch.ora"
      try session.line(from: (100, 60.5), to: (500, 60.5))
      try session.key("ctrl+shift+s")
      for letter in "sketch" { try session.key(String(letter)) }
      try session.key("Return")
      try session.screen.wait(for: "the first save", seconds: 90) { FileManager.default.fileExists(atPath: file) }
      // A replaced file has another inode number.
      func number() -> Int? { (try? FileManager.default.attributesOfItem(atPath: file))?[.systemFileNumber] as? Int }
      let first = number()

      try session.pressAndMove([(100, 200.5), (150, 200.5), (200, 200.5), (250, 200.5)])
      try session.key("ctrl+s")
      for x in stride(from: 260.0, through: 400, by: 10) {
        let point = try session.point(x, 200.5)
        try session.pen.move(x: point.x, y: point.y, pressure: 0.5)
      }
      try session.pen.synchronize()
      try session.screen.wait(for: "the second save", seconds: 90) {
        number() != nil && number() != first
      }
      let halfway = try picture(of: file)
      #expect(halfway.inkAcross(column: 300, rows: 40..<80).width > 1)
      #expect(halfway.ink(in: Area(x: 0, y: 120, width: 640, height: 160)) == nil, "half a stroke is in the file")
      for x in stride(from: 410.0, through: 500, by: 10) {
        let point = try session.point(x, 200.5)
        try session.pen.move(x: point.x, y: point.y, pressure: 0.5)
      }
      try session.lift()
      let image = try session.image()
      let rows = 180..<220
      let widths = stride(from: 110, through: 490, by: 20).map { image.inkAcross(column: $0, rows: rows).width }
      #expect(widths.allSatisfy { abs($0 - Look.width(atPressure: 0.5)) < 0.25 }, "\(widths)")
      #expect(session.screen.title(of: session.window) == "\u{2022} sketch - Fude")
      try session.key("ctrl+s")
      try session.screen.wait(for: "the third save", seconds: 90) {
        session.screen.title(of: session.window) == "sketch - Fude"
      }
      let saved = try picture(of: file)
      #expect(abs(saved.inkAcross(column: 400, rows: rows).width - Look.width(atPressure: 0.5)) < 0.25)
      try session.key("ctrl+z")
      // The message of the save may still be shown at the bottom.
      let undone = try session.image()
      #expect(undone.ink(in: Area(x: 0, y: 120, width: 640, height: 160)) == nil, "it is one stroke")
      #expect(abs(undone.inkAcross(column: 300, rows: 40..<80).width - Look.width(atPressure: 0.5)) < 0.25)
    }

    private func picture(of file: String) throws -> Image {
      var notes: [String] = []
      let folder = try TemporaryFolder()
      try Document.open(file, notes: &notes).document.exportPNG(to: folder.path + "/a.png")
      return try Image(pngAt: folder.path + "/a.png")
    }
  }
}
