import Rig
import Testing

extension EndToEnd {
  /// What the user says of devices and buttons counts in the running program.
  @Suite struct DeviceTests {
    private func sitting(_ settings: String, _ further: DeviceSection...) throws -> Sitting {
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\n" + settings, to: "config/fude/settings")
      var arrangement = Sitting.Arrangement()
      arrangement.folder = folder
      arrangement.furtherDevices = further
      return try Sitting(arrangement)
    }

    /// Would break if the settings' word on a device did not reach the events of that device: the pen erases, by its name.
    @Test func aDeviceIsWhatTheUserSays() throws {
      let sitting = try sitting("device.Test Pen stylus = class eraser\n")
      try sitting.drag(1, from: (100, 200), to: (400, 200))
      let drawn = try sitting.image()
      try sitting.line(from: (250, 120), to: (250, 280), pressure: 1...1)
      let erased = try sitting.image()
      #expect(drawn[250, 200] != Look.paper && erased[250, 200] == Look.paper)
      #expect(erased.inkAcross(column: 150).width == drawn.inkAcross(column: 150).width)
      #expect(sitting.program.errors == "")
    }

    /// Would break if a pen's side button did not erase while it is held, or picked no colour where that is its use.
    @Test func sideButtonsOfAPen() throws {
      let sitting = try sitting("pen-button-2 = erase\n")
      try sitting.line(from: (100, 200), to: (400, 200), pressure: 1...1)
      try sitting.hover(250, 120)
      try sitting.pen.press(2)
      try sitting.pen.move(x: try sitting.point(250, 120).x, y: try sitting.point(250, 120).y, pressure: 0.5)
      try sitting.pen.press(1, pressure: 0.5)
      for y in stride(from: 120.0, through: 280, by: 10) {
        let point = try sitting.point(250, y)
        try sitting.pen.move(x: point.x, y: point.y, pressure: 0.5)
      }
      try sitting.pen.release(1)
      try sitting.pen.release(2)
      try sitting.pen.proximityOut()
      try sitting.pen.synchronize()
      #expect(try sitting.image()[250, 200] == Look.paper)
      #expect(try sitting.image()[150, 200] == Look.ink)
      // The paper's colour is picked: what is drawn with it is not to be seen on paper.
      try sitting.hover(500, 400)
      try sitting.pen.press(3)
      try sitting.pen.release(3)
      try sitting.pen.synchronize()
      try sitting.line(from: (100, 200), to: (200, 200), pressure: 1...1)
      #expect(try sitting.image()[150, 200] == Look.paper)
    }

    /// Would break if a tablet's buttons drew, as X makes a click of the first one, or did not do what they are set to.
    @Test func buttonsOfATablet() throws {
      let section = DeviceSection(
        name: "Test Tablet pad", driver: "inputtest",
        options: [
          .init("SocketPath", "@FOLDER@/pad"), .init("DeviceType", "PointerAbsolute"),
          .init("PointerButtonCount", "12"),
        ])
      let sitting = try sitting("pad-button-5 = clear\n", section)
      let pad = try InputTestDevice(section, of: sitting.bench.server)
      func press(_ button: Int) throws {
        try pad.button(button, isPress: true, [], isAbsolute: true)
        try pad.button(button, isPress: false, [], isAbsolute: true)
        try pad.synchronize()
        try sitting.settle()
      }
      try sitting.line(from: (100, 200), to: (400, 200))
      let drawn = try sitting.image()
      try press(1)
      #expect(try sitting.image().ink() == nil, "undone, and no dot where the pointer is")
      try press(2)
      #expect(try sitting.image().difference(from: drawn).isEmpty)
      try press(9)
      #expect(try sitting.image().ink(in: Area(x: 0, y: 100, width: 640, height: 200)) == nil)
      // A finger on it moves no pen.
      try pad.button(1, isPress: true, [(0, 20000), (1, 20000)], isAbsolute: true)
      try pad.motion([(0, 40000), (1, 40000)], isAbsolute: true)
      try pad.button(1, isPress: false, [], isAbsolute: true)
      try pad.synchronize()
      #expect(try sitting.image().difference(from: drawn).isEmpty, "what was cleared is back, and nothing else")
    }
  }
}
