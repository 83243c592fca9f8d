import Geometry
import Input
import InterfaceSupport
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct ChoosingTests {
  /// Fails if a switch changes on press, after sliding off, or without a change of the state.
  @Test("a switch requests the other state on release")
  func toggle() throws {
    let screen = try Screen()
    let toggle = Toggle(screen.overlay.context)
    toggle.onChange = { toggle.post(.setOpacity($0 ? 1 : 0)) }
    screen.open([toggle])
    #expect(screen.click(toggle) == [.setOpacity(1)] && !toggle.isOn)
    toggle.isOn = true
    #expect(screen.key(KeyCode.space).effects == [.setOpacity(0)])
    #expect(screen.key(KeyCode.space, isRepeat: true).effects.isEmpty)
    _ = screen.pointer(.down, Rect(toggle.frame).center)
    #expect(screen.pointer(.up(.lifted), Point(5, 5)).effects.isEmpty)
  }

  /// Fails if another option than the one under the pointer is chosen, or the chosen one is chosen
  /// again.
  @Test("the option at the release is chosen; arrow keys choose the next")
  func choice() throws {
    let screen = try Screen()
    let choice = Choice(screen.overlay.context, ["One", "Another", "Third"])
    choice.onChoose = {
      choice.chosen = $0
      choice.post(.setSize(Double($0)))
    }
    screen.open([choice], width: 400)
    let r = Rect(choice.frame)
    let last = Point(r.maxX - 8, r.center.y)
    _ = screen.pointer(.down, Point(r.minX + 8, r.center.y))
    _ = screen.pointer(.drag, last)
    #expect(screen.pointer(.up(.lifted), last).effects == [.setSize(2)])
    #expect(screen.click(last, at: 3).isEmpty)
    #expect(screen.key(KeyCode.left).effects == [.setSize(1)])
    #expect(screen.key(KeyCode.end).effects == [.setSize(2)])
    #expect(screen.key(KeyCode.right).effects.isEmpty)
    #expect(screen.key(KeyCode.home).effects == [.setSize(0)])
    #expect(screen.key(KeyCode.space).effects == [.setSize(1)])
  }

  private func dropDown(_ screen: Screen) -> DropDown {
    let box = DropDown(screen.overlay.context, ["Zero", "One", "Two"])
    box.onChoose = {
      box.chosen = $0
      box.post(.setSize(Double($0)))
    }
    screen.open([box])
    return box
  }

  private func menu(_ screen: Screen) throws -> MenuRows { try #require(screen.overlay.popups.last as? Menu).list }

  /// Fails if a press, a drag into the menu and its release do not choose, or a short press closes
  /// it.
  @Test("a drop-down by press, drag and release, or by two presses")
  func dropDownByPointer() throws {
    let screen = try Screen()
    let box = dropDown(screen)
    let at = Rect(box.frame).center
    _ = screen.pointer(.down, at)
    let rows = try menu(screen)
    let two = Rect(rows.frame(of: 2)).center
    _ = screen.pointer(.drag, two)
    #expect(rows.current == 2)
    #expect(screen.pointer(.up(.lifted), two).effects == [.setSize(2)])
    #expect(screen.overlay.popups.count == 1)

    #expect(screen.click(at, at: 2).isEmpty)
    #expect(screen.overlay.popups.count == 2)
    #expect(screen.click(Rect(try menu(screen).frame(of: 0)).center, at: 4) == [.setSize(0)])
    // Pressed again, it closes and does not open again.
    _ = screen.click(at, at: 6)
    _ = screen.click(at, at: 8)
    #expect(screen.overlay.popups.count == 1)
  }

  /// Fails if keys cannot open, choose or close, or the focus does not return to the control.
  @Test("a drop-down by keys; the focus returns")
  func dropDownByKeys() throws {
    let screen = try Screen()
    let box = dropDown(screen)
    _ = screen.key(KeyCode.tab)
    #expect(screen.key(KeyCode.down).effects == [.setSize(0)])
    _ = screen.key(KeyCode.enter)
    _ = screen.key(KeyCode.up)
    #expect(screen.key(KeyCode.enter).effects == [.setSize(2)])
    #expect(screen.overlay.focused === box)
    _ = screen.key(KeyCode.space)
    _ = screen.key(KeyCode.escape)
    #expect(screen.overlay.popups.count == 1 && screen.overlay.focused === box)
  }
}
