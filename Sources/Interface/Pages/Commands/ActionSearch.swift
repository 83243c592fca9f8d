import Document
import Files
import Geometry
import Input
import Language
import Library
import Paint
import Panels
import Studio
import Toolkit

/// A searchable list of all actions, gestures, settings and perhaps brushes: a text field with the results below.
///
/// Without a search text it lists all actions by section, and perhaps the gestures. Keys that move the selection go to the list while
/// the field has focus.
final class ActionSearch: Widget {
  let field: TextField
  let list: ScrollList
  /// Whether sections are shown while the search text is empty.
  let showsSections: Bool
  let showsAllKeys: Bool
  var onChoose: (Action) -> Void = { _ in }
  /// Called with the name of a brush; nil if brushes are not searched.
  var onChooseBrush: ((String) -> Void)?
  var onSelect: (Action?) -> Void = { _ in }

  private enum Row: Hashable {
    case heading(String)
    case action(Action, [Range<String.Index>])
    case gesture(CanvasGesture)
    case setting(SettingEntry)
    /// A brush, and the title of its section.
    case brush(String, section: String)
  }
  private let gestures: [CanvasGesture]
  /// The settings; read at the first search.
  private lazy var settings = SettingsPage.entries(context)
  private var catalogue: BrushCatalogue
  private var rows: [Row] = []
  private let nothing: Label

  init(_ context: WidgetContext, placeholder: String, showsSections: Bool, showsAllKeys: Bool) {
    field = TextField(context)
    list = ScrollList(context)
    nothing = Label(context, translated("Nothing found"), tone: .dim, anchor: .middle)
    gestures = CanvasGesture.all(context.state.settings)
    catalogue = context.state.catalogue
    (self.showsSections, self.showsAllKeys) = (showsSections, showsAllKeys)
    super.init(context)
    add(field)
    add(list)
    add(nothing)
    field.placeholder = placeholder
    field.title = placeholder
    field.hasTip = false
    field.onChange = { [weak self] text in
      self?.search(text)
    }
    field.onCommit = { [weak self] _ in self?.chooseSelected() }
    list.onActivate = { [weak self] row in self?.choose(row) }
    list.onSelect = { [weak self] row in
      self?.onSelect(self?.action(row))
    }
    (list.title, list.hasTip) = (translated("Commands"), false)
    list.isFieldFocused = { [weak self] in self?.field.isFocused ?? false }
    search("")
  }

  var selected: Action? { list.selected.flatMap(action) }

  private func action(_ row: Int) -> Action? {
    if rows.indices.contains(row), case .action(let action, _) = rows[row] { action } else { nil }
  }

  private func choose(_ row: Int) {
    guard rows.indices.contains(row) else { return }
    switch rows[row] {
    case .action(let action, _): onChoose(action)
    case .brush(let name, _): onChooseBrush?(name)
    case .setting(let entry): context.overlay?.showSettings(entry.part, row: entry.row)
    case .heading, .gesture: break
    }
  }
  private func chooseSelected() { if let row = list.selected { choose(row) } }

  private func search(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    // Asked before the rows change.
    let before = selected
    if words.isEmpty, showsSections {
      rows = Action.Section.allCases.flatMap { section in
        [.heading(section.title)] + section.actions.map { .action($0, []) }
      }
      if showsAllKeys { rows = [.heading(translated("Pen and mouse"))] + gestures.map { .gesture($0) } + rows }
    } else {
      // The command palette does not list itself.
      let found = Action.search(text)
      let actions = found.filter { showsSections || $0.action != .commandPalette }.map {
        Row.action($0.action, $0.ranges)
      }
      let others = words.isEmpty ? [] : settings.filter { $0.matches(words) }.map { Row.setting($0) } + brushes(words)
      // Letters in order are in many titles by chance; whole words are not.
      let isSure = found.first.map { !$0.ranges.isEmpty && SearchWords($0.action.title).match(words) } ?? false
      rows = isSure ? actions + others : others + actions
      if !words.isEmpty { rows += gestures.filter { $0.matches(words) }.map { .gesture($0) } }
    }
    list.rows = ScrollList.Rows(
      count: rows.count,
      height: { [weak self] in self?.isHeading($0) ?? false ? 34 : 40 },
      make: { [weak self] in self?.makeRow($0) },
      title: { [weak self] in self?.title($0) ?? "" },
      isSelectable: { [weak self] in !(self?.isHeading($0) ?? true) })
    nothing.isHidden = !rows.isEmpty
    list.scroll(to: 0)
    // While searching, the best match is selected, so that Enter chooses it.
    if !words.isEmpty || !showsSections { list.select(rows.indices.first { !isHeading($0) }) } else { list.select(nil) }
    if selected != before { onSelect(selected) }
  }

  /// The brushes whose titles or files' names have all words of a search, each once.
  private func brushes(_ words: [Substring]) -> [Row] {
    guard onChooseBrush != nil else { return [] }
    var found: Set<String> = []
    return BrushSection.all(in: context.state).filter(\.isUsable).flatMap { section in
      section.names.filter { name in
        SearchWords(context.title(ofBrush: name) + " " + PathText.name(of: name)).match(words)
          && found.insert(name).inserted
      }.map { .brush($0, section: section.title) }
    }
  }

  private func title(_ row: Int) -> String {
    guard rows.indices.contains(row) else { return "" }
    return switch rows[row] {
    case .heading: ""
    case .action(let action, _): action.title
    case .gesture(let gesture): gesture.title + ": " + gesture.how
    case .setting(let entry): entry.title + ": " + place(of: entry)
    case .brush(let name, let section): context.title(ofBrush: name) + ": " + place(ofBrushIn: section)
    }
  }

  private func isHeading(_ row: Int) -> Bool {
    if rows.indices.contains(row), case .heading = rows[row] { true } else { false }
  }

  private func makeRow(_ row: Int) -> Widget? {
    guard rows.indices.contains(row) else { return nil }
    switch rows[row] {
    case .heading(let title):
      return Stack(context, .down, padding: 8, [Label(context, title, size: 12, .semibold, tone: .dim)])
    case .action(let action, let ranges): return ActionRow(context, action, ranges: ranges, showsAllKeys: showsAllKeys)
    case .gesture(let gesture): return GestureRow(context, gesture.title, gesture.how)
    case .setting(let entry): return GestureRow(context, entry.title, place(of: entry))
    case .brush(let name, let section):
      return GestureRow(context, context.title(ofBrush: name), place(ofBrushIn: section))
    }
  }

  /// Where a brush is: "Brush: Blenders".
  private func place(ofBrushIn section: String) -> String {
    translated("Brush: {section}", ["section": section])
  }

  /// Where a setting is: "Settings: Touch".
  private func place(of entry: SettingEntry) -> String {
    translated("Settings: {part}", ["part": entry.part.title])
  }

  override func show() {
    super.show()
    // A worker has listed the brushes.
    if onChooseBrush != nil, context.state.catalogue != catalogue {
      catalogue = context.state.catalogue
      search(field.text)
    }
    list.invalidate()
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    // Home and End move the caret of the field.
    switch key.keysym {
    case KeyCode.up, KeyCode.down, KeyCode.pageUp, KeyCode.pageDown: return list.move(key)
    default: return false
    }
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (width, field.size(within: width).height + context.whole(6) + list.contentHeight(within: width))
  }

  override func layOut() {
    let height = field.size(within: frame.width).height
    field.place(PixelRect(x: frame.minX, y: frame.minY, width: frame.width, height: height))
    let top = frame.minY + height + context.whole(6)
    list.place(PixelRect(minX: frame.minX, minY: top, maxX: frame.maxX, maxY: max(top, frame.maxY)))
    nothing.place(PixelRect(x: frame.minX, y: top, width: frame.width, height: context.whole(60)))
  }
}
