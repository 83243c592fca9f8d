import Geometry
import Input

/// Panning and zooming by the wheel, a touchpad and the arrow keys.
extension Session {
  /// Pans or zooms by the wheel or a touchpad.
  func handle(_ e: ScrollEvent) -> Effects {
    // Window px per notch.
    let notch = 80.0
    if e.isSmooth, !e.modifiers.contains(.control) {
      view.pan(by: Vector(-e.dx * notch, -e.dy * notch))
    } else if e.modifiers.contains(.shift) {
      view.pan(by: Vector(-(e.dx + e.dy) * notch, 0))
    } else if !e.isSmooth, e.modifiers.contains(.control) == (settings.wheel == .zoom) {
      view.pan(by: Vector(-e.dx * notch, -e.dy * notch))
    } else {
      if e.dx != 0 { view.pan(by: Vector(-e.dx * notch, 0)) }
      if e.dy != 0 { view.zoom(bySteps: -e.dy, at: e.position, snaps: !e.isSmooth) }
    }
    return viewEffects()
  }

  /// Pans by an arrow key: a tenth of the window, with Shift half of it. Returns nil for any other
  /// key.
  func moveView(_ e: KeyEvent) -> Effects? {
    guard e.isDown, gesture == nil, e.modifiers.subtracting(.shift).isEmpty, let arrow = Vector.arrow(e.keysym)
    else {
      return nil
    }
    let share = e.modifiers.contains(.shift) ? 0.5 : 0.1
    view.pan(
      by: Vector(-arrow.dx * share * Double(view.windowWidth), -arrow.dy * share * Double(view.windowHeight)))
    return viewEffects()
  }
}
