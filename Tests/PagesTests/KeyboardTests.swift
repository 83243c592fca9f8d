import Document
import Geometry
import Input
import InterfaceSupport
import Paint
import Storage
import Studio
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

@Suite struct KeyboardTests {
  /// Whether a widget that takes presses needs no focus, and why.
  private func isExempt(_ widget: Widget) -> Bool {
    switch widget {
    // Takes presses only so that these do not reach the canvas.
    case is MessagePanel, is DialPanel: false
    case is Panel: true
    // Its content has the focus and scrolls it, or it has the focus itself.
    case let area as ScrollArea: !area.isFocusable
    // Its handles have the focus.
    case is any CurveHandleOwner: true
    // Only a pen can use it.
    case is PenField, is ScratchPad: true
    // A list without rows, a palette without colours.
    case let list as ScrollList: list.rows.count == 0
    default: false
    }
  }

  /// Fails if a key that was decoded as text, because a field had the focus until the key before, does not reach the widget
  /// that has the focus now.
  @Test func textReachesWidgetsAsKeys() throws {
    let screen = try Screen(800, 500)
    let no = Question.Answer("No", .say("no"))
    screen.overlay.ask(Question("Sure?", "", [no, .init("Yes", .say("yes"), isDefault: true)]))
    _ = screen.key(KeyCode.tab)
    let response = screen.overlay.handle(.text(" "))
    #expect(response.isConsumed && response.effects == [.say("no")] && !screen.overlay.hasPopup)
    // Nothing takes text while no widget has the focus.
    #expect(screen.overlay.handle(.text("b")) == Overlay.Response())
  }

  /// Fails if a widget that takes presses cannot be focused.
  @Test("Tab and F6 reach every pressable widget, in every panel, page and popup", arguments: InterfaceScene.allCases)
  func reached(_ scene: InterfaceScene) throws {
    let screen = try scene.screen()
    let overlay = screen.overlay
    let wanted = InterfaceScene.roots(overlay).flatMap(\.tree).filter { $0.takesTouch && $0.isEnabled && !isExempt($0) }
    #expect(!wanted.isEmpty)
    var found: Set<ObjectIdentifier> = []
    // A field that exists only while it is focused.
    if let focused = overlay.focused { found.insert(ObjectIdentifier(focused)) }
    func note() {
      guard let focused = overlay.focused else { return }
      found.insert(ObjectIdentifier(focused))
      #expect(overlay.isFocusVisible, "\(focused) has the keys and does not show it")
    }
    _ = screen.key(KeyCode.f6)
    note()
    // Some fields and menus use Tab themselves; the focus order is walked directly.
    let count = (overlay.popups.last.map(\.focusables) ?? overlay.panels.flatMap(\.focusables)).count
    for _ in 0...(count + 2) {
      overlay.moveFocus(by: 1)
      note()
    }
    for widget in wanted {
      #expect(
        found.contains(ObjectIdentifier(widget)), "\(scene): \(type(of: widget)) \"\(widget.label)\" is not reached")
    }
  }

  /// Fails if the focus ring is not drawn: each widget must look different with it.
  @Test("the focused widget has a visible focus ring", arguments: InterfaceScene.allCases)
  func seen(_ scene: InterfaceScene) throws {
    let screen = try scene.screen()
    let overlay = screen.overlay
    _ = screen.key(KeyCode.f6)
    let all = overlay.popups.last.map(\.focusables) ?? overlay.panels.flatMap(\.focusables)
    for widget in all.prefix(60) {
      overlay.focus(nil)
      overlay.isFocusVisible = true
      widget.reveal(widget.frame)
      let without = try screen.whole(isUncached: true)
      overlay.focus(widget)
      let with = try screen.whole(isUncached: true)
      let area = widget.frame.grown(by: 8)
      let changed = (area.minY..<area.maxY).contains { y in
        (area.minX..<area.maxX).contains { x in without.pixel(x: x, y: y) != with.pixel(x: x, y: y) }
      }
      #expect(changed, "\(scene): nothing shows that \(type(of: widget)) \"\(widget.label)\" has the keys")
      if let field = widget as? TextField, scene == .renaming, field.title == "Name of the layer" { return }
    }
  }

  /// The innermost scroll view around a widget.
  private static func view(of widget: Widget) -> ScrollView? {
    sequence(first: widget) { $0.parent }.dropFirst().lazy.compactMap { $0 as? ScrollView }.first
  }

  /// Fails if the focus order differs from the reading order: a widget directly above another, or
  /// to its left in a row, is first.
  @Test("the focus order is the reading order, in every panel and page", arguments: InterfaceScene.allCases)
  func order(_ scene: InterfaceScene) throws {
    // Its items are on rings, in clockwise order.
    if scene == .popUpPalette { return }
    let screen = try scene.screen()
    for panel in InterfaceScene.roots(screen.overlay) {
      // Handles of a curve and modes of the dial are in circular order.
      let all = panel.focusables.filter { !($0 is CurveHandle) && !($0 is DialModeButton) && !$0.frame.isEmpty }
      for (i, a) in all.enumerated() {
        for b in all[(i + 1)...] where !a.frame.intersects(b.frame) && !b.isInside(a) {
          // What can be scrolled out of sight is where its view is.
          let (own, other) = (Self.view(of: a), Self.view(of: b))
          let isTogether = own === other
          let (p, q) = isTogether ? (a.frame, b.frame) : (own?.frame ?? a.frame, other?.frame ?? b.frame)
          let sharesColumn = p.minX < q.maxX && q.minX < p.maxX
          let sharesRow = p.minY < q.maxY && q.minY < p.maxY
          let isBackwards = sharesColumn ? q.maxY <= p.minY : sharesRow && q.maxX <= p.minX
          #expect(!isBackwards, "\(scene): \"\(b.label)\" \(b.frame) comes after \"\(a.label)\" \(a.frame)")
        }
      }
    }
  }

  /// Fails if a key that belongs to the canvas (Space pans, Delete clears) reaches what was pressed
  /// before.
  @Test(
    "after a press on a panel the canvas has the keys, except in a field for text",
    arguments: InterfaceScene.allCases, [false, true])
  func pressesMoveNoFocus(_ scene: InterfaceScene, _ hadFocus: Bool) throws {
    let screen = try scene.screen(1440, 900)
    let overlay = screen.overlay
    guard overlay.popups.isEmpty else { return }
    for widget in overlay.panels.filter({ !$0.isHidden }).flatMap(\.focusables) where !widget.frame.isEmpty {
      let place = Rect(widget.frame).center
      guard let pressed = overlay.target(at: place).widget, pressed.isEnabled else { continue }
      if hadFocus { _ = screen.key(KeyCode.f6) }
      _ = screen.pointer(.down, place)
      let focused = overlay.focused
      #expect(pressed.takesText || !overlay.popups.isEmpty ? focused != nil : focused == nil, "\(pressed)")
      _ = screen.key(KeyCode.escape)
      _ = screen.pointer(.up(.lifted), place)
      overlay.closePopups()
      if !pressed.takesText {
        #expect(overlay.focused == nil, "\(pressed)")
        #expect(!screen.key(KeyCode.space).isConsumed && !screen.key(KeyCode.delete).isConsumed, "\(pressed)")
      }
      overlay.focus(nil)
    }
  }

  /// Fails if F6 does not go from the top left panel to the bottom right one.
  @Test("F6 goes from the bar over the tools and the column to the dial, then to a message")
  func panels() throws {
    let screen = try InterfaceScene.message.screen(1440, 900)
    let overlay = screen.overlay
    var order: [String] = []
    for _ in 0..<8 {
      _ = screen.key(KeyCode.f6)
      order.append(overlay.focused?.panel?.access.name ?? "")
    }
    #expect(
      order == [
        "Menu and undo", "Tools", "Size and opacity", "Colours", "Layers", "Dial: Rotate", "Status",
        "The drawing was saved",
      ])
    // In the message its button is next, and the message waits.
    overlay.tick(now: 1000)
    #expect(overlay.message.content != nil)
    _ = screen.key(KeyCode.tab)
    #expect(screen.key(KeyCode.space).effects == [.perform(.undo)])
    #expect(overlay.message.content == nil && overlay.focused == nil)
  }

  /// Fails if a message without a button cannot be dismissed by keys, or a standing one can.
  @Test("Escape, Delete and Enter dismiss a message, but not a standing one")
  func messageKeys() throws {
    for key in [KeyCode.escape, KeyCode.delete, KeyCode.enter] {
      let screen = try Screen()
      screen.overlay.say("Saved", now: 0)
      _ = screen.key(KeyCode.f6, .shift)
      #expect(screen.overlay.focused === screen.overlay.message)
      _ = screen.key(key)
      #expect(screen.overlay.message.content == nil)
      screen.overlay.show(message: "No pen", until: .infinity)
      _ = screen.key(KeyCode.f6, .shift)
      _ = screen.key(key)
      #expect(screen.overlay.message.content?.text == "No pen")
    }
  }

  /// Fails if a layer's menu or the order of layers needs a pointer.
  @Test("Menu and Shift+F10 open a layer's menu, which includes the paper; Control with an arrow moves the layer")
  func layers() throws {
    for (key, modifiers) in [(KeyCode.menu, Modifiers()), (KeyCode.f10, .shift)] {
      let screen = try InterfaceScene.panels.screen()
      let list = screen.overlay.layers.box.list
      screen.overlay.focus(list)
      #expect(screen.key(KeyCode.down, .control).effects == [.perform(.lowerLayer)])
      _ = screen.key(key, modifiers)
      let menu = try #require(screen.overlay.popups.last as? Menu)
      #expect(menu.list.entries.contains { $0.title == "Hide the paper" })
      _ = screen.key(UInt32(Character("h").asciiValue ?? 0))
    }
  }

  /// Fails if the reset of the dial, large steps of the wheel or pages of a palette need a
  /// pointer.
  @Test("Home resets the dial, Page keys move the wheel by large steps and palettes by pages")
  func rounds() throws {
    let screen = try InterfaceScene.panels.screen()
    let overlay = screen.overlay
    overlay.focus(overlay.dial)
    #expect(screen.key(KeyCode.home).effects == [.released(.rotate, 0)])
    overlay.focus(overlay.colours.box.wheel.ring)
    #expect(screen.key(KeyCode.pageUp).effects != screen.key(KeyCode.up).effects)
    overlay.focus(overlay.colours.box.wheel.square)
    #expect(!screen.key(KeyCode.end).effects.isEmpty)
  }

  /// Fails if text at the end of a page cannot be scrolled into view by keys.
  @Test("content without controls scrolls by keys")
  func scrolling() throws {
    let screen = try InterfaceScene.messages.screen()
    let area = try #require(InterfaceScene.roots(screen.overlay).flatMap(\.tree).compactMap { $0 as? ScrollArea }.first)
    #expect(area.isFocusable && area.label == "Messages")
    screen.overlay.focus(area)
    _ = screen.key(KeyCode.end)
    #expect(area.model.offset > 0 && area.model.offset == area.model.content - area.frame.height)
    _ = screen.key(KeyCode.home)
    #expect(area.model.offset == 0)
  }
}
