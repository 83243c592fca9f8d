import Document
import Geometry
import Input
import Library
import Paint
import Toolkit

/// A grid of swatches. A press chooses a colour, a drag continues choosing, the wheel scrolls by
/// rows. Arrow keys move a mark, Space and Enter choose its colour. Escape restores the colour from
/// before the press.
///
/// Where `onEdit` is set, Ctrl with a drag or an arrow key moves a colour, and Delete removes one.
final class SwatchGrid: Widget {
  private(set) var entries: [Palette.Entry] = []
  /// The name of the list that `entries` are of.
  private var source = ""
  /// Visible rows, and columns.
  var rows = 2 { didSet { if rows != oldValue { invalidate() } } }
  let columns = 8
  var onChoose: (UInt32) -> Void = { _ in }
  /// Changes the palette; nil where the colours cannot be changed.
  var onEdit: ((Palette.Change) -> Void)?
  /// The menu for the colour at an index.
  var menu: ((Int) -> [MenuEntry])?
  var chosen: UInt32? { didSet { if chosen != oldValue { invalidate() } } }
  var title = ""

  /// Pitch and side of the swatches, px at 96 dpi.
  static let pitch = 20.0
  static let side = 16.0

  private(set) var top = 0
  /// The colour that keys act on: the one chosen last, or moved to by keys.
  private(set) var mark = 0
  private var under: Int? { didSet { if under != oldValue { invalidate() } } }
  private var before: UInt32?
  /// The colour being moved, and its new index.
  private var moved: (from: Int, to: Int)? { didSet { invalidate() } }

  override var label: String {
    guard let under, entries.indices.contains(under) else { return title }
    return Self.name(entries[under])
  }
  private static func name(_ entry: Palette.Entry) -> String {
    entry.name.isEmpty ? HexColour.text(entry.rgb) : "\(entry.title) \(HexColour.text(entry.rgb))"
  }
  override var isFocusable: Bool { !entries.isEmpty }
  override var takesTouch: Bool { !entries.isEmpty }

  /// Shows colours. Those of another list are shown from the first row.
  func show(_ new: [Palette.Entry], of list: String = "") {
    guard new != entries || list != source else { return }
    if list != source || list.isEmpty { (top, mark) = (0, 0) }
    (entries, source, moved) = (new, list, nil)
    (top, mark) = (min(top, lastTop), max(0, min(mark, new.count - 1)))
    invalidate()
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(Self.pitch * Double(columns)), context.whole(Self.pitch * Double(rows)))
  }

  private var lastTop: Int { max(0, (entries.count + columns - 1) / columns - rows) }

  /// The frame of a swatch with the gap around it.
  private func cell(_ index: Int) -> PixelRect {
    let (row, column) = (Double(index / columns - top), Double(index % columns))
    return inside(frame, column * Self.pitch, row * Self.pitch, Self.pitch, Self.pitch)
  }

  /// The swatch at a point, clamped to the visible rows and columns; nil if there is none.
  private func index(at p: Point) -> Int? {
    let pitch = theme.px(Self.pitch)
    func place(_ length: Double, _ count: Int) -> Int { max(0, min(count - 1, Int((length / pitch).rounded(.down)))) }
    let (x, y) = (max(-1e6, min(1e6, p.x - Double(frame.minX))), max(-1e6, min(1e6, p.y - Double(frame.minY))))
    let index = (top + place(y, rows)) * columns + place(x, columns)
    return entries.indices.contains(index) ? index : nil
  }

  // MARK: Input

  private func take(at p: Point) {
    under = index(at: p)
    guard let under else { return }
    mark = under
    onChoose(entries[under].rgb)
  }

  override func press(_ touch: Touch) {
    before = chosen
    if onEdit != nil, touch.modifiers.contains(.control) {
      moved = index(at: touch.position).map { ($0, $0) }
      return
    }
    take(at: touch.position)
  }

  override func drag(_ touch: Touch) {
    guard moved != nil else { return take(at: touch.position) }
    moved?.to = index(at: touch.position) ?? entries.count - 1
  }

  override func release(_ touch: Touch) {
    guard let moved else { return }
    self.moved = nil
    change(.move(moved.from, to: moved.to))
  }

  override func cancel() {
    guard moved == nil else {
      moved = nil
      return
    }
    if let before { onChoose(before) }
  }

  override func press(_ button: PointerButton, _ touch: Touch) -> Bool {
    guard button == .secondary, let menu, let index = index(at: touch.position) else { return false }
    mark = index
    context.overlay?.open(menu: menu(index), at: touch.position)
    return true
  }

  /// Changes the palette. The mark stays on the colour that it is on.
  private func change(_ change: Palette.Change) {
    guard let onEdit else { return }
    if case .move(let from, let to) = change {
      guard from != to, entries.indices.contains(to) else { return }
      move(to: to)
    }
    onEdit(change)
  }

  override func hover(_ touch: Touch) { under = index(at: touch.position) }
  override func hoverEnded() { under = nil }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    guard lastTop > 0 else { return false }
    if dy != 0 { show(top: top + (dy > 0 ? 1 : -1)) }
    under = index(at: touch.position)
    return true
  }

  private func show(top new: Int) {
    let new = max(0, min(lastTop, new))
    guard new != top else { return }
    top = new
    invalidate()
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard !entries.isEmpty else { return false }
    if KeyCode.opensMenu(key), let menu {
      if !key.isRepeat {
        context.overlay?.open(menu: menu(mark), at: Rect(cell(mark)).center).list.highlightFirst()
      }
      return true
    }
    if key.modifiers == .control, onEdit != nil {
      switch key.keysym {
      case KeyCode.left: change(.move(mark, to: mark - 1))
      case KeyCode.right: change(.move(mark, to: mark + 1))
      default: return false
      }
      return true
    }
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.delete where onEdit != nil: if !key.isRepeat { change(.remove(mark)) }
    case KeyCode.left: move(to: mark - 1)
    case KeyCode.right: move(to: mark + 1)
    case KeyCode.up: move(to: mark - columns)
    case KeyCode.down: move(to: mark + columns)
    case KeyCode.pageUp: move(to: max(mark % columns, mark - rows * columns))
    case KeyCode.pageDown: move(to: min(entries.count - 1, mark + rows * columns))
    case KeyCode.home: move(to: 0)
    case KeyCode.end: move(to: entries.count - 1)
    case KeyCode.space, KeyCode.enter, KeyCode.keypadEnter: onChoose(entries[mark].rgb)
    default: return false
    }
    return true
  }

  private func move(to index: Int) {
    guard entries.indices.contains(index) else { return }
    mark = index
    if mark / columns < top { show(top: mark / columns) }
    if mark / columns >= top + rows { show(top: mark / columns - rows + 1) }
    invalidate()
  }

  override var access: Access {
    let parts = entries.indices.map { i in
      Access.Part(
        role: .listItem, name: Self.name(entries[i]),
        states: entries[i].rgb == chosen ? [.selected, .selectable] : .selectable, frame: cell(i))
    }
    return Access(role: .list, name: title, parts: parts)
  }

  override func act(_ action: AccessibleAction, on part: Int?) {
    guard action == .press, let part, entries.indices.contains(part) else { return }
    move(to: part)
    onChoose(entries[part].rgb)
  }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    let gap = (Self.pitch - Self.side) / 2
    let first = top * columns
    for i in first..<max(first, min(entries.count, first + rows * columns)) {
      let patch = Rect(inside(cell(i), gap, gap, Self.side, Self.side))
      let isChosen = entries[i].rgb == chosen
      drawSwatch(
        on: painter, i == under && !isChosen ? patch.insetBy(-theme.whole(1)) : patch, radius: theme.px(4),
        entries[i].rgb)
      if isChosen {
        painter.stroke(
          .roundedRect(patch.insetBy(-theme.px(1)), radius: theme.px(5)), StrokeStyle(width: theme.px(1.5)),
          colours.text)
      }
      if i == mark { drawFocusRing(on: painter, patch, radius: theme.px(4)) }
    }
    drawMove(on: painter)
    guard lastTop > 0 else { return }
    // A thin scroll bar at the right.
    let (all, height) = (Double(lastTop + rows), Double(frame.height))
    let x = Double(frame.maxX) + theme.px(3)
    painter.fill(
      .roundedRect(
        Rect(
          x: x, y: Double(frame.minY) + height * Double(top) / all, width: theme.whole(2),
          height: max(theme.px(6), height * Double(rows) / all)), radius: theme.px(1)), colours.faint)
  }

  /// Draws a line where the colour that is being moved goes.
  private func drawMove(on painter: Painter) {
    guard let moved, moved.from != moved.to else { return }
    let target = Rect(cell(moved.to))
    let x = moved.to > moved.from ? target.maxX : target.minX
    var line = Path()
    line.move(to: Point(x, target.minY))
    line.line(to: Point(x, target.maxY))
    painter.stroke(line, StrokeStyle(width: theme.px(2.5), cap: .round), colours.text)
  }

  override var drawnFrame: PixelRect { frame.grown(by: context.whole(6)) }
}
