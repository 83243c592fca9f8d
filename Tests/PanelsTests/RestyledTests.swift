import InterfaceSupport
import Studio
import Testing

@testable import Panels
@testable import Toolkit

/// The window gets another theme, contrast or drawing hand while it stands.
@Suite struct RestyledTests {
  /// Fails if pixels of the former look stay anywhere in the window: around the canvas, or in a cached picture of
  /// the dial, whose buttons change sides.
  @Test func nothingOfTheFormerLookStays() throws {
    let screen = try Screen(1440, 900)
    screen.showsSurround = true
    try screen.repaint(screen.bounds)
    _ = try screen.whole()
    for contrast in [Settings.ContrastUse.high, .normal] {
      for theme in [Settings.ThemeChoice.light, .dark] {
        for hand in [Settings.Hand.left, .right] {
          var state = screen.overlay.context.state
          (state.settings.contrast, state.settings.theme, state.settings.hand) = (contrast, theme, hand)
          screen.overlay.show(state)
          let isSame = try screen.isDrawnWhole(within: 2)
          #expect(isSame, "\(contrast), \(theme), \(hand)")
        }
      }
    }
  }
}
