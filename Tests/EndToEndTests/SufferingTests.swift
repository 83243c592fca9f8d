import Document
import Foundation
import Rig
import Testing

extension EndToEnd {
  /// What users of other programs suffer from their pens, as far as only the whole program on a real server can show that it
  /// does not happen here. What comes from reading events wrongly is in the decoder's suite of the same name.
  @Suite struct SufferingTests {
    private typealias Spot = (x: Double, y: Double)

    /// Would break if a stroke went that the pen did not end itself: it leaves the tablet's reach, it is unplugged, the
    /// program is closed, each with the tip down; or if the next stroke did not start by itself.
    @Test func aVanishedStrokeWhenTheReleaseIsLost() throws {
      let path: [Spot] = [(100, 100), (150, 100), (200, 100), (240, 100)]
      for loss in 0..<3 {
        let sitting = try Sitting()
        try sitting.pressAndMove(path)
        switch loss {
        case 0:
          try sitting.pen.proximityOut()
          try sitting.pen.synchronize()
          // The server holds the button; the next stroke's press would be none to it.
          try sitting.pen.release()
        case 1:
          try sitting.bench.unplug(sitting.pen.device)
          try sitting.bench.plugIn(sitting.pen.device)
        default:
          #expect(try sitting.close() == .exited(0))
          #expect(try #require(try sitting.kept().ink()).width >= 140)
          continue
        }
        let first = try sitting.image()
        #expect(try #require(first.ink()).width >= 140, "loss \(loss)")
        try sitting.line(from: (100, 300), to: (240, 300))
        let both = try sitting.image()
        #expect(both.ink(in: Area(x: 0, y: 115, width: 640, height: 170)) == nil, "loss \(loss)")
        #expect(try #require(both.ink(in: Area(x: 0, y: 280, width: 640, height: 40))).width >= 140, "loss \(loss)")
        try sitting.key("ctrl+z")
        #expect(try sitting.image().difference(from: first).isEmpty, "loss \(loss)")
      }
    }

    /// Would break if an eraser were known by a property of one driver only, or drew: here its name is all there is.
    @Test func ignoredEraser() throws {
      var arrangement = Sitting.Arrangement()
      arrangement.furtherDevices = [.eraser]
      let sitting = try Sitting(arrangement)
      let eraser = VirtualPen(device: try InputTestDevice(.eraser, of: sitting.bench.server), width: 800, height: 600)
      try sitting.line(from: (100, 200), to: (400, 200), pressure: 1...1)
      let drawn = try sitting.image()
      for button in [1, 3] {
        let (top, bottom) = (try sitting.point(250, 120, 0.8), try sitting.point(250, 280, 0.8))
        try eraser.proximityIn(x: top.x, y: top.y)
        try eraser.move(x: top.x, y: top.y, pressure: 0.8)
        try eraser.press(button, pressure: 0.8)
        for point in PenPoint.line(from: top, to: bottom, count: 20) {
          try eraser.move(x: point.x, y: point.y, pressure: point.pressure)
        }
        try eraser.release(button)
        try eraser.proximityOut()
        try eraser.synchronize()
        let erased = try sitting.image()
        #expect(erased[250, 200] == Look.paper, "by button \(button)")
        #expect(erased.inkAcross(column: 150).width == drawn.inkAcross(column: 150).width)
        try sitting.key("ctrl+z")
        #expect(try sitting.image().difference(from: drawn).isEmpty)
      }
    }

    /// Would break if a pen had to be there when the program starts: it is plugged in later, and has its pressure from its
    /// first stroke on.
    @Test func worksOnlyIfPluggedInBefore() throws {
      var arrangement = Sitting.Arrangement()
      arrangement.prepare = { try $0.unplug($0.pen.device) }
      let sitting = try Sitting(arrangement)
      try sitting.bench.plugIn(sitting.pen.device)
      for (index, pressure) in [1, 0.25].enumerated() {
        let y = 100.5 + Double(index) * 100
        try sitting.line(from: (100, y), to: (400, y), pressure: pressure...pressure)
        let width = try sitting.image().inkAcross(column: 250, rows: 60 + index * 100..<140 + index * 100).width
        #expect(abs(width - Look.width(atPressure: pressure)) < 0.25, "at \(pressure) it is \(width) px wide")
      }
    }

    /// Would break if places were computed from the tablet's own axes: the tablet is mapped to the right one of two monitors,
    /// as desktops do it, and the window is on that; ink is where the pointer is.
    @Test func offsetWithSeveralMonitors() throws {
      var arrangement = Sitting.Arrangement()
      arrangement.screen = (1600, 600)
      arrangement.arguments = ["--geometry", "640x480+880+60", "--canvas", "640x480"]
      arrangement.prepare = {
        try $0.screen.map(
          deviceNamed: $0.pen.device.name, to: Area(x: 800, y: 0, width: 800, height: 600), ofScreen: 1600, 600)
      }
      let sitting = try Sitting(arrangement)
      #expect(try sitting.frame.x >= 800)
      /// A place of the window in the tablet's terms, whose whole width is the right half of the screen.
      func onTablet(_ x: Double, _ y: Double) throws -> PenPoint {
        var point = try sitting.point(x, y)
        point.x = (point.x - 800) * 2
        return point
      }
      for place in [Place(x: 40.5, y: 60.5), Place(x: 320.25, y: 240.75), Place(x: 600, y: 440)] {
        let point = try onTablet(place.x, place.y)
        try sitting.pen.tap(x: point.x, y: point.y)
        let centre = try sitting.image().inkCentre()
        #expect(centre.distance(to: place) < 0.3, "ink at \(centre), pen at \(place)")
        let pointer = try sitting.screen.pointerPosition()
        let frame = try sitting.frame
        #expect(abs(pointer.x - Double(frame.x) - centre.x) <= 1 && abs(pointer.y - Double(frame.y) - centre.y) <= 1)
        try sitting.key("ctrl+z")
      }
      try sitting.pen.stroke(PenPoint.line(from: try onTablet(100, 100.5), to: try onTablet(500, 100.5), count: 40))
      let line = try #require(try sitting.image().ink())
      #expect(abs(line.x - 97) <= 1 && abs(line.right - 503) <= 1, "from \(line.x) to \(line.right)")
    }

    /// Would break if each of a fast pen's reports cost a frame, so that those that wait become ever more: the program is held
    /// up while 3 s of a pen of 1000 Hz arrive, and is to catch up with all of them, in order, in a few frames.
    @Test func lagThatGrowsAt1000Hz() throws {
      let sitting = try Sitting()
      try sitting.pressAndMove([(60, 60)])
      let meter = try DamageMeter(sitting.screen, window: sitting.window)
      _ = try meter.take()
      let count = 3000
      let frame = try sitting.frame
      sitting.program.signal(SIGSTOP)
      for i in 1...count {
        let share = Double(i) / Double(count)
        // Down the window in sixteen sweeps.
        let sweep = abs((share * 8).truncatingRemainder(dividingBy: 1) * 2 - 1)
        try sitting.pen.move(
          x: Double(frame.x) + 60 + 500 * (1 - sweep), y: Double(frame.y) + 60 + 360 * share, pressure: 0.5)
      }
      try sitting.pen.release()
      try sitting.pen.synchronize()
      sitting.program.signal(SIGCONT)
      let image = try sitting.image()
      let frames = try meter.take().areas.count
      #expect(frames < count / 20, "\(frames) frames for \(count) reports")
      let ink = try #require(image.ink())
      #expect(ink.width > 490 && abs(ink.bottom - 420) < 6, "\(ink)")
      try sitting.key("ctrl+z")
      #expect(try sitting.image().ink() == nil, "it is one stroke")
    }

    /// Would break if saving ended the stroke that is being drawn or moved it, if the file held half of it, or if the drawing
    /// counted as saved without it.
    @Test func aSaveThatBreaksTheStroke() throws {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      let sitting = try Sitting(arrangement)
      let file = folder.path + "/Pictures/sketch.ora"
      try sitting.line(from: (100, 60.5), to: (500, 60.5))
      try sitting.key("ctrl+shift+s")
      for letter in "sketch" { try sitting.key(String(letter)) }
      try sitting.key("Return")
      try sitting.screen.wait(for: "the first save", seconds: 90) { FileManager.default.fileExists(atPath: file) }
      // A file that is written anew is another one under the same name.
      func number() -> Int? { (try? FileManager.default.attributesOfItem(atPath: file))?[.systemFileNumber] as? Int }
      let first = number()

      try sitting.pressAndMove([(100, 200.5), (150, 200.5), (200, 200.5), (250, 200.5)])
      try sitting.key("ctrl+s")
      for x in stride(from: 260.0, through: 400, by: 10) {
        let point = try sitting.point(x, 200.5)
        try sitting.pen.move(x: point.x, y: point.y, pressure: 0.5)
      }
      try sitting.pen.synchronize()
      try sitting.screen.wait(for: "the second save", seconds: 90) {
        number() != nil && number() != first
      }
      let halfway = try picture(of: file)
      #expect(halfway.inkAcross(column: 300, rows: 40..<80).width > 1)
      #expect(halfway.ink(in: Area(x: 0, y: 120, width: 640, height: 160)) == nil, "half a stroke is in the file")
      for x in stride(from: 410.0, through: 500, by: 10) {
        let point = try sitting.point(x, 200.5)
        try sitting.pen.move(x: point.x, y: point.y, pressure: 0.5)
      }
      try sitting.lift()
      let image = try sitting.image()
      let rows = 180..<220
      let widths = stride(from: 110, through: 490, by: 20).map { image.inkAcross(column: $0, rows: rows).width }
      #expect(widths.allSatisfy { abs($0 - Look.width(atPressure: 0.5)) < 0.25 }, "\(widths)")
      #expect(sitting.screen.title(of: sitting.window) == "\u{2022} sketch - Fude")
      try sitting.key("ctrl+s")
      try sitting.screen.wait(for: "the third save", seconds: 90) {
        sitting.screen.title(of: sitting.window) == "sketch - Fude"
      }
      let saved = try picture(of: file)
      #expect(abs(saved.inkAcross(column: 400, rows: rows).width - Look.width(atPressure: 0.5)) < 0.25)
      try sitting.key("ctrl+z")
      // (What says that it was saved may still be shown at the window's foot.)
      let undone = try sitting.image()
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
