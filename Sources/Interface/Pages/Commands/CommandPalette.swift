import Geometry
import Input
import Language
import Panels
import Toolkit

/// A search of all actions and brushes in a popup; choosing one closes it.
final class CommandPalette: Panel {
  let table: ActionSearch

  override init(_ context: WidgetContext) {
    table = ActionSearch(
      context, placeholder: translated("Search the commands"), showsSections: false, showsAllKeys: false)
    super.init(context)
    add(table)
    table.list.activatesAtOnce = true
    table.onChoose = { [weak self] action in
      guard let self, action.isAvailable(in: self.context.state) else { return }
      self.context.overlay?.close(self)
      context.post(.perform(action))
    }
    table.onChooseBrush = { [weak self] name in
      guard let self else { return }
      self.context.overlay?.close(self)
      context.post(.brushes(.choose(name)))
    }
  }

  override var isHideable: Bool { false }
  override var isModal: Bool { true }
  override var closesOutside: Bool { true }
  override var firstFocus: Widget? { table.field }
  override var label: String { translated("Search the commands") }

  override var access: Access { Access(role: .dialog, states: .modal) }

  private var padding: Int { context.whole(8) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let most = (context.overlay?.size.height ?? .max) * 8 / 10
    return (min(width, context.whole(520 * theme.textScale)), min(context.whole(46 + 9 * 40) + 2 * padding, most))
  }

  override func layOut() { table.place(frame.grown(by: -padding)) }
}
