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

/// A list of all brushes in sections, below a field that filters them and a choice of one section.
///
/// Keys that move the selection go to the list while the field has focus. Menu or Shift+F10 opens
/// the menu of the selected brush, a press of the right button that of the brush below it.
final class BrushTable: Widget {
  let field: TextField
  let list: ScrollList
  let chooser: DropDown
  var onChoose: (String) -> Void = { _ in }

  private enum Row: Hashable {
    case heading(String)
    /// A line of text below a heading.
    case note(String)
    case brush(String, BrushSection.Kind, isUsable: Bool)
  }

  /// What the list depends on. Comparing it is quick while nothing changes.
  private struct Content: Hashable {
    var brushes: [String]
    var catalogue: BrushCatalogue
    var shelf: BrushShelf
    var recent: [String]
    var titles: [String: String]
    var absence: String?
  }

  private var shown: Content?
  private var sections: [BrushSection] = []
  /// What a search compares, by the brushes' names; empty before the first search.
  private var texts: [String: String] = [:]
  private var rows: [Row] = []
  /// The section that is shown alone; nil for all.
  private(set) var section: BrushSection.Kind?
  private let nothing: Label
  private let adder: Button
  private var laidOut = PixelRect.empty

  override init(_ context: WidgetContext) {
    field = TextField(context)
    list = ScrollList(context)
    chooser = DropDown(context)
    adder = context.button(.plus, translated("Add brushes from a file")) { context.post(.brushes(.add)) }
    nothing = Label(context, translated("Nothing found"), tone: .dim, anchor: .middle)
    super.init(context)
    for child in [field, chooser, adder, list, nothing] { add(child) }
    section = context.overlay?.brushSection
    field.placeholder = translated("Search the brushes")
    field.title = field.placeholder
    field.hasTip = false
    field.onChange = { [weak self] text in
      self?.filter(text)
    }
    field.onCommit = { [weak self] _ in
      guard let self, let row = self.list.selected else { return }
      return self.choose(row)
    }
    (chooser.title, chooser.hasTip) = (translated("Section"), false)
    chooser.onChoose = { [weak self] in self?.choose(section: $0) }
    list.activatesAtOnce = true
    list.onActivate = { [weak self] row in self?.choose(row) }
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
    let content = Content(
      brushes: state.brushes, catalogue: state.catalogue, shelf: state.settings.shelf, recent: state.recentBrushes,
      titles: state.settings.brushes.compactMapValues(\.title), absence: state.paintAbsence)
    guard content != shown else { return }
    (shown, sections, texts) = (content, BrushSection.all(in: state), [:])
    if let section, !sections.contains(where: { $0.kind == section }) { self.section = nil }
    chooser.options = [translated("All", context: "sections of brushes")] + sections.map(\.title)
    showSection()
    filter(field.text, keepsPlace: true)
  }

  private func showSection() {
    chooser.chosen = section.flatMap { kind in sections.firstIndex { $0.kind == kind } }.map { $0 + 1 } ?? 0
  }

  private func choose(section index: Int) {
    section = index > 0 && index <= sections.count ? sections[index - 1].kind : nil
    context.overlay?.brushSection = section
    showSection()
    filter(field.text)
  }

  /// The rows for a search text; all for an empty one.
  private func filter(_ text: String, keepsPlace: Bool = false) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    let before = list.selected.flatMap(name)
    if !words.isEmpty, texts.isEmpty { readTexts() }
    var rows: [Row] = []
    var found: Set<String> = []
    var note = shown?.absence
    let parts = sections.filter { section == nil || $0.kind == section }
    for part in words.isEmpty ? parts : matches(of: words, in: parts) {
      // A search names each brush once.
      let names = words.isEmpty ? part.names : part.names.filter { found.insert($0).inserted }
      guard !names.isEmpty else { continue }
      rows.append(.heading(part.title))
      if !part.isUsable, let line = note {
        rows.append(.note(line))
        note = nil
      }
      rows += names.map { .brush($0, part.kind, isUsable: part.isUsable || !isPainted($0)) }
    }
    if keepsPlace, rows == self.rows { return }
    let anchor = keepsPlace ? anchor : nil
    let focus = list.visibleRows.lazy.compactMap { ($0 as? BrushRow)?.focus }.first
    self.rows = rows
    list.rows = ScrollList.Rows(
      count: rows.count,
      height: { [weak self] in self?.name($0) == nil ? 32 : BrushRow.height },
      make: { [weak self] in self?.makeRow($0) },
      title: { [weak self] in self?.title($0) ?? "" },
      isSelectable: { [weak self] in self?.name($0) != nil },
      description: { [weak self] in self?.description($0) ?? "" })
    nothing.isHidden = !rows.isEmpty
    list.scroll(to: 0)
    // While searching, the first brush found is selected, so that Enter chooses it.
    let wanted = words.isEmpty ? before ?? context.state.brush : nil
    list.select(rows.indices.first { wanted == nil ? name($0) != nil : name($0) == wanted })
    if let anchor, let row = rows.firstIndex(of: anchor.row) {
      list.scroll(to: list.offset + Double(list.frame(of: row).minY - anchor.top))
    }
    // The rows are new widgets.
    if let focus {
      let row = list.visibleRows.lazy.compactMap { $0 as? BrushRow }.first { $0.name == focus.name }
      context.overlay?.focus(row?.button(focus.button) ?? list)
    }
  }

  private func readTexts() {
    for part in sections {
      for name in part.names {
        texts[name, default: context.title(ofBrush: name).lowercased() + "\n" + name] += "\n" + part.title.lowercased()
      }
    }
  }

  /// The brushes that a search finds. Those whose name it is come first, with their sections: Enter chooses the
  /// first one.
  private func matches(of words: [Substring], in parts: [BrushSection]) -> [BrushSection] {
    let found = parts.map { part in
      var part = part
      part.names = part.names.filter { isFound($0, words) }.with(first: { isNamed($0, words) })
      return part
    }
    return found.with(first: { $0.names.first.map { isNamed($0, words) } ?? false })
  }

  /// Whether the words are the title of a brush, or the name of its file.
  private func isNamed(_ name: String, _ words: [Substring]) -> Bool {
    [context.title(ofBrush: name), PathText.name(of: name)].contains {
      $0.lowercased().split(whereSeparator: \.isWhitespace) == words
    }
  }

  /// Whether all words occur in the name, the title, the group or the tags of a brush.
  private func isFound(_ name: String, _ words: [Substring]) -> Bool {
    texts[name].map { text in words.allSatisfy { text.contains($0) } } ?? false
  }

  /// The highest brush that is visible as a whole, and its top. It stays there when rows above it
  /// appear or vanish, so that a second press of the pen hits the same brush.
  private var anchor: (row: Row, top: Int)? {
    rows.indices.lazy.map { (row: self.rows[$0], top: self.list.frame(of: $0).minY) }.first { row, top in
      if case .brush = row { top >= self.list.frame.minY } else { false }
    }
  }

  /// Whether MyPaint's library paints with a brush.
  private func isPainted(_ name: String) -> Bool { context.state.catalogue[name]?.format == .mypaint }

  private func name(_ row: Int) -> String? {
    if rows.indices.contains(row), case .brush(let name, _, _) = rows[row] { name } else { nil }
  }

  private func title(_ row: Int) -> String {
    guard rows.indices.contains(row) else { return "" }
    return switch rows[row] {
    case .heading(let text), .note(let text): text
    case .brush(let name, _, _): context.title(ofBrush: name)
    }
  }

  /// What the row shows besides its title, for screen readers.
  private func description(_ row: Int) -> String {
    guard let name = name(row) else { return "" }
    let state = context.state
    var words: [String] = []
    if state.tool == .brush, state.brush == name { words.append(translated("In use", context: "a brush")) }
    if state.settings.shelf.isFavourite(name) { words.append(translated("Favourite")) }
    return words.joined(separator: ", ")
  }

  private func choose(_ row: Int) { if let name = name(row) { onChoose(name) } }

  private func makeRow(_ row: Int) -> Widget? {
    guard rows.indices.contains(row) else { return nil }
    switch rows[row] {
    case .heading(let title):
      return Stack(context, .down, padding: 8, [Label(context, title, size: 12, .semibold, tone: .dim)])
    case .note(let text): return Stack(context, .down, padding: 8, [Label(context, text, size: 12, tone: .dim)])
    case .brush(let name, _, let isUsable):
      return BrushRow(context, name, isUsable: isUsable) { [weak self] in self?.openMenu(of: name, from: $0) }
    }
  }

  // MARK: Pictures

  /// The pictures of visible brushes that are not there yet, from the top.
  var wantedPictures: [BrushPicture] {
    guard let pictures = context.overlay?.brushPictures else { return [] }
    return list.visibleRows.compactMap { ($0 as? BrushRow)?.picture }.filter { !pictures.has($0) }
  }

  func showPicture(of brush: String) {
    for case let row as BrushRow in list.visibleRows where row.name == brush { row.invalidate() }
  }

  // MARK: Menu

  private func openMenu(of name: String, from opener: Widget) {
    context.overlay?.open(menu: BrushMenu.entries(for: name, context), from: opener)
  }

  override func press(_ button: PointerButton, _ touch: Touch) -> Bool {
    guard button == .secondary, let row = list.row(at: touch.position), let name = name(row) else { return false }
    list.select(row)
    context.overlay?.open(menu: BrushMenu.entries(for: name, context), at: touch.position)
    return true
  }

  // MARK: Input and layout

  override func key(_ key: KeyEvent) -> Bool {
    if KeyCode.opensMenu(key), let row = list.selected, let name = name(row) {
      if !key.isRepeat {
        let frame = Rect(list.frame(of: row))
        context.overlay?.open(menu: BrushMenu.entries(for: name, context), at: frame.center).list.highlightFirst()
      }
      return true
    }
    guard key.modifiers.isEmpty else { return false }
    // Home and End move the caret of the field.
    switch key.keysym {
    case KeyCode.up, KeyCode.down, KeyCode.pageUp, KeyCode.pageDown: return list.move(key)
    default: return false
    }
  }

  override func layOut() {
    let height = field.size(within: frame.width).height
    let gap = context.whole(6)
    adder.place(PixelRect(x: frame.maxX - height, y: frame.minY, width: height, height: height))
    let end = adder.frame.minX - gap
    let width = min(chooser.size(within: frame.width).width, (end - frame.minX - gap) / 2)
    field.place(PixelRect(x: frame.minX, y: frame.minY, width: end - frame.minX - width - gap, height: height))
    chooser.place(PixelRect(x: end - width, y: frame.minY, width: width, height: height))
    let top = frame.minY + height + gap
    list.place(PixelRect(minX: frame.minX, minY: top, maxX: frame.maxX, maxY: max(top, frame.maxY)))
    nothing.place(PixelRect(x: frame.minX, y: top, width: frame.width, height: context.whole(60)))
    if frame != laidOut, let selected = list.selected { list.select(selected) }
    laidOut = frame
  }
}

extension Array {
  /// The elements for which a condition holds, then the others, both in their order.
  fileprivate func with(first isFirst: (Element) -> Bool) -> [Element] {
    filter(isFirst) + filter { !isFirst($0) }
  }
}
