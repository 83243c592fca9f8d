import Geometry
import Input
import Paint
import Toolkit

class DialModeButton: ActionButton {
  var mode: DialMode { didSet { if mode != oldValue { invalidate() } } }

  /// Radii of its disc and of its target, px at 96 dpi.
  static let radius = 17.0
  static let reach = 20.0

  init(_ context: WidgetContext, _ mode: DialMode) {
    self.mode = mode
    super.init(context)
    title = mode.name
  }

  override var access: Access { .pressable(.radioButton, isChosen ? [.checked, .checkable] : .checkable) }

  var center: Point { Rect(frame).center }

  override func contains(_ p: Point) -> Bool { (p - center).length <= theme.px(Self.reach) }

  override func draw(on painter: Painter) {
    let radius = theme.px(Self.radius)
    let shape = Path.circle(center: center, radius: radius)
    painter.shadow(
      SoftShadow(
        offset: Vector(0, theme.px(1)), layers: [2.5, 1].map { .init(spread: theme.px($0), colour: colours.shadow) }),
      of: Rect.null.grown(to: center, radius), radius: radius)
    painter.fill(shape, isChosen ? colours.accent : colours.button)
    if isPressed, isInside {
      painter.fill(shape, colours.pressed)
    } else if isHovered {
      painter.fill(shape, colours.hover)
    }
    painter.stroke(
      .circle(center: center, radius: radius - theme.px(0.5)), StrokeStyle(width: theme.px(1)),
      colours.outline ?? colours.edge)
    drawFocusRing(on: painter, Rect.null.grown(to: center, radius), radius: radius)
    drawFace(on: painter)
  }

  /// Draws its letter.
  func drawFace(on painter: Painter) {
    let letter = context.line(mode.letter, .semibold)
    // The centre of the capital is on the centre of the disc at any text scale.
    let middle = letter.ink.isEmpty ? 0 : (letter.ink.minY + letter.ink.maxY) / 2 + theme.text(13, .semibold).drop
    painter.draw(
      letter, at: Point(center.x, center.y - middle), anchor: .middle, isChosen ? colours.onAccent : colours.text)
  }
}
