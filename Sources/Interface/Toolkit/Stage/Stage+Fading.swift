import Geometry

/// Panels fade while the pen draws near them.
extension Stage {
  /// The distance within which a panel fades, px at 96 dpi.
  static let fadingReach = 60.0
  static let fadedOpacity = 0.25

  /// Fades the panels near `p`, where the canvas is being drawn on, until the pen is lifted. So a
  /// panel is redrawn at most twice in a stroke.
  func fade(near p: Point) {
    let reach = theme.px(Self.fadingReach)
    guard fadesPanels else { return }
    for panel in panels where panel.opacity == 1 && !panel.isHidden && panel.distance(to: p) < reach {
      panel.opacity = Self.fadedOpacity
    }
  }

  func unfade() {
    for panel in panels where panel.opacity != 1 { panel.opacity = 1 }
  }
}

extension Panel {
  /// The distance of a point from the panel's frame, window px; 0 inside.
  public final func distance(to p: Point) -> Double {
    let r = Rect(frame)
    return Vector(max(r.minX - p.x, p.x - r.maxX, 0), max(r.minY - p.y, p.y - r.maxY, 0)).length
  }
}
