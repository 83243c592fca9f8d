import Geometry
import Ink
import Input
import InterfaceSupport
import RandomSource
import Studio
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct DialModeTests {
  @Test("a value has one angle and the angle gives it back; more is clockwise", arguments: DialMode.allCases)
  func mapping(_ mode: DialMode) {
    var rng = RandomSource(7)
    let range = mode.range ?? -1000...1000
    var values = (0..<300).map { _ in Double.random(in: range, using: &rng) } + [range.lowerBound, range.upperBound]
    values.sort()
    for (a, b) in zip(values, values.dropFirst()) where b - a > 1e-9 {
      #expect(mode.degrees(of: a) < mode.degrees(of: b))
    }
    for value in values {
      let back = mode.value(atDegrees: mode.degrees(of: value))
      #expect(abs(back - value) <= 1e-9 * max(1, abs(value)), "\(mode) \(value)")
    }
  }

  @Test("rotations and hues turn in degrees; a turn is 100 % of opacity and a factor of 8 in size or zoom")
  func turns() {
    for mode in [DialMode.rotate, .hue] { #expect(mode.value(atDegrees: 417) == 417) }
    #expect(DialMode.opacity.value(atDegrees: 180) == 0.5)
    #expect(abs(DialMode.size.value(atDegrees: 360) - 96) < 1e-9)
    #expect(abs(DialMode.zoom.value(atDegrees: -360) - 0.125) < 1e-12)
    // The values at the top.
    #expect(DialMode.size.value(atDegrees: 0) == 12 && DialMode.zoom.value(atDegrees: 0) == 1)
  }

  @Test(
    "values are shown in their units",
    arguments: [
      (DialMode.rotate, 354.0, "354.0°"), (.rotate, -6, "354.0°"), (.rotate, 359.96, "0.0°"), (.size, 12, "12 px"),
      (.size, 0.5, "0.5 px"), (.size, 9.96, "10 px"), (.size, 1000, "1000 px"), (.size, 3, "3 px"),
      (.opacity, 0.854, "85 %"), (.opacity, 7, "100 %"), (.zoom, 0.5, "50 %"), (.hue, 210, "210°"),
      (.hue, -150.2, "210°"), (.hue, 359.7, "0°"), (.size, .nan, ""),
    ])
  func text(_ mode: DialMode, _ value: Double, _ text: String) { #expect(mode.shown(value) == text) }

  @Test("at an end of its range the value waits for the touch to return")
  func ends() {
    var dial = DialModel(mode: .opacity, value: 0.9, diameter: 200)
    func at(_ degrees: Double) -> Vector { Vector(length: 60, direction: Angle(degrees: degrees)) }
    _ = dial.press(at: at(0))
    #expect(dial.move(to: at(90)) == .turning(1))
    #expect(dial.move(to: at(120)) == .held)
    #expect(dial.move(to: at(40)) == .held)
    guard case .turning(let value) = dial.move(to: at(0)) else { return #expect(Bool(false), "it did not come back") }
    #expect(abs(value - 0.9) < 1e-12)
    _ = dial.release()
    #expect(dial.scroll(notches: 100) == .released(1))
    #expect(dial.scroll(notches: 1) == .held)
    #expect(dial.key(steps: -1) == .released(mode(0.99)))
    func mode(_ share: Double) -> Double { DialMode.opacity.value(atDegrees: DialMode.opacity.degrees(of: share)) }
  }

  @Test("a tap in the middle restores the neutral value, if there is one")
  func neutral() {
    for (mode, value, neutral) in [(DialMode.rotate, 77.0, 0.0), (.size, 40, 12), (.opacity, 0.3, 1), (.zoom, 3, 1)] {
      var dial = DialModel(mode: mode, value: value, diameter: 200)
      _ = dial.press(at: .zero)
      #expect(dial.release() == .released(neutral), "\(mode)")
    }
    var dial = DialModel(mode: .hue, value: 200, diameter: 200)
    _ = dial.press(at: .zero)
    #expect(dial.release() == .held && dial.value == 200)
    dial.choose(.size, value: 20)
    dial.neutral = 90
    _ = dial.press(at: .zero)
    guard case .released(let size) = dial.release() else { return #expect(Bool(false), "nothing was released") }
    #expect(abs(size - 90) < 1e-9)
  }

  @Test("a tap on a mode's button, Space on it and Page Down switch the mode")
  func switching() throws {
    let screen = try Screen()
    let dial = screen.overlay.dial
    func place(_ mode: DialMode) -> Point {
      screen.center + (dial.dial.buttons.first { $0.mode == mode }?.offset ?? .zero)
    }
    for mode in DialMode.allCases.reversed() {
      _ = screen.pointer(.down, place(mode))
      let up = screen.pointer(.up(.lifted), place(mode))
      #expect(up.isConsumed && up.effects.isEmpty && dial.mode == mode && !up.dirty.isEmpty)
    }
    // Sliding off does not switch.
    _ = screen.pointer(.down, place(.hue))
    _ = screen.pointer(.up(.lifted), place(.size))
    #expect(dial.mode == .rotate)
    var state = screen.overlay.context.state
    (state.size, state.opacity) = (24, 0.5)
    screen.overlay.show(state)
    while screen.overlay.focused !== dial { _ = screen.key(KeyCode.f6) }
    _ = screen.key(KeyCode.pageDown)
    #expect(dial.mode == .size && abs(dial.dial.model.value - 24) < 1e-9)
    _ = screen.key(KeyCode.tab)
    _ = screen.key(KeyCode.tab)
    _ = screen.key(KeyCode.tab)
    #expect((screen.overlay.focused as? DialModeButton)?.mode == .opacity)
    _ = screen.key(KeyCode.space)
    #expect(dial.mode == .opacity && dial.dial.model.shown == "50 %")
    // Arrow keys on a mode's button turn the dial.
    guard case .released(.opacity, let value)? = screen.key(KeyCode.up).effect else {
      return #expect(Bool(false), "it did not turn")
    }
    #expect(abs(value - 0.51) < 1e-9)
  }

  @Test("a tap in the middle shows the whole canvas, or 100 % if it is shown already")
  func wholeCanvas() throws {
    let screen = try Screen()
    screen.overlay.dial.mode = .zoom
    var state = screen.overlay.context.state
    for showsWhole in [false, true] {
      state.showsWhole = showsWhole
      screen.overlay.show(state)
      _ = screen.pointer(.down, screen.center)
      let up = screen.pointer(.up(.lifted), screen.center)
      #expect(up.effects == [.perform(showsWhole ? .zoomActual : .zoomWhole)])
    }
  }

  @Test("the hue is kept for dark colours and greys")
  func hues() {
    var memory = HueMemory()
    for ink: UInt32 in [0x1d1f24, 0x808080, 0, 0xe2553a] {
      let start = memory.hue(of: ink)
      var colour = ink
      for degrees in stride(from: 0.0, through: 720, by: 1) {
        colour = memory.turned(colour, to: start + degrees)
        let expected = (start + degrees).truncatingRemainder(dividingBy: 360)
        #expect(abs(memory.hue(of: colour) - expected) < 1e-9)
      }
      // Two turns lead back to the same colour.
      #expect(colour == ink)
    }
    #expect(abs(memory.hue(of: 0x00ff00) - 120) < 1e-9)
  }
}
