import Geometry
import Input
import Paint

/// A ring of hues around a square of saturation and value.
///
/// A press anywhere round the square takes the hue under it and then follows the angle, wherever the pointer goes; a press
/// in the square takes its colour and stays in the square. The wheel and the arrow keys move both by small steps, with
/// Shift by large ones. Escape brings back the colour from before the press.
final class ColourWheel: Widget {
  /// Sizes, px at 96 dpi.
  struct Measure: Hashable {
    /// The ring's outer radius, and its thickness.
    var outer: Double
    var thickness: Double
    /// The square's side.
    var side: Double

    /// That of the panel.
    static let panel = Measure(outer: 83, thickness: 14, side: 88)
    /// That of the pop-up palette.
    static let popUp = Measure(outer: 66, thickness: 11, side: 72)
  }

  let measure: Measure
  let ring: HueRing
  let square: SaturationValueSquare

  init(_ context: WidgetContext, _ choice: ColourChoice, _ measure: Measure = .panel) {
    self.measure = measure
    ring = HueRing(context, choice, measure)
    square = SaturationValueSquare(context, choice)
    super.init(context)
    add(ring)
    add(square)
  }

  /// Another colour is to be shown.
  func colourChanged() {
    ring.colourChanged()
    square.colourChanged()
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let side = context.whole(2 * measure.outer + 18)
    return (side, side)
  }

  override func layOut() {
    func centred(_ side: Int) -> PixelRect {
      PixelRect(
        x: frame.minX + (frame.width - side) / 2, y: frame.minY + (frame.height - side) / 2, width: side, height: side)
    }
    // Both of the same parity as the frame, so that their middles are one.
    func even(_ length: Double) -> Int { context.whole(length) / 2 * 2 + frame.width % 2 }
    ring.place(centred(even(2 * measure.outer)))
    square.place(centred(even(measure.side)))
  }
}

/// The ring of hues.
final class HueRing: Widget {
  private let choice: ColourChoice
  private let measure: ColourWheel.Measure
  private var image: ImageSurface?
  private var shownHue = -1.0
  /// The colour before the touch.
  private var before: HSV?

  init(_ context: WidgetContext, _ choice: ColourChoice, _ measure: ColourWheel.Measure) {
    self.choice = choice
    self.measure = measure
    super.init(context)
  }

  override var label: String { "Hue" }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  func colourChanged() {
    guard choice.hsv.hue != shownHue else { return }
    shownHue = choice.hsv.hue
    invalidate()
  }

  private var middle: Point { Rect(frame).center }
  /// Radius of the ring's outer edge, px.
  private var outer: Double { Double(frame.width) / 2 }
  private var inner: Double { outer - theme.whole(measure.thickness) }

  // MARK: Input

  /// The ring with all that is round the square: as far in as half the way to it, and a little beyond the ring.
  override func contains(_ p: Point) -> Bool {
    let distance = p.distance(to: middle)
    return distance <= outer + theme.px(8) && distance >= (theme.px(measure.side) / 2 + inner) / 2 - theme.px(6)
  }

  override func hit(_ p: Point) -> Widget? { !isHidden && contains(p) ? self : nil }

  private func take(_ touch: Touch) -> [Overlay.Effect] {
    let way = touch.position - middle
    // At the very middle there is no angle.
    guard way.length >= 1 else { return [] }
    var hsv = choice.hsv
    hsv.hue = HSV(hue: way.direction.degrees, saturation: 0, value: 0).hue
    return choice.choose(hsv)
  }

  private func turn(by degrees: Double) -> [Overlay.Effect] {
    let hsv = choice.hsv
    return choice.choose(HSV(hue: hsv.hue + degrees, saturation: hsv.saturation, value: hsv.value))
  }

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    before = choice.hsv
    return take(touch)
  }
  override func drag(_ touch: Touch) -> [Overlay.Effect] { take(touch) }
  override func cancel() -> [Overlay.Effect] { before.map { choice.choose($0) } ?? [] }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> [Overlay.Effect]? {
    dx == 0 && dy == 0 ? nil : turn(by: (dx - dy) * (touch.modifiers.contains(.shift) ? 15 : 3))
  }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.subtracting(.shift).isEmpty else { return nil }
    let step = key.modifiers.contains(.shift) ? 15.0 : 1
    switch key.keysym {
    case KeyCode.right, KeyCode.up: return turn(by: step)
    case KeyCode.left, KeyCode.down: return turn(by: -step)
    default: return nil
    }
  }

  // MARK: Drawing

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

/// The square of saturation (to the right) and value (upwards) of one hue.
final class SaturationValueSquare: Widget {
  private let choice: ColourChoice
  private var image: (hue: Double, surface: ImageSurface)?
  private var shown: HSV?
  private var before: HSV?

  init(_ context: WidgetContext, _ choice: ColourChoice) {
    self.choice = choice
    super.init(context)
  }

  override var label: String { "Saturation and value" }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  func colourChanged() {
    guard choice.hsv != shown else { return }
    shown = choice.hsv
    invalidate()
  }

  override var drawnFrame: PixelRect { frame.grown(by: context.whole(10)) }

  // MARK: Input

  override func contains(_ p: Point) -> Bool { Rect(frame).insetBy(-theme.px(6)).contains(p) }

  private func take(_ touch: Touch) -> [Overlay.Effect] {
    let place = Point(touch.position.x - Double(frame.minX), touch.position.y - Double(frame.minY))
    return choice.choose(
      ColourImages.colour(at: place, width: frame.width, height: frame.height, hue: choice.hsv.hue))
  }

  private func move(saturation: Double, value: Double) -> [Overlay.Effect] {
    let hsv = choice.hsv
    return choice.choose(HSV(hue: hsv.hue, saturation: hsv.saturation + saturation, value: hsv.value + value))
  }

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    before = choice.hsv
    return take(touch)
  }
  override func drag(_ touch: Touch) -> [Overlay.Effect] { take(touch) }
  override func cancel() -> [Overlay.Effect] { before.map { choice.choose($0) } ?? [] }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> [Overlay.Effect]? {
    if dx == 0 && dy == 0 { return nil }
    return touch.modifiers.contains(.shift)
      ? move(saturation: (dx - dy) * 0.02, value: 0) : move(saturation: dx * 0.02, value: -dy * 0.02)
  }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.subtracting(.shift).isEmpty else { return nil }
    let step = key.modifiers.contains(.shift) ? 0.1 : 0.01
    switch key.keysym {
    case KeyCode.right: return move(saturation: step, value: 0)
    case KeyCode.left: return move(saturation: -step, value: 0)
    case KeyCode.up: return move(saturation: 0, value: step)
    case KeyCode.down: return move(saturation: 0, value: -step)
    default: return nil
    }
  }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    let hue = choice.hsv.hue
    if image?.hue != hue || image?.surface.width != frame.width || image?.surface.height != frame.height {
      image = ColourImages.square(width: frame.width, height: frame.height, hue: hue).map { (hue, $0) }
    }
    let ground = Rect(frame)
    if let image {
      painter.saved {
        painter.clip(to: .roundedRect(ground, radius: theme.px(6)))
        painter.draw(image.surface, at: Point(ground.minX, ground.minY))
      }
    }
    drawFocusRing(on: painter, ground.insetBy(-theme.px(1)), radius: theme.px(6))
    let place = ColourImages.place(of: choice.hsv, width: frame.width, height: frame.height)
    drawMarker(
      on: painter, at: Point(ground.minX + place.x, ground.minY + place.y), radius: theme.px(7), width: theme.px(2),
      Colour(rgb: choice.rgb))
  }
}

extension Widget {
  /// Draws the circle that marks a colour: white, with a thin dark rim so that it is seen on white too.
  func drawMarker(on painter: Painter, at p: Point, radius: Double, width: Double, _ colour: Colour) {
    painter.fill(.circle(center: p, radius: radius + width / 2 + theme.px(0.75)), Colour(rgb: 0, alpha: 0.4))
    painter.fill(.circle(center: p, radius: radius + width / 2), .white)
    painter.fill(.circle(center: p, radius: radius - width / 2), colour)
  }
}
