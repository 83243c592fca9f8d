import Geometry
import Input
import Paint

/// A list of rows that creates only the visible ones.
///
/// `rows` gives the number, heights and widgets of the rows. Widgets are created when they become
/// visible and removed when they are scrolled away. The row under the pointer and the selected row
/// are highlighted.
///
/// Arrow keys, Page keys, Home and End move the selection, Enter activates it; typed letters select
/// the next row whose title begins with them. A press selects the row that it is released on, and
/// activates it with `activatesAtOnce`.
public final class ScrollList: ScrollView {
  public struct Rows {
    public var count = 0
    /// Height of a row, px at 96 dpi.
    public var height: (Int) -> Double = { _ in 40 }
    public var make: (Int) -> Widget?
    /// The text for type-ahead; empty for rows that it skips.
    public var title: (Int) -> String = { _ in "" }
    /// Whether a row can be selected; headings cannot.
    public var isSelectable: (Int) -> Bool = { _ in true }
    /// What screen readers say besides the title.
    public var description: (Int) -> String = { _ in "" }

    public init(
      count: Int = 0, height: @escaping (Int) -> Double = { _ in 40 }, make: @escaping (Int) -> Widget?,
      title: @escaping (Int) -> String = { _ in "" }, isSelectable: @escaping (Int) -> Bool = { _ in true },
      description: @escaping (Int) -> String = { _ in "" }
    ) {
      (self.count, self.height, self.make) = (count, height, make)
      (self.title, self.isSelectable, self.description) = (title, isSelectable, description)
    }
  }

  public var rows = Rows(make: { _ in nil }) {
    didSet {
      wasMovedByField = false
      reload()
    }
  }
  public private(set) var selected: Int?
  public var activatesAtOnce = false
  public var activatesTwice = false
  public var title = ""
  /// Whether another field has the focus and passes keys that move the selection.
  public var isFieldFocused: () -> Bool = { false }
  /// Whether such a key has arrived since `rows` was set.
  private var wasMovedByField = false
  public var onSelect: (Int) -> Void = { _ in }
  public var onActivate: (Int) -> Void = { _ in }

  private var hoveredRow: Int?
  private var pressedRow: Int?
  /// Whether the press is the second one on the same row.
  private var isSecond = false
  private var pointer: Point?
  private var made: [Int: Widget] = [:]
  /// The top of each row and the bottom of the last one, window px from the content's top; for
  /// `measuredScale`.
  private var tops: [Int] = [0]
  private var measuredScale = 0.0
  /// Takes typed text before type-ahead does; false leaves it to that.
  public var onType: (String) -> Bool = { _ in false }
  private var typeAhead = TypeAhead()

  public override var label: String { title }
  public override var isFocusable: Bool { rows.count > 0 }

  func reload() {
    removeChildren()
    made.removeAll()
    measuredScale = 0
    if let selected, selected >= rows.count || !rows.isSelectable(selected) { self.selected = nil }
    (hoveredRow, pressedRow) = (nil, nil)
    invalidate()
    if !frame.isEmpty { contentChanged() }
  }

  /// Makes the widget of a row anew, because its content has changed.
  public func remake(_ row: Int) {
    guard let widget = made.removeValue(forKey: row) else { return }
    remove(widget)
    placeContent()
    invalidate(frame(of: row))
  }

  public func select(_ row: Int?) {
    if let row { guard row >= 0, row < rows.count, rows.isSelectable(row) else { return } }
    if row != selected {
      if let selected { invalidate(frame(of: selected)) }
      selected = row
      if let row { invalidate(frame(of: row)) }
    }
    if let row, !frame.isEmpty { reveal(frame(of: row)) }
  }

  /// The widgets of the visible rows, from the top.
  public var visibleRows: [Widget] { made.sorted { $0.key < $1.key }.map(\.value) }

  /// How far the rows are scrolled, px.
  public var offset: Double { Double(model.offset) }

  // MARK: Layout

  private func measure() {
    guard measuredScale != theme.scale else { return }
    measuredScale = theme.scale
    tops = [0]
    tops.reserveCapacity(rows.count + 1)
    var y = 0
    for row in 0..<rows.count {
      y += context.whole(rows.height(row))
      tops.append(y)
    }
  }

  public override func size(within width: Int) -> (width: Int, height: Int) { (width, contentHeight(within: width)) }

  public override func contentHeight(within width: Int) -> Int {
    measure()
    return tops[tops.count - 1]
  }

  /// The current frame of a row, window px.
  public func frame(of row: Int) -> PixelRect {
    measure()
    guard row >= 0, row + 1 < tops.count else { return .empty }
    let at = contentFrame
    let top = at.minY - model.offset
    return PixelRect(minX: at.minX, minY: top + tops[row], maxX: at.maxX, maxY: top + tops[row + 1])
  }

  /// The row at `y` of the content, or the nearest one. O(log rows).
  private func row(at y: Int) -> Int {
    var (low, high) = (0, max(0, rows.count - 1))
    while low < high {
      let middle = (low + high + 1) / 2
      if tops[middle] <= y { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The row at a place, window px; nil for none or one that cannot be selected.
  public func row(at p: Point) -> Int? {
    guard rows.count > 0, Rect(contentFrame).contains(p) else { return nil }
    let y = Int(p.y.rounded(.down)) - frame.minY + model.offset
    guard y < tops[tops.count - 1] else { return nil }
    let row = row(at: y)
    return rows.isSelectable(row) ? row : nil
  }

  public override func placeContent() {
    measure()
    let visible =
      rows.count > 0 && !frame.isEmpty
      ? row(at: model.offset)..<(row(at: model.offset + frame.height - 1) + 1) : 0..<0
    for (row, widget) in made where !visible.contains(row) {
      made[row] = nil
      remove(widget)
    }
    for row in visible {
      if made[row] == nil, let widget = rows.make(row) {
        made[row] = widget
        add(widget)
        widget.show()
      }
      made[row]?.place(frame(of: row))
    }
    // Scrolling may have moved another row under a resting pointer.
    if isHovered, let pointer { highlight(row(at: pointer)) }
  }

  // MARK: Input

  public override func hover(_ touch: Touch) {
    pointer = touch.position
    highlight(row(at: touch.position))
  }

  private func highlight(_ row: Int?) {
    guard row != hoveredRow else { return }
    for changed in [row, hoveredRow].compactMap({ $0 }) { invalidate(frame(of: changed)) }
    hoveredRow = row
  }

  public override func press(content touch: Touch) {
    pressedRow = row(at: touch.position)
    isSecond = touch.count == 2 && pressedRow == selected
    highlight(pressedRow)
  }

  public override var access: Access {
    let isFieldFocused = wasMovedByField && isFieldFocused()
    let parts = (0..<rows.count).compactMap { row -> Access.Part? in
      let name = rows.title(row)
      guard !name.isEmpty else { return nil }
      let isSelectable = rows.isSelectable(row)
      var states: AccessibleNode.States = isSelectable ? .selectable : []
      if row == selected { states.formUnion(isFieldFocused ? [.selected, .focused, .focusable] : .selected) }
      return Access.Part(
        role: isSelectable ? .listItem : .heading, name: name, description: rows.description(row), states: states,
        frame: frame(of: row),
        isPressable: isSelectable, index: row)
    }
    return Access(role: .list, parts: parts)
  }

  public override func act(_ action: AccessibleAction, on part: Int?) {
    guard action == .press, let part, part < rows.count, rows.isSelectable(part) else { return }
    choose(part)
    onActivate(part)
  }

  public override func release(content touch: Touch) {
    defer { leaveContent() }
    guard let row = row(at: touch.position), row == pressedRow else { return }
    choose(row)
    if activatesAtOnce || activatesTwice && isSecond { onActivate(row) }
  }

  public override func leaveContent() {
    if let pressedRow { invalidate(frame(of: pressedRow)) }
    pressedRow = nil
  }

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isDisjoint(with: [.control, .alt, .super]) else { return false }
    switch key.keysym {
    case KeyCode.space where typeAhead.continues(at: key.time): break
    case KeyCode.enter, KeyCode.keypadEnter, KeyCode.space:
      guard let selected else { return false }
      if !key.isRepeat { onActivate(selected) }
      return true
    default: break
    }
    return move(key) || onType(key.text) || type(key)
  }

  /// Moves the selection by a navigation key; false for any other key.
  public func move(_ key: KeyEvent) -> Bool {
    wasMovedByField = true
    switch key.keysym {
    case KeyCode.down: move(to: (selected ?? -1) + 1, 1)
    case KeyCode.up: move(to: (selected ?? rows.count) - 1, -1)
    case KeyCode.home: move(to: 0, 1)
    case KeyCode.end: move(to: rows.count - 1, -1)
    case KeyCode.pageDown, KeyCode.pageUp:
      guard rows.count > 0 else { return true }
      measure()
      let (start, page) = (selected.map { tops[$0] } ?? model.offset, max(1, frame.height * 9 / 10))
      if key.keysym == KeyCode.pageDown {
        move(to: row(at: start + page), -1)
      } else {
        move(to: row(at: max(0, start - page)), 1)
      }
    default: return false
    }
    return true
  }

  /// Selects the nearest selectable row, from `row` on in the direction of `step`, or else against
  /// it.
  private func move(to row: Int, _ step: Int) {
    let row = max(0, min(rows.count - 1, row))
    let on = step > 0 ? Array(row..<rows.count) : Array((0...max(0, row)).reversed())
    let back = step > 0 ? Array((0..<row).reversed()) : Array((row + 1)..<max(row + 1, rows.count))
    guard rows.count > 0, let next = (on + back).first(where: rows.isSelectable) else { return }
    if row == 0, step > 0 || next == 0 { scroll(to: 0) }
    choose(next)
  }

  private func choose(_ row: Int) {
    let isNew = row != selected
    select(row)
    if isNew { onSelect(row) }
  }

  private func type(_ key: KeyEvent) -> Bool {
    guard !key.text.isEmpty, rows.count > 0 else { return false }
    let row = typeAhead.row(for: key.text, at: key.time, selected: selected, count: rows.count) {
      rows.isSelectable($0) ? rows.title($0) : nil
    }
    if let row { choose(row.row) }
    return true
  }

  // MARK: Drawing

  public override func draw(on painter: Painter) {
    painter.saved {
      painter.clip(to: frame)
      if let hoveredRow, isHovered || isPressed, hoveredRow != selected {
        drawHighlight(hoveredRow, hoveredRow == pressedRow ? colours.pressed : colours.hover, painter)
      }
      if let selected { drawHighlight(selected, colours.pressed, painter) }
    }
    super.draw(on: painter)
    if selected == nil { drawFocusRing(on: painter, Rect(frame).insetBy(theme.px(3)), radius: theme.px(8)) }
  }

  private func drawHighlight(_ row: Int, _ colour: Colour, _ painter: Painter) {
    let r = Rect(frame(of: row))
    painter.fill(.roundedRect(r, radius: theme.px(8)), colour)
    if row == selected { painter.outline(r, radius: theme.px(8), theme) }
    if row == selected { drawFocusRing(on: painter, r.insetBy(theme.px(2.5)), radius: theme.px(6)) }
  }
}
