import Geometry
import Input
import Language
import Paint
import Toolkit

final class HueRing: Widget {
  private let choice: ColourChoice
  var measure: ColourWheel.Measure
  private var image: ImageSurface?
  private var shownHue = -1.0
  private var before: HSV?

  init(_ context: WidgetContext, _ choice: ColourChoice, _ measure: ColourWheel.Measure) {
    self.choice = choice
    self.measure = measure
    super.init(context)
  }

  override var label: String { translated("Hue") }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  func colourChanged() {
    guard choice.hsv.hue != shownHue else { return }
    shownHue = choice.hsv.hue
    invalidate()
  }

  private var middle: Point { Rect(frame).center }
  /// Radii of the ring's edges, px.
  private var outer: Double { Double(frame.width) / 2 }
  private var inner: Double { outer - theme.whole(measure.thickness) }

  // MARK: Input

  /// The target reaches from half way to the square to a little beyond the ring.
  override func contains(_ p: Point) -> Bool {
    let distance = p.distance(to: middle)
    return distance <= outer + theme.px(8) && distance >= (theme.px(measure.side) / 2 + inner) / 2 - theme.px(6)
  }

  override func hit(_ p: Point) -> Widget? { !isHidden && contains(p) ? self : nil }

  private func take(_ touch: Touch) {
    let way = touch.position - middle
    // The centre has no angle.
    guard way.length >= 1 else { return }
    var hsv = choice.hsv
    hsv.hue = HSV(hue: way.direction.degrees, saturation: 0, value: 0).hue
    choice.choose(hsv)
  }

  private func turn(by degrees: Double) {
    let hsv = choice.hsv
    choice.choose(HSV(hue: hsv.hue + degrees, saturation: hsv.saturation, value: hsv.value))
  }

  override func press(_ touch: Touch) {
    before = choice.hsv
    take(touch)
  }
  override func drag(_ touch: Touch) { take(touch) }
  override func cancel() { if let before { choice.choose(before) } }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    if dx == 0 && dy == 0 { return false }
    turn(by: (dx - dy) * (touch.modifiers.contains(.shift) ? 15 : 3))
    return true
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = key.modifiers.contains(.shift) ? 15.0 : 1
    switch key.keysym {
    case KeyCode.right, KeyCode.up: turn(by: step)
    case KeyCode.left, KeyCode.down: turn(by: -step)
    case KeyCode.pageUp: turn(by: 15)
    case KeyCode.pageDown: turn(by: -15)
    case KeyCode.home: turn(by: -choice.hsv.hue)
    default: return false
    }
    return true
  }

  override var access: Access {
    let hue = choice.hsv.hue
    return Access(role: .slider, value: .init(now: hue, range: 0...360, step: 1, words: "\(Int(hue.rounded()))°"))
  }

  override func act(_ action: AccessibleAction, on part: Int?) {
    guard case .setValue(let hue) = action, hue.isFinite else { return }
    turn(by: max(0, min(360, hue)) - choice.hsv.hue)
  }

  // MARK: Drawing

  override var drawnFrame: PixelRect { frame.grown(by: context.whole(6)) }

  override func draw(on painter: Painter) {
    if image?.width != frame.width {
      image = ColourImages.ring(side: frame.width, inner: inner, outer: outer)
    }
    if let image { painter.draw(image, at: Point(Double(frame.minX), Double(frame.minY))) }
    if showsFocus {
      painter.stroke(
        .circle(center: middle, radius: outer + theme.px(2)), StrokeStyle(width: theme.px(2)), colours.focus)
    }
    let hue = choice.hsv.hue
    let place = middle + Vector(length: (inner + outer) / 2, direction: Angle(degrees: hue))
    drawMarker(
      on: painter, at: place, radius: min(theme.px(9), (outer - inner) / 2 + theme.px(2)), width: theme.px(3),
      Colour(rgb: ColourImages.ringColour(hue)))
  }
}
