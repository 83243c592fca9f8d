import Geometry
import Input
import Language
import Paint

/// An editor of a device's pressure curve with four handles: measured pressure from left to right,
/// resulting pressure upwards.
///
/// While a handle is dragged, it shows the changed curve and calls `onDraft`; on release it calls
/// `onChange`. Arrow keys move the focused handle by a hundredth, with Shift by a tenth.
final class CurveEditor: Widget {
  var response = PressureResponse.identity { didSet { if response != oldValue { changed() } } }
  /// The measured pressure; nil for none.
  var live: Double? {
    didSet {
      guard live != oldValue else { return }
      for value in [oldValue, live] { if let value { invalidate(pixels(ofLive: value)) } }
    }
  }
  var onDraft: (PressureResponse) -> Void = { _ in }
  var onChange: (PressureResponse) -> [Overlay.Effect] = { _ in [] }

  private var draft: PressureResponse?
  private var handles: [CurveHandle] = []

  override init(_ context: WidgetContext) {
    super.init(context)
    hasTip = false
    handles = (0..<PressureResponse.handleCount).map { CurveHandle(context, $0, self) }
    for handle in handles { add(handle) }
  }

  var shown: PressureResponse { draft ?? response }
  var isDragged: Bool { draft != nil }

  override var isEnabled: Bool { didSet { for handle in handles { handle.isEnabled = isEnabled } } }

  override var label: String { translated("Pressure curve") }
  override var access: Access { Access(role: .panel) }

  // MARK: Handles

  func drag(_ index: Int, to place: Point) {
    let new = (draft ?? response).moving(index, to: place)
    guard new != draft else { return }
    draft = new
    changed()
    onDraft(new)
  }

  func settle(_ keeps: Bool) -> [Overlay.Effect] {
    guard let moved = draft?.rounded else { return [] }
    draft = nil
    changed()
    if keeps, moved != response { return onChange(moved) }
    onDraft(response)
    return []
  }

  func step(_ index: Int, by step: Vector) -> [Overlay.Effect] {
    let moved = response.moving(index, to: response.handles[index] + step).rounded
    return moved == response ? [] : onChange(moved)
  }

  private func changed() {
    layOut()
    invalidate()
  }

  // MARK: Geometry

  /// The unit square, window px.
  private var square: Rect { Rect(frame).insetBy(theme.px(13)) }

  func place(of p: Point) -> Point {
    let r = square
    return Point(r.minX + p.x * r.width, r.maxY - p.y * r.height)
  }

  func value(at p: Point) -> Point {
    let r = square
    guard !r.isEmpty else { return .zero }
    return Point((p.x - r.minX) / r.width, (r.maxY - p.y) / r.height)
  }

  override func layOut() {
    let side = context.whole(40)
    for (handle, p) in zip(handles, shown.handles) {
      let place = place(of: p)
      handle.place(
        PixelRect(x: Int(place.x.rounded()) - side / 2, y: Int(place.y.rounded()) - side / 2, width: side, height: side)
      )
    }
  }

  override func hit(_ p: Point) -> Widget? {
    guard !isHidden else { return nil }
    let reach = theme.px(24)
    let near = zip(handles, shown.handles).map { (handle: $0, distance: place(of: $1).distance(to: p)) }
      .filter { $0.distance <= reach }.min { $0.distance < $1.distance }
    return near?.handle ?? (contains(p) ? self : nil)
  }

  override var takesTouch: Bool { true }

  // MARK: Drawing

  private func pixels(ofLive value: Double) -> PixelRect {
    let p = place(of: Point(value, shown(value)))
    let reach = theme.px(7)
    return PixelRect(
      covering: Rect(minX: p.x - reach, minY: p.y - reach, maxX: p.x + reach, maxY: square.maxY + reach))
  }

  override func draw(on painter: Painter) {
    painter.fill(.roundedRect(Rect(frame), radius: theme.px(9)), colours.hover)
    painter.outline(Rect(frame), radius: theme.px(9), theme)
    let r = square
    for k in 0...4 {
      let share = Double(k) / 4
      let (x, y) = (r.minX + share * r.width, r.minY + share * r.height)
      for line in [Path.segment(Point(x, r.minY), Point(x, r.maxY)), .segment(Point(r.minX, y), Point(r.maxX, y))] {
        painter.stroke(line, StrokeStyle(width: theme.px(1)), colours.separator)
      }
    }
    painter.stroke(
      .segment(Point(r.minX, r.maxY), Point(r.maxX, r.minY)),
      StrokeStyle(width: theme.px(1), dash: [theme.px(3), theme.px(4)]), colours.faint)
    var path = Path()
    let steps = max(32, Int(r.width / 2))
    for k in 0...steps {
      let x = Double(k) / Double(steps)
      let p = place(of: Point(x, shown(x)))
      if k == 0 { path.move(to: p) } else { path.line(to: p) }
    }
    painter.stroke(
      path, StrokeStyle(width: theme.px(2.2), cap: .round, join: .round), isEnabled ? colours.accent : colours.faint)
    guard let live, isEnabled else { return }
    let p = place(of: Point(live, shown(live)))
    painter.stroke(.segment(p, Point(p.x, r.maxY)), StrokeStyle(width: theme.px(1)), colours.dim)
    painter.fill(.circle(center: p, radius: theme.px(4)), colours.text)
  }
}

final class CurveHandle: Widget {
  private let index: Int
  private unowned let editor: CurveEditor
  private var hold = Vector.zero

  init(_ context: WidgetContext, _ index: Int, _ editor: CurveEditor) {
    (self.index, self.editor) = (index, editor)
    super.init(context)
    hasTip = false
  }

  override var label: String { translated("Handle {number} of the pressure curve", ["number": index + 1]) }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  override var access: Access {
    let p = editor.shown.handles[index]
    func hundredths(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
    return Access(
      role: .slider,
      value: .init(now: p.y, range: 0...1, step: 0.01, words: "\(hundredths(p.x)), \(hundredths(p.y))"))
  }

  override func act(_ action: AccessibleAction, on part: Int?) -> [Overlay.Effect] {
    guard case .setValue(let value) = action, value.isFinite else { return [] }
    return editor.step(index, by: Vector(0, max(0, min(1, value)) - editor.shown.handles[index].y))
  }

  private var middle: Point { editor.place(of: editor.shown.handles[index]) }

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    hold = middle - touch.position
    return []
  }

  override func drag(_ touch: Touch) -> [Overlay.Effect] {
    editor.drag(index, to: editor.value(at: touch.position + hold))
    return []
  }

  override func release(_ touch: Touch) -> [Overlay.Effect] { editor.settle(true) }
  override func cancel() -> [Overlay.Effect] { editor.settle(false) }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.isSubset(of: .shift) else { return nil }
    let step = key.modifiers.contains(.shift) ? 0.1 : 0.01
    return switch key.keysym {
    case KeyCode.left: editor.step(index, by: Vector(-step, 0))
    case KeyCode.right: editor.step(index, by: Vector(step, 0))
    case KeyCode.up: editor.step(index, by: Vector(0, step))
    case KeyCode.down: editor.step(index, by: Vector(0, -step))
    case KeyCode.pageUp: editor.step(index, by: Vector(0, 0.1))
    case KeyCode.pageDown: editor.step(index, by: Vector(0, -0.1))
    case KeyCode.home: editor.step(index, by: Vector(-1, 0))
    case KeyCode.end: editor.step(index, by: Vector(1, 0))
    default: nil
    }
  }

  override func draw(on painter: Painter) {
    let r = theme.px(7)
    painter.knob(
      at: middle, radius: r, isEnabled: isEnabled, edge: isHovered || isPressed ? colours.accent : nil, theme)
    drawFocusRing(
      on: painter, Rect(minX: middle.x - r, minY: middle.y - r, maxX: middle.x + r, maxY: middle.y + r), radius: r)
  }
}
