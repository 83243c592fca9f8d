import Geometry
import Input
import Studio
import Testing

@testable import Widgets

/// Numbers that are typed: size, opacity, zoom, rotation and the options of tools.
@Suite struct NumberEntryTests {
  private func digit(_ screen: Screen, _ text: String) -> [Overlay.Effect] {
    text.unicodeScalars.flatMap {
      screen.overlay.handle(.key(KeyEvent(keysym: $0.value, text: String($0)))).effects
    }
  }

  private func click(_ screen: Screen, _ p: Point) -> [Overlay.Effect] {
    screen.pointer(.down, p).effects + screen.pointer(.up(.lifted), p).effects
  }

  /// Fails if digits typed after a press on a slider do not set its value, but reach the canvas.
  @Test func digitsOnASlider() throws {
    let screen = try Screen(1440, 900)
    let sliders = screen.overlay.sliders
    _ = click(screen, sliders.sizes.knob)
    #expect(digit(screen, "4") == [] && screen.overlay.popups.last is NumberEntry)
    #expect(digit(screen, "2.5") == [])
    #expect(screen.key(KeyCode.enter).effects == [.setSize(42.5)])
    #expect(!screen.overlay.hasPopup)
    screen.overlay.focus(sliders.opacities)
    _ = screen.key(KeyCode.enter)
    let entry = try #require(screen.overlay.popups.last as? NumberEntry)
    #expect(entry.field.text == "100")
    _ = digit(screen, "35")
    #expect(screen.key(KeyCode.enter).effects == [.setOpacity(0.35)])
  }

  /// Fails if a press on a shown number opens no entry, or Escape or a press elsewhere changes it.
  @Test func pressesOnValues() throws {
    let screen = try Screen(1440, 900)
    screen.overlay.show(StatusReadings(zoom: 0.5, rotation: 30))
    let status = screen.overlay.status
    for value in screen.overlay.sliders.values + [status.zoom, status.rotation] {
      let place = Rect(value.frame).center
      #expect(click(screen, place) == [])
      #expect(screen.overlay.popups.last is NumberEntry, "\(value.label)")
      _ = digit(screen, "7")
      #expect(screen.key(KeyCode.escape).effects == [] && !screen.overlay.hasPopup)
      _ = click(screen, place)
      _ = digit(screen, "7")
      #expect(click(screen, Point(700, 400)) == [] && !screen.overlay.hasPopup)
    }
    _ = click(screen, Rect(status.zoom.frame).center)
    _ = digit(screen, "12,5")
    #expect(screen.key(KeyCode.enter).effects == [.released(.zoom, 0.125)])
    screen.overlay.focus(status.rotation)
    _ = digit(screen, "-45")
    #expect(screen.key(KeyCode.enter).effects == [.released(.rotate, -45)])
  }

  /// Fails if a number out of range is not clamped, or a text that is no number is accepted.
  @Test func limits() throws {
    let screen = try Screen(1440, 900)
    screen.overlay.show(StatusReadings(zoom: 1, rotation: 0))
    for (text, value) in [("100000", View.zooms.upperBound), ("0", View.zooms.lowerBound), ("-3", View.zooms.lowerBound)] {
      _ = click(screen, Rect(screen.overlay.status.zoom.frame).center)
      _ = digit(screen, text)
      #expect(screen.key(KeyCode.enter).effects == [.released(.zoom, value)])
    }
    _ = click(screen, Rect(screen.overlay.status.zoom.frame).center)
    let entry = try #require(screen.overlay.popups.last as? NumberEntry)
    _ = digit(screen, "x")
    #expect(entry.field.isWrong && screen.key(KeyCode.enter).effects == [] && screen.overlay.hasPopup)
  }

  /// Fails if a digit on the focused dial does not set the value of its mode.
  @Test func onTheDial() throws {
    let screen = try Screen(1440, 900)
    screen.overlay.focus(screen.overlay.dial)
    _ = digit(screen, "90")
    #expect(screen.overlay.popups.last is NumberEntry)
    let effects = screen.key(KeyCode.enter).effects
    #expect(effects.contains { if case .released(.rotate, 90) = $0 { true } else { false } }, "\(effects)")
  }
}
