import Geometry
import Input
import Language
import Paint
import Panels
import Studio
import Toolkit

/// The page of settings; changes apply at once.
///
/// Each control posts an effect with the changed settings, and shows them once they are in the
/// program's state.
final class SettingsPage: Dialog {
  /// The parts of the page, shown one at a time.
  enum Part: Int, CaseIterable {
    case drawing, pen, window, touch, keys

    var title: String {
      switch self {
      case .drawing: translated("Drawing", context: "part of the settings")
      case .pen: translated("Pen and mouse")
      case .window: translated("Interface")
      case .touch: translated("Touch")
      case .keys: translated("Keyboard shortcuts")
      }
    }

    /// The rows of its table; none for the keys, which have a list of their own.
    var rows: [SettingRow] {
      switch self {
      case .drawing: SettingRow.drawing
      case .pen: SettingRow.pen
      case .window: SettingRow.window
      case .touch: SettingRow.touch
      case .keys: []
      }
    }
  }

  private let tabs: Choice
  private let parts: [Widget]
  /// The controls of each part; nil for the keys.
  private let forms: [SettingsForm?]

  init(_ context: WidgetContext, _ part: Part = .drawing) {
    tabs = Choice(context, Part.allCases.map(\.title))
    let forms = Part.allCases.map { Self.form($0, context) }
    self.forms = forms
    parts = forms.map { $0.map { ScrollArea(context, $0) } ?? KeySettings(context) }
    let body = Stack(context, .down, spacing: 12, [tabs])
    body.add(stretching: DialogParts(context, parts))
    super.init(context, title: translated("Settings"), width: 640, body)
    add(button: translated("Close")) { [weak self] in
      self?.close()
    }
    tabs.title = translated("Category")
    tabs.hasTip = false
    tabs.onChoose = { [weak self] in
      self?.show(part: $0)
    }
    show(part: part.rawValue)
  }

  override var closesOutside: Bool { true }
  override var firstFocus: Widget? { tabs }

  /// The names of all settings, in the order of the page.
  static func entries(_ context: WidgetContext) -> [SettingEntry] {
    Part.allCases.flatMap { part in form(part, context)?.entries(part) ?? [] }
  }

  /// The controls of a part; nil for one that is no form.
  private static func form(_ part: Part, _ context: WidgetContext) -> SettingsForm? {
    part.rows.isEmpty ? nil : SettingsForm(context, part.rows)
  }

  /// Scrolls to a control of the shown part and gives it the keyboard's focus, unless it is disabled.
  func focus(row: Int) {
    guard let part = tabs.chosen, let control = forms[part]?.control(ofRow: row) else { return }
    if control.isEnabled { context.overlay?.focus(control) }
    control.reveal(control.frame)
  }

  private func show(part: Int) {
    tabs.chosen = part
    for (i, widget) in parts.enumerated() { widget.isHidden = i != part }
    if !frame.isEmpty { layOut() }
  }
}
