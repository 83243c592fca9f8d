import Document
import Geometry
import Input
import Language
import Paint

/// A list of all brushes below a field that filters them: Fude's first, then MyPaint's by groups.
///
/// Keys that move the selection go to the list while the field has focus.
final class BrushTable: Widget {
  let field: TextField
  let list: ScrollList
  var onChoose: (String) -> [Overlay.Effect] = { _ in [] }

  private enum Row: Hashable {
    case heading(String)
    /// A line of text below a heading.
    case note(String)
    case brush(String, isUsable: Bool)
  }

  private struct Content: Hashable {
    var own: [String]
    var catalogue: BrushCatalogue
    var absence: String?
  }

  private var shown: Content?
  private var rows: [Row] = []
  private let nothing: Label

  override init(_ context: WidgetContext) {
    field = TextField(context)
    list = ScrollList(context)
    nothing = Label(context, translated("Nothing found"), tone: .dim, anchor: .middle)
    super.init(context)
    add(field)
    add(list)
    add(nothing)
    field.placeholder = translated("Search the brushes")
    field.title = field.placeholder
    field.hasTip = false
    field.onChange = { [weak self] text in
      self?.filter(text)
      return []
    }
    field.onCommit = { [weak self] _ in
      guard let self, let row = self.list.selected else { return [] }
      return self.choose(row)
    }
    list.activatesAtOnce = true
    list.onActivate = { [weak self] row in self?.choose(row) ?? [] }
    (list.title, list.hasTip) = (translated("Brushes"), false)
    list.isFieldFocused = { [weak self] in self?.field.isFocused ?? false }
    update()
  }

  // MARK: Content

  override func show() {
    super.show()
    update()
  }

  private func update() {
    let state = context.state
    let own = state.brushes.filter { state.catalogue[$0] == nil }
    let content = Content(own: own, catalogue: state.catalogue, absence: state.paintAbsence)
    guard content != shown else { return }
    shown = content
    filter(field.text)
  }

  /// The rows for a search text; all for an empty one.
  private func filter(_ text: String) {
    guard let shown else { return }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    let before = list.selected.flatMap(name)
    rows = []
    func add(_ title: String, _ names: [String], note: String? = nil, isUsable: Bool = true) {
      let found = names.filter { Self.matches($0, title, words) }
      guard !found.isEmpty else { return }
      rows += [.heading(title)] + (note.map { [.note($0)] } ?? []) + found.map { .brush($0, isUsable: isUsable) }
    }
    add("Fude", ToolItem.inOrder(shown.own))
    var note = shown.absence
    for group in shown.catalogue.groups {
      let count = rows.count
      add(Self.heading(ofGroup: group.name), group.entries.map(\.name), note: note, isUsable: shown.absence == nil)
      if rows.count > count { note = nil }
    }
    list.rows = ScrollList.Rows(
      count: rows.count,
      height: { [weak self] in self?.name($0) == nil ? 32 : 36 },
      make: { [weak self] in self?.makeRow($0) },
      title: { [weak self] in self?.title($0) ?? "" },
      isSelectable: { [weak self] in self?.name($0) != nil })
    nothing.isHidden = !rows.isEmpty
    list.scroll(to: 0)
    // While searching, the first brush found is selected, so that Enter chooses it.
    let wanted = words.isEmpty ? before ?? context.state.brush : nil
    list.select(rows.indices.first { wanted == nil ? name($0) != nil : name($0) == wanted })
  }

  /// The heading of a group of MyPaint's brushes; its name is empty for brushes outside of groups.
  static func heading(ofGroup name: String) -> String {
    name.isEmpty ? "MyPaint" : "MyPaint: " + PopUpItem.title(name)
  }

  /// Whether all words occur in the title of a brush or of its group.
  private static func matches(_ name: String, _ heading: String, _ words: [Substring]) -> Bool {
    if words.isEmpty { return true }
    let text = (ToolItem.title(ofBrush: name) + "\n" + heading + "\n" + name).lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  private func name(_ row: Int) -> String? {
    if rows.indices.contains(row), case .brush(let name, _) = rows[row] { name } else { nil }
  }

  private func title(_ row: Int) -> String {
    guard rows.indices.contains(row) else { return "" }
    return switch rows[row] {
    case .heading(let text), .note(let text): text
    case .brush(let name, _): ToolItem.title(ofBrush: name)
    }
  }

  private func choose(_ row: Int) -> [Overlay.Effect] { name(row).map(onChoose) ?? [] }

  private func makeRow(_ row: Int) -> Widget? {
    guard rows.indices.contains(row) else { return nil }
    switch rows[row] {
    case .heading(let title):
      return Stack(context, .down, padding: 8, [Label(context, title, size: 12, .semibold, tone: .dim)])
    case .note(let text): return Stack(context, .down, padding: 8, [Label(context, text, size: 12, tone: .dim)])
    case .brush(let name, let isUsable): return BrushRow(context, name, isUsable: isUsable)
    }
  }

  // MARK: Input and layout

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.isEmpty else { return nil }
    // Home and End move the caret of the field.
    switch key.keysym {
    case KeyCode.up, KeyCode.down, KeyCode.pageUp, KeyCode.pageDown: return list.move(key)
    default: return nil
    }
  }

  override func layOut() {
    let height = field.size(within: frame.width).height
    field.place(PixelRect(x: frame.minX, y: frame.minY, width: frame.width, height: height))
    let top = frame.minY + height + context.whole(6)
    list.place(PixelRect(minX: frame.minX, minY: top, maxX: frame.maxX, maxY: max(top, frame.maxY)))
    nothing.place(PixelRect(x: frame.minX, y: top, width: frame.width, height: context.whole(60)))
    if let selected = list.selected { list.select(selected) }
  }
}
