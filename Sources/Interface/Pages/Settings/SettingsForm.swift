import Panels
import Studio
import Toolkit

/// The controls of a table of settings.
final class SettingsForm: Form {
  private let table: [SettingRow]
  private var controls: [SettingRow.Control] = []

  init(_ context: WidgetContext, _ table: [SettingRow]) {
    self.table = table
    super.init(context)
    for row in table {
      let control = row.make(context) { [weak self] in self?.change($0) }
      controls.append(control)
      add(row.title, control.widget, note: row.note)
    }
  }

  private func change(_ body: (inout Settings) -> Void) {
    let settings = context.state.settings
    var changed = settings
    body(&changed)
    if changed != settings { post(.changeSettings(changed)) }
  }

  override func show() {
    let settings = context.state.settings
    for (row, control) in zip(table, controls) {
      control.widget.isEnabled = row.isEnabled(settings)
      control.show(settings)
    }
  }

  /// The rows with the texts that a search looks through: name, note and options.
  func entries(_ part: SettingsPage.Part) -> [SettingEntry] {
    rows.enumerated().map { number, row in
      let options = (row.control as? Choice)?.options ?? (row.control as? DropDown)?.options ?? []
      return SettingEntry(
        part: part, row: number, title: row.name, about: ([row.note] + options).joined(separator: " "))
    }
  }
}
