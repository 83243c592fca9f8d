import Geometry
import Input
import Paint

/// The dial among the panels: hands it the input and tells what came of it.
final class DialPanel: Panel {
  private(set) var dial: Dial
  private let cache = LookCache<Dial.Look>()

  /// Middle of the disc, window px; takes effect with the next `place`.
  var center: Point {
    get { dial.center }
    set { update { $0.place(center: newValue, theme: theme) } }
  }

  override init(_ context: WidgetContext) {
    dial = Dial(theme: context.theme, center: .zero)
    super.init(context)
  }

  override var label: String { dial.model.mode.name }
  override var isFocusable: Bool { true }
  override var drawnFrame: PixelRect { frame }
  /// Every pixel that it may draw on.
  var wantedFrame: PixelRect { dial.frame }

  override func contains(_ p: Point) -> Bool { dial.contains(p) }

  override func show() { update { $0.show(context.state.rotation) } }
  override func draw(on painter: Painter) { dial.draw(on: painter, context.typesetter, cache) }

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    // On a mode's button the model ignores it: its mode is chosen already.
    input { [center] in $0.press(at: touch.position - center) }
  }
  override func drag(_ touch: Touch) -> [Overlay.Effect] {
    input { [center] in $0.move(to: touch.position - center, isSnapping: touch.modifiers.contains(.shift)) }
  }
  override func release(_ touch: Touch) -> [Overlay.Effect] { input { $0.release() } }
  override func cancel() -> [Overlay.Effect] { input { $0.cancel() } }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> [Overlay.Effect]? {
    // Away from the user is up, and up is more.
    input { $0.scroll(notches: -dy, isSnapping: touch.modifiers.contains(.shift)) }
  }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.isDisjoint(with: [.control, .alt, .super]) else { return nil }
    let isSnapping = key.modifiers.contains(.shift)
    switch key.keysym {
    case KeyCode.right, KeyCode.up: return input { $0.key(steps: 1, isSnapping: isSnapping) }
    case KeyCode.left, KeyCode.down: return input { $0.key(steps: -1, isSnapping: isSnapping) }
    default: return nil
    }
  }

  override func invalidate(_ rect: PixelRect? = nil) {
    // What the overlay sets is seen by the dial's own look.
    _ = dial.hover(isHovered)
    _ = dial.focus(isFocused)
    super.invalidate(rect)
  }

  private func input(_ body: (inout DialModel) -> DialModel.Outcome) -> [Overlay.Effect] {
    var outcome = DialModel.Outcome.ignored
    let dirty = { (dial: inout Dial) in
      let (result, dirty) = dial.input(body)
      outcome = result
      return dirty
    }(&dial)
    if !dirty.isEmpty { invalidate(dirty) }
    return switch outcome {
    case .ignored, .held: []
    case .turning(let value): [.turning(dial.model.mode, value)]
    case .released(let value): [.released(dial.model.mode, value)]
    }
  }

  private func update(_ body: (inout Dial) -> PixelRect) {
    let dirty = body(&dial)
    if !dirty.isEmpty { invalidate(dirty) }
  }
}
