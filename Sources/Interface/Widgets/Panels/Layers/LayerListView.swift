import Document
import Geometry
import Input
import Language
import Paint
import Studio

/// The list of layers, the highest first, with the paper below them.
///
/// A press on a row makes its layer the active one. A press on the ring at the row's right end
/// shows or hides the layer. A drag moves the layer, a double press renames it, the right button
/// opens a menu. Arrow keys choose a layer, with Control they move it. Space shows or hides, Enter
/// renames, Delete removes. The Menu key or Shift+F10 opens the menu, which also shows and hides
/// the paper. A double press or the right button on the paper changes its colour.
final class LayerListView: ScrollView {
  /// A row's height, px at 96 dpi.
  static let rowHeight = 42.0

  /// The layers, the highest first.
  private(set) var items: [LayerItem] = []
  private(set) var active: Layer.ID?
  private(set) var paper: UInt32 = 0
  private(set) var isPaperShown = true
  var pictures: [Layer.ID: (thumbnail: LayerThumbnail, image: ImageSurface)] = [:]

  private(set) var hovered: Int?
  private var pressed: (row: Int, place: Point, isRing: Bool)?
  /// The target of a dragged row: the number of rows above it; nil if none is dragged.
  private(set) var gap: Int?
  private var field: (id: Layer.ID, field: TextField)?

  override var label: String { translated("Layers") }
  override var hasTip: Bool {
    get { false }
    set {}
  }
  override var isFocusable: Bool { true }

  // MARK: State

  override func show() {
    let state = context.state
    let new = Array(state.layers.reversed())
    guard
      new != items || active != state.activeLayer || paper != state.paper || isPaperShown != state.isPaperShown
    else { return }
    let rowsDiffer = new.map(\.id) != items.map(\.id)
    let onlyContentChanged =
      !rowsDiffer && active == state.activeLayer && paper == state.paper && isPaperShown == state.isPaperShown
    let before = items
    (items, active, paper, isPaperShown) = (new, state.activeLayer, state.paper, state.isPaperShown)
    let ids = Set(new.map(\.id))
    pictures = pictures.filter { ids.contains($0.key) }
    if let field, !ids.contains(field.id) { endRenaming() }
    if rowsDiffer, !frame.isEmpty {
      contentChanged()
      if let row = items.firstIndex(where: { $0.id == active }) { reveal(self.frame(of: row)) }
    }
    if onlyContentChanged { invalidateRows(after: before) } else { invalidate() }
  }

  /// Invalidates the rows that changed; only the thumbnail if nothing else did.
  private func invalidateRows(after before: [LayerItem]) {
    for (row, (old, new)) in zip(before, items).enumerated() where old != new {
      var shown = old
      shown.thumbnail = new.thumbnail
      let changed = shown == new ? pictureFrame(of: row) : frame(of: row)
      invalidate(changed.intersection(frame))
    }
  }

  var rowCount: Int { items.count + 1 }

  // MARK: Layout

  override func size(within width: Int) -> (width: Int, height: Int) { (width, contentHeight(within: width)) }
  override func contentHeight(within width: Int) -> Int { rowCount * rowHeight }
  /// Window px: high enough for two lines of text.
  var rowHeight: Int { context.whole(Self.rowHeight + extraRowHeight) }
  /// Additional height for large text, px at 96 dpi.
  var extraRowHeight: Double { 20 * (theme.textScale - 1) }

  func frame(of row: Int) -> PixelRect {
    let (all, height) = (contentFrame, rowHeight)
    return PixelRect(x: all.minX, y: all.minY - model.offset + row * height, width: all.width, height: height)
  }

  func row(at p: Point) -> Int? {
    guard contains(p) else { return nil }
    return (0..<rowCount).first { Rect(frame(of: $0)).contains(p) }
  }

  /// The centre of the ring that shows or hides a row's layer.
  func visibilityRing(of row: Int) -> Point {
    let r = Rect(frame(of: row))
    return Point(r.maxX - theme.px(20), r.center.y)
  }

  override func placeContent() {
    guard let field, let row = items.firstIndex(where: { $0.id == field.id }) else { return }
    field.field.place(inside(frame(of: row), 54, 1 + extraRowHeight / 2, ColourBox.width(theme) - 92, 40))
  }

  // MARK: Pointer and touch

  override func scrollsByDrag(_ touch: Touch) -> Bool { false }

  override func hover(_ touch: Touch) { highlight(row(at: touch.position)) }
  override func hoverEnded() { highlight(nil) }

  private func highlight(_ row: Int?) {
    guard row != hovered else { return }
    hovered = row
    invalidate()
  }

  override func press(content touch: Touch) -> [Overlay.Effect] {
    guard let row = row(at: touch.position) else { return [] }
    let isRing = touch.position.x >= Double(contentFrame.maxX) - theme.px(40)
    pressed = (row, touch.position, isRing)
    if !isRing, row == items.count, touch.count == 2 { return [.perform(.paperColour)] }
    guard !isRing, items.indices.contains(row) else { return [] }
    if touch.count == 2 {
      pressed = nil
      rename(items[row].id)
      return []
    }
    return items[row].id == active ? [] : [.activateLayer(items[row].id)]
  }

  override func drag(content touch: Touch) {
    guard let pressed, items.indices.contains(pressed.row), !pressed.isRing else { return }
    if gap == nil, abs(touch.position.y - pressed.place.y) <= theme.px(8) { return }
    let y = touch.position.y - Double(frame(of: 0).minY)
    let new = max(0, min(items.count, Int((y / Double(rowHeight)).rounded())))
    if new != gap {
      gap = new
      invalidate()
    }
  }

  override func release(content touch: Touch) -> [Overlay.Effect] {
    defer { leaveContent() }
    guard let pressed else { return [] }
    if let gap { return move(pressed.row, to: gap > pressed.row ? gap - 1 : gap) }
    guard pressed.isRing, row(at: touch.position) == pressed.row else { return [] }
    return toggle(pressed.row)
  }

  override func leaveContent() {
    (pressed, gap) = (nil, nil)
    invalidate()
  }

  override func press(_ button: PointerButton, _ touch: Touch) -> [Overlay.Effect]? {
    guard button == .secondary, let row = row(at: touch.position) else { return nil }
    if row == items.count { return [.perform(.paperColour)] }
    openMenu(row, at: touch.position)
    return []
  }

  private func toggle(_ row: Int) -> [Overlay.Effect] {
    items.indices.contains(row)
      ? [.layer(.setVisible(items[row].id, !items[row].isVisible), isContinued: false)]
      : [.layer(.setPaperShown(!isPaperShown), isContinued: false)]
  }

  private func move(_ row: Int, to target: Int) -> [Overlay.Effect] {
    guard items.indices.contains(row), target != row, items.indices.contains(target) else { return [] }
    return [.layer(.move(items[row].id, to: LayerPlace(position: items.count - 1 - target)), isContinued: false)]
  }

  @discardableResult
  func openMenu(_ row: Int, at place: Point) -> Menu? {
    let item = items[row]
    return context.overlay?.open(menu: entries(for: item, canMerge: row + 1 < items.count), at: place)
  }

  // MARK: Keys

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard let row = items.firstIndex(where: { $0.id == active }) else { return nil }
    let isMoving = key.modifiers == .control
    if KeyCode.opensMenu(key) {
      let place = Rect(frame(of: row).intersection(frame)).center
      if !key.isRepeat { openMenu(row, at: place)?.list.highlightFirst() }
      return []
    }
    guard key.modifiers.isEmpty || isMoving else { return nil }
    switch key.keysym {
    case KeyCode.up: return isMoving ? move(row, to: row - 1) : choose(row - 1)
    case KeyCode.down: return isMoving ? move(row, to: row + 1) : choose(row + 1)
    case KeyCode.home where !isMoving: return choose(0)
    case KeyCode.end where !isMoving: return choose(items.count - 1)
    case KeyCode.pageUp where !isMoving: return choose(max(0, row - pageRows))
    case KeyCode.pageDown where !isMoving: return choose(min(items.count - 1, row + pageRows))
    case KeyCode.space where !isMoving: return key.isRepeat ? [] : toggle(row)
    case KeyCode.enter where !isMoving, KeyCode.keypadEnter where !isMoving:
      if !key.isRepeat { rename(items[row].id) }
      return []
    case KeyCode.delete where !isMoving: return key.isRepeat ? [] : [.layer(.delete(items[row].id), isContinued: false)]
    default: return nil
    }
  }

  override var access: Access {
    let layers = items.enumerated().map { row, item in
      var states: AccessibleNode.States = item.id == active ? [.selected, .selectable] : .selectable
      states.insert(.checkable)
      if item.isVisible { states.insert(.checked) }
      return Access.Part(
        role: .listItem, name: item.name, description: item.summary, states: states, frame: frame(of: row))
    }
    let paperRow = Access.Part(
      role: .listItem, name: translated("Paper"), description: HexColour.text(paper),
      states: isPaperShown ? [.checkable, .checked] : .checkable, frame: frame(of: items.count))
    return Access(role: .list, parts: layers + [paperRow])
  }

  override func act(_ action: AccessibleAction, on part: Int?) -> [Overlay.Effect] {
    guard action == .press, let part else { return [] }
    // The paper cannot be active: a press shows or hides it.
    if items.indices.contains(part) { return [.activateLayer(items[part].id)] }
    return part == items.count ? toggle(part) : []
  }

  private var pageRows: Int { max(1, frame.height / max(1, rowHeight)) }

  private func choose(_ row: Int) -> [Overlay.Effect] {
    guard items.indices.contains(row) else { return [] }
    reveal(frame(of: row))
    return [.activateLayer(items[row].id)]
  }

  override func draw(on painter: Painter) {
    drawRows(on: painter)
    super.draw(on: painter)
    drawFocusRing(on: painter, Rect(frame).insetBy(theme.px(4)), radius: theme.px(9))
  }

  // MARK: Renaming

  func rename(_ id: Layer.ID) {
    endRenaming()
    guard let row = items.firstIndex(where: { $0.id == id }) else { return }
    reveal(frame(of: row))
    let new = TextField(context)
    (new.text, new.title, new.commitsOnTab) = (items[row].name, translated("Name of the layer"), true)
    // The shown name may be a translation; committing it unchanged must not rename the layer.
    new.onCommit = { [weak self, shown = new.text] name in
      self?.endRenaming()
      return name.isEmpty || name == shown ? [] : [.layer(.rename(id, name), isContinued: false)]
    }
    new.onLeave = { [weak self] in self?.endRenaming() }
    field = (id, new)
    add(new)
    placeContent()
    context.overlay?.focus(new)
    new.selectAll()
  }

  private func endRenaming() {
    guard let old = field?.field else { return }
    field = nil
    if context.overlay?.focused === old { context.overlay?.focus(nil) }
    remove(old)
    invalidate()
  }

  var renamed: Layer.ID? { field?.id }
}
