import Document
import Geometry
import Input
import Paint

/// A grid of swatches. A press chooses a colour, a drag continues choosing, the wheel scrolls by
/// rows. Arrow keys move a mark, Space and Enter choose its colour. Escape restores the colour from
/// before the press.
final class SwatchGrid: Widget {
  var entries: [Palette.Entry] = [] {
    didSet {
      guard entries != oldValue else { return }
      (top, mark) = (0, 0)
      invalidate()
    }
  }
  /// Visible rows, and columns.
  var rows = 2 { didSet { if rows != oldValue { invalidate() } } }
  let columns = 8
  var onChoose: (UInt32) -> [Overlay.Effect] = { _ in [] }
  var chosen: UInt32? { didSet { if chosen != oldValue { invalidate() } } }
  var title = ""

  /// Pitch and side of the swatches, px at 96 dpi.
  static let pitch = 20.0
  static let side = 16.0

  private(set) var top = 0
  private var mark = 0
  private var under: Int? { didSet { if under != oldValue { invalidate() } } }
  private var before: UInt32?

  override var label: String {
    guard let under, entries.indices.contains(under) else { return title }
    return Self.name(entries[under])
  }
  private static func name(_ entry: Palette.Entry) -> String {
    entry.name.isEmpty ? HexColour.text(entry.rgb) : "\(entry.title) \(HexColour.text(entry.rgb))"
  }
  override var isFocusable: Bool { !entries.isEmpty }
  override var takesTouch: Bool { !entries.isEmpty }

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

  private func take(at p: Point) -> [Overlay.Effect] {
    under = index(at: p)
    guard let under else { return [] }
    mark = under
    return onChoose(entries[under].rgb)
  }

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    before = chosen
    return take(at: touch.position)
  }
  override func drag(_ touch: Touch) -> [Overlay.Effect] { take(at: touch.position) }
  override func cancel() -> [Overlay.Effect] { before.map(onChoose) ?? [] }

  override func hover(_ touch: Touch) { under = index(at: touch.position) }
  override func hoverEnded() { under = nil }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> [Overlay.Effect]? {
    guard lastTop > 0 else { return nil }
    if dy != 0 { show(top: top + (dy > 0 ? 1 : -1)) }
    under = index(at: touch.position)
    return []
  }

  private func show(top new: Int) {
    let new = max(0, min(lastTop, new))
    guard new != top else { return }
    top = new
    invalidate()
  }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.isEmpty, !entries.isEmpty else { return nil }
    switch key.keysym {
    case KeyCode.left: move(to: mark - 1)
    case KeyCode.right: move(to: mark + 1)
    case KeyCode.up: move(to: mark - columns)
    case KeyCode.down: move(to: mark + columns)
    case KeyCode.pageUp: move(to: max(mark % columns, mark - rows * columns))
    case KeyCode.pageDown: move(to: min(entries.count - 1, mark + rows * columns))
    case KeyCode.home: move(to: 0)
    case KeyCode.end: move(to: entries.count - 1)
    case KeyCode.space, KeyCode.enter, KeyCode.keypadEnter: return onChoose(entries[mark].rgb)
    default: return nil
    }
    return []
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

  override func act(_ action: AccessibleAction, on part: Int?) -> [Overlay.Effect] {
    guard action == .press, let part, entries.indices.contains(part) else { return [] }
    move(to: part)
    return onChoose(entries[part].rgb)
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

  override var drawnFrame: PixelRect { frame.grown(by: context.whole(6)) }
}
