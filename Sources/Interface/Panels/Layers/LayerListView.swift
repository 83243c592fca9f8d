import Document
import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// The list of layers, the highest first, with the paper below them.
///
/// What a group contains is indented below it; a press on the arrow before a group folds it. A press on
/// a row makes its layer the active one. A press on the eye at the row's right end shows or hides the
/// layer, a press on the picture of its mask draws on the mask. A drag moves the layer: into the gap
/// between rows, at the depth to which it is dragged to the left or right, or onto a group. A double press
/// renames it, the right button opens a menu.
///
/// Several layers are chosen by presses with Control or Shift, by Shift with Up and Down, or from the
/// menu. Operations on one of them are done to all.
///
/// Up and Down choose a layer, with Control they move it; Left and Right fold and unfold a group. Space
/// shows or hides, Enter renames, Delete removes. The Menu key or Shift+F10 opens the menu, which also
/// shows and hides the paper. A double press or the right button on the paper changes its colour.
final class LayerListView: ScrollView {
  /// The height of a row of two lines, and of a dense one of one line, px at 96 dpi.
  private static let (rowHeight, denseHeight) = (42.0, 24.0)

  /// The greatest height that it can have, window px; set by the layout.
  var room = Int.max { didSet { if isDense(rows, in: oldValue) != isDense { heightsChanged() } } }
  /// Whether rows have one line and a small picture, because higher ones have no room.
  var isDense: Bool { isDense(rows, in: room) }

  private(set) var rows = LayerRows()
  /// The layers that have rows, the highest first.
  private(set) var items: [LayerItem] = []
  private(set) var active: Layer.ID?
  private(set) var paper: UInt32 = 0
  private(set) var isPaperShown = true
  var pictures: [SurfaceID: (thumbnail: LayerThumbnail, image: ImageSurface)] = [:]

  private(set) var hovered: Int?
  private var pressed: (row: Int, place: Point, part: Part)?
  /// A part of a row that is pressed.
  private enum Part { case arrow, layer, mask, eye }
  /// Where a dragged row lands; nil if none is dragged.
  private(set) var target: Target?

  /// Where a dragged row lands.
  enum Target: Equatable {
    /// Between rows: the number of rows above, and the depth.
    case gap(Int, depth: Int)
    /// In the group of a row.
    case group(Int)
  }
  /// The field in which a layer is renamed.
  var field: (id: Layer.ID, field: TextField)?

  override var label: String { translated("Layers") }
  override var hasTip: Bool {
    get { false }
    set {}
  }
  override var isFocusable: Bool { true }

  // MARK: State

  override func show() {
    let state = context.state
    let newRows = LayerRows(state.layers)
    guard
      newRows != rows || active != state.activeLayer || paper != state.paper || isPaperShown != state.isPaperShown
    else { return }
    let new = newRows.items
    let rowsDiffer = rows.differ(from: newRows)
    let onlyContentChanged =
      !rowsDiffer && active == state.activeLayer && paper == state.paper && isPaperShown == state.isPaperShown
    let (before, wasDense, hadSeveral) = (items, isDense, hasSeveral)
    rows = newRows
    (items, active, paper, isPaperShown) = (new, state.activeLayer, state.paper, state.isPaperShown)
    let ids = Set(rows.all.map(\.id))
    pictures = pictures.filter { ids.contains($0.key.layer) }
    if let field, !ids.contains(field.id) { endRenaming() }
    // What is pressed may be gone.
    if rowsDiffer { (pressed, target) = (nil, nil) }
    if rowsDiffer || isDense != wasDense { heightsChanged() }
    if onlyContentChanged, isDense == wasDense, hasSeveral == hadSeveral {
      invalidateRows(after: before)
    } else {
      invalidate()
    }
  }

  /// Invalidates the rows that changed; only the thumbnail if nothing else did.
  private func invalidateRows(after before: [LayerItem]) {
    for (row, (old, new)) in zip(before, items).enumerated() where old != new {
      var shown = old
      shown.thumbnail = new.thumbnail
      shown.mask?.thumbnail = new.mask?.thumbnail
      let changed = shown == new ? pictureFrame(of: row).union(maskFrame(of: row) ?? .empty) : frame(of: row)
      invalidate(changed.intersection(frame))
    }
  }

  var rowCount: Int { items.count + 1 }

  // MARK: Layout

  override func size(within width: Int) -> (width: Int, height: Int) { (width, contentHeight(within: width)) }
  override func contentHeight(within width: Int) -> Int { rowCount * rowHeight }
  /// Window px: high enough for its lines of text.
  var rowHeight: Int { rowHeight(isDense: isDense) }
  /// Additional height for large text, px at 96 dpi.
  var extraRowHeight: Double { extraRowHeight(isDense: isDense) }

  private func extraRowHeight(isDense: Bool) -> Double { (isDense ? 12 : 20) * (theme.textScale - 1) }

  private func rowHeight(isDense: Bool) -> Int {
    context.whole((isDense ? Self.denseHeight : Self.rowHeight) + extraRowHeight(isDense: isDense))
  }

  /// The height of some dense rows, window px.
  func height(ofRows count: Int) -> Int { count * rowHeight(isDense: true) }

  /// Rows of folded groups count, so that folding keeps the density.
  private func isDense(_ rows: LayerRows, in room: Int) -> Bool {
    (rows.all.count + 1) > room / rowHeight(isDense: false)
  }

  /// The height that some rows take of the room.
  func height(of rows: LayerRows) -> Int {
    let height = rowHeight(isDense: isDense(rows, in: room))
    return height * min(rows.shown.count + 1, max(1, room / height))
  }

  private func heightsChanged() {
    guard !frame.isEmpty else { return }
    contentChanged()
    if let row = items.firstIndex(where: { $0.id == active }) { reveal(frame(of: row)) }
    invalidate()
  }

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

  /// The width by which a row is indented, window px.
  func indent(of row: Int) -> Double { indent(ofDepth: items.indices.contains(row) ? items[row].depth : 0) }

  /// The same for a depth. Deep rows are no further indented, so that their names can be read.
  func indent(ofDepth depth: Int) -> Double {
    theme.px(arrowWidth + Double(min(depth, 6)) * Self.indentWidth)
  }

  /// The width of the arrows before groups, px at 96 dpi; 0 if there are none.
  private var arrowWidth: Double { hasGroups ? 12 : 0 }
  /// Whether rows are indented. Their pictures are smaller then, so that names can be read.
  private var hasGroups: Bool { rows.all.contains(where: \.isGroup) }
  /// The size of a row's picture, px at 96 dpi.
  var pictureSize: (width: Double, height: Double) { isDense ? (25, 18) : hasGroups ? (33, 24) : (44, 32) }
  /// The width by which what a group contains is indented, px at 96 dpi.
  private static let indentWidth = 8.0

  /// The centre of the arrow that folds the group of a row.
  func arrow(of row: Int) -> Point {
    let r = Rect(frame(of: row))
    return Point(r.minX + indent(of: row) - theme.px(arrowWidth) + theme.px(15), r.center.y)
  }

  override func placeContent() {
    guard let field, let row = items.firstIndex(where: { $0.id == field.id }) else { return }
    let indent = indent(of: row) / theme.scale + picturesWidth(of: items[row])
    field.field.place(
      inside(
        frame(of: row), 10 + indent, isDense ? 0 : 1 + extraRowHeight / 2, ColourBox.width(theme) - 48 - indent,
        isDense ? Self.denseHeight + extraRowHeight : 40))
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

  override func press(content touch: Touch) {
    guard let row = row(at: touch.position) else { return }
    let part = part(at: touch.position, row: row)
    pressed = (row, touch.position, part)
    if part != .eye, row == items.count, touch.count == 2 { return post(.perform(.paperColour)) }
    if touch.modifiers.contains(.control), let surface = surface(at: touch.position, row: row) {
      pressed = nil
      return post(.selectOpacity(of: surface, touch.modifiers.subtracting(.control)))
    }
    guard part == .layer, items.indices.contains(row) else { return }
    if touch.modifiers == .control { return toggleChosen(row) }
    if touch.modifiers == .shift { return chooseRange(to: row) }
    if touch.count == 2 {
      pressed = nil
      rename(items[row].id)
      return
    }
    // A drag moves all chosen layers; without one, the release leaves only this one chosen.
    if hasSeveral, chosen.contains(items[row].id) { return }
    if items[row].id != active || items[row].mask?.isActive == true { post(.activateLayer(items[row].id)) }
  }

  /// The pixels whose picture is at a place; nil beside all, and for a group.
  private func surface(at p: Point, row: Int) -> SurfaceID? {
    guard items.indices.contains(row) else { return nil }
    if let mask = maskFrame(of: row), Rect(mask).contains(p) { return SurfaceID(items[row].id, .mask) }
    return !items[row].isGroup && Rect(pictureFrame(of: row)).contains(p) ? SurfaceID(items[row].id) : nil
  }

  private func part(at p: Point, row: Int) -> Part {
    if p.x >= Double(contentFrame.maxX) - theme.px(40) { return .eye }
    // The whole height of the row, to be hit with a pen.
    if let mask = maskFrame(of: row), (Double(mask.minX)..<Double(mask.maxX)).contains(p.x) { return .mask }
    guard items.indices.contains(row), items[row].isGroup else { return .layer }
    return p.x < arrow(of: row).x + theme.px(11) ? .arrow : .layer
  }

  override func drag(content touch: Touch) {
    guard let pressed, items.indices.contains(pressed.row), pressed.part == .layer else { return }
    let way = touch.position - pressed.place
    if target == nil, max(abs(way.dy), hasGroups ? abs(way.dx) : 0) <= theme.px(8) { return }
    let new = target(at: touch.position, moving: pressed.row, from: pressed.place)
    if new != target {
      target = new
      invalidate()
    }
  }

  /// Where a row lands that is dragged to a point: the middle of a group's row is the group.
  private func target(at p: Point, moving row: Int, from start: Point) -> Target {
    let y = (p.y - Double(frame(of: 0).minY)) / Double(rowHeight)
    let over = Int(y.rounded(.down))
    if items.indices.contains(over), items[over].isGroup, !rows.moves(over, with: row),
      abs(y - Double(over) - 0.5) < 0.25
    {
      return .group(over)
    }
    let gap = max(0, min(items.count, Int(y.rounded())))
    let depths = rows.depths(inGap: gap, moving: row)
    let steps = Int(((p.x - start.x) / theme.px(Self.indentWidth)).rounded())
    return .gap(gap, depth: max(depths.lowerBound, min(depths.upperBound, items[row].depth + steps)))
  }

  override func release(content touch: Touch) {
    defer { leaveContent() }
    guard let pressed else { return }
    if let target { return move(pressed.row, to: target) }
    guard let row = row(at: touch.position), row == pressed.row, part(at: touch.position, row: row) == pressed.part
    else { return }
    switch pressed.part {
    case .eye: return toggle(row)
    case .arrow: return fold(row, !items[row].isFolded)
    case .mask: return post(.activateMask(items[row].id))
    case .layer: if choosesOnRelease(touch, row) { keepOnly(items[row].id) }
    }
  }

  private func choosesOnRelease(_ touch: Touch, _ row: Int) -> Bool {
    hasSeveral && touch.modifiers.isEmpty && items.indices.contains(row) && chosen.contains(items[row].id)
  }

  override func leaveContent() {
    (pressed, target) = (nil, nil)
    invalidate()
  }

  override func press(_ button: PointerButton, _ touch: Touch) -> Bool {
    guard button == .secondary, let row = row(at: touch.position) else { return false }
    if row == items.count { post(.perform(.paperColour)) } else { openMenu(row, at: touch.position) }
    return true
  }

  func toggle(_ row: Int) {
    let operation: LayerOperation =
      items.indices.contains(row)
      ? .set(items[row].id, .visible(!items[row].isVisible)) : .setPaperShown(!isPaperShown)
    post(.layer(operation, isContinued: false))
  }

  func fold(_ row: Int, _ isFolded: Bool) {
    if items.indices.contains(row), items[row].isGroup { post(.foldGroup(items[row].id, isFolded)) }
  }

  private func move(_ row: Int, to target: Target) {
    let place =
      switch target {
      case .gap(let gap, let depth): rows.place(inGap: gap, depth: depth, moving: row)
      case .group(let group): rows.place(inRow: group, moving: row)
      }
    if let place { post(.layer(.move(items[row].id, to: place), isContinued: false)) }
  }

  @discardableResult
  func openMenu(_ row: Int, at place: Point) -> Menu? {
    let item = items[row]
    return context.overlay?.open(menu: entries(for: item), at: place)
  }

  override func key(_ key: KeyEvent) -> Bool { takeKey(key) }

  override var access: Access { Access(role: .list, parts: accessibleParts) }

  override func act(_ action: AccessibleAction, on part: Int?) {
    guard action == .press, let part else { return }
    press(part: part)
  }

  override func draw(on painter: Painter) {
    drawRows(on: painter)
    super.draw(on: painter)
    drawFocusRing(on: painter, Rect(frame).insetBy(theme.px(4)), radius: theme.px(9))
  }
}
