import Geometry
import Input
import Paint

/// What the handles of a curve ask their editor.
protocol CurveHandleOwner: AnyObject {
  /// Window px.
  func placeOfHandle(_ index: Int) -> Point
  /// In the unit square.
  func valueOfHandle(_ index: Int) -> Point
  func wordsOfHandle(_ index: Int) -> String
  func titleOfHandle(_ index: Int) -> String
  func isLeaving(_ index: Int) -> Bool
  /// To a position in window px.
  func dragHandle(_ index: Int, to position: Point)
  /// Ends the drag.
  func settleHandles(_ keeps: Bool)
  /// By a part of the unit square.
  func stepHandle(_ index: Int, by step: Vector)
  /// False if the curve needs the handle.
  func removeHandle(_ index: Int) -> Bool
  /// False if the curve can have no more.
  func addHandle(beside index: Int) -> Bool
}

/// A handle of a curve.
final class CurveHandle: Widget {
  private let index: Int
  private unowned let editor: any CurveHandleOwner
  private var hold = Vector.zero

  public init(_ context: WidgetContext, _ index: Int, _ editor: any CurveHandleOwner) {
    (self.index, self.editor) = (index, editor)
    super.init(context)
    hasTip = false
  }

  public override var label: String { editor.titleOfHandle(index) }
  public override var isFocusable: Bool { true }
  public override var takesTouch: Bool { true }

  public override var access: Access {
    Access(
      role: .slider,
      value: .init(
        now: editor.valueOfHandle(index).y, range: 0...1, step: 0.01, words: editor.wordsOfHandle(index)))
  }

  public override func act(_ action: AccessibleAction, on part: Int?) {
    guard case .setValue(let value) = action, value.isFinite else { return }
    editor.stepHandle(index, by: Vector(0, max(0, min(1, value)) - editor.valueOfHandle(index).y))
  }

  public override func press(_ touch: Touch) {
    hold = editor.placeOfHandle(index) - touch.position
  }

  public override func press(_ button: PointerButton, _ touch: Touch) -> Bool {
    button == .secondary && editor.removeHandle(index)
  }

  public override func drag(_ touch: Touch) {
    editor.dragHandle(index, to: touch.position + hold)
  }

  public override func release(_ touch: Touch) { editor.settleHandles(true) }
  public override func cancel() { editor.settleHandles(false) }

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isSubset(of: .shift) else { return false }
    let step = key.modifiers.contains(.shift) ? 0.1 : 0.01
    switch key.keysym {
    case KeyCode.left: editor.stepHandle(index, by: Vector(-step, 0))
    case KeyCode.right: editor.stepHandle(index, by: Vector(step, 0))
    case KeyCode.up: editor.stepHandle(index, by: Vector(0, step))
    case KeyCode.down: editor.stepHandle(index, by: Vector(0, -step))
    case KeyCode.pageUp: editor.stepHandle(index, by: Vector(0, 0.1))
    case KeyCode.pageDown: editor.stepHandle(index, by: Vector(0, -0.1))
    case KeyCode.home: editor.stepHandle(index, by: Vector(-1, 0))
    case KeyCode.end: editor.stepHandle(index, by: Vector(1, 0))
    case KeyCode.delete, KeyCode.backspace: return editor.removeHandle(index)
    case KeyCode.insert: return editor.addHandle(beside: index)
    default: return false
    }
    return true
  }

  public override func draw(on painter: Painter) {
    if editor.isLeaving(index) { return }
    let (r, middle) = (theme.px(7), editor.placeOfHandle(index))
    painter.knob(
      at: middle, radius: r, isEnabled: isEnabled, edge: isHovered || isPressed ? colours.accent : nil, theme)
    drawFocusRing(
      on: painter, Rect(minX: middle.x - r, minY: middle.y - r, maxX: middle.x + r, maxY: middle.y + r), radius: r)
  }
}
