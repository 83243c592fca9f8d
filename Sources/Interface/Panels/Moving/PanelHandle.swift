import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// The handle below a panel that moves it: by a drag, by arrow keys, and back to its home place by a
/// double press, Home, Space or Enter.
///
/// It is outside of the panel's frame, so that it takes no press from the panel's controls. Of the
/// panel itself it takes the free ground of the lower edge.
final class PanelHandle: Widget {
  /// The panel's name in the settings.
  let key: Settings.MovablePanel
  private let title: String
  /// The panel's place while it is dragged, `.some(nil)` for its home; nil if the place of the settings
  /// counts.
  var heldPlace: Settings.PanelPlace??
  private var hold: Hold?

  /// A drag in progress.
  private struct Hold {
    var start: Point
    var frame: PixelRect
    /// Whether it is the second of two presses.
    var isSecond: Bool
    var hasMoved = false
  }

  /// The greatest width of its target, and the heights of the target's parts below the panel and in
  /// it, px at 96 dpi.
  private static let (width, height, overlap) = (64.0, 12.0, 6.0)
  /// The steps of the arrow keys, without and with Shift, px at 96 dpi.
  private static let (step, fineStep) = (20.0, 2.0)
  /// The distance from which a drag moves the panel, px at 96 dpi.
  private static let slack = 3.0

  init(_ context: WidgetContext, _ key: Settings.MovablePanel, _ title: String) {
    (self.key, self.title) = (key, title)
    super.init(context)
  }

  override var label: String { translated("Move the panel: {panel}", ["panel": title]) }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }
  override var access: Access { Access(role: .button, isPressable: true) }

  // MARK: Place

  /// Its frame for a panel whose visible part is `part`, window px.
  static func frame(below part: PixelRect, _ context: WidgetContext) -> PixelRect {
    let width = min(context.whole(Self.width), part.width)
    return PixelRect(
      x: part.minX + (part.width - width) / 2, y: part.maxY, width: width, height: context.whole(height))
  }

  override func contains(_ p: Point) -> Bool {
    let r = Rect(frame)
    return Rect(minX: r.minX, minY: r.minY - theme.px(Self.overlap), maxX: r.maxX, maxY: r.maxY).contains(p)
  }

  /// The panel asks it after its controls.
  override func hit(_ p: Point) -> Widget? { nil }

  // MARK: Input

  override func press(_ touch: Touch) {
    if let panel { hold = Hold(start: touch.position, frame: panel.frame, isSecond: touch.count == 2) }
  }

  override func drag(_ touch: Touch) {
    guard var hold, let panel, let overlay = context.overlay else { return }
    let way = touch.position - hold.start
    guard hold.hasMoved || way.length > theme.px(Self.slack) else { return }
    let frame = hold.frame.offset(dx: Int(way.dx.rounded()), dy: Int(way.dy.rounded()))
    guard let place = overlay.place(of: panel, near: frame, snaps: true) else { return }
    if !hold.hasMoved { overlay.raise(panel) }
    hold.hasMoved = true
    self.hold = hold
    heldPlace = .some(place)
    overlay.layOut()
  }

  override func release(_ touch: Touch) {
    let isDouble = hold.map { $0.isSecond && !$0.hasMoved } ?? false
    hold = nil
    if isDouble { return sendHome() }
    guard let place = heldPlace else { return }
    heldPlace = nil
    keep(place)
  }

  override func cancel() {
    hold = nil
    heldPlace = nil
    restore()
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.subtracting(.shift).isEmpty, let panel, let overlay = context.overlay else { return false }
    let step = context.whole(key.modifiers.contains(.shift) ? Self.fineStep : Self.step)
    let way: (dx: Int, dy: Int)
    switch key.keysym {
    case KeyCode.left: way = (-step, 0)
    case KeyCode.right: way = (step, 0)
    case KeyCode.up: way = (0, -step)
    case KeyCode.down: way = (0, step)
    case KeyCode.home, KeyCode.space, KeyCode.enter, KeyCode.keypadEnter:
      sendHome()
      return true
    default: return false
    }
    let frame = panel.frame.offset(dx: way.dx, dy: way.dy)
    if let place = overlay.place(of: panel, near: frame, snaps: false) { keep(place) }
    return true
  }

  private func sendHome() { keep(nil) }

  private func keep(_ place: Settings.PanelPlace?) {
    var settings = context.state.settings
    guard settings.panelPlaces[key] != place else { return restore() }
    settings.panelPlaces[key] = place
    post(.changeSettings(settings))
  }

  /// Shows the panel as the settings say.
  private func restore() {
    let settings = context.state.settings
    context.overlay?.arrange(from: settings, to: settings)
    context.overlay?.layOut()
  }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    let isUsed = isHovered || isPressed
    let (width, height) = (theme.whole(isUsed ? 32 : 22), theme.whole(isUsed ? 4 : 3))
    let middle = Rect(frame).center
    let pill = Rect(
      x: (middle.x - width / 2).rounded(), y: (middle.y + theme.px(1) - height / 2).rounded(), width: width,
      height: height)
    // The rim makes it visible on every drawing.
    let rim = pill.insetBy(-theme.whole(1))
    painter.fill(
      .roundedRect(rim, radius: rim.height / 2), colours.isHighContrast ? colours.panel : colours.panel.faded(by: 0.5))
    painter.fill(.roundedRect(pill, radius: height / 2), isUsed ? colours.text : colours.dim)
    drawFocusRing(on: painter, rim, radius: rim.height / 2)
  }
}

extension Panel {
  /// The handle that moves it; nil if it cannot be moved.
  var mover: PanelHandle? { handle as? PanelHandle }
}
