import Geometry
import Ink
import Input
import InterfaceSupport
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct OverlayInputTests {
  private let canvas = Point(300, 150)

  /// The value of an effect; nil for other effects.
  private func turning(_ response: Screen.Answer) -> Double? {
    if case .turning(.rotate, let v) = response.effect { (v * 1e6).rounded() / 1e6 } else { nil }
  }

  private func released(_ response: Screen.Answer) -> Double? {
    if case .released(.rotate, let v) = response.effect { (v * 1e6).rounded() / 1e6 } else { nil }
  }

  @Test("a press on the dial belongs to the dial until its release")
  func dialKeeps() throws {
    let screen = try Screen()
    let down = screen.pointer(.down, screen.onDial(0))
    #expect(down.isConsumed && down.effect == nil)
    #expect(turning(screen.pointer(.drag, screen.onDial(30))) == 30)
    let far = screen.pointer(.drag, screen.onDial(60, 300))
    #expect(far.isConsumed && turning(far) == 60)
    let up = screen.pointer(.up(.lifted), screen.onDial(60, 300))
    #expect(up.isConsumed && released(up) == 60)
    #expect(screen.pointer(.up(.lifted), canvas) == Screen.Answer())
  }

  @Test("a press on the canvas belongs to the canvas until its release")
  func canvasKeeps() throws {
    let screen = try Screen()
    _ = screen.show(StatusReadings(zoom: 0.5))
    _ = screen.show(message: "saved", until: 9)
    #expect(screen.pointer(.down, canvas) == Screen.Answer())
    for p in [screen.onDial(0), screen.onDial(90), screen.center, Point(120, 470)] {
      // It only fades panels near it.
      let drag = screen.pointer(.drag, p)
      #expect(!drag.isConsumed && drag.effects.isEmpty)
    }
    #expect(screen.scroll(1, screen.center) == Screen.Answer())
    #expect(screen.pointer(.press(.middle), screen.center) == Screen.Answer())
    #expect(screen.pointer(.release(.middle), screen.center) == Screen.Answer())
    let up = screen.pointer(.up(.lifted), screen.center)
    #expect(!up.isConsumed && up.effect == nil)
    #expect(screen.overlay.dial.dial.model.value == 0)
    // Now the pointer hovers over the dial.
    #expect(!up.dirty.isEmpty)
  }

  @Test(
    "the end of a turn is reported once",
    arguments: [StrokeEnd.releaseLost, .proximityLost, .deviceRemoved, .windowLost])
  func ends(_ end: StrokeEnd) throws {
    let screen = try Screen()
    _ = screen.pointer(.down, screen.onDial(0))
    _ = screen.pointer(.drag, screen.onDial(45))
    #expect(released(screen.pointer(.up(end), screen.onDial(45))) == 45)
    #expect(screen.pointer(.drag, screen.onDial(90)).effect == nil)
  }

  @Test("a press without release ends with the next press")
  func lostRelease() throws {
    let screen = try Screen()
    _ = screen.pointer(.down, screen.onDial(0))
    _ = screen.pointer(.drag, screen.onDial(45))
    let next = screen.pointer(.down, canvas)
    #expect(!next.isConsumed && released(next) == 45)
    #expect(!screen.pointer(.drag, screen.onDial(90)).isConsumed)
  }

  @Test("a tap in the middle resets; Shift snaps; Escape cancels the turn")
  func variants() throws {
    let screen = try Screen()
    _ = screen.show(rotation: 77)
    _ = screen.pointer(.down, screen.center)
    #expect(released(screen.pointer(.up(.lifted), screen.center)) == 0)
    _ = screen.pointer(.down, screen.onDial(0))
    #expect(turning(screen.pointer(.drag, screen.onDial(28), .shift)) == 30)
    #expect(released(screen.key(0xff1b)) == 0)
    let after = screen.pointer(.drag, screen.onDial(90))
    #expect(after.isConsumed && after.effect == nil)
    let up = screen.pointer(.up(.lifted), screen.onDial(90))
    #expect(up.isConsumed && up.effect == nil)
    #expect(!screen.key(0xff1b).isConsumed)
  }

  @Test("a mode's button consumes presses without turning; around it is canvas")
  func modeButton() throws {
    let screen = try Screen()
    let button = try #require(screen.overlay.dial.dial.buttons.first)
    let place = screen.center + button.offset
    #expect(screen.pointer(.down, place).isConsumed)
    #expect(screen.pointer(.drag, screen.onDial(90)).effect == nil)
    #expect(screen.pointer(.up(.lifted), screen.onDial(90)).effect == nil)
    // The target is 40 px at 96 dpi wide. A press up to 4 px beside it does nothing.
    #expect(screen.overlay.target(at: place + Vector(-19.5, 0)).widget != nil)
    #expect(screen.overlay.target(at: place + Vector(-23.5, 0), by: .pen) == .nothing)
    #expect(screen.overlay.target(at: place + Vector(-23.5, 0)) == .canvas)
    #expect(screen.overlay.target(at: place + Vector(-24.5, 0), by: .pen) == .canvas)
  }

  @Test("the wheel turns the dial under the pointer, scrolling up increases; elsewhere the canvas gets it")
  func wheel() throws {
    let screen = try Screen()
    #expect(released(screen.scroll(-1, screen.center)) == 5)
    #expect(released(screen.scroll(1, screen.center, .shift)) == 0)
    #expect(screen.scroll(1, canvas) == Screen.Answer())
    _ = screen.show(StatusReadings(zoom: 0.5))
    let strip = screen.scroll(1, Point(120, 470))
    #expect(strip.isConsumed && strip.effect == nil)
  }

  @Test("arrow keys turn the dial while it is focused, else the canvas gets them")
  func focus() throws {
    let screen = try Screen()
    #expect(!screen.key(0xff53).isConsumed)
    _ = screen.pointer(.down, screen.onDial(0))
    _ = screen.pointer(.up(.lifted), screen.onDial(0))
    #expect(!screen.key(0xff53).isConsumed, "a press moves no focus")
    screen.overlay.focus(screen.overlay.dial)
    #expect(released(screen.key(0xff53)) == 1)
    #expect(released(screen.key(0xff52)) == 2)
    #expect(released(screen.key(0xff51)) == 1)
    #expect(released(screen.key(0xff54, .shift)) == 0)
    #expect(!screen.key(0xff53, .control).isConsumed)
    #expect(!screen.key(0xff53, isDown: false).isConsumed)
    #expect(!screen.key(0x61).isConsumed)
    let down = screen.pointer(.down, canvas)
    #expect(!down.isConsumed && !down.dirty.isEmpty)
    #expect(!screen.key(0xff53).isConsumed)
  }

  @Test("hidden panels take no input and show the current state when they return")
  func hiding() throws {
    let screen = try Screen()
    let hidden = screen.showPanels(false)
    #expect(hidden.isConsumed && hidden.dirty.contains(screen.overlay.dial.frame))
    #expect(screen.showPanels(false) == Screen.Answer())
    #expect(!screen.overlay.covers(screen.center))
    #expect(!screen.pointer(.down, screen.center).isConsumed)
    #expect(screen.show(rotation: 40) == .empty)
    _ = screen.pointer(.up(.lifted), screen.center)
    #expect(screen.showPanels(true).dirty.contains(screen.overlay.dial.frame))
    #expect(screen.overlay.dial.dial.model.value == 40)
  }

  @Test("hiding the panels ends a turn once; the touch does not draw afterwards")
  func hidingWhileTurning() throws {
    let screen = try Screen()
    _ = screen.pointer(.down, screen.onDial(0))
    _ = screen.pointer(.drag, screen.onDial(45))
    #expect(released(screen.showPanels(false)) == 45)
    let drag = screen.pointer(.drag, screen.onDial(90))
    #expect(drag.isConsumed && drag.effect == nil && drag.dirty.isEmpty)
    let up = screen.pointer(.up(.lifted), screen.onDial(90))
    #expect(up.isConsumed && up.effect == nil)
  }

  @Test("other buttons pressed on a panel belong to it until their release")
  func buttons() throws {
    let screen = try Screen()
    #expect(screen.pointer(.press(.middle), screen.center).isConsumed)
    #expect(screen.pointer(.release(.middle), canvas).isConsumed)
    #expect(!screen.pointer(.press(.middle), canvas).isConsumed)
    #expect(!screen.pointer(.release(.middle), screen.center).isConsumed)
    _ = screen.pointer(.down, screen.onDial(0))
    #expect(screen.pointer(.press(.secondary), canvas).isConsumed)
    #expect(screen.pointer(.release(.secondary), canvas).isConsumed)
  }

  @Test("hovering over panels is consumed, shown on the dial, and ends when the pointer leaves")
  func hovering() throws {
    let screen = try Screen()
    #expect(screen.pointer(.hover, canvas) == Screen.Answer())
    let over = screen.pointer(.hover, screen.center)
    #expect(over.isConsumed && !over.dirty.isEmpty)
    #expect(screen.pointer(.hover, screen.onDial(3)).dirty.isEmpty)
    let left = screen.pointer(.left, screen.onDial(3))
    #expect(!left.isConsumed && !left.dirty.isEmpty)
  }

  @Test("a turn continues around the dial's new place after a resize")
  func resizing() throws {
    let screen = try Screen()
    _ = screen.pointer(.down, screen.onDial(0))
    _ = screen.pointer(.drag, screen.onDial(45))
    let before = screen.center
    #expect(!screen.resize(width: 700, height: 450).isEmpty)
    #expect(screen.center == before + Vector(-100, -50))
    #expect(turning(screen.pointer(.drag, screen.onDial(60))) == 60)
    #expect(screen.resize(width: 700, height: 450).isEmpty)
  }
}
