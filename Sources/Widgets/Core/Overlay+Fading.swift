import Geometry
import Studio

/// Panels get out of the way of a pen that draws near them.
extension Overlay {
  /// How near the pen must come to a panel, px at 96 dpi.
  static let fadingReach = 60.0
  /// How strongly a faded panel is shown.
  static let fadedOpacity = 0.25

  /// The canvas is being drawn on at `p`: what is near fades, and stays so until the pen is lifted. So a panel is put on
  /// the screen once more when the pen comes near it and once when it is lifted, whatever the pen does between.
  func fade(near p: Point) {
    let reach = theme.px(Self.fadingReach)
    guard context.state.tool != .hand, !isClear(p, by: reach) else { return }
    for panel in panels where panel.opacity == 1 && !panel.isHidden && panel.distance(to: p) < reach {
      panel.opacity = Self.fadedOpacity
      isFading = true
    }
  }

  /// The pen was lifted.
  func unfade() {
    guard isFading else { return }
    isFading = false
    for panel in panels { panel.opacity = 1 }
  }
}

extension Panel {
  /// How far a place is from its nearest pixel, window px; 0 inside.
  final func distance(to p: Point) -> Double { Rect(frame).distance(to: p) }
}
