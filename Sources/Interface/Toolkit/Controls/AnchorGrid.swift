import Geometry
import Input
import Language
import Paint

/// Nine squares for the place of a picture on a larger or smaller canvas: corners, edges, middle.
///
/// A press chooses a square; arrow keys move the choice.
public final class AnchorGrid: Widget {
  /// The chosen column and row, each 0...2.
  public var chosen = (column: 1, row: 1) { didSet { if chosen != oldValue { invalidate() } } }
  public var onChoose: (_ column: Int, _ row: Int) -> Void = { _, _ in }
  public var title = ""

  private static let side = 36.0

  public override var label: String { title }
  public override var isFocusable: Bool { true }
  public override var takesTouch: Bool { true }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    let side = 3 * context.whole(Self.side)
    return (side, side)
  }

  private func square(_ column: Int, _ row: Int) -> PixelRect {
    let side = context.whole(Self.side)
    return PixelRect(x: frame.minX + column * side, y: frame.minY + row * side, width: side, height: side)
  }

  public override func release(_ touch: Touch) {
    guard contains(touch.position) else { return }
    let side = Double(context.whole(Self.side))
    let column = Int((touch.position.x - Double(frame.minX)) / side)
    let row = Int((touch.position.y - Double(frame.minY)) / side)
    choose(column, row)
  }

  private func choose(_ column: Int, _ row: Int) {
    let (column, row) = (max(0, min(2, column)), max(0, min(2, row)))
    if (column, row) != chosen { onChoose(column, row) }
  }

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.left: choose(chosen.column - 1, chosen.row)
    case KeyCode.right: choose(chosen.column + 1, chosen.row)
    case KeyCode.up: choose(chosen.column, chosen.row - 1)
    case KeyCode.down: choose(chosen.column, chosen.row + 1)
    default: return false
    }
    return true
  }

  private static var names: [String] {
    [
      translated("upper left"), translated("top"), translated("upper right"), translated("left"),
      translated("middle"), translated("right"), translated("lower left"), translated("bottom"),
      translated("lower right"),
    ]
  }

  public override var access: Access {
    let parts = Self.names.enumerated().map { i, name in
      Access.Part(
        role: .radioButton, name: name,
        states: (i % 3, i / 3) == chosen ? [.checked, .checkable] : .checkable, frame: square(i % 3, i / 3))
    }
    return Access(role: .radioGroup, parts: parts)
  }

  public override func act(_ action: AccessibleAction, on part: Int?) {
    guard action == .press, let part, (0..<9).contains(part) else { return }
    choose(part % 3, part / 3)
  }

  public override func draw(on painter: Painter) {
    for row in 0..<3 {
      for column in 0..<3 {
        let r = Rect(square(column, row)).insetBy(theme.px(2))
        let isChosen = (column, row) == chosen
        painter.fill(.roundedRect(r, radius: theme.px(6)), isChosen ? colours.accent : colours.hover)
        painter.outline(r, radius: theme.px(6), theme)
        painter.fill(
          .circle(center: r.center, radius: theme.px(isChosen ? 4 : 2.5)), isChosen ? colours.onAccent : colours.dim)
      }
    }
    drawFocusRing(on: painter, Rect(frame), radius: theme.px(8))
  }
}
