import Document
import Geometry
import Input

/// Changes of the view by panels, the wheel, keys and the window.
extension Session {
  /// Takes the window's new size, px.
  public func resize(width: Int, height: Int) -> Effects {
    view.resize(width: width, height: height)
    return viewEffects
  }

  /// Sets the rotation about the window's middle.
  public func setRotation(_ angle: Angle) -> Effects {
    view.setRotation(angle)
    return viewEffects
  }

  /// Sets the zoom about the window's middle, clamped to `View.zooms`.
  public func setZoom(_ zoom: Double) -> Effects { changeView { $0.setZoom(zoom) } }

  /// Whether the view shows the whole canvas as `Action.zoomWhole` does.
  public var showsWhole: Bool {
    var whole = view
    whole.showWhole(canvasWidth: document.width, canvasHeight: document.height)
    return (whole.center - view.center).length < 0.5 && abs(whole.zoom / view.zoom - 1) < 1e-6
  }

  var viewEffects: Effects {
    var effects = Effects()
    effects.viewChanged = true
    return effects
  }

  func changeView(_ body: (inout View) -> Void) -> Effects {
    body(&view)
    return viewEffects
  }

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
      if e.dy != 0 { view.zoom(bySteps: -e.dy, at: e.position) }
    }
    return viewEffects
  }

  /// Pans by an arrow key: a tenth of the window, with Shift half of it. Returns nil for any other key.
  func moveView(_ e: KeyEvent) -> Effects? {
    guard e.isDown, case .none = gesture, e.modifiers.subtracting(.shift).isEmpty, let arrow = Self.arrows[e.keysym]
    else {
      return nil
    }
    let share = e.modifiers.contains(.shift) ? 0.5 : 0.1
    view.pan(
      by: Vector(-arrow.dx * share * Double(view.windowWidth), -arrow.dy * share * Double(view.windowHeight)))
    return viewEffects
  }
}
