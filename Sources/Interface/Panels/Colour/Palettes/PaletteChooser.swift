import Document
import Geometry
import Input
import Language
import Library
import Paint
import Toolkit

/// The list of palettes, each with its first colours.
///
/// A press, Enter or Space chooses one and closes the list. A long list is scrolled by the wheel
/// and the focus.
final class PaletteChooser: Panel {
  private let rows: [Row]
  private let editor: Button?
  private var top = 0
  /// Opens the menu that edits the palette that is shown. The list is closed before.
  var onEdit: () -> Void = {}

  static let mostRows = 9

  override init(_ context: WidgetContext) {
    let state = context.state
    let current = state.palettes.contains { $0.name == state.palette } ? state.palette : state.palettes.first?.name
    rows = state.palettes.map { Row(context, $0, isChosen: $0.name == current) }
    editor = state.paletteEditing == nil ? nil : Button(context)
    super.init(context)
    if let editor {
      editor.face = .text(translated("Edit the palette"))
      editor.onPress = { [weak self] in
        guard let self else { return }
        context.overlay?.close(self)
        onEdit()
      }
    }
    for row in rows {
      add(row)
      row.onFocus = { [weak self] in self?.reveal($0) }
    }
    if let editor { add(editor) }
    if let at = rows.firstIndex(where: \.isChosen) { top = max(0, min(rows.count - Self.mostRows, at - 2)) }
  }

  private var footHeight: Int { editor == nil ? 0 : context.whole(48) }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var access: Access { Access(role: .list, name: translated("Palettes")) }

  private var seen: Int { min(Self.mostRows, max(1, rows.count)) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (min(width, context.whole(280 * theme.textScale)), context.whole(40) * seen + context.whole(12) + footHeight)
  }

  override func layOut() {
    let (pad, height) = (context.whole(6), context.whole(40))
    for (i, row) in rows.enumerated() {
      row.place(
        PixelRect(
          x: frame.minX + pad, y: frame.minY + pad + (i - top) * height, width: frame.width - 2 * pad, height: height))
      row.isAway = !(top..<(top + seen)).contains(i)
    }
    editor?.place(
      PixelRect(
        x: frame.minX + pad, y: frame.maxY - context.whole(46), width: frame.width - 2 * pad, height: height))
  }

  private func show(top new: Int) {
    let new = max(0, min(rows.count - seen, new))
    guard new != top else { return }
    top = new
    layOut()
    invalidate()
  }

  private func reveal(_ row: Row) {
    guard let at = rows.firstIndex(where: { $0 === row }) else { return }
    if at < top { show(top: at) }
    if at >= top + seen { show(top: at - seen + 1) }
  }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    if dy != 0 { show(top: top + (dy > 0 ? 1 : -1)) }
    return true
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.down: context.overlay?.moveFocus(by: 1)
    case KeyCode.up: context.overlay?.moveFocus(by: -1)
    case KeyCode.home: context.overlay?.focus(rows.first)
    case KeyCode.end: context.overlay?.focus(rows.last)
    case KeyCode.pageDown, KeyCode.pageUp:
      guard let at = rows.firstIndex(where: \.isFocused) else { return false }
      let next = key.keysym == KeyCode.pageDown ? at + Self.mostRows : at - Self.mostRows
      context.overlay?.focus(rows[max(0, min(rows.count - 1, next))])
    default: return false
    }
    return true
  }

  override func draw(on painter: Painter) {
    super.draw(on: painter)
    if rows.isEmpty {
      painter.draw(
        context.line(translated("No palettes were found")),
        at: Point(Double(frame.minX) + theme.px(16), Rect(frame).center.y + theme.px(5)),
        colours.dim)
    }
    guard rows.count > seen else { return }
    let (height, all) = (Double(frame.height - footHeight) - theme.px(16), Double(rows.count))
    painter.fill(
      .roundedRect(
        Rect(
          x: Double(frame.maxX) - theme.px(5), y: Double(frame.minY) + theme.px(8) + height * Double(top) / all,
          width: theme.whole(2), height: height * Double(seen) / all), radius: theme.px(1)), colours.faint)
  }

  final class Row: Widget {
    private let palette: Palette
    let isChosen: Bool
    var onFocus: (Row) -> Void = { _ in }
    /// Whether it is scrolled out of view. It keeps its place in the focus order.
    var isAway = false

    init(_ context: WidgetContext, _ palette: Palette, isChosen: Bool) {
      self.palette = palette
      self.isChosen = isChosen
      super.init(context)
    }

    override var label: String { palette.title }
    override var isFocusable: Bool { true }
    override var takesTouch: Bool { true }
    override func focusChanged() { if isFocused { onFocus(self) } }
    override func contains(_ p: Point) -> Bool { !isAway && super.contains(p) }
    override var drawnFrame: PixelRect { isAway ? .empty : super.drawnFrame }

    override var access: Access { .pressable(.listItem, isChosen ? [.selected, .selectable] : .selectable) }

    private func choose() {
      if let panel { context.overlay?.close(panel) }
      post(.palettes(.choose(palette.name)))
    }

    override func release(_ touch: Touch) { if contains(touch.position) { choose() } }

    override func key(_ key: KeyEvent) -> Bool {
      guard key.modifiers.isEmpty, [KeyCode.space, KeyCode.enter, KeyCode.keypadEnter].contains(key.keysym) else {
        return false
      }
      choose()
      return true
    }

    override func draw(on painter: Painter) {
      let ground = Rect(frame)
      let shape = Path.roundedRect(ground, radius: theme.px(8))
      if isPressed { painter.fill(shape, colours.pressed) } else if isHovered { painter.fill(shape, colours.hover) }
      drawFocusRing(on: painter, ground.insetBy(theme.px(2)), radius: theme.px(7))
      let (side, count) = (theme.whole(10), min(8, palette.entries.count))
      let left = ground.maxX - theme.whole(12) - Double(8) * side
      painter.draw(
        context.line(
          palette.title, size: 13, isChosen ? .semibold : .regular, maxWidth: left - ground.minX - theme.px(40)),
        at: Point(ground.minX + theme.px(28), ground.center.y + theme.px(5)), colours.text)
      if isChosen {
        painter.fill(
          .circle(center: Point(ground.minX + theme.px(14), ground.center.y), radius: theme.px(3.5)), colours.accent)
      }
      let strip = Rect(
        x: left, y: (ground.center.y - theme.px(8)).rounded(), width: Double(count) * side, height: theme.whole(16))
      painter.saved {
        painter.clip(to: .roundedRect(strip, radius: theme.px(4)))
        for i in 0..<count {
          // A large palette is sampled evenly.
          let rgb = palette.entries[i * palette.entries.count / count].rgb
          painter.fill(
            .rect(Rect(x: left + Double(i) * side, y: strip.minY, width: side, height: strip.height)), Colour(rgb: rgb))
        }
      }
      painter.stroke(
        .roundedRect(strip.insetBy(theme.whole(1) / 2), radius: theme.px(4)), StrokeStyle(width: theme.whole(1)),
        colours.outline ?? colours.text.faded(by: 0.16))
    }
  }
}
