import Document
import Geometry
import Input
import Paint
import Panels
import Toolkit

/// A step with a small picture and a box to choose it. A press anywhere on it, or Space, chooses it.
final class StepRow: Widget {
  let item: StepItem
  private(set) var isChosen: Bool
  /// Called when the user has changed `isChosen`.
  var onChange: () -> Void = {}
  /// Called to move the focus by so many rows.
  var onMove: (Int) -> Void = { _ in }
  private var picture: ImageSurface?

  /// The size of the picture at most, px at 96 dpi.
  private static let pictureSize = (width: 56.0, height: 40.0)

  init(_ context: WidgetContext, _ item: StepItem, isChosen: Bool) {
    (self.item, self.isChosen) = (item, isChosen && item.canBeRepeated)
    super.init(context)
    isEnabled = item.canBeRepeated
  }

  func show(_ picture: LayerThumbnail) {
    guard let surface = try? ImageSurface(width: picture.width, height: picture.height) else { return }
    surface.withMutableBytes { bytes in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          bytes.storeBytes(
            of: picture.pixels[y * picture.width + x], toByteOffset: y * surface.stride + 4 * x, as: UInt32.self)
        }
      }
    }
    self.picture = surface
    invalidate()
  }

  override var label: String { item.layer.map { "\(item.title), \($0)" } ?? item.title }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }
  override var access: Access { .pressable(.toggle, isChosen ? [.checked, .checkable] : .checkable) }

  override func release(_ touch: Touch) { if contains(touch.position) { change() } }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.space: if !key.isRepeat { change() }
    case KeyCode.up: onMove(-1)
    case KeyCode.down: onMove(1)
    default: return false
    }
    return true
  }

  private func change() {
    guard item.canBeRepeated else { return }
    isChosen.toggle()
    invalidate()
    onChange()
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (width, context.whole(max(52, 36 * theme.textScale)))
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    if isHovered || isPressed {
      painter.fill(.roundedRect(r, radius: theme.px(8)), isPressed ? colours.pressed : colours.hover)
    }
    drawFocusRing(on: painter, r.insetBy(theme.px(2)), radius: theme.px(8))
    let ink = item.canBeRepeated ? colours.text : colours.disabled
    drawBox(on: painter, Point(r.minX + theme.px(20), r.center.y))
    let place = Rect(
      x: r.minX + theme.px(40), y: r.center.y - theme.px(Self.pictureSize.height / 2),
      width: theme.px(Self.pictureSize.width), height: theme.px(Self.pictureSize.height))
    draw(on: painter, within: place)
    let start = place.maxX + theme.px(12)
    let title = context.line(item.title, maxWidth: max(0, r.maxX - theme.px(12) - start))
    let baseline = (r.center.y + theme.px(5)).rounded()
    painter.draw(title, at: Point(start, baseline), ink)
    guard let layer = item.layer else { return }
    let next = start + title.width + theme.px(16)
    guard r.maxX - theme.px(12) - next > theme.px(24) else { return }
    painter.draw(
      context.line(layer, size: 12, maxWidth: r.maxX - theme.px(12) - next), at: Point(r.maxX - theme.px(12), baseline),
      anchor: .end, colours.dim)
  }

  private func drawBox(on painter: Painter, _ middle: Point) {
    guard item.canBeRepeated else { return }
    let side = theme.px(18)
    let box = Rect(x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
    let shape = Path.roundedRect(box, radius: theme.px(5))
    if isChosen {
      painter.fill(shape, colours.accent)
      Icon.apply.draw(on: painter, center: middle, colours.onAccent, theme, size: 14)
    } else {
      painter.stroke(shape, StrokeStyle(width: theme.px(1.5)), colours.outline ?? colours.text.faded(by: 0.5))
    }
  }

  private func draw(on painter: Painter, within place: Rect) {
    guard let picture else { return }
    painter.saved {
      painter.clip(to: .roundedRect(place, radius: theme.px(4)))
      painter.fill(.rect(place), Colour(rgb: context.state.paper))
      let scale = min(place.width / Double(picture.width), place.height / Double(picture.height))
      painter.translate(
        place.minX + (place.width - Double(picture.width) * scale) / 2,
        place.minY + (place.height - Double(picture.height) * scale) / 2)
      painter.transform(.scale(scale, scale))
      painter.draw(picture, at: .zero)
    }
    painter.stroke(
      .roundedRect(place.insetBy(theme.px(0.5)), radius: theme.px(4)), StrokeStyle(width: theme.px(1)),
      colours.outline ?? colours.text.faded(by: 0.16))
  }
}
