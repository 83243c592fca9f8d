import Geometry
import Ink
import Input
import InterfaceSupport
import Studio
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct TouchTests {
  private func pinch(_ phase: PinchEvent.Phase, _ p: Point, _ screen: Screen) -> Overlay.Response {
    screen.overlay.handle(.pinch(PinchEvent(phase, at: p, scale: 2)))
  }

  /// Fails if a finger on a panel or beside an open popup reaches the canvas, or one on the canvas
  /// does not.
  @Test func fingersReachPanelsAndCanvas() throws {
    let screen = try Screen()
    let free = Point(400, 250)
    #expect(!screen.overlay.takesTouch(at: free) && screen.overlay.takesTouch(at: screen.center))
    screen.overlay.showMenu()
    #expect(screen.overlay.takesTouch(at: free))
    _ = screen.click(free)
    #expect(!screen.overlay.hasPopup && !screen.overlay.takesTouch(at: free))
  }

  /// Fails if the press of a resting palm counts, a slider is not restored, or the next finger is
  /// ignored.
  @Test func aRestingPalmPressesNothing() throws {
    let screen = try Screen()
    let button = Button(screen.overlay.context)
    button.face = .text("Quit")
    button.onPress = { button.post(.perform(.quit)) }
    let slider = Slider(screen.overlay.context, .linear(0...100, step: 1))
    slider.onChange = { value, _ in slider.post(.setSize(value)) }
    slider.value = 20
    screen.open([button, slider])
    let place = Rect(button.frame).center
    #expect(screen.pointer(.down, place).effects.isEmpty && button.isPressed)
    #expect(screen.pointer(.up(.overruled), place).effects.isEmpty && !button.isPressed)
    #expect(screen.click(place, at: 3) == [.perform(.quit)])
    let middle = Rect(slider.frame).center
    _ = screen.pointer(.down, middle)
    _ = screen.pointer(.drag, Point(middle.x + 40, middle.y))
    #expect(screen.pointer(.up(.overruled), middle).effects == [.setSize(20)])
  }

  /// Fails if a pinch over a panel zooms the canvas, one over the canvas does not reach it, or its
  /// end is lost.
  @Test func pinches() throws {
    let screen = try Screen()
    #expect(pinch(.begin, screen.center, screen).isConsumed && pinch(.change, screen.center, screen).isConsumed)
    #expect(!pinch(.end, screen.center, screen).isConsumed)
    for phase in [PinchEvent.Phase.begin, .change, .end] {
      #expect(!pinch(phase, Point(400, 250), screen).isConsumed)
    }
  }
}
