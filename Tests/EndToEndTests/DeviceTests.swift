import Rig
import Testing

extension EndToEnd {
  @Suite struct DeviceTests {
    private func session(_ settings: String, _ further: DeviceSection...) throws -> TestSession {
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\n" + settings, to: "config/fude/settings")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.furtherDevices = further
      return try TestSession(arrangement)
    }

    /// Fails if a device's setting does not reach its events. Here the pen erases, by its name.
    @Test func aDeviceIsWhatTheUserSays() throws {
      let session = try session("device.Test Pen stylus = class eraser\n")
      try session.drag(1, from: (100, 200), to: (400, 200))
      let drawn = try session.image()
      try session.line(from: (250, 120), to: (250, 280), pressure: 1...1)
      let erased = try session.image()
      #expect(drawn[250, 200] != Look.paper && erased[250, 200] == Look.paper)
      #expect(erased.inkAcross(column: 150).width == drawn.inkAcross(column: 150).width)
      #expect(session.program.errors == "")
    }

    /// Fails if a pen's side button does not erase while held, or does not pick a colour if set to
    /// that.
    @Test func sideButtonsOfAPen() throws {
      let session = try session("pen-button-2 = erase\n")
      try session.line(from: (100, 200), to: (400, 200), pressure: 1...1)
      try session.hover(250, 120)
      try session.pen.press(2)
      try session.pen.move(x: try session.point(250, 120).x, y: try session.point(250, 120).y, pressure: 0.5)
      try session.pen.press(1, pressure: 0.5)
      for y in stride(from: 120.0, through: 280, by: 10) {
        let point = try session.point(250, y)
        try session.pen.move(x: point.x, y: point.y, pressure: 0.5)
      }
      try session.pen.release(1)
      try session.pen.release(2)
      try session.pen.proximityOut()
      try session.pen.synchronize()
      #expect(try session.image()[250, 200] == Look.paper)
      #expect(try session.image()[150, 200] == Look.ink)
      // Picks the paper's colour. Strokes with it are invisible on the paper.
      try session.hover(500, 400)
      try session.pen.press(3)
      try session.pen.release(3)
      try session.pen.synchronize()
      try session.line(from: (100, 200), to: (200, 200), pressure: 1...1)
      #expect(try session.image()[150, 200] == Look.paper)
    }

    /// Fails if a tablet's buttons draw, because X reports the first one as a click, or do not
    /// perform their action.
    @Test func buttonsOfATablet() throws {
      let section = DeviceSection(
        name: "Test Tablet pad", driver: "inputtest",
        options: [
          .init("SocketPath", "@FOLDER@/pad"), .init("DeviceType", "PointerAbsolute"),
          .init("PointerButtonCount", "12"),
        ])
      let session = try session("pad-button-5 = clear\n", section)
      let pad = try InputTestDevice(section, of: session.bench.server)
      func press(_ button: Int) throws {
        try pad.button(button, isPress: true, [], isAbsolute: true)
        try pad.button(button, isPress: false, [], isAbsolute: true)
        try pad.synchronize()
        try session.settle()
      }
      try session.line(from: (100, 200), to: (400, 200))
      let drawn = try session.image()
      try press(1)
      #expect(try session.image().ink() == nil, "undone, and no dot where the pointer is")
      try press(2)
      #expect(try session.image().difference(from: drawn).isEmpty)
      try press(9)
      #expect(try session.image().ink(in: Area(x: 0, y: 100, width: 640, height: 200)) == nil)
      // A finger on the tablet's pad moves no pen.
      try pad.button(1, isPress: true, [(0, 20000), (1, 20000)], isAbsolute: true)
      try pad.motion([(0, 40000), (1, 40000)], isAbsolute: true)
      try pad.button(1, isPress: false, [], isAbsolute: true)
      try pad.synchronize()
      #expect(try session.image().difference(from: drawn).isEmpty, "what was cleared is back, and nothing else")
    }
  }
}
