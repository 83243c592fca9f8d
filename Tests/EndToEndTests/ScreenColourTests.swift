import Rig
import Testing

extension EndToEnd {
  /// Colours picked from anywhere on the screen.
  @Suite struct ScreenColourTests {
    private static let blue: UInt32 = 0x3A7BD5

    /// A session beside a blue window, which covers the screen's upper left corner.
    private func session() throws -> TestSession {
      let session = try TestSession()
      _ = try session.screen.cover(Area(x: 0, y: 0, width: 60, height: 40), Self.blue)
      try session.screen.synchronize()
      return session
    }

    private func ink(_ session: TestSession) throws -> UInt32 {
      try session.line(from: (100, 240), to: (500, 240))
      return try session.image()[300, 240] & 0xFF_FFFF
    }

    /// Fails if a pen's press outside the window takes no colour, the pointer does not show the
    /// colour before, or the press is drawn.
    @Test func aPressOutsideTheWindowTakesItsColour() throws {
      let session = try session()
      let before = try session.image()
      try session.key("shift+i")
      // The middle of the blue window.
      try session.hover(-50, -40)
      try session.screen.wait(for: "the colour at the pointer") { () throws(RigError) in
        try session.screen.pointer().pixels.contains(0xFF00_0000 | Self.blue)
      }
      try session.tap(-50, -40)
      // Also the message has gone.
      #expect(try session.image().difference(from: before).isEmpty)
      #expect(try ink(session) == Self.blue)
    }

    /// Fails if a press in the window draws instead, or takes no colour.
    @Test func aPressInTheWindowTakesItsColour() throws {
      let session = try session()
      let before = try session.image()
      try session.key("shift+i")
      try session.tap(200, 100)
      #expect(try session.image().difference(from: before).isEmpty)
      #expect(try ink(session) == Look.paper)
    }

    /// Fails if Escape or the right button take a colour or leave the pointer held, or if a key acts
    /// as a shortcut meanwhile.
    @Test func escapeAndTheRightButtonCancel() throws {
      let session = try session()
      try session.key("shift+i")
      try session.key("e")
      try session.key("Escape")
      #expect(try ink(session) == Look.ink)
      try session.key("ctrl+z")
      try session.key("shift+i")
      try session.moveMouse(-50, -40)
      try session.mouse.click(3)
      try session.settle()
      #expect(try ink(session) == Look.ink)
    }

    /// Fails if the keyboard alone cannot aim and take a colour.
    @Test func theKeyboardAimsAndTakes() throws {
      let session = try session()
      // 5 px right of the blue window.
      try session.moveMouse(-80 + 65, -60 + 20)
      try session.key("shift+i")
      try session.key("shift+Left")
      try session.key("Return")
      #expect(try ink(session) == Self.blue)
    }
  }
}
