import Document
import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// The whole drawing with a frame around what the window shows.
///
/// A drag of the frame moves the view. A press beside the frame first brings its middle there. The
/// wheel zooms; arrow keys move the view by a tenth of the window, with Shift by a whole one.
final class NavigatorMap: Widget {
  private var shown: NavigatorState?
  /// The drawing as a Cairo surface.
  private var image: (miniature: Miniature, surface: ImageSurface)?
  /// The middle of the window from the pen, canvas px, and the middle before the drag.
  private var drag: (offset: Vector, before: Point)?

  override var label: String { translated("The whole drawing with the window's frame") }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }
  override var access: Access {
    guard let shown else { return Access(role: .image, name: label) }
    var access = Access(role: .image, name: label)
    access.description = DialMode.zoom.shown(shown.view.zoom)
    return access
  }

  override func show() {
    guard context.state.navigator != shown else { return }
    shown = context.state.navigator
    if shown == nil { image = nil }
    invalidate()
  }

  var geometry: NavigatorGeometry? {
    shown.map { NavigatorGeometry(part: $0.miniature.part, place: Rect(frame)) }
  }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    guard let shown, let geometry else { return }
    painter.saved {
      painter.clip(to: frame)
      if let surface = surface(of: shown.miniature) {
        painter.saved {
          painter.translate(geometry.picture.minX, geometry.picture.minY)
          painter.transform(
            .scale(geometry.picture.width / Double(surface.width), geometry.picture.height / Double(surface.height)))
          painter.draw(surface, at: .zero)
        }
      }
      painter.stroke(
        .rect(geometry.picture), StrokeStyle(width: theme.px(1)), colours.outline ?? colours.text.faded(by: 0.3))
      var path = Path()
      let corners = geometry.outline(of: shown.view)
      path.move(to: corners[0])
      for corner in corners.dropFirst() { path.line(to: corner) }
      path.close()
      // A dark, a light and a coloured line, so that one of them is visible on any drawing.
      painter.stroke(path, StrokeStyle(width: theme.px(6), join: .round), Colour(rgb: 0, alpha: 0.3))
      painter.stroke(path, StrokeStyle(width: theme.px(4), join: .round), Colour(rgb: 0xFFFFFF))
      painter.stroke(path, StrokeStyle(width: theme.px(2), join: .round), colours.accent)
    }
    drawFocusRing(on: painter, Rect(frame), radius: theme.px(2))
  }

  private func surface(of miniature: Miniature) -> ImageSurface? {
    if let image, image.miniature == miniature { return image.surface }
    guard let surface = miniature.surface else { return nil }
    image = (miniature, surface)
    return surface
  }

  // MARK: Input

  private func middle(of view: View) -> Point {
    view.windowToCanvas(Point(Double(view.windowWidth) / 2, Double(view.windowHeight) / 2))
  }

  override func press(_ touch: Touch) {
    guard let shown, let geometry else { return }
    let (place, before) = (geometry.canvas(at: touch.position), middle(of: shown.view))
    if geometry.isInside(touch.position, windowOf: shown.view) {
      drag = (before - place, before)
      return
    }
    drag = (Vector(0, 0), before)
    post(.centerView(geometry.clamped(place)))
  }

  override func drag(_ touch: Touch) {
    guard let drag, let geometry else { return }
    post(.centerView(geometry.clamped(geometry.canvas(at: touch.position) + drag.offset)))
  }

  override func release(_ touch: Touch) {
    drag = nil
  }

  override func cancel() {
    defer { drag = nil }
    if let drag { post(.centerView(drag.before)) }
  }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    guard let shown, dy != 0 else { return true }
    var view = shown.view
    view.zoom(bySteps: -dy, snaps: false)
    post(.released(.zoom, view.zoom))
    return true
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard let shown, let geometry, key.modifiers.subtracting(.shift).isEmpty else { return false }
    let (width, height) = (Double(shown.view.windowWidth), Double(shown.view.windowHeight))
    let share = key.modifiers.contains(.shift) ? 1.0 : 0.1
    let step: Vector
    switch key.keysym {
    case KeyCode.left: step = Vector(-width * share, 0)
    case KeyCode.right: step = Vector(width * share, 0)
    case KeyCode.up: step = Vector(0, -height * share)
    case KeyCode.down: step = Vector(0, height * share)
    default: return false
    }
    let place = shown.view.windowToCanvas(Point(width / 2, height / 2) + step)
    post(.centerView(geometry.clamped(place)))
    return true
  }
}
