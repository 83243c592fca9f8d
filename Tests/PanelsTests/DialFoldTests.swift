import Geometry
import Input
import InterfaceSupport
import Paint
import Raster
import Studio
import Testing

@testable import Panels
@testable import Toolkit

/// The dial folds into a small disc.
@Suite struct DialFoldTests {
  private func fold(_ screen: Screen, _ isFolded: Bool) {
    var state = screen.overlay.context.state
    state.settings.isDialFolded = isFolded
    screen.overlay.show(state)
  }

  private func click(_ screen: Screen, _ p: Point) -> [Overlay.Effect] {
    screen.pointer(.down, p).effects + screen.pointer(.up(.lifted), p).effects
  }

  /// Fails if the dial cannot be folded and unfolded by a pen, takes presses where it was, or keeps
  /// its room.
  @Test func folding() throws {
    let screen = try Screen(1440, 900)
    let dial = screen.overlay.dial
    let before = Rect(dial.frame).center
    #expect(click(screen, Rect(dial.fold.frame).center) == [.perform(.foldDial)])
    let room = screen.overlay.layers.box.list.room
    fold(screen, true)
    #expect(dial.frame.width < 60 && !screen.overlay.covers(before) && !dial.isHidden)
    #expect(screen.overlay.layers.box.list.room >= room + 120)
    #expect(screen.overlay.covers(Rect(dial.fold.frame).center))
    #expect(click(screen, Rect(dial.fold.frame).center) == [.perform(.foldDial)])
    fold(screen, false)
    #expect(screen.overlay.covers(before) && dial.frame.width > 200)
  }

  /// Fails if the folded dial is not drawn as a complete redraw draws it, or leaves pixels behind.
  @Test func drawing() throws {
    let screen = try Screen(1440, 900)
    for isFolded in [true, false, true] {
      fold(screen, isFolded)
      let isSame = try screen.isDrawnWhole()
      #expect(isSame, "\(isFolded)")
    }
  }
}
