import Geometry
import Glibc
import Ink
import Input
import Paint

/// Size and opacity of the brush in use: two upright sliders, and their values below.
///
/// While one of them is used, the overlay shows a stroke of the brush beside it (`BrushPreview`).
final class SliderPanel: Panel {
  let sizes: VerticalSlider
  let opacities: VerticalSlider

  /// Heights between which it can be laid out, px at 96 dpi.
  static let leastHeight = 190.0
  static let mostHeight = 300.0

  override init(_ context: WidgetContext) {
    sizes = VerticalSlider(context)
    opacities = VerticalSlider(context)
    super.init(context)
    sizes.title = "Size"
    sizes.onChange = { [.setSize(Self.size(at: $0))] }
    // A third of a doubling, as a turn of the wheel is elsewhere; a twelfth.
    sizes.wheelStep = Self.doubling / 3
    sizes.keyStep = Self.doubling / 12
    opacities.title = "Opacity"
    opacities.onChange = { [.setOpacity($0)] }
    for slider in [sizes, opacities] {
      slider.onUse = { [weak self] in self?.context.overlay?.layOutPreview() }
      add(slider)
    }
    show()
  }

  /// Whether a stroke of the brush is to be shown beside it.
  var wantsPreview: Bool { sizes.isInUse || opacities.isInUse }
  /// The row of window px that it is about.
  var previewAnchor: Int {
    let slider = opacities.isPressed || (opacities.isInUse && !sizes.isPressed) ? opacities : sizes
    return Int(slider.knob.y.rounded())
  }

  // MARK: Sizes

  /// The share of the track that doubles a size.
  private static let doubling = 1 / log2(Brush.sizes.upperBound / Brush.sizes.lowerBound)

  /// The size at a share of the track, canvas px: equal ways are equal ratios.
  static func size(at share: Double) -> Double {
    let size = Brush.sizes.lowerBound * exp2(share / doubling)
    // Whole px where nobody would see more, so that the value that is shown is the value.
    return size >= 20 ? size.rounded() : (size * 10).rounded() / 10
  }

  /// The share of the track for a size.
  static func share(of size: Double) -> Double {
    guard size > 0, size.isFinite else { return 0 }
    return max(0, min(1, log2(size / Brush.sizes.lowerBound) * doubling))
  }

  override func show() {
    let state = context.state
    // The knob stays where the hand holds it: what a share is rounded to, is not for it to see.
    if !sizes.isPressed { sizes.share = Self.share(of: state.size) }
    if !opacities.isPressed { opacities.share = max(0, min(1, state.opacity)) }
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

  // MARK: Layout

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(56), context.whole(Self.mostHeight))
  }

  private var textFrame: PixelRect {
    PixelRect(minX: frame.minX, minY: frame.maxY - context.whole(44), maxX: frame.maxX, maxY: frame.maxY)
  }

  override func layOut() {
    let middle = frame.minX + frame.width / 2
    let (top, bottom) = (Double(frame.minY) + theme.px(26), Double(frame.maxY) - theme.px(54))
    for (slider, offset) in [(sizes, -11.0), (opacities, 11)] {
      slider.trackX = (Double(middle) + theme.px(offset)).rounded()
      (slider.trackTop, slider.trackBottom) = (top.rounded(), bottom.rounded())
    }
    // Each is 40 px wide to the hand, beyond the panel's edges.
    let (reach, low) = (context.whole(40), textFrame.minY)
    sizes.place(PixelRect(minX: middle - reach, minY: frame.minY, maxX: middle, maxY: low))
    opacities.place(PixelRect(minX: middle, minY: frame.minY, maxX: middle + reach, maxY: low))
  }

  override func contains(_ p: Point) -> Bool {
    super.contains(p) || sizes.contains(p) || opacities.contains(p)
  }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    super.draw(on: painter)
    let y = Double(frame.minY) + theme.px(12)
    painter.stroke(
      .circle(center: Point(sizes.trackX, y), radius: theme.px(4)), StrokeStyle(width: theme.px(1.5)), colours.dim)
    var dome = Path()
    dome.arc(
      center: Point(opacities.trackX, y + theme.px(3)), radius: theme.px(4.5), from: .halfTurn, to: .halfTurn * 2)
    dome.close()
    painter.fill(dome, colours.dim)
    let middle = Rect(frame).center.x
    let low = Double(frame.maxY)
    let texts = Self.texts(context.state)
    painter.draw(
      context.line(texts[0], size: 12), at: Point(middle, low - theme.px(30)), anchor: .middle, colours.text)
    painter.draw(
      context.line(texts[1], size: 12), at: Point(middle, low - theme.px(12)), anchor: .middle, colours.dim)
  }
}
