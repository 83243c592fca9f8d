import Geometry
import Language
import Paint
import Studio
import Toolkit

/// Folds the dial into a small disc with the letter of its mode, and unfolds it.
final class DialFoldButton: DialModeButton {
  /// Whether the dial is folded.
  var isFolded = false { didSet { if isFolded != oldValue { invalidate() } } }

  override var label: String {
    isFolded
      ? translated("Unfold the dial: {mode}", ["mode": mode.name]) : translated("Fold the dial")
  }

  override var access: Access { .pressable(.button) }

  override func drawFace(on painter: Painter) {
    if isFolded { return super.drawFace(on: painter) }
    // An arrow to the corner that the dial folds into.
    let (a, b) = (theme.px(4.5), theme.px(4))
    let side = context.state.settings.hand == .left ? -1.0 : 1
    var arrow = Path()
    arrow.move(to: center + Vector(-a * side, -a))
    arrow.line(to: center + Vector(b * side, b))
    arrow.move(to: center + Vector(b * side, -b + theme.px(1)))
    arrow.line(to: center + Vector(b * side, b))
    arrow.line(to: center + Vector((-b + theme.px(1)) * side, b))
    painter.stroke(arrow, StrokeStyle(width: theme.px(1.8), cap: .round, join: .round), colours.text)
  }
}
