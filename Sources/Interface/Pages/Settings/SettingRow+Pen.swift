import Input
import Language
import Panels
import Studio
import Toolkit

/// The settings of pens, tablets and mice.
extension SettingRow {
  static let pen: [SettingRow] = [
    .choice(
      translated("Mouse wheel"), \.wheel, [(.zoom, translated("Zooms")), (.scroll, translated("Scrolls"))],
      note: translated("Hold Ctrl for the other one.")),
    .choice(
      translated("Cursor"), \.cursor, [(.outline, translated("Brush outline")), (.cross, translated("Crosshair"))]),
    button(\.penButtons.middle, translated("The pen's lower button")),
    button(\.penButtons.secondary, translated("The pen's upper button")),
    button(\.mouseButtons.middle, translated("The mouse's middle button")),
    button(\.mouseButtons.secondary, translated("The mouse's right button")),
    .choice(
      translated("The tablet's ring"), \.ring, [(.dial, translated("Turns the dial")), (.none, translated("Nothing"))]),
  ]

  private static let uses: [(Settings.ButtonUse, String)] = [
    (.nothing, translated("Nothing")), (.pan, translated("Move the view")), (.pick, translated("Pick the colour")),
    (.popUp, translated("Brushes and colours")),
    (.erase, translated("Erase while held")), (.action(.blend), Action.blend.title),
  ]

  /// What a button does: one of a few uses, or any action.
  private static func button(_ place: any Place<Settings.ButtonUse>, _ title: String) -> SettingRow {
    .list(
      title, place, uses, shown: { if case .action(let action) = $0 { action.title } else { "" } },
      more: { set in
        [.separator]
          + Action.Section.allCases.map { section in
            .submenu(
              section.title,
              section.actions.map { action in .item(action.title, icon: action.glyph) { set(.action(action)) } })
          }
      })
  }
}
