import Geometry
import Input
import Language
import Paint

/// An editor of a curve with handles: the input from left to right, the result upwards.
///
/// While a handle is dragged, it shows the changed curve and calls `onDraft`; on release it calls
/// `onChange`. Arrow keys move the focused handle by a hundredth, with Shift by a tenth. Where the
/// curve can have more handles, a press beside them or the key Insert adds one; Delete, the right
/// button, or dragging it far out removes it.
public final class CurveEditor<Curve: EditableCurve>: Widget, CurveHandleOwner {
  public var curve: Curve {
    didSet {
      guard curve != oldValue else { return }
      makeHandles()
      changed()
    }
  }
  /// The present input, 0...1; nil for none.
  public var live: Double? {
    didSet {
      guard live != oldValue else { return }
      for value in [oldValue, live] { if let value { invalidate(pixels(ofLive: value)) } }
    }
  }
  /// What the curve is called, and its handles by their number.
  public var title = ""
  public var handleTitle: (Int) -> String = { _ in "" }
  /// The place of a handle in words.
  public var words: (Point) -> String = { p in
    "\(Int((p.x * 100).rounded())) %, \(Int((p.y * 100).rounded())) %"
  }
  /// The height of the line that stands for no effect; nil for the diagonal.
  public var zero: Double?
  public var onDraft: (Curve) -> Void = { _ in }
  public var onChange: (Curve) -> Void = { _ in }

  /// The curve at the press, the handle that is dragged, the curve with it moved, and that without
  /// it if the press has added it.
  private var held: (base: Curve, index: Int, draft: Curve, without: Curve?)?
  private var handles: [CurveHandle] = []

  public init(_ context: WidgetContext, _ curve: Curve) {
    self.curve = curve
    super.init(context)
    hasTip = false
    makeHandles()
  }

  public var shown: Curve { held?.draft ?? curve }
  /// The curve whose handles are shown: while one is dragged out, that before it.
  private var handled: Curve {
    if let held, held.draft == held.without || held.draft.handles.count < held.base.handles.count {
      held.base
    } else {
      shown
    }
  }
  public var isDragged: Bool { held != nil }

  public override var isEnabled: Bool { didSet { for handle in handles { handle.isEnabled = isEnabled } } }

  public override var label: String { title }
  public override var access: Access { Access(role: .panel) }

  // MARK: Handles

  private func makeHandles() {
    let count = handled.handles.count
    guard handles.count != count else { return }
    let focus = handles.firstIndex { $0.isFocused }
    removeChildren()
    handles = (0..<count).map { CurveHandle(context, $0, self) }
    for handle in handles {
      handle.isEnabled = isEnabled
      add(handle)
    }
    layOut()
    if let focus, !handles.isEmpty { context.stage?.focus(handles[min(focus, count - 1)]) }
  }

  func placeOfHandle(_ index: Int) -> Point {
    let all = handled.handles
    return all.indices.contains(index) ? place(of: all[index]) : .zero
  }

  func valueOfHandle(_ index: Int) -> Point {
    let all = handled.handles
    return all.indices.contains(index) ? all[index] : .zero
  }

  func wordsOfHandle(_ index: Int) -> String { words(valueOfHandle(index)) }
  func titleOfHandle(_ index: Int) -> String { handleTitle(index + 1) }
  /// Whether a handle is dragged out, so that its release removes it.
  func isLeaving(_ index: Int) -> Bool {
    held.map { $0.index == index && ($0.draft == $0.without || $0.draft.handles.count < $0.base.handles.count) }
      ?? false
  }

  func dragHandle(_ index: Int, to position: Point) {
    let base = held?.base ?? curve
    let isOutside = !Rect(frame).insetBy(-theme.px(32)).contains(position)
    let without = held?.without
    let removed = isOutside ? without ?? base.removing(index) : nil
    let new = removed ?? base.moving(index, to: value(at: position))
    guard new != held?.draft else { return }
    held = (base, index, new, without)
    changed()
    onDraft(new)
  }

  func settleHandles(_ keeps: Bool) {
    guard let moved = held?.draft.rounded else { return }
    held = nil
    makeHandles()
    changed()
    if keeps, moved != curve { return onChange(moved) }
    onDraft(curve)
  }

  func stepHandle(_ index: Int, by step: Vector) {
    guard curve.handles.indices.contains(index) else { return }
    let moved = curve.moving(index, to: curve.handles[index] + step).rounded
    if moved != curve { onChange(moved) }
  }

  func removeHandle(_ index: Int) -> Bool {
    guard let without = curve.removing(index) else { return false }
    onChange(without.rounded)
    return true
  }

  /// Adds a handle in the middle between one and the next, or the one before.
  public func addHandle(beside index: Int) -> Bool {
    let all = curve.handles
    guard all.count >= 2, all.indices.contains(index) else { return false }
    let other = index + 1 < all.count ? index + 1 : index - 1
    let x = (all[index].x + all[other].x) / 2
    guard let with = curve.adding(at: Point(x, curve(x)))?.curve else { return false }
    onChange(with.rounded)
    return true
  }

  private func changed() {
    layOut()
    invalidate()
  }

  // MARK: Input beside the handles

  public override func press(_ touch: Touch) {
    guard let (new, index) = curve.adding(at: value(at: touch.position)) else { return }
    held = (new, index, new, curve)
    makeHandles()
    changed()
    onDraft(new)
  }

  public override func drag(_ touch: Touch) {
    if let held { dragHandle(held.index, to: touch.position) }
  }

  public override func release(_ touch: Touch) { settleHandles(true) }
  public override func cancel() { settleHandles(false) }

  // MARK: Geometry

  /// The unit square, window px.
  private var square: Rect { Rect(frame).insetBy(theme.px(13)) }

  public func place(of p: Point) -> Point {
    let r = square
    return Point(r.minX + p.x * r.width, r.maxY - p.y * r.height)
  }

  private func value(at p: Point) -> Point {
    let r = square
    guard !r.isEmpty else { return .zero }
    return Point((p.x - r.minX) / r.width, (r.maxY - p.y) / r.height)
  }

  public override func layOut() {
    let side = context.whole(40)
    for (index, handle) in handles.enumerated() {
      let place = placeOfHandle(index)
      handle.place(
        PixelRect(x: Int(place.x.rounded()) - side / 2, y: Int(place.y.rounded()) - side / 2, width: side, height: side)
      )
    }
  }

  public override func hit(_ p: Point) -> Widget? {
    guard !isHidden else { return nil }
    // Where presses add handles, only those on a handle move it.
    let reach = theme.px(curve.adding(at: Point(0.5, 0.5)) == nil ? 24 : 14)
    let near = handles.enumerated().map { (handle: $1, distance: placeOfHandle($0).distance(to: p)) }
      .filter { $0.distance <= reach }.min { $0.distance < $1.distance }
    return near?.handle ?? (contains(p) ? self : nil)
  }

  public override var takesTouch: Bool { true }

  // MARK: Drawing

  private func pixels(ofLive value: Double) -> PixelRect {
    let p = place(of: Point(value, shown(value)))
    let reach = theme.px(7)
    return PixelRect(
      covering: Rect(minX: p.x - reach, minY: p.y - reach, maxX: p.x + reach, maxY: square.maxY + reach))
  }

  public override func draw(on painter: Painter) {
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
    let rest = place(of: Point(0, zero ?? 0))
    painter.stroke(
      .segment(rest, place(of: Point(1, zero ?? 1))),
      StrokeStyle(width: theme.px(1), dash: [theme.px(3), theme.px(4)]), colours.faint)
    painter.saved {
      painter.clip(to: PixelRect(covering: r.insetBy(-theme.px(2))))
      painter.stroke(
        line, StrokeStyle(width: theme.px(2.2), cap: .round, join: .round), isEnabled ? colours.accent : colours.faint)
    }
    guard let live, isEnabled else { return }
    let p = place(of: Point(live, shown(live)))
    painter.stroke(.segment(p, Point(p.x, r.maxY)), StrokeStyle(width: theme.px(1)), colours.dim)
    painter.fill(.circle(center: p, radius: theme.px(4)), colours.text)
  }

  private var line: Path {
    var path = Path()
    let steps = max(32, Int(square.width / 2))
    // The corners of a line of segments are at the handles.
    let places = ((0...steps).map { Double($0) / Double(steps) } + shown.handles.map(\.x)).sorted()
    for (k, x) in places.enumerated() {
      let p = place(of: Point(x, max(-4, min(5, shown(x)))))
      if k == 0 { path.move(to: p) } else { path.line(to: p) }
    }
    return path
  }
}
