import Geometry
import Input
import Language
import Paint
import Toolkit

/// The square of saturation (to the right) and value (upwards) of a hue.
final class SaturationValueSquare: Widget {
  private let choice: ColourChoice
  private var image: (hue: Double, surface: ImageSurface)?
  private var shown: HSV?
  private var before: HSV?

  init(_ context: WidgetContext, _ choice: ColourChoice) {
    self.choice = choice
    super.init(context)
  }

  override var label: String { translated("Saturation and value") }
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

  private func take(_ touch: Touch) {
    let place = Point(touch.position.x - Double(frame.minX), touch.position.y - Double(frame.minY))
    choice.choose(
      ColourImages.colour(at: place, width: frame.width, height: frame.height, hue: choice.hsv.hue))
  }

  private func move(saturation: Double, value: Double) {
    let hsv = choice.hsv
    choice.choose(HSV(hue: hsv.hue, saturation: hsv.saturation + saturation, value: hsv.value + value))
  }

  override func press(_ touch: Touch) {
    before = choice.hsv
    take(touch)
  }
  override func drag(_ touch: Touch) { take(touch) }
  override func cancel() { if let before { choice.choose(before) } }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    if dx == 0 && dy == 0 { return false }
    if touch.modifiers.contains(.shift) {
      move(saturation: (dx - dy) * 0.02, value: 0)
    } else {
      move(saturation: dx * 0.02, value: -dy * 0.02)
    }
    return true
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = key.modifiers.contains(.shift) ? 0.1 : 0.01
    switch key.keysym {
    case KeyCode.right: move(saturation: step, value: 0)
    case KeyCode.left: move(saturation: -step, value: 0)
    case KeyCode.up: move(saturation: 0, value: step)
    case KeyCode.down: move(saturation: 0, value: -step)
    case KeyCode.pageUp: move(saturation: 0, value: 0.1)
    case KeyCode.pageDown: move(saturation: 0, value: -0.1)
    case KeyCode.home: move(saturation: -1, value: 0)
    case KeyCode.end: move(saturation: 1, value: 0)
    default: return false
    }
    return true
  }

  override var access: Access {
    func share(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
    var access = Access(role: .colourChooser)
    access.description = translated(
      "{colour}, saturation {saturation}, value {value}",
      [
        "colour": HexColour.text(choice.rgb), "saturation": share(choice.hsv.saturation),
        "value": share(choice.hsv.value),
      ])
    return access
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
