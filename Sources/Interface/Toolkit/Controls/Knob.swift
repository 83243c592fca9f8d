import Geometry
import Paint

extension Painter {
  /// Draws the knob of a slider or switch: a light disc that stands out from any track in either
  /// theme.
  public func knob(at center: Point, radius: Double, isEnabled: Bool, edge: Colour?, _ theme: Theme) {
    let colours = theme.colours
    // Mixed with a little of the panel's grey, so that pure white does not glare in the dark theme.
    if colours.isHighContrast {
      fill(.circle(center: center, radius: radius), isEnabled ? colours.text : colours.disabled)
      fill(.circle(center: center, radius: radius - theme.px(2.5)), colours.panel)
      if let edge { fill(.circle(center: center, radius: radius - theme.px(5)), edge) }
      return
    }
    var face = isEnabled ? colours.onAccent.mixed(with: colours.panel, 0.1) : colours.disabled
    face.alpha = 1
    fill(.circle(center: Point(center.x, center.y + theme.px(0.5)), radius: radius + theme.px(0.75)), colours.shadow)
    fill(.circle(center: center, radius: radius), face)
    if let edge {
      stroke(.circle(center: center, radius: radius - theme.px(1)), StrokeStyle(width: theme.px(2)), edge)
    } else if colours.panel.green > 0.5 {
      // On a light panel only the outline is visible.
      stroke(
        .circle(center: center, radius: radius - theme.px(0.6)), StrokeStyle(width: theme.px(1.2)),
        isEnabled ? colours.dim : colours.disabled)
    }
  }
}
