import Geometry
import Language
import Panels
import Toolkit

/// The page of all gestures and keys.
final class KeysPage: Dialog {
  private let table: ActionSearch

  init(_ context: WidgetContext) {
    let table = ActionSearch(
      context, placeholder: translated("Search"), showsSections: true, showsAllKeys: true)
    self.table = table
    super.init(context, title: translated("Keyboard shortcuts"), width: 680, height: 640, table)
    add(button: translated("Change shortcuts")) { [weak self] in
      self?.context.overlay?.showSettings(.keys)
    }
    add(button: translated("Close")) { [weak self] in
      self?.close()
    }
    table.onChoose = { _ in }
  }

  override var closesOutside: Bool { true }
  override var firstFocus: Widget? { table.field }
}
