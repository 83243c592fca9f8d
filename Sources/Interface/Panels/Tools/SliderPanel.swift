import Geometry
import Ink
import Input
import Language
import Paint
import Toolkit

/// Size and opacity of the brush in use: two vertical sliders with their values below.
///
/// While one of them is used, the overlay shows a sample stroke beside it (`BrushPreview`).
final class SliderPanel: Panel {
  let sizes: Slider
  let opacities: Slider
  let sizeNumber: NumberSpot
  let opacityNumber: NumberSpot

  /// Least and greatest height, px at 96 dpi.
  static let leastHeight = 190.0
  static let mostHeight = 300.0

  override init(_ context: WidgetContext) {
    sizes = Slider(context, .logarithmic(Brush.sizes), isVertical: true)
    opacities = Slider(context, .linear(0...1, step: 0.01), isVertical: true)
    (sizeNumber, opacityNumber) = (NumberSpot(context, .size), NumberSpot(context, .opacity))
    super.init(context)
    (sizes.entry, opacities.entry) = (
      { DialMode.size.entry(context) }, { DialMode.opacity.entry(context) }
    )
    (sizes.title, opacities.title) = (translated("Size"), translated("Opacity"))
    sizes.onChange = { size, _ in context.post(.setSize(size)) }
    opacities.onChange = { opacity, _ in context.post(.setOpacity(opacity)) }
    (opacities.standard, opacities.wheelSteps) = (1, 5)
    (sizes.spoken, opacities.spoken) = ({ DialMode.shown(size: $0) }, { DialMode.shown(share: $0) })
    // The bars are 22 px apart; each target is 40 px wide and extends beyond the panel.
    (sizes.barOffset, opacities.barOffset) = (9, -9)
    for slider in [sizes, opacities] {
      slider.onUse = { [weak self] in self?.context.overlay?.layOutPreview() }
      add(slider)
    }
    add(sizeNumber)
    add(opacityNumber)
    show()
  }

  var wantsPreview: Bool { sizes.isInUse || opacities.isInUse }
  /// The row of window px at which the sample stroke is centred.
  var previewAnchor: Int {
    let slider = opacities.isPressed || (opacities.isInUse && !sizes.isPressed) ? opacities : sizes
    return Int(slider.knob.y.rounded())
  }

  override func show() {
    let state = context.state
    sizes.value = state.size
    sizes.standard = state.neutralSize
    opacities.value = state.opacity
    let texts = Self.texts(state)
    if texts != shown {
      shown = texts
      invalidate(textFrame)
    }
  }

  private var shown: [String] = []
  private static func texts(_ state: InterfaceState) -> [String] {
    [DialMode.shown(size: state.size), DialMode.shown(share: state.opacity)]
  }

  override var access: Access { Access(role: .panel, name: translated("Size and opacity")) }

  // MARK: Layout

  override func size(within width: Int) -> (width: Int, height: Int) {
    let large = theme.textScale == 1 ? 0 : Int(context.line("100 px", size: 12).width.rounded(.up)) + context.whole(12)
    return (max(context.whole(56), large), context.whole(Self.mostHeight))
  }

  override func spread(within room: (width: Int, height: Int)) -> (width: Int, height: Int)? {
    let (width, height) = size(within: room.width)
    guard width <= room.width, context.whole(Self.leastHeight) <= room.height else { return nil }
    return (width, min(height, room.height))
  }

  /// Line spacing of the values, and height of both, px at 96 dpi.
  private var linePitch: Double { 18 * theme.textScale }
  private var textHeight: Double { 26 + linePitch }

  private var textFrame: PixelRect {
    PixelRect(minX: frame.minX, minY: frame.maxY - context.whole(textHeight), maxX: frame.maxX, maxY: frame.maxY)
  }

  override func layOut() {
    let middle = frame.minX + frame.width / 2
    let (top, bottom, reach) = (
      frame.minY + context.whole(20), frame.maxY - context.whole(textHeight + 1), context.whole(40)
    )
    sizes.place(PixelRect(minX: middle - reach, minY: top, maxX: middle, maxY: bottom))
    opacities.place(PixelRect(minX: middle, minY: top, maxX: middle + reach, maxY: bottom))
    let edge = context.whole(3)
    let between = frame.maxY - context.whole(7 + linePitch)
    sizeNumber.place(
      PixelRect(minX: frame.minX + edge, minY: bottom + 1, maxX: frame.maxX - edge, maxY: between))
    opacityNumber.place(
      PixelRect(minX: frame.minX + edge, minY: between, maxX: frame.maxX - edge, maxY: frame.maxY - edge))
  }

  override func contains(_ p: Point) -> Bool {
    super.contains(p) || sizes.contains(p) || opacities.contains(p)
  }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    super.draw(on: painter)
    let y = Double(frame.minY) + theme.px(11)
    painter.stroke(
      .circle(center: Point(sizes.knob.x, y), radius: theme.px(4)), StrokeStyle(width: theme.px(1.5)), colours.dim)
    var dome = Path()
    dome.arc(
      center: Point(opacities.knob.x, y + theme.px(3)), radius: theme.px(4.5), from: .halfTurn, to: .halfTurn * 2)
    dome.close()
    painter.fill(dome, colours.dim)
    let middle = Rect(frame).center.x
    let low = Double(frame.maxY)
    let texts = Self.texts(context.state)
    painter.draw(
      context.line(texts[0], size: 12), at: Point(middle, low - theme.px(12 + linePitch)), anchor: .middle, colours.text
    )
    painter.draw(
      context.line(texts[1], size: 12), at: Point(middle, low - theme.px(12)), anchor: .middle, colours.dim)
  }
}
