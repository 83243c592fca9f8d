import Geometry
import Input
import InterfaceSupport
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

/// The page of the last steps and of macros.
@Suite struct MacroPageTests {
  /// Fails if the newest step that can be repeated is not chosen, Space does not choose another one, or what is posted
  /// has other steps or other options.
  @Test func stepsAreChosen() throws {
    let screen = try InterfaceScene.lastSteps.screen()
    let page = try #require(screen.overlay.popups.last as? MacroPage)
    #expect(page.steps.chosen == [2])
    let rows = page.tree.compactMap { $0 as? StepRow }
    #expect(rows.map(\.isEnabled) == [true, false, true])
    screen.overlay.focus(rows[2])
    _ = screen.key(KeyCode.space)
    #expect(page.steps.chosen == [0, 2])
    let toggle = try #require(page.tree.compactMap { $0 as? Toggle }.first)
    screen.overlay.focus(toggle)
    _ = screen.key(KeyCode.space)
    screen.overlay.focus(rows[0])
    let effects = screen.key(KeyCode.enter).effects
    #expect(effects == [.macros(.repeatSteps([0, 2], MacroOptions(followsSelection: true)))])
    #expect(screen.overlay.popups.isEmpty)
  }

  /// Fails if steps are kept without a name, or with others than chosen.
  @Test func stepsAreKept() throws {
    let screen = try InterfaceScene.lastSteps.screen()
    let page = try #require(screen.overlay.popups.last as? MacroPage)
    let save = try #require(
      page.tree.compactMap { $0 as? Button }.first { $0.face == .text("Save as a macro…") })
    save.onPress()
    #expect(screen.overlay.popups.last is NameDialog)
    _ = screen.key(KeyCode.enter)
    #expect(screen.overlay.popups.last is NameDialog, "it needs a name")
    screen.type("ab")
    let effects = screen.key(KeyCode.enter).effects
    #expect(effects == [.macros(.save([2], title: "ab", MacroOptions()))])
    #expect(page.macros.isHidden == false && page.steps.isHidden)
  }

  /// Fails if a macro is not performed by its button, or its menu lacks a command.
  @Test func macrosAreListed() throws {
    let screen = try InterfaceScene.macros.screen()
    let page = try #require(screen.overlay.popups.last as? MacroPage)
    let labels = page.macros.tree.compactMap { ($0 as? Label)?.text }
    #expect(labels.contains("Leaf") && labels.contains("Ctrl+Alt+1") && labels.contains("A frame around the page"))
    let item = screen.overlay.context.state.macros[0]
    let titles = MacroMenu.entries(for: item, page.context).compactMap(\.title)
    #expect(titles.contains("Rename…") && titles.contains("Delete…") && titles.contains("Remove the shortcut"))
    let perform = try #require(page.macros.tree.compactMap { $0 as? Button }.first)
    let effects = screen.overlay.context.interface.collect { perform.onPress() }
    #expect(effects == [.macros(.perform("leaf"))] && screen.overlay.popups.isEmpty)
  }
}
