import Geometry
import Input
import InterfaceSupport
import Studio
import Testing

@testable import Panels
@testable import Toolkit

/// Input of a tablet's ring and buttons. Fails if the ring turns something else than the dial,
/// turns it while that is not allowed, or by another angle than a touch; or if buttons do not reach
/// the canvas.
@Suite struct TabletPadTests {
  private func pad(
    _ screen: Screen, _ phase: PadEvent.Phase, _ modifiers: Modifiers = []
  ) -> (isConsumed: Bool, effects: [Overlay.Effect]) {
    let response = screen.overlay.handle(.pad(PadEvent(phase, hasRing: true, modifiers: modifiers)))
    return (response.isConsumed, response.effects)
  }

  private func turn(_ screen: Screen, _ degrees: Double, _ modifiers: Modifiers = []) -> [Overlay.Effect] {
    pad(screen, .turn(Angle(degrees: degrees)), modifiers).effects
  }

  @Test(
    "the ring turns the dial by the same angle; with Shift to multiples of 15"
  )
  func turns() throws {
    let screen = try Screen()
    #expect(turn(screen, 20) == [.released(.rotate, 20)])
    #expect(turn(screen, 350) == [.released(.rotate, 370)])
    #expect(turn(screen, -350) == [.released(.rotate, 20)])
    #expect(turn(screen, -25) == [.released(.rotate, -5)])
    #expect(turn(screen, 8, .shift) == [])
    #expect(turn(screen, 8, .shift) == [.released(.rotate, 0)])
    #expect(turn(screen, .nan) == [] && turn(screen, 1e9) == [])
    #expect(screen.overlay.dial.dial.model.value == 0)
  }

  @Test("it turns the dial's mode, also after switching")
  func modes() throws {
    let screen = try Screen()
    screen.overlay.showNextDialMode()
    let mode = screen.overlay.dial.mode
    #expect(mode == DialMode.allCases[1])
    guard case .released(mode, _) = turn(screen, 30).first else {
      Issue.record("\(mode) did not turn")
      return
    }
    for _ in 1..<DialMode.allCases.count { screen.overlay.showNextDialMode() }
    #expect(screen.overlay.dial.mode == .rotate)
  }

  @Test("it does nothing during a touch, below a dialog, or when switched off")
  func whenItMayNot() throws {
    let screen = try Screen(1024, 700)
    _ = screen.pointer(.down, screen.onDial(0))
    #expect(turn(screen, 30) == [])
    _ = screen.pointer(.up(.lifted), screen.onDial(0))
    _ = screen.pointer(.down, Point(300, 300))
    #expect(turn(screen, 30) == [])
    _ = screen.pointer(.up(.lifted), Point(300, 300))
    screen.openDialog()
    #expect(pad(screen, .turn(Angle(degrees: 30))) == (true, []) && pad(screen, .press(1)) == (true, []))
    _ = screen.key(KeyCode.escape)
    var state = InterfaceState()
    state.settings.ring = .none
    screen.overlay.show(state)
    #expect(pad(screen, .turn(Angle(degrees: 30))) == (true, []))
  }

  @Test("the canvas gets buttons, and their releases always")
  func buttons() throws {
    let screen = try Screen(1024, 700)
    #expect(pad(screen, .press(1)) == (false, []) && pad(screen, .release(1)) == (false, []))
    screen.openDialog()
    #expect(pad(screen, .release(3)) == (false, []))
  }
}
