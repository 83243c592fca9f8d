import Foundation
import Geometry
import Input
import InterfaceSupport
import Paint
import Studio
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

/// The status strip's readings, the time of messages, and the contrast of text.
@Suite struct StatusAndMessageTests {
  @Test(
    "zoom is shown in per cent, with a decimal only below 10",
    arguments: [
      (0.05, "5 %"), (0.0666, "6.7 %"), (0.5, "50 %"), (0.333, "33 %"), (1, "100 %"), (64, "6400 %"), (0.09999, "10 %"),
      (0, "0 %"), (.nan, ""), (-1, ""),
    ])
  func zoom(_ zoom: Double, _ shown: String) {
    #expect(StatusReadings.shown(zoom: zoom) == shown)
  }

  @Test("latency and tilt are shown in their units, bounded")
  func units() {
    #expect(StatusReadings.shown(latency: 0.0006) == "0.6 ms")
    #expect(StatusReadings.shown(latency: 0.01234) == "12.3 ms")
    #expect(StatusReadings.shown(latency: .infinity).isEmpty)
    #expect(StatusReadings.shown(lean: Angle(degrees: 34.4)) == "34°")
    #expect(StatusReadings.shown(lean: Angle(degrees: 400)) == "90°")
    #expect(StatusReadings.shown(lean: Angle(radians: .nan)).isEmpty)
  }

  @Test("only given readings are shown; without any the panel is hidden")
  func given() throws {
    let screen = try Screen()
    let overlay = screen.overlay
    #expect(overlay.status.frame.isEmpty && screen.show(StatusReadings()).isEmpty)
    _ = screen.show(StatusReadings(zoom: 0.5))
    let one = overlay.status.frame
    #expect(one.minX == 88 && one.maxY == 484 && one.height == 34)
    _ = screen.show(StatusReadings(zoom: 0.5, rotation: 3))
    let two = overlay.status.frame
    #expect(two.width > one.width && two.minX == one.minX)
    let drawn = overlay.status.drawnFrame
    #expect(screen.show(StatusReadings()) == drawn)
    #expect(overlay.status.frame.isEmpty)
  }

  @Test("a changed number damages its column; an equal text damages nothing")
  func columns() throws {
    let screen = try Screen()
    let overlay = screen.overlay
    _ = screen.show(StatusReadings(zoom: 0.5, rotation: 3))
    let panel = overlay.status.frame
    let dirty = screen.show(StatusReadings(zoom: 0.6, rotation: 3))
    #expect(!dirty.isEmpty && dirty.width < panel.width / 3 && panel.contains(dirty))
    #expect(screen.show(StatusReadings(zoom: 0.6001, rotation: 3.01)) == .empty)
    #expect(overlay.status.frame == panel)
  }

  @Test("a message stays for its time, longer when repeated, and a touch dismisses it")
  func message() throws {
    let screen = try Screen()
    let overlay = screen.overlay
    #expect(overlay.nextDeadline == nil && screen.tick(1).isEmpty)
    let shown = screen.show(message: "Saved", until: 12)
    #expect(!shown.isEmpty && overlay.nextDeadline == 12)
    #expect(screen.tick(11.999).isEmpty)
    #expect(screen.show(message: "Saved", until: 15).isEmpty)
    #expect(screen.tick(12).isEmpty)
    #expect(screen.tick(15) == shown)
    #expect(overlay.nextDeadline == nil)
    _ = screen.show(message: "Saved", until: 20)
    let place = Rect(overlay.message.frame).center
    #expect(overlay.covers(place))
    let down = screen.pointer(.down, place)
    #expect(down.isConsumed)
    #expect(down.dirty == shown)
    #expect(screen.pointer(.drag, Point(5, 5)).isConsumed)
    #expect(screen.pointer(.up(.lifted), Point(5, 5)).isConsumed)
    #expect(overlay.nextDeadline == nil)
    #expect(screen.show(message: "", until: 20).isEmpty && overlay.nextDeadline == nil)
  }

  /// Fails if a message covers the buttons of a dialog, or stays away after the dialog.
  @Test func messagesLeaveDialogsFree() throws {
    let screen = try Screen(1024, 700)
    let overlay = screen.overlay
    overlay.say("The drawing was saved", now: 1)
    let low = overlay.message.frame
    let dialog = screen.openDialog()
    #expect(dialog.isModal && dialog.frame.intersects(low))
    func isFree() -> Bool { !dialog.clearFrames.contains { $0.intersects(overlay.message.frame) } }
    #expect(overlay.message.frame.minY != low.minY && isFree())
    overlay.say("Another one", now: 2)
    #expect(overlay.message.frame.minY != low.minY && isFree())
    overlay.close(dialog)
    #expect(overlay.message.frame.minY == low.minY)
  }

  @Test("a long message fits the window, and messages are shown while panels are hidden")
  func longMessage() throws {
    let screen = try Screen(300, 300)
    _ = screen.showPanels(false)
    #expect(!screen.show(message: String(repeating: "Saved as ", count: 99), until: 1).isEmpty)
    #expect(screen.bounds.contains(screen.overlay.message.frame))
    let before = try screen.whole()
    _ = screen.tick(1)
    #expect(try Golden.differences(before, screen.whole()).count > 1000)
  }

  /// WCAG 2.1, 1.4.3 and 1.4.11. Fails if a colour of a theme loses its contrast.
  @Test(
    "text has a contrast of 4.5, lines and marks of 3, in both themes, over white and black drawings, hovered or not",
    arguments: Settings.ThemeChoice.allCases)
  func contrast(_ kind: Settings.ThemeChoice) {
    let colours = kind.colours
    func luminance(_ c: Colour) -> Double {
      func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue)
    }
    func contrast(_ a: Colour, _ b: Colour) -> Double {
      let (x, y) = (luminance(a), luminance(b))
      return (max(x, y) + 0.05) / (min(x, y) + 0.05)
    }
    func composited(_ top: Colour, over ground: Colour) -> Colour {
      var mixed = ground.mixed(with: top, top.alpha)
      mixed.alpha = 1
      return mixed
    }
    #expect(abs(contrast(.white, .black) - 21) < 0.01)
    for below in [Colour.white, .black] {
      for panel in [colours.panel, colours.button] {
        let ground = composited(panel, over: below)
        for ground in [ground, composited(colours.hover, over: ground)] {
          for text in [colours.text, colours.dim, colours.accentText] { #expect(contrast(text, ground) >= 4.5) }
          #expect(contrast(colours.focus, ground) >= 3)
        }
        #expect(contrast(colours.accent, ground) >= 3)
      }
    }
    #expect(contrast(colours.onAccent, colours.accent) >= 4.5)
    // The paper is visible against the background around it.
    #expect(contrast(Colour(rgb: 0xfdfcf9), colours.surround) >= 1.8)
  }

  @Test("an invalid scale becomes 1")
  func scale() {
    #expect(Theme(scale: .nan).scale == 1 && Theme(scale: 0).scale == 0.5 && Theme(scale: 1e9).scale == 8)
    #expect(Theme(scale: 1.5).whole(1) == 2 && Theme(scale: 1.25).whole(-1) == -1 && Theme().whole(0) == 0)
  }
}
