import Geometry
import Input
import InterfaceSupport
import Paint
import Studio
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

/// Dialogs, the command palette, the page of keys and the page of settings.
@Suite struct PagesTests {
  private func onDial(_ degrees: Double, _ screen: Screen) -> Point {
    screen.overlay.dial.center + Vector(length: 60, direction: Angle(degrees: degrees))
  }

  private func widgets<W: Widget>(_ type: W.Type, in widget: Widget) -> [W] {
    widget.isHidden ? [] : ((widget as? W).map { [$0] } ?? []) + widget.children.flatMap { widgets(type, in: $0) }
  }

  private func button(_ title: String, _ screen: Screen) throws -> Button {
    let popup = try #require(screen.overlay.popups.last)
    return try #require(widgets(Button.self, in: popup).first { $0.face == .text(title) })
  }

  /// Applies the effects of the page as the program does.
  private func carryOut(_ effects: [Overlay.Effect], _ screen: Screen) {
    for case .changeSettings(let settings) in effects {
      var state = screen.overlay.context.state
      state.settings = settings
      screen.overlay.show(state)
    }
  }

  // MARK: Questions

  private func ask(_ screen: Screen) {
    screen.overlay.ask(
      Question("Quit?", "It is in no file.", [.init("Cancel"), .init("Quit", .perform(.quit), isDefault: true)]))
  }

  /// Fails if an answer has a wrong effect, the dialog stays open, or Escape has an effect.
  @Test("a question is answered by a press or Enter; Escape gives no answer")
  func question() throws {
    let screen = try Screen()
    ask(screen)
    #expect(screen.click(try button("Quit", screen)) == [.perform(.quit)])
    #expect(!screen.overlay.hasPopup)
    ask(screen)
    #expect(screen.click(try button("Cancel", screen), at: 3).isEmpty && !screen.overlay.hasPopup)
    ask(screen)
    #expect(screen.key(KeyCode.enter).effects == [.perform(.quit)])
    ask(screen)
    let escape = screen.key(KeyCode.escape)
    #expect(escape.isConsumed && escape.effects.isEmpty && !screen.overlay.hasPopup)
    // Enter on another button presses that button.
    ask(screen)
    _ = screen.key(KeyCode.tab)
    #expect(screen.key(KeyCode.enter).effects.isEmpty && !screen.overlay.hasPopup)
  }

  /// Fails if anything but the dialog can be used while it is open.
  @Test("while a question is open nothing else takes input")
  func modal() throws {
    let screen = try Screen()
    ask(screen)
    let down = screen.pointer(.down, onDial(0, screen))
    #expect(down.isConsumed && screen.overlay.hasPopup)
    #expect(screen.pointer(.drag, onDial(60, screen)).effects.isEmpty)
    _ = screen.pointer(.up(.lifted), onDial(60, screen))
    #expect(screen.scroll(1, screen.overlay.dial.center).effects.isEmpty && screen.overlay.covers(Point(3, 3)))
    #expect(screen.key(0x62).isConsumed)
  }

  /// Fails if a long text leaves its dialog, or a word is lost at a line's end.
  @Test("a text of any length fits its dialog; no word is lost", arguments: [1.0, 2])
  func wrapping(_ scale: Double) throws {
    let screen = try Screen(900, 800, scale: scale)
    let long = String(repeating: "Something went wrong. ", count: 12) + String(repeating: "w", count: 150) + " 終わり"
    screen.overlay.show(error: "Not saved", long)
    let dialog = try #require(screen.overlay.popups.last)
    #expect(screen.bounds.contains(dialog.frame))
    let label = try #require(widgets(Label.self, in: dialog).last)
    let button = try #require(widgets(Button.self, in: dialog).first)
    #expect(dialog.frame.contains(label.frame) && label.frame.maxY <= button.frame.minY)
    let width = Double(label.frame.width)
    let lines = screen.overlay.context.paragraph(long, width: width)
    #expect(lines.count > 4 && lines.allSatisfy { $0.width <= width })
    #expect(screen.overlay.context.paragraph("", width: width).count == 1)
    #expect(screen.overlay.context.paragraph("a\nb", width: width).count == 2)
    #expect(screen.overlay.context.paragraph("abc", width: 0).count == 3)
    // Scripts without spaces are broken between characters, not only at a single space.
    let context = screen.overlay.context
    let japanese = context.paragraph("筆圧 を生かして描く。", width: context.line("筆圧 を生かし").width + 1)
    #expect(japanese.count == 2 && japanese[0].width > 2 * context.line("筆圧").width)
  }

  /// Fails if long answers, as in German, are wider than the dialog.
  @Test("all answers stay in the dialog", arguments: [1.0, 2])
  func longAnswers(_ scale: Double) throws {
    let screen = try Screen(1400, 900, scale: scale)
    let titles = ["Abbrechen", "Ohne Aufbewahren beenden", "Speichern unter"]
    screen.overlay.ask(Question("?", "?", titles.map { Question.Answer($0, isDefault: $0 == titles[2]) }))
    let dialog = try #require(screen.overlay.popups.last)
    let buttons = widgets(Button.self, in: dialog)
    #expect(buttons.count == 3 && buttons.allSatisfy { dialog.frame.contains($0.frame) })
    for (button, title) in zip(buttons, titles) {
      #expect(Double(button.frame.width) > screen.overlay.context.line(title).width)
    }
  }

  // MARK: Commands

  private func palette(_ screen: Screen) throws -> ActionSearch {
    screen.overlay.showCommands()
    return try #require(screen.overlay.popups.last as? CommandPalette).table
  }

  /// Fails if typing does not find actions, arrow keys do not move while the field has focus, or
  /// Enter has another effect.
  @Test("letters search, arrow keys move, Enter performs and closes")
  func commands() throws {
    let screen = try Screen(1024, 700)
    let table = try palette(screen)
    #expect(screen.overlay.focused === table.field)
    #expect(table.list.rows.count == Action.all.count - 1)
    screen.type("zo in")
    #expect(table.field.text == "zo in" && table.selected == .zoomIn)
    _ = screen.key(KeyCode.backspace)
    _ = screen.key(KeyCode.backspace)
    let found = Action.search("zo ")
    #expect(table.list.rows.count >= found.count && found.count > 1)
    _ = screen.key(KeyCode.down)
    #expect(table.selected == found[1].action)
    #expect(screen.key(KeyCode.enter).effects == [.perform(found[1].action)])
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if the search of commands does not find brushes, Enter does not take the first one, or a brush comes before a
  /// command of that name.
  @Test func brushesAreFoundAmongCommands() throws {
    let screen = try Screen(1024, 700)
    var state = screen.overlay.context.state
    state.brushes = ["pen", "effects/blur", "blenders/soft-smudge"]
    state.settings.brushes["blenders/soft-smudge"] = Settings.BrushUse(title: "Morning fog")
    screen.overlay.show(state)
    for (words, name) in [("blur", "effects/blur"), ("morn fog", "blenders/soft-smudge")] {
      _ = try palette(screen)
      screen.type(words)
      #expect(screen.key(KeyCode.enter).effects == [.brushes(.choose(name))], "\(words)")
      #expect(!screen.overlay.hasPopup)
    }
    let table = try palette(screen)
    screen.type("pen")
    #expect(table.selected == .pen)
  }

  /// Fails if the search of commands does not find settings and gestures, opens the settings elsewhere, or puts letters that
  /// are in a command by chance before whole words.
  @Test func settingsAndGesturesAreFound() throws {
    let screen = try Screen(1024, 700)
    func first(_ text: String) throws -> String {
      let table = try palette(screen)
      screen.type(text)
      return table.list.rows.title(0)
    }
    #expect(try first("left hand") == "Drawing hand: Settings: \(SettingsPage.Part.window.title)")
    #expect(screen.key(KeyCode.enter).effects.isEmpty)
    let page = try #require(screen.overlay.popups.last as? SettingsPage)
    #expect(
      (screen.overlay.focused as? Choice)?.title == "Drawing hand"
        && page.frame.contains(screen.overlay.focused?.frame ?? .empty))
    #expect(try first("two fingers").contains("ingers"))
    #expect(try first("gesture") == "Two fingers: Settings: Touch")
    #expect(try first("one finger") == "One finger on the canvas: Settings: Touch")
    #expect(try first("dark").hasPrefix("Theme"))
    // A command with these words comes first.
    #expect(try first("undo") == Action.undo.title)
  }

  /// Fails if an unavailable action is performed, an empty result is not reported, or Escape and a
  /// press outside do not close.
  @Test("an unavailable action is not performed; an empty result is reported; Escape and a press outside close")
  func commandsUnavailable() throws {
    let screen = try Screen(1024, 700)
    var table = try palette(screen)
    screen.type("undo")
    #expect(screen.key(KeyCode.enter).effects.isEmpty && screen.overlay.hasPopup)
    screen.type("xxxx")
    #expect(table.list.rows.count == 0 && widgets(Label.self, in: table).count == 1)
    #expect(screen.key(KeyCode.enter).effects.isEmpty)
    _ = screen.key(KeyCode.escape)
    #expect(!screen.overlay.hasPopup)
    table = try palette(screen)
    #expect(screen.click(Rect(table.list.frame(of: 4)).center, at: 2) == [.perform(Action.search("")[4].action)])
    _ = try palette(screen)
    // The dial is outside and does not turn.
    #expect(screen.pointer(.down, onDial(0, screen)).isConsumed && !screen.overlay.hasPopup)
    #expect(screen.pointer(.drag, onDial(60, screen)).effects.isEmpty)
  }

  /// Fails if an action is missing on the page of keys, or its keys are not the current ones.
  @Test("the page of keys lists all actions by section and can be searched")
  func keysPage() throws {
    let screen = try Screen(1024, 700)
    screen.overlay.showKeys()
    let popup = try #require(screen.overlay.popups.last)
    let table = try #require(widgets(ActionSearch.self, in: popup).first)
    let gestures = CanvasGesture.all(Settings())
    #expect(
      table.list.rows.count == Action.all.count + Action.Section.allCases.count + gestures.count + 1)
    let offset = table.list.model.offset
    _ = screen.scroll(2, Rect(table.list.frame).center)
    #expect(table.list.model.offset > offset)
    screen.type("mirror")
    #expect(table.list.rows.count == Action.search("mirror").count)
    for _ in 0..<6 { _ = screen.key(KeyCode.backspace) }
    screen.type("shift drag")
    #expect(
      (0..<table.list.rows.count).contains { table.list.rows.title($0) == "Change the brush's size: Shift+drag" })
    _ = screen.click(try button("Change shortcuts", screen))
    #expect(screen.overlay.popups.last is SettingsPage)
    _ = screen.key(KeyCode.escape)
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if the page of keys names a gesture that the settings have changed or switched off.
  @Test("gestures follow the settings")
  func gestures() {
    var settings = Settings()
    let all = CanvasGesture.all(settings)
    #expect(all.contains { $0.how == "right button" && $0.title == "Brushes and colours where the pointer is" })
    #expect(all.contains { $0.how == "hold the pen still before lifting" })
    settings.mouseButtons.secondary = .erase
    settings.mouseButtons.middle = .nothing
    settings.aids.hold = 0
    let changed = CanvasGesture.all(settings)
    #expect(changed.contains { $0.how == "right button" && $0.title == "Erase while it is held" })
    #expect(!changed.contains { $0.how == "middle button" || $0.how.hasPrefix("hold the pen") })
  }

  // MARK: Settings

  private func settings(_ screen: Screen, _ part: SettingsPage.Part) throws -> SettingsPage {
    screen.overlay.showSettings(part)
    return try #require(screen.overlay.popups.last as? SettingsPage)
  }

  /// Fails if a control changes another setting, or does not show its own.
  @Test("each control changes its setting")
  func forms() throws {
    let screen = try Screen(1024, 700)
    let now = { screen.overlay.context.state.settings }
    let page = try settings(screen, .drawing)
    let toggle = try #require(widgets(Toggle.self, in: page).first)
    let sliders = widgets(Slider.self, in: page)
    #expect(!sliders[0].isEnabled)
    carryOut(screen.click(Point(Double(toggle.frame.maxX) - 10, Rect(toggle.frame).center.y)), screen)
    #expect(now().smoothing == 20 && sliders[0].isEnabled && toggle.isOn)
    _ = screen.key(KeyCode.tab)
    carryOut(screen.key(KeyCode.pageUp).effects, screen)
    #expect(now().smoothing == 30)
    carryOut(screen.scroll(1, Rect(sliders[1].frame).center).effects, screen)
    #expect(now().prediction == 7 && sliders[1].value == 7)

    let tabs = try #require(widgets(Choice.self, in: page).first)
    tabs.setFocused(true)
    screen.overlay.focus(tabs)
    _ = screen.key(KeyCode.right)
    let choices = widgets(Choice.self, in: page).suffix(3).prefix(2)
    for (i, choice) in choices.enumerated() {
      carryOut(
        screen.click(Point(Double(choice.frame.maxX) - 8, Rect(choice.frame).center.y), at: Double(2 * i)), screen)
    }
    #expect(choices.count == 2 && now().wheel == .scroll && now().cursor == .cross)
    let boxes = widgets(DropDown.self, in: page)
    _ = screen.click(boxes[0], at: 4)
    carryOut(screen.type("p"), screen)
    carryOut(screen.type("p"), screen)
    #expect(now().penButtons.middle == .pick && boxes[0].chosen == 2)
    _ = screen.click(boxes[1], at: 6)
    screen.type("v")
    // Several names begin so; the first is selected.
    screen.type("f")
    carryOut(screen.key(KeyCode.enter).effects, screen)
    #expect(now().penButtons.secondary == .action(.zoomWhole) && boxes[1].chosen == nil)

    screen.overlay.focus(tabs)
    _ = screen.key(KeyCode.right)
    let looks = widgets(Choice.self, in: page).filter { ["Theme", "File dialogs"].contains($0.title) }
    for (i, look) in looks.enumerated() {
      let time = Double(8 + 2 * i)
      carryOut(screen.click(Point(Double(look.frame.maxX) - 8, Rect(look.frame).center.y), at: time), screen)
    }
    #expect(looks.count == 2 && now().theme == .light && now().dialogs == .own && looks.last?.chosen == 1)
    screen.overlay.focus(widgets(DropDown.self, in: page).first)
    carryOut(screen.key(KeyCode.end).effects, screen)
    #expect(now().scale == 4)
    carryOut(screen.key(KeyCode.home).effects, screen)
    #expect(now().scale == nil)
  }

  /// Fails if a choice for the history changes another setting, or a size of the settings file that the
  /// page does not offer is not shown.
  @Test("the sizes of the history are chosen")
  func history() throws {
    let screen = try Screen(1024, 700)
    let page = try settings(screen, .drawing)
    let boxes = widgets(DropDown.self, in: page)
    #expect(boxes.map(\.title) == ["Memory for undo", "Undo steps in files"])
    #expect(boxes.map(\.access.description) == ["16 MiB", "64 MiB"])
    screen.overlay.focus(boxes[0])
    carryOut(screen.key(KeyCode.end).effects, screen)
    screen.overlay.focus(boxes[1])
    carryOut(screen.key(KeyCode.home).effects, screen)
    let history = screen.overlay.context.state.settings.history
    #expect(history.memory == 1024 && history.file == 0)
    #expect(boxes.map(\.access.description) == ["1 GiB", "None"])
    screen.overlay.focus(widgets(Choice.self, in: page).first)
    _ = screen.key(KeyCode.tab, .shift)
    _ = screen.key(KeyCode.tab, .shift)
    #expect(screen.overlay.focused === boxes[1])
    let note = try #require(widgets(Label.self, in: page).last { $0.text.hasPrefix("A saved file") })
    let area = try #require(widgets(ScrollArea.self, in: page).first)
    #expect(area.frame.contains(boxes[1].frame) && area.frame.contains(note.frame))
    var other = screen.overlay.context.state.settings
    (other.history.memory, other.history.file) = (100, 1000)
    carryOut([.changeSettings(other)], screen)
    #expect(boxes.map(\.access.description) == ["100 MiB", "1000 MiB"])
  }

  private func capture(_ page: SettingsPage) throws -> KeyCapture {
    try #require(widgets(KeyCapture.self, in: page).first)
  }

  /// Fails if the keys of the action that was found first are shown, or changed, after another
  /// search found another action in the same row.
  @Test("the keys below the list are those of the action that a second search finds")
  func secondSearch() throws {
    let screen = try Screen(1024, 700)
    let page = try settings(screen, .keys)
    let table = try #require(widgets(ActionSearch.self, in: page).first)
    screen.overlay.focus(table.field)
    screen.type("pen")
    #expect(table.selected == .pen && widgets(Label.self, in: page).contains { $0.text == "Pen" })
    _ = screen.key(0x61, .control)
    screen.type("marker")
    #expect(table.selected == .marker && table.list.selected == 0)
    #expect(widgets(Label.self, in: page).contains { $0.text == "Marker" })
    carryOut(screen.click(try button("M  ×", screen)), screen)
    let keys = screen.overlay.context.state.settings.keys
    #expect(keys.keys(for: .marker).isEmpty && keys.keys(for: .pen) == Action.pen.defaultKeys)
  }

  /// Fails if a key cannot be bound, a conflict is not shown or resolved, or keys cannot be
  /// removed or reset.
  @Test("a key is bound by pressing it; a conflict is shown and resolved; keys are reset")
  func keys() throws {
    let screen = try Screen(1024, 700)
    let bindings = { screen.overlay.context.state.settings.keys }
    let page = try settings(screen, .keys)
    let table = try #require(widgets(ActionSearch.self, in: page).first)
    screen.overlay.focus(table.field)
    screen.type("mirror")
    #expect(table.selected == .mirror)
    _ = screen.click(try capture(page))
    #expect(try capture(page).isWaiting)
    // A modifier alone is no key; Tab and the keys that close dialogs can be bound.
    #expect(screen.key(0xFFE3).effects.isEmpty)
    carryOut(screen.key(0x7A, .control).effects, screen)
    #expect(bindings().keys(for: .mirror).map(\.label) == ["V", "Ctrl+Z"])
    let label = try #require(widgets(Label.self, in: page).first { $0.text.contains("Ctrl+Z") })
    #expect(label.text.contains("Undo") && label.text.contains("Mirror the view"))
    carryOut(screen.click(try button("Only for Mirror the view", screen), at: 2), screen)
    #expect(bindings().keys(for: .undo).isEmpty && bindings().conflicts.isEmpty)
    #expect(!widgets(Label.self, in: page).contains { $0.text.contains("Ctrl+Z") })

    var settings = screen.overlay.context.state.settings
    settings.macroKeys = ["leaf": try #require(bindings().keys(for: .mirror).last)]
    carryOut([.changeSettings(settings)], screen)
    #expect(widgets(Label.self, in: page).contains { $0.text == "Ctrl+Z is the key of the macro “leaf”, too." })
    carryOut(screen.click(try button("Only for Mirror the view", screen), at: 3), screen)
    #expect(screen.overlay.context.state.settings.macroKeys.isEmpty && bindings().keys(for: .mirror).count == 2)

    carryOut(screen.click(try button("V  ×", screen), at: 4), screen)
    #expect(bindings().keys(for: .mirror).map(\.label) == ["Ctrl+Z"])
    carryOut(screen.click(try button("Reset", screen), at: 6), screen)
    #expect(bindings().keys(for: .mirror) == Action.mirror.defaultKeys)
    _ = screen.click(try button("Reset all shortcuts", screen), at: 8)
    carryOut(screen.click(try button("Reset", screen), at: 10), screen)
    #expect(bindings() == .standard && screen.overlay.popups.count == 1)
  }

  /// Fails if waiting for a key cannot be ended, or continues elsewhere.
  @Test("Escape or a loss of focus ends the waiting for a key")
  func captureEnds() throws {
    let screen = try Screen(1024, 700)
    let page = try settings(screen, .keys)
    let table = try #require(widgets(ActionSearch.self, in: page).first)
    screen.overlay.focus(table.field)
    screen.type("mirror")
    _ = screen.click(try capture(page))
    _ = screen.key(KeyCode.escape)
    #expect(try !capture(page).isWaiting && screen.overlay.hasPopup)
    _ = screen.key(KeyCode.enter)
    #expect(try capture(page).isWaiting)
    _ = screen.click(table.field, at: 3)
    #expect(try !capture(page).isWaiting)
    // Enter on a result waits for its key.
    _ = screen.key(KeyCode.enter)
    #expect(try capture(page).isWaiting && screen.overlay.textInputFrame == nil)
  }

  /// Fails if a page leaves the window, or a control its page, in the smallest window or at the
  /// largest scale.
  @Test("every page fits the window", arguments: [(1024, 700, 1.0), (1024, 700, 1.5), (640, 480, 1), (2048, 1400, 2)])
  func fits(_ width: Int, _ height: Int, _ scale: Double) throws {
    let screen = try Screen(width, height, scale: scale)
    let pages: [() -> Void] =
      [screen.overlay.showMenu, screen.overlay.showCommands, screen.overlay.showKeys]
      + SettingsPage.Part.allCases.map { part in { screen.overlay.showSettings(part) } }
    for page in pages {
      page()
      let popup = try #require(screen.overlay.popups.last)
      #expect(screen.bounds.contains(popup.frame))
      for widget in popup.focusables where !(widget.parent is Stack) || !isScrolled(widget) {
        #expect(popup.frame.contains(widget.frame), "\(widget)")
      }
      screen.overlay.closePopups()
    }
  }

  private func isScrolled(_ widget: Widget) -> Bool {
    widget is ScrollView || widget.parent.map(isScrolled) ?? false
  }

  /// Fails if a past message is missing or listed twice, or the list grows without limit.
  @Test("past messages are listed, the latest first")
  func pastMessages() throws {
    let screen = try Screen()
    for i in 0..<60 { screen.overlay.say("Sentence \(i)", now: Double(i)) }
    screen.overlay.say("Sentence 58", now: 60)
    for percent in 0..<9 {
      screen.overlay.show(
        message: "Saving \(percent)", action: MessageAction(title: "Cancel", effect: .export(.cancelPicture)),
        until: .infinity)
    }
    #expect(screen.overlay.message.history.count == MessagePanel.historyLimit)
    screen.overlay.showMessages()
    let words = InterfaceScene.roots(screen.overlay).flatMap(\.tree).compactMap { ($0 as? Label)?.text }
    #expect(words.prefix(4) == ["Messages", "Sentence 58", "Sentence 59", "Sentence 57"])
  }
}
