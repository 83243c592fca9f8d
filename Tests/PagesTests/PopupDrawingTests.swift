import Document
import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import RandomSource
import Storage
import Studio
import TestSupport
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

@Suite struct PopupDrawingTests {
  private static let keys: [UInt32] = [
    KeyCode.down, KeyCode.down, KeyCode.up, KeyCode.right, KeyCode.left, KeyCode.tab, KeyCode.pageDown, KeyCode.end,
    KeyCode.home, KeyCode.enter, KeyCode.escape, KeyCode.space, KeyCode.backspace,
  ]

  /// Fails if a pixel changes outside of the reported damage, or drawing only the damage differs
  /// from drawing everything: random input on everything that can be open.
  @Test(
    "changed pixels of menus, pages and dialogs are inside the damage",
    arguments: [(1.0, 1), (1.0, 2), (1.5, 3), (2.0, 4)])
  func covers(_ scale: Double, _ seed: UInt64) throws {
    var rng = RandomSource(seed)
    let (width, height) = (Int(620 * scale), Int(440 * scale))
    let screen = try Screen(width, height, scale: scale)
    var (before, now, changes) = (try screen.whole(isUncached: true), 0.0, 0)
    for step in 0..<75 {
      var name = ""
      now += 0.3
      let place = Point(rng.roll(0...Double(width)), rng.roll(0...Double(height)))
      let inside = screen.overlay.popups.last.map { popup in
        Point(
          rng.roll(Double(popup.frame.minX)...Double(popup.frame.maxX)),
          rng.roll(Double(popup.frame.minY)...Double(popup.frame.maxY)))
      }
      let dirty = screen.dirtied {
        var effects: [Overlay.Effect] = []
        switch rng.roll(0...13) {
        case _ where !screen.overlay.hasPopup:
          name = "open"
          Self.open(screen.overlay, &rng)
        case 0, 1, 2:
          let key = Self.keys[rng.roll(0..<Self.keys.count)]
          name = "key \(key)"
          effects = screen.overlay.handle(.key(KeyEvent(keysym: key))).effects
        case 3:
          let letter = "aeiostz"[rng.roll(0..<7)]
          name = "letter \(letter)"
          effects =
            screen.overlay.handle(
              .key(KeyEvent(keysym: letter.unicodeScalars.first?.value ?? 0, text: String(letter)))
            ).effects
        case 4, 5:
          name = "wheel"
          effects =
            screen.overlay.handle(
              .scroll(ScrollEvent(dx: 0, dy: rng.roll(-3...3.0), position: inside ?? place))
            ).effects
        case 6:
          name = "tick"
          screen.overlay.tick(now: now)
        case 7:
          name = "message"
          screen.overlay.show(message: "Message \(step)", until: now + 2)
        default:
          let phases: [PointerEvent.Phase] =
            screen.overlay.owner == nil ? [.hover, .hover, .down, .left] : [.drag, .drag, .up(.lifted), .up(.lifted)]
          let phase = phases[rng.roll(0..<4)]
          name = "\(phase)"
          let at = rng.isOne(in: 12) ? place : inside ?? place
          effects = screen.pointerEffects(phase, at, time: now)
        }
        for case .changeSettings(let settings) in effects {
          var state = screen.overlay.context.state
          state.settings = settings
          state.settings.scale = nil
          screen.overlay.show(state)
        }
      }
      let after = try screen.whole(isUncached: true)
      let outside = try Golden.differences(before, after).filter { !dirty.contains(x: $0.0, y: $0.1) }
      #expect(
        outside.isEmpty, "step \(step), \(name): \(outside.count) outside \(dirty), first \(outside.first ?? (0, 0))")
      try screen.repaint(dirty)
      #expect(try Golden.differences(screen.shown, after).isEmpty, "step \(step), \(name): composed differently")
      if try !Golden.differences(before, after).isEmpty { changes += 1 }
      before = after
    }
    #expect(changes > 12)
  }

  private static func open(_ overlay: Overlay, _ rng: inout RandomSource) {
    switch rng.roll(0...9) {
    case 0: overlay.showMenu()
    case 1: overlay.showCommands()
    case 2: overlay.showKeys()
    case 3: overlay.showSettings(.drawing)
    case 4: overlay.showSettings(.pen)
    case 5: overlay.showSettings(.window)
    case 6: overlay.showSettings(.keys)
    case 7: overlay.showPenDoctor()
    case 8:
      guard let document = Document(width: 64, height: 40) else { return }
      _ = overlay.showExport(of: ExportSubject(document), ExportChoice())
    default: overlay.ask(Question("Sure?", "Really?", [.init("No"), .init("Yes", .perform(.undo), isDefault: true)]))
    }
  }

  // MARK: Golden pictures

  private enum Look: CaseIterable {
    case plain, hovered, pressed, focused, disabled
  }

  /// Every control in every state. Without text, because fonts differ between machines.
  @Test(
    "the controls match their golden pictures",
    arguments: [(1.0, Settings.ThemeChoice.dark), (2, .dark), (1, .light), (2, .light)])
  func controls(_ scale: Double, _ kind: Settings.ThemeChoice) throws {
    let screen = try Screen(Int(700 * scale), Int(560 * scale), scale: scale)
    let context = screen.overlay.context
    _ = screen.resize(
      width: screen.bounds.width, height: screen.bounds.height,
      theme: Theme(colours: kind == .light ? .light : .dark, scale: scale))
    _ = screen.showPanels(false)
    screen.overlay.isFocusVisible = true
    let rows = Look.allCases.map { look -> Widget in
      let all = Self.controls(context)
      for widget in all {
        switch look {
        case .plain: break
        case .hovered: widget.setHovered(true)
        case .pressed:
          widget.setHovered(true)
          widget.setPressed(true)
          // A press would open a drop-down.
          if !(widget is DropDown) { widget.press(Touch(position: Point(-9, -9))) }
        case .focused: widget.setFocused(true)
        case .disabled: widget.isEnabled = false
        }
      }
      return Stack(context, .right, spacing: 14, alignment: .middle, all)
    }
    let sheet = screen.open(rows, width: 660)
    // Opening the sheet focused a widget; only these are focused now.
    screen.overlay.focus(nil)
    for widget in rows[3].children { widget.setFocused(true) }
    sheet.invalidate()
    try Golden.check(screen.whole(), "controls-\(kind)-\(Int(scale * 10))")
  }

  private static func controls(_ context: WidgetContext) -> [Widget] {
    let (chosen, plain) = (Button(context), Button(context))
    chosen.face = .icon(.pen)
    chosen.isChosen = true
    plain.face = .icon(.undo)
    let (on, off) = (Toggle(context), Toggle(context))
    on.isOn = true
    let slider = Slider(context, .linear(0...1, step: 0.01))
    slider.value = 0.4
    let choice = Choice(context, ["", "", ""])
    choice.chosen = 1
    let box = DropDown(context, [""])
    return [plain, chosen, off, on, slider, choice, box]
  }

  /// A menu's rows and a scrolled list with highlights.
  @Test("menus and lists match their golden pictures", arguments: [1.0, 2])
  func lists(_ scale: Double) throws {
    let screen = try Screen(Int(640 * scale), Int(420 * scale), scale: scale)
    let overlay = screen.overlay
    _ = screen.showPanels(false)
    let context = overlay.context
    let list = ScrollList(context)
    list.rows = ScrollList.Rows(count: 30, make: { _ in Space(context) })
    let upright = Slider(context, .logarithmic(1...100), isVertical: true)
    upright.value = 10
    let sheet = screen.open([Stack(context, .right, spacing: 20, [list, upright])], width: 300)
    list.place(PixelRect(x: list.frame.minX, y: list.frame.minY, width: Int(180 * scale), height: Int(200 * scale)))
    upright.place(
      PixelRect(
        x: list.frame.maxX + Int(20 * scale), y: list.frame.minY, width: Int(40 * scale), height: Int(200 * scale)))
    sheet.invalidate()
    list.scroll(to: 150 * scale)
    list.select(5)
    _ = screen.pointer(.hover, Rect(list.frame(of: 6)).center)
    let entries: [MenuEntry] = [
      .item("", icon: .undo) {}, .item("", icon: .redo, isEnabled: false) {}, .separator,
      .item("", isChosen: true) {}, .submenu("", [.item("", icon: .pen) {}]),
    ]
    overlay.open(menu: entries, at: Point(15 * scale, 15 * scale))
    for _ in 0..<3 { _ = screen.key(KeyCode.down) }
    _ = screen.key(KeyCode.right)
    try Golden.check(screen.whole(), "lists-\(Int(scale * 10))")
  }
}

extension Screen {
  fileprivate func pointerEffects(_ phase: PointerEvent.Phase, _ p: Point, time: Double) -> [Overlay.Effect] {
    overlay.handle(.pointer(PointerEvent(phase, PenSample(position: p, time: time)))).effects
  }
}

extension String {
  fileprivate subscript(place: Int) -> Character { self[index(startIndex, offsetBy: place)] }
}
