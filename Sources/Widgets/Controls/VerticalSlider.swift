import Geometry
import Input
import Paint

/// An upright slider: a track, filled from below in the accent's colour, and a knob.
///
/// Its value is a share of 0...1. A press on the knob takes hold of it where it is; elsewhere the knob comes. The wheel, the
/// arrow keys, Page Up and Down, Home and End move it too. Escape brings back what it was at the press.
final class VerticalSlider: Widget {
  /// The value, 0 at the bottom ... 1 at the top.
  var share = 0.0 { didSet { if share != oldValue { invalidate() } } }
  /// What another value asks for.
  var onChange: (Double) -> [Overlay.Effect] = { _ in [] }
  /// It began or ceased to be used: a pointer is over it, it is held, or it has the keys.
  var onUse: () -> Void = {}
  /// Share that an arrow key and a notch of the wheel move it by.
  var keyStep = 0.01
  var wheelStep = 0.05
  /// What it does.
  var title = ""

  /// Where the track is, window px: its middle, its upper and its lower end.
  var trackX = 0.0
  var trackTop = 0.0
  var trackBottom = 1.0

  /// px at 96 dpi.
  static let knobRadius = 9.0
  private static let trackWidth = 6.0

  private var grip = 0.0
  private var before = 0.0

  override var label: String { title }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }
  override var drawnFrame: PixelRect {
    let reach = theme.px(Self.knobRadius + 5)
    return PixelRect(
      covering: Rect(minX: trackX - reach, minY: trackTop - reach, maxX: trackX + reach, maxY: trackBottom + reach))
  }

  /// Whether it is being used, so that what it changes is worth showing.
  var isInUse: Bool { isHovered || isPressed || showsFocus }

  private var knobY: Double { trackBottom + (trackTop - trackBottom) * share }
  /// The middle of its knob, window px.
  var knob: Point { Point(trackX, knobY) }

  // MARK: Input

  override func press(_ touch: Touch) -> [Overlay.Effect] {
    before = share
    let off = touch.position.y - knobY
    grip = abs(off) <= theme.px(Self.knobRadius + 4) ? off : 0
    return set(at: touch.position)
  }

  override func drag(_ touch: Touch) -> [Overlay.Effect] { set(at: touch.position) }
  override func cancel() -> [Overlay.Effect] { set(before) }

  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> [Overlay.Effect]? {
    isPressed ? [] : set(share - dy * wheelStep)
  }

  override func key(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard key.modifiers.isDisjoint(with: [.control, .alt, .super]), !isPressed else { return nil }
    switch key.keysym {
    case KeyCode.up, KeyCode.right: return set(share + keyStep)
    case KeyCode.down, KeyCode.left: return set(share - keyStep)
    case KeyCode.pageUp: return set(share + wheelStep * 2)
    case KeyCode.pageDown: return set(share - wheelStep * 2)
    case KeyCode.home: return set(0)
    case KeyCode.end: return set(1)
    default: return nil
    }
  }

  private func set(at p: Point) -> [Overlay.Effect] {
    guard p.y.isFinite, trackBottom > trackTop else { return [] }
    return set((trackBottom - (p.y - grip)) / (trackBottom - trackTop))
  }

  private func set(_ value: Double) -> [Overlay.Effect] {
    guard value.isFinite else { return [] }
    let value = max(0, min(1, value))
    guard value != share else { return [] }
    share = value
    return onChange(value)
  }

  override func touchChanged() { onUse() }
  override func focusChanged() { onUse() }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    let half = theme.whole(Self.trackWidth) / 2
    let x = trackX.rounded()
    let track = Rect(minX: x - half, minY: trackTop, maxX: x + half, maxY: trackBottom)
    painter.fill(.roundedRect(track, radius: half), colours.track)
    if share > 0 {
      let filled = Rect(minX: track.minX, minY: min(knobY, trackBottom - half * 2), maxX: track.maxX, maxY: trackBottom)
      painter.fill(.roundedRect(filled, radius: half), colours.accent)
    }
    let radius = theme.px(Self.knobRadius)
    let disc = Rect.null.grown(to: Point(x, knobY), radius)
    painter.shadow(
      SoftShadow(offset: Vector(0, theme.px(1)), layers: [.init(spread: theme.px(1), colour: colours.dialShadow)]),
      of: disc, radius: radius)
    painter.fill(.circle(center: Point(x, knobY), radius: radius), colours.text)
    if isPressed || isHovered {
      painter.fill(.circle(center: Point(x, knobY), radius: theme.px(3)), colours.accent)
    }
    drawFocusRing(on: painter, disc, radius: radius)
  }
}
