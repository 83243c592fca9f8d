import Geometry
import Input
import Language
import Paint

public final class MenuRows: ScrollView {
  public let entries: [MenuEntry]
  /// Least width, window px.
  public var leastWidth = 0
  public private(set) var current: Int?
  private var typeAhead = TypeAhead()
  private weak var child: Menu?
  public weak var opener: MenuRows?

  /// The start of the touch that opened the menu, until it has moved away; nil for other touches.
  public var opening: Point?
  private var lastPointer = Point.zero

  public init(_ context: WidgetContext, _ entries: [MenuEntry]) {
    self.entries = entries
    super.init(context)
  }

  public override var isFocusable: Bool { true }

  // MARK: Layout

  /// The height of items, px at 96 dpi. Less than 40 if the window is too low for all of them.
  private var itemHeight: Double {
    let items = entries.count { if case .item = $0.kind { true } else { $0.submenu != nil } }
    guard items > 0, let stage = context.stage else { return Self.itemHeights.upperBound }
    let others = entries.reduce(0) {
      switch $1.kind {
      case .item, .submenu: $0
      case .heading: $0 + context.whole(theme.lineHeight(30, size: 12))
      case .separator: $0 + context.whole(9)
      }
    }
    let room = stage.size.height - 2 * context.whole(8 + Menu.padding) - others
    let fitting = (Double(room / items) / theme.scale).rounded(.down)
    return max(theme.lineHeight(Self.itemHeights.lowerBound), min(Self.itemHeights.upperBound, fitting))
  }
  private static let itemHeights = 32.0...40.0

  private func height(_ entry: MenuEntry) -> Int {
    switch entry.kind {
    case .item, .submenu: context.whole(itemHeight)
    case .heading: context.whole(theme.lineHeight(30, size: 12))
    case .separator: context.whole(9)
    }
  }

  private var hasIcons: Bool { entries.contains { $0.icon != nil || $0.isChosen } }
  private var textStart: Int { context.whole(hasIcons ? 42 : 12) }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    let widest = entries.map { entry -> Int in
      let key = entry.key.isEmpty ? 0 : context.line(entry.key).width + theme.px(28)
      let arrow = entry.submenu == nil ? 0 : theme.px(24)
      return Int((context.line(entry.title).width + key + arrow).rounded(.up)) + textStart + context.whole(12)
    }
    let wanted = max(leastWidth, context.whole(120), widest.max() ?? 0)
    return (min(width, wanted), contentHeight(within: width))
  }

  public override func contentHeight(within width: Int) -> Int { entries.reduce(0) { $0 + height($1) } }

  public func frame(of row: Int) -> PixelRect {
    let at = contentFrame
    let top = entries[..<row].reduce(at.minY - model.offset) { $0 + height($1) }
    return PixelRect(x: at.minX, y: top, width: at.width, height: height(entries[row]))
  }

  private func row(at p: Point) -> Int? {
    guard Rect(contentFrame).contains(p) else { return nil }
    return entries.indices.first { p.y < Double(frame(of: $0).maxY) }
  }

  // MARK: Pointer

  public override func hover(_ touch: Touch) { track(touch.position) }

  /// Highlights the row under the pointer and opens its submenu.
  private func track(_ p: Point) {
    defer { lastPointer = p }
    guard let row = row(at: p) else { return }
    if row != current, isHeadingForChild(p) { return }
    highlight(entries[row].isSelectable ? row : nil)
    if entries[row].submenu != nil { openChild() }
  }

  /// Whether the pointer moves towards the submenu: inside the triangle of its last position and
  /// the submenu's edge.
  private func isHeadingForChild(_ p: Point) -> Bool {
    guard let child, !child.isHidden else { return false }
    let r = Rect(child.frame)
    let x = r.minX > lastPointer.x ? r.minX : r.maxX
    let (a, b, c) = (lastPointer, Point(x, r.minY), Point(x, r.maxY))
    let sides = [(b - a).cross(p - a), (c - b).cross(p - b), (a - c).cross(p - c)]
    return p != a && (sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 })
  }

  private func highlight(_ row: Int?) {
    guard row != current else { return }
    closeChild()
    for changed in [row, current].compactMap({ $0 }) { invalidate(frame(of: changed)) }
    current = row
  }

  public override func press(content touch: Touch) {
    lastPointer = touch.position
    track(touch.position)
  }

  public override func drag(content touch: Touch) {
    if let start = opening {
      // Ignore small movements of the touch that opened the menu.
      if touch.position.distance(to: start) <= theme.px(8), !contains(touch.position) { return }
      opening = nil
    }
    menu(at: touch.position)?.track(touch.position)
  }

  public override func release(content touch: Touch) {
    defer { opening = nil }
    if opening == nil { menu(at: touch.position)?.choose(at: touch.position) }
  }

  /// A touch belongs to the menu where it began, which passes it to its submenus.
  private func menu(at p: Point) -> MenuRows? {
    if let child, !child.isHidden, let found = child.list.menu(at: p) { return found }
    return contains(p) ? self : nil
  }

  private func choose(at p: Point) { if let row = row(at: p) { activate(row) } }

  public override func scrollsByDrag(_ touch: Touch) -> Bool { false }

  // MARK: Keys

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isDisjoint(with: [.control, .alt, .super]) else { return true }
    switch key.keysym {
    case KeyCode.escape, KeyCode.f6: return false
    case KeyCode.down: move(from: (current ?? -1) + 1, 1)
    case KeyCode.up: move(from: (current ?? entries.count) - 1, -1)
    case KeyCode.home: move(from: 0, 1)
    case KeyCode.end: move(from: entries.count - 1, -1)
    case KeyCode.tab: move(from: (current ?? -1) + 1, 1)
    case KeyCode.backTab: move(from: (current ?? entries.count) - 1, -1)
    case KeyCode.right: if let current, entries[current].submenu != nil { enterChild() }
    case KeyCode.left: if opener != nil { context.stage?.closePopup() }
    case KeyCode.enter, KeyCode.keypadEnter, KeyCode.space:
      if let current, !key.isRepeat { activate(current, byKey: true) }
    default: type(key)
    }
    return true
  }

  private func move(from start: Int, _ step: Int) {
    let count = entries.count
    let order = (0..<count).map { ((start + $0 * step) % count + count) % count }
    if let next = order.first(where: { entries[$0].isSelectable }) { show(next) }
  }

  private func show(_ row: Int) {
    highlight(row)
    reveal(frame(of: row))
  }

  /// Highlights the next row that begins with what has been typed. A first letter chooses the only row that
  /// begins with it.
  private func type(_ key: KeyEvent) {
    func title(_ row: Int) -> String? { entries[row].isSelectable ? entries[row].title : nil }
    guard
      let (row, isFirst) = typeAhead.row(
        for: key.text, at: key.time, selected: current, count: entries.count, title: title)
    else { return }
    show(row)
    let letter = key.text.lowercased()
    let isOnly = entries.indices.count { title($0)?.lowercased().hasPrefix(letter) ?? false } == 1
    if isFirst, isOnly { activate(row, byKey: true) }
  }

  // MARK: Access

  var currentTitle: String? { current.map { entries[$0].title } }

  public override var label: String { (panel as? Menu)?.name ?? "" }

  public override var access: Access {
    let parts = entries.indices.map { row -> Access.Part in
      let entry = entries[row]
      switch entry.kind {
      case .separator:
        return Access.Part(role: .separator, name: "", frame: frame(of: row), isPressable: false)
      case .heading:
        return Access.Part(role: .heading, name: entry.title, frame: frame(of: row), isPressable: false)
      case .item, .submenu:
        var states: AccessibleNode.States = .selectable
        if row == current { states.formUnion(isFocused ? [.selected, .focused] : .selected) }
        if entry.isChosen { states.formUnion([.checkable, .checked]) }
        if entry.submenu != nil { states.insert(.opensPopup) }
        return Access.Part(
          role: .menuItem, name: entry.title, description: entry.key, states: states, frame: frame(of: row),
          isPressable: entry.isEnabled)
      }
    }
    return Access(role: .menu, parts: parts)
  }

  public override func act(_ action: AccessibleAction, on part: Int?) {
    guard action == .press, let part, entries.indices.contains(part) else { return }
    activate(part, byKey: true)
  }

  // MARK: Choosing

  private func activate(_ row: Int, byKey: Bool = false) {
    guard entries[row].isSelectable else { return }
    switch entries[row].kind {
    case .item(let action):
      context.stage?.closeMenus()
      return action()
    case .submenu:
      highlight(row)
      if byKey { enterChild() } else { openChild() }
    case .heading, .separator: break
    }
  }

  private func openChild() {
    guard child == nil || child?.isHidden == true, let stage = context.stage, let current,
      let entries = entries[current].submenu
    else { return }
    let menu = Menu(context, entries)
    menu.list.opener = self
    child = menu
    stage.open(menu, besideMenu: panel?.frame ?? frame, row: frame(of: current))
  }

  private func enterChild() {
    openChild()
    child?.list.highlightFirst()
  }

  public func highlightFirst() { move(from: 0, 1) }
  func highlightChosen() { move(from: entries.firstIndex { $0.isChosen } ?? 0, 1) }

  private func closeChild() {
    if let child { context.stage?.close(child) }
    child = nil
  }

  // MARK: Drawing

  public override func draw(on painter: Painter) {
    painter.saved {
      painter.clip(to: frame)
      for row in entries.indices { draw(row, on: painter) }
    }
    super.draw(on: painter)
    if current == nil { drawFocusRing(on: painter, Rect(frame).insetBy(theme.px(2.5)), radius: theme.px(5)) }
  }

  private func draw(_ row: Int, on painter: Painter) {
    let (entry, r) = (entries[row], Rect(frame(of: row)))
    let baseline = r.center.y + theme.px(5)
    let start = r.minX + Double(textStart)
    switch entry.kind {
    case .separator:
      painter.fill(
        .rect(Rect(x: r.minX, y: r.center.y.rounded(.down), width: r.width, height: theme.whole(1))), colours.separator)
    case .heading:
      painter.draw(
        context.line(entry.title, size: 12, .semibold), at: Point(r.minX + theme.px(12), baseline), colours.dim)
    case .item, .submenu:
      if row == current {
        painter.fill(.roundedRect(r, radius: theme.px(7)), colours.pressed)
        painter.outline(r, radius: theme.px(7), theme)
      }
      if row == current { drawFocusRing(on: painter, r.insetBy(theme.px(2.5)), radius: theme.px(5)) }
      let ink = entry.isEnabled ? colours.text : colours.disabled
      let iconAt = Point(r.minX + theme.px(22), r.center.y)
      if let swatch = entry.swatch {
        painter.fill(.circle(center: iconAt, radius: theme.px(5)), swatch)
        if entry.isChosen {
          painter.stroke(.circle(center: iconAt, radius: theme.px(8)), StrokeStyle(width: theme.px(1.5)), colours.text)
        }
      } else if entry.isChosen, entries.contains(where: { $0.swatch != nil }) {
        // A dot would look like one of the colours.
        painter.stroke(.circle(center: iconAt, radius: theme.px(8)), StrokeStyle(width: theme.px(1.5)), colours.text)
      } else if entry.isChosen {
        painter.fill(.circle(center: iconAt, radius: theme.px(4)), entry.isEnabled ? colours.accent : colours.disabled)
      } else {
        entry.icon?.draw(on: painter, center: iconAt, ink, theme, size: 22)
      }
      painter.draw(context.line(entry.title, maxWidth: r.maxX - start), at: Point(start, baseline), ink)
      let end = r.maxX - theme.px(12)
      if !entry.key.isEmpty {
        let quiet = entry.isEnabled ? colours.dim : colours.disabled
        painter.draw(context.line(entry.key), at: Point(end, baseline), anchor: .end, quiet)
      }
      if entry.submenu != nil {
        var arrow = Path()
        arrow.move(to: Point(end - theme.px(5), r.center.y - theme.px(4.5)))
        arrow.line(to: Point(end, r.center.y))
        arrow.line(to: Point(end - theme.px(5), r.center.y + theme.px(4.5)))
        painter.stroke(arrow, StrokeStyle(width: theme.px(1.6), cap: .round, join: .round), colours.dim)
      }
    }
  }
}
