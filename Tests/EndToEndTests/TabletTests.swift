import Glibc
import Ink
import Rig
import Testing

extension EndToEnd {
  @Suite struct TabletTests {
    /// Fails if pressure is scaled by a wrong range, or if the driver's threshold is counted
    /// wrongly.
    @Test(arguments: TabletDriver.allCases) func pressureMakesWidth(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver)
      let pressures = [0.1, 0.25, 0.5, 1]
      for (index, pressure) in pressures.enumerated() {
        let y = 60.5 + Double(index) * 60
        try session.tabletLine(from: (100, y), to: (400, y), pressure: pressure...pressure)
      }
      let image = try session.image()
      for (index, pressure) in pressures.enumerated() {
        let line = image.inkAcross(column: 250, rows: 30 + index * 60..<90 + index * 60)
        let wanted = Look.width(atPressure: pressure)
        #expect(abs(line.width - wanted) < 0.1 * wanted, "at \(pressure) it is \(line.width) px wide, not \(wanted)")
        #expect(abs(line.middle - (60.5 + Double(index) * 60)) < 0.3)
      }
    }

    /// Fails if tilt is not read, has wrong units, or if axes or signs are confused. The tilt
    /// pencil is broad across the pen and thin along it (see ink.md).
    @Test(arguments: TabletDriver.allCases) func tiltMakesWidth(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver, brush: Look.outlinedTiltPencil)
      try session.key("shift+p")
      let holds: [(tilt: (x: Double, y: Double), pressure: Double)] = [
        ((0, 0), 0.5), ((0, 45), 0.5), ((0, -45), 0.5), ((45, 0), 0.5), ((30, 50), 0.25), ((0, 60), 0.25),
      ]
      for (index, hold) in holds.enumerated() {
        let y = 50.5 + Double(index) * 60
        try session.tabletLine(
          from: (100, y), to: (400, y), pressure: hold.pressure...hold.pressure, tilt: hold.tilt)
      }
      let image = try session.image()
      for (index, hold) in holds.enumerated() {
        let width = image.inkAcross(column: 250, rows: 25 + index * 60..<76 + index * 60).width
        let wanted = Look.tiltPencilWidth(hold.pressure, tilt: hold.tilt)
        #expect(
          abs(width - wanted) < 0.1 * wanted, "at \(hold.tilt), \(hold.pressure) it is \(width) px wide, not \(wanted)")
      }
    }

    /// Fails if tilt counts only at a stroke's start, in steps, or late. The pen is tilted on the
    /// way. The wacom driver averages tilt over four reports: about 10 px at 5 px a report.
    @Test(arguments: TabletDriver.allCases) func aFallingPenWidensItsLine(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver, brush: Look.outlinedTiltPencil)
      try session.key("shift+p")
      try session.tabletLine(
        from: (60, 200.5), to: (460, 200.5), pressure: 0.25...0.25, tiltAtEnd: (0, 60), count: 80)
      let image = try session.image()
      for x in stride(from: 200, through: 420, by: 20) {
        let width = image.inkAcross(column: x).width
        let wanted = Look.tiltPencilWidth(0.25, tilt: (0, 60 * (Double(x) + 0.5 - 60 - 10) / 400))
        #expect(abs(width - wanted) < 0.1 * wanted, "at column \(x) it is \(width) px wide, not \(wanted)")
      }
    }

    /// Fails if the eraser end draws, changes the tip's tool, or cannot be undone.
    @Test(arguments: TabletDriver.allCases) func theEraserEndErases(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver)
      try session.tabletLine(from: (100, 200), to: (400, 200), pressure: 1...1)
      let drawn = try session.image()
      try session.tabletLine(from: (250, 120), to: (250, 280), with: .eraser)
      let erased = try session.image()
      #expect(erased[250, 200] == Look.paper)
      #expect(erased.inkArea() < drawn.inkArea() - 100)
      #expect(erased.inkAcross(column: 150).width == drawn.inkAcross(column: 150).width)
      try session.tabletLine(from: (200, 300), to: (350, 300))
      #expect(try session.image().inkArea(in: Area(x: 180, y: 280, width: 200, height: 40)) > 500)
      for _ in 0..<2 { try session.key("ctrl+z") }
      #expect(try session.image().difference(from: drawn).isEmpty)
    }

    /// Fails if a side button draws or performs the wrong action. The lower one moves the canvas,
    /// the upper one picks a colour.
    @Test(arguments: TabletDriver.allCases) func sideButtonsAct(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver)
      try session.tabletLine(from: (200, 200), to: (300, 200), pressure: 1...1)
      let middle = try session.image().inkCentre()

      try session.bench.enterProximity(at: try session.place(300, 300, 0))
      try session.tablet.press(.lower)
      for step in 1...20 { try session.tablet.move(to: try session.place(300 + Double(step) * 2, 300, 0)) }
      try session.tablet.release(.lower)
      try session.tablet.leaveProximity()
      try session.tablet.synchronize()
      let moved = try session.image()
      // The drivers average over four reports, so the last ones lag behind.
      #expect(moved.inkCentre().distance(to: Place(x: middle.x + 38, y: middle.y)) <= 3)

      func pick(_ place: Place) throws {
        try session.bench.enterProximity(at: try session.place(place.x, place.y, 0))
        try session.tablet.press(.upper)
        try session.tablet.release(.upper)
        try session.tablet.leaveProximity()
        try session.tablet.synchronize()
      }
      try pick(Place(x: 320, y: 300))
      try session.tabletLine(from: (200, 350), to: (300, 350), pressure: 1...1)
      #expect(try session.image().difference(from: moved).isEmpty, "drawn in the paper's colour")
      try pick(moved.inkCentre())
      try session.tabletLine(from: (200, 350), to: (300, 350), pressure: 1...1)
      #expect(abs(try session.image().inkAcross(column: 250, rows: 320..<380).width - Look.width(atPressure: 1)) < 1.2)
    }

    /// Fails if a stroke that ends by leaving proximity is lost or joins the next one. It must not
    /// run to the tablet's corner, which is the position in the kernel's last report.
    @Test(arguments: TabletDriver.allCases) func aStrokeEndsWithThePensLeaving(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver)
      try session.tabletPress((0...30).map { (100 + Double($0) * 5, 150) })
      try session.tablet.leaveProximity()
      try session.tablet.synchronize()
      let first = try session.image()
      let ink = try #require(first.ink())
      #expect(ink.height < 10 && ink.x >= 94 && ink.right <= 260 && ink.width > 135, "\(ink)")

      try session.tabletLine(from: (100, 300), to: (250, 300))
      let both = try session.image()
      #expect(both.ink(in: Area(x: 0, y: 165, width: 640, height: 120)) == nil)
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: first).isEmpty)
      try session.key("ctrl+z")
      #expect(try session.image().ink() == nil)
    }

    /// Fails if the first stroke of a tool is lost, cut, split or without pressure, for both ends.
    /// libinput's driver creates the tool's device only then.
    @Test(arguments: TabletDriver.allCases) func theFirstStrokeOfAToolIsWhole(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver)
      try session.tabletLine(from: (100, 200.5), to: (400, 200.5), pressure: 1...1)
      let image = try session.image()
      let ink = try #require(image.ink())
      #expect(ink.x < 97 && ink.right > 390, "\(ink)")
      for x in stride(from: 105, through: 385, by: 20) {
        let width = image.inkAcross(column: x).width
        #expect(abs(width - Look.width(atPressure: 1)) < 0.1 * Look.width(atPressure: 1), "at \(x): \(width)")
      }
      try session.tabletLine(from: (90, 200), to: (410, 200), pressure: 1...1, with: .eraser)
      #expect(try session.image().ink() == nil)
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: image).isEmpty)
      try session.key("ctrl+z")
      #expect(try session.image().ink() == nil, "each was one stroke")
    }

    /// Fails if a stroke is lost because X gets no press. A fast user touches before libinput's
    /// driver has created the device, and it drops those events.
    @Test(arguments: TabletDriver.allCases) func aHurriedFirstStrokeIsDrawn(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver)
      let (bench, tablet) = (session.bench, try session.tablet)
      for end in [KernelPen.End.tip, .eraser] {
        // Touches without a pause after coming near. Then moves back and forth until X has the
        // device, and continues.
        var point = try session.place(100, 200.5, 1)
        let left = point.x
        try tablet.enterProximity(end, at: point)
        var steps = 0
        try session.screen.wait(for: "a device of the pen's end") { () throws(RigError) in
          steps += 1
          point.x = left + Double(steps % 100)
          try tablet.move(to: point)
          return bench.hasDevice(of: end)
        }
        for step in 0...100 {
          point.x = left + 100 + 3 * Double(step)
          try tablet.move(to: point)
          try tablet.synchronize()
        }
        point.pressure = 0
        try tablet.move(to: point)
        try tablet.leaveProximity()
        try tablet.synchronize()
        let image = try session.image()
        for x in stride(from: 240, through: 470, by: 23) {
          let width = image.inkAcross(column: x).width
          #expect(abs(width - (end == .tip ? Look.width(atPressure: 1) : 0)) < 1.2, "\(width) px at \(x)")
        }
      }
      for _ in 0..<2 { try session.key("ctrl+z") }
      #expect(try session.image().ink() == nil, "each was one stroke")
      // From then on X reports contact correctly.
      try session.tabletLine(from: (100, 300), to: (300, 300))
      #expect(try #require(try session.image().ink()).width > 195)
    }

    /// Fails if a tablet plugged in while the program runs is taken for a mouse, or if its first
    /// stroke is lost.
    @Test(arguments: TabletDriver.allCases) func aTabletIsPluggedInMeanwhile(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver, isPluggedIn: false)
      try session.bench.plugInTablet()
      try session.tabletLine(from: (100, 200.5), to: (400, 200.5), pressure: 0.25...1)
      let image = try session.image()
      #expect(try #require(image.ink()).width > 285)
      let ratio = image.inkAcross(column: 370).width / image.inkAcross(column: 130).width
      #expect(ratio > 2, "\(ratio)")
    }

    /// Fails if unplugging removes the unfinished stroke, or if the next stroke with the same
    /// device IDs is lost or joined to it.
    @Test(arguments: TabletDriver.allCases) func aStrokeOfATabletThatIsPulledOutIsKept(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver)
      for y in [100.0, 200] {
        try session.tabletPress((0...30).map { (100 + Double($0) * 5, y) })
        try session.bench.unplugTablet()
        let ink = try #require(try session.image().ink(in: Area(x: 0, y: Int(y) - 40, width: 640, height: 80)))
        #expect(ink.width > 140 && ink.height < 10, "\(ink)")
        try session.bench.plugInTablet()
      }
      try session.tabletLine(from: (100, 300), to: (250, 300), pressure: 1...1)
      let image = try session.image()
      #expect(image.ink(in: Area(x: 0, y: 115, width: 640, height: 70)) == nil)
      #expect(image.ink(in: Area(x: 0, y: 215, width: 640, height: 70)) == nil)
      #expect(abs(image.inkAcross(column: 180, rows: 260..<340).width - Look.width(atPressure: 1)) < 1.2)
      for _ in 0..<3 { try session.key("ctrl+z") }
      #expect(try session.image().ink() == nil)
    }

    /// Fails if disabling a device, as settings panels or suspend do, removes its stroke, or if it
    /// does not work when enabled again.
    @Test(arguments: TabletDriver.allCases) func aStrokeOfADeviceThatIsSwitchedOffIsKept(_ driver: TabletDriver) throws
    {
      let session = try TestSession(tablet: driver)
      try session.tabletPress((0...30).map { (100 + Double($0) * 5, 200) })
      let name = try #require(
        session.screen.deviceNames.first { $0.contains("Pro M Pen stylus") || $0.contains(" Pen (") })
      try session.screen.setDevice(named: name, isEnabled: false)
      let first = try session.image()
      #expect(try #require(first.ink()).width > 140)
      // A pen that still touched would draw a dot.
      try session.tablet.leaveProximity()
      try session.screen.setDevice(named: name, isEnabled: true)
      try session.tabletLine(from: (100, 300), to: (250, 300), pressure: 1...1)
      let both = try session.image()
      #expect(both.ink(in: Area(x: 0, y: 215, width: 640, height: 70)) == nil)
      #expect(abs(both.inkAcross(column: 180, rows: 260..<340).width - Look.width(atPressure: 1)) < 1.2)
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: first).isEmpty)
    }

    /// Fails if the meaning of a device ID outlives the device. With libinput, the first end after
    /// plugging in gets the other end's old ID.
    @Test func aNumberThatIsUsedAgainIsTheNewDevices() throws {
      let session = try TestSession(tablet: .libinput)
      try session.tabletLine(from: (100, 200), to: (400, 200), pressure: 1...1)
      func number(_ end: String) -> Int32? {
        session.screen.deviceNames.first { $0.contains(" \(end) (") }.flatMap { session.screen.deviceID(named: $0) }
      }
      let pen = try #require(number("Pen"))
      try session.bench.unplugTablet()
      try session.bench.plugInTablet()
      try session.tabletLine(from: (250, 120), to: (250, 280), with: .eraser)
      #expect(number("Eraser") == pen)
      #expect(try session.image()[250, 200] == Look.paper)
      try session.tabletLine(from: (250, 200), to: (250, 300))
      #expect(try session.image().inkArea(in: Area(x: 230, y: 220, width: 40, height: 60)) > 200)
    }

    /// Fails if `fude pens` lists a tablet, its pen's ends or their axes wrongly. With libinput the
    /// tablet exists before any pen.
    @Test(arguments: TabletDriver.allCases) func aTabletIsListed(_ driver: TabletDriver) throws {
      let bench = try Bench(.tablet(driver, width: 640, height: 480))
      func list() throws -> [String] {
        let program = try bench.start(try TestSession.fude(), ["pens"])
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.errors == "")
        return program.output.split(separator: "\n\n").map(String.init).filter {
          $0.hasPrefix("Wacom Intuos Pro M Pen")
        }
      }
      let first = try list()
      #expect(first.count == (driver == .wacom ? 2 : 1))
      if driver == .libinput { #expect(first[0].contains("  class    tablet; each end of a pen is listed")) }
      for end in [KernelPen.End.tip, .eraser] {
        try bench.enterProximity(end, at: PenPoint(x: 100, y: 100))
        try bench.tablet?.leaveProximity()
      }
      for kind in ["stylus", "eraser"] {
        let end = try #require(try list().first { $0.contains("  class    \(kind)\n") })
        #expect(end.contains(/id +\d+, USB 056a:0357/))
        #expect(end.contains(/axis +2  Abs Pressure +0 \.\.\. (65536|2047)/))
        #expect(end.contains(/axis +3  Abs Tilt X +-64 \.\.\. 6[34]/))
      }
    }

    /// Fails if the mouse or a key interrupts the tablet's stroke.
    @Test(arguments: TabletDriver.allCases) func theMouseDoesNotDisturbAStroke(_ driver: TabletDriver) throws {
      let session = try TestSession(tablet: driver)
      try session.tabletPress((0...30).map { (100 + Double($0) * 5, 200.5) })
      try session.mouse.move(by: 40, 90)
      try session.mouse.wheel(.up)
      try session.mouse.synchronize()
      for step in 31...60 { try session.tablet.move(to: try session.place(100 + Double(step) * 5, 200.5)) }
      try session.tablet.move(to: try session.place(400, 200.5, 0))
      try session.tablet.leaveProximity()
      try session.tablet.synchronize()
      let image = try session.image()
      for x in stride(from: 105, to: 385, by: 10) {
        #expect(abs(image.inkAcross(column: x).middle - 200.5) < 0.4, "at \(x)")
      }
      try session.key("ctrl+z")
      #expect(try session.image().ink() == nil, "it is one stroke")
    }
  }
}

extension Look {
  /// The tilt pencil with a crisp edge, so that the ink tells the width.
  static let outlinedTiltPencil = (name: "tilt-pencil", lines: "size 16\ntilt-pencil 0.25\nwidth-rise 8\nwidth-fall 8")

  /// The width of that pencil's horizontal line, canvas
  /// px. It is at most 16 across a flat pen and a quarter of that along it. More pressure than an
  /// average touch, a quarter of the full pressure, adds width.
  static func tiltPencilWidth(_ pressure: Double, tilt: (x: Double, y: Double)) -> Double {
    let (tx, ty) = (tan(tilt.x * .pi / 180), tan(tilt.y * .pi / 180))
    let altitude = atan2(1, hypot(tx, ty)) * 180 / .pi
    let flatness = 1 - (max(altitude, 15) - 15) / 75
    let across = tx == 0 && ty == 0 ? 0 : atan2(abs(ty), abs(tx)) / (.pi / 2)
    return max(4, 16 * flatness * across) * max(1, pressure / 0.25)
  }
}
