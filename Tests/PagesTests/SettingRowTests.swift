import Input
import InterfaceSupport
import Studio
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

@Suite("The table of settings") struct SettingRowTests {
  private let screen: Screen

  init() throws { screen = try Screen() }

  /// The row whose control has a number of options, by its title.
  private func options(_ title: String, in rows: [SettingRow]) throws -> [String] {
    let row = try #require(rows.first { $0.title == title }, "\(title)")
    let control = row.make(screen.overlay.context) { _ in }
    return (control.widget as? Choice)?.options ?? (control.widget as? DropDown)?.options ?? []
  }

  /// Fails if a value of a setting cannot be chosen on the page.
  @Test func allValuesAreOffered() throws {
    #expect(try options("Theme", in: SettingRow.window).count == Settings.ThemeChoice.allCases.count)
    #expect(try options("Contrast", in: SettingRow.window).count == Settings.ContrastUse.allCases.count)
    #expect(try options("Close messages", in: SettingRow.window).count == Settings.MessageUse.allCases.count)
    #expect(try options("Drawing hand", in: SettingRow.window).count == Settings.Hand.allCases.count)
    #expect(try options("Language", in: SettingRow.window).count == Settings.LanguageChoice.allCases.count)
    #expect(try options("Stabiliser", in: SettingRow.drawing).count == StrokeAids.StabiliserKind.allCases.count)
  }

  /// Fails if a control shows no value of the standard settings, two rows have one title, or a row that is not enabled
  /// stays so.
  @Test(arguments: SettingsPage.Part.allCases) func rowsShowTheirValues(_ part: SettingsPage.Part) {
    #expect(Set(part.rows.map(\.title)).count == part.rows.count)
    for row in part.rows {
      let control = row.make(screen.overlay.context) { _ in }
      control.show(Settings())
      if let choice = control.widget as? Choice { #expect(choice.chosen != nil, "\(row.title)") }
      if let box = control.widget as? DropDown { #expect(box.chosen != nil || !box.otherwise.isEmpty, "\(row.title)") }
    }
    var settings = Settings()
    (settings.smoothing, settings.aids.stabiliser) = (20, .rope)
    let disabled = part.rows.filter { !$0.isEnabled(settings) }.map(\.title)
    #expect(disabled == (part == .drawing ? ["Averaging time"] : []))
  }

  /// Fails if a changed control changes another setting, or a slider while it is dragged.
  @Test func aControlChangesItsSetting() throws {
    func change(_ title: String, _ rows: [SettingRow], _ act: (Widget) -> Void) throws -> Settings {
      var settings = Settings()
      let row = try #require(rows.first { $0.title == title })
      let control = row.make(screen.overlay.context) { body in
        body(&settings)
      }
      act(control.widget)
      return settings
    }
    var wanted = Settings()
    wanted.theme = .light
    #expect(try change("Theme", SettingRow.window) { _ = ($0 as? Choice)?.onChoose(1) } == wanted)
    wanted = Settings()
    wanted.prediction = 3
    #expect(try change("Stroke prediction", SettingRow.drawing) { _ = ($0 as? Slider)?.onChange(3, true) } == wanted)
    #expect(
      try change("Stroke prediction", SettingRow.drawing) { _ = ($0 as? Slider)?.onChange(3, false) } == Settings())
    wanted = Settings()
    wanted.fingerTaps = .none
    #expect(
      try change("Tap with two fingers to undo", SettingRow.touch) { _ = ($0 as? Toggle)?.onChange(false) } == wanted)
  }

  /// Fails if a control of the page sets or shows another setting.
  @Test func touchSettings() throws {
    let screen = try Screen(1024, 700)
    screen.overlay.showSettings(.touch)
    let page = try #require(screen.overlay.popups.last)
    func widgets<W: Widget>(_ type: W.Type, in widget: Widget) -> [W] {
      widget.isHidden ? [] : ((widget as? W).map { [$0] } ?? []) + widget.children.flatMap { widgets(type, in: $0) }
    }
    func carryOut(_ effects: [Overlay.Effect]) {
      for case .changeSettings(let settings) in effects {
        var state = screen.overlay.context.state
        state.settings = settings
        screen.overlay.show(state)
      }
    }
    let now = { screen.overlay.context.state.settings }
    let choices = widgets(Choice.self, in: page).filter { $0.title != "Category" }
    #expect(choices.map(\.chosen) == [0, 0])
    carryOut(page.posted { choices[0].onChoose(1) })
    #expect(now().touch == .draw && choices[0].chosen == 1)
    carryOut(page.posted { choices[0].onChoose(2) })
    #expect(now().touch == .none && choices[0].chosen == 2)
    carryOut(page.posted { choices[1].onChoose(1) })
    #expect(now().twoFingers == .zoom && choices[1].chosen == 1)
    let taps = try #require(widgets(Toggle.self, in: page).first)
    #expect(taps.isOn)
    carryOut(screen.click(taps))
    #expect(now().fingerTaps == .none && !taps.isOn)
  }
}
