import Geometry
import Language
import Panels
import Studio
import Toolkit

/// The list of macros, each with a button that performs it and a menu.
final class MacrosPart: Widget {
  private let column: Stack
  private let list: ScrollArea
  private var shown: (macros: [MacroItem], keys: [String])?
  /// Called when a macro is performed.
  var onPerform: () -> Void = {}

  override init(_ context: WidgetContext) {
    column = Stack(context, .down, spacing: 2)
    list = ScrollArea(context, column)
    list.title = translated("Macros")
    super.init(context)
    add(list)
    show()
  }

  override func show() {
    super.show()
    let macros = context.state.macros
    let keys = macros.map { context.state.settings.macroKeys[$0.name]?.label ?? "" }
    if let shown, shown.macros == macros, shown.keys == keys { return }
    // The focus stays on the same row.
    let focused = column.children.firstIndex { row in row.children.contains { $0.isFocused } }
    shown = (macros, keys)
    column.removeChildren()
    for (item, key) in zip(macros, keys) { column.add(row(item, key)) }
    if macros.isEmpty {
      column.add(
        Label(
          context, translated("There are no macros yet. Choose steps beside, and save them as a macro."), tone: .dim,
          wraps: true))
    }
    if !frame.isEmpty { layOut() }
    invalidate()
    if let focused, column.children.indices.contains(focused),
      let button = column.children[focused].children.last(where: \.isFocusable)
    {
      context.overlay?.focus(button)
    }
  }

  private func row(_ item: MacroItem, _ key: String) -> Widget {
    let row = Stack(context, .right, spacing: 8, padding: 4, alignment: .middle)
    row.add(stretching: Label(context, item.title))
    if !key.isEmpty { row.add(Label(context, key, size: 12, tone: .dim)) }
    let perform = Button(context)
    (perform.face, perform.subject) = (.text(translated("Perform", context: "a macro")), item.title)
    perform.onPress = { [weak self] in
      self?.onPerform()
      self?.post(.macros(.perform(item.name)))
    }
    row.add(perform)
    let more = Button(context)
    (more.face, more.title, more.subject) = (.icon(.dots), translated("More", context: "about a macro"), item.title)
    more.actsOnPress = true
    more.onPress = { [weak self, weak more] in
      guard let self, let more else { return }
      context.overlay?.open(menu: MacroMenu.entries(for: item, context), from: more)
    }
    row.add(more)
    return row
  }

  override func size(within width: Int) -> (width: Int, height: Int) { list.size(within: width) }

  override func layOut() { list.place(frame) }
}
