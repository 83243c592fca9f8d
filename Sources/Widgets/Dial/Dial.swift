import Geometry
import Input
import Paint

/// The dial as it is seen: a dark disc with ticks, a dot at the value, and the value and its meaning in the middle. The
/// buttons of its modes lie beside it (`DialModeButton`).
///
/// Its life: placed in the window by `place`; fed with touches, wheel and keys, each call telling what came of it and
/// which pixels it changed; drawn. `Overlay` does all this.
struct Dial {
  /// The logic.
  private(set) var model: DialModel
  /// Middle of the disc, window px, whole.
  private(set) var center: Point
  private(set) var theme: Theme
  /// Whether a pointer is over it.
  private(set) var isHovered = false
  /// Whether it gets the keys.
  private(set) var isFocused = false

  /// Everything that its picture depends on.
  struct Look: Hashable {
    var mode: DialMode
    /// Where it stands, degrees.
    var degrees: Double
    var isHovered: Bool
    var isFocused: Bool
    var isTurning: Bool
    var theme: Theme
  }

  /// Diameter of the disc, px at 96 dpi.
  static let diameter = 184.0

  init(theme: Theme, center: Point) {
    self.theme = theme
    self.center = Point(center.x.rounded(), center.y.rounded())
    model = DialModel(diameter: theme.px(Self.diameter))
  }

  var look: Look {
    Look(
      mode: model.mode, degrees: model.degrees, isHovered: isHovered, isFocused: isFocused,
      isTurning: model.isTurning, theme: theme)
  }

  // MARK: Places

  /// The places of the modes' buttons, from the centre: on an arc to the upper left, a clockwise row from Rotate on.
  var buttons: [(mode: DialMode, offset: Vector)] {
    DialMode.allCases.enumerated().map { i, mode in
      (mode, Vector(length: theme.px(116), direction: Angle(degrees: -150 + 24 * Double(i))))
    }
  }

  /// Every pixel that it may draw on.
  var frame: PixelRect {
    let disc = Rect.null.grown(to: center, theme.px(Self.diameter / 2))
    var all = theme.dialShadow.bounds(of: disc)
    for button in buttons { all.formUnion(disc: center + button.offset, radius: theme.px(22)) }
    return PixelRect(covering: all).grown(by: 1)
  }

  /// Whether a touch there is meant for the dial or one of its buttons (40 px at 96 dpi wide).
  func contains(_ p: Point) -> Bool {
    model.contains(p - center) || buttons.contains { (p - (center + $0.offset)).length <= theme.px(20) }
  }

  /// Half the room of the value's text, px at 96 dpi.
  private var valueReach: Double { theme.textScale == 1 ? 50 : 54 }
  /// How the value is written: it is large already, and keeps within the ring.
  var valueStyle: TextStyle {
    Theme(scale: theme.scale, textScale: min(1.35, theme.textScale)).text(20, .semibold)
  }

  /// The pixels of the value's text; it is cut to them.
  var valueFrame: PixelRect {
    PixelRect(
      covering: Rect(
        minX: center.x - theme.px(valueReach), minY: center.y - theme.px(20), maxX: center.x + theme.px(valueReach),
        maxY: center.y + theme.px(9)))
  }

  /// The dot's place where the dial stands at so many degrees.
  func dot(_ degrees: Double) -> Point {
    center + Vector(length: theme.px(62), direction: Angle(degrees: degrees - 90))
  }

  // MARK: Changes

  /// Moves it to another place in another theme; a touch that holds it goes on.
  mutating func place(center: Point, theme: Theme) -> PixelRect {
    let (before, look) = (frame, look)
    self.center = Point(center.x.rounded(), center.y.rounded())
    self.theme = theme
    model.diameter = theme.px(Self.diameter)
    return frame == before && self.look == look ? .empty : before.union(frame)
  }

  mutating func hover(_ isOver: Bool) -> PixelRect { changed { $0.isHovered = isOver } }
  mutating func focus(_ isOn: Bool) -> PixelRect { changed { $0.isFocused = isOn } }
  mutating func show(_ value: Double) -> PixelRect { changed { $0.model.show(value) } }
  /// Turns something else; `neutral` is what a tap brings back.
  mutating func choose(_ mode: DialMode, value: Double) -> PixelRect { changed { $0.model.choose(mode, value: value) } }
  /// Sets what a tap in the middle brings back, in the mode's unit.
  mutating func setNeutral(_ value: Double?) { model.neutral = value }

  /// Hands an input to the model and tells what it changed to see.
  mutating func input(_ body: (inout DialModel) -> DialModel.Outcome) -> (DialModel.Outcome, PixelRect) {
    var outcome = DialModel.Outcome.ignored
    let dirty = changed { outcome = body(&$0.model) }
    return (outcome, dirty)
  }

  private mutating func changed(_ body: (inout Dial) -> Void) -> PixelRect {
    let (before, shown) = (look, model.shown)
    body(&self)
    let after = look
    guard after != before else { return .empty }
    var turned = before
    turned.degrees = after.degrees
    guard turned == after else { return frame }
    let text = shown == model.shown ? PixelRect.empty : valueFrame
    return text.union(markBounds(from: arc(before.degrees), to: arc(after.degrees)))
  }

  /// The end of the arc from the top that shows where the dial stands. An opacity fills the round; all else goes the
  /// shorter way, -180 < a <= 180 degrees.
  func arc(_ degrees: Double) -> Double {
    model.mode == .opacity ? degrees : Angle(degrees: degrees).wrapped.degrees
  }

  /// The pixels that change where the dot and the end of its arc go from one angle to another (degrees from the top).
  /// Two arcs from the top differ between their ends, on the way that they themselves would take.
  private func markBounds(from a: Double, to b: Double) -> PixelRect {
    let (low, high) = (min(a, b), max(a, b))
    var r = Rect.null
    for angle in [low, high] + [-90, 0, 90, 180, 270].filter({ low < $0 && $0 < high }) {
      r.formUnion(disc: dot(angle), radius: theme.px(Self.haloRadius))
    }
    return PixelRect(covering: r).grown(by: 1)
  }
}

extension Rect {
  /// Grown so that a disc lies in it.
  func grown(to p: Point, _ radius: Double) -> Rect {
    var r = self
    r.formUnion(disc: p, radius: radius)
    return r
  }
}
