import Geometry

/// All actions with their keys, by section, to be searched.
final class KeysPage: Dialog {
  private let table: ActionTable

  init(_ context: WidgetContext) {
    let table = ActionTable(context, placeholder: "Search", showsSections: true, showsAllKeys: true)
    self.table = table
    super.init(context, title: "Keys", width: 600, height: 640, table)
    add(button: "Change keys") { [weak self] in
      self?.context.overlay?.showSettings(.keys)
      return []
    }
    add(button: "Close") { [weak self] in
      self?.close()
      return []
    }
    table.onChoose = { _ in [] }
  }

  override var closesOutside: Bool { true }
  override var firstFocus: Widget? { table.field }
}
