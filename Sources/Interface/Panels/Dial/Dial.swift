import Geometry
import Input
import Paint
import Toolkit

/// The dial's geometry and look: a disc with ticks, a dot at the value, and value and mode in the
/// middle. The buttons of its modes are beside it (`DialModeButton`).
///
/// Each mutating function returns the pixels that changed.
struct Dial {
  private(set) var model: DialModel
  /// Centre of the disc, window px, whole.
  private(set) var center: Point
  private(set) var theme: Theme
  private(set) var isHovered = false
  private(set) var isFocused = false
  /// Whether the buttons are at its upper right, for a dial at the window's left.
  var isMirrored = false

  struct Appearance: Hashable {
    var mode: DialMode
    var degrees: Double
    var isHovered: Bool
    var isFocused: Bool
    var isTurning: Bool
    var isMirrored: Bool
    var theme: Theme
  }

  /// Diameter of the disc, px at 96 dpi.
  static let diameter = 184.0

  init(theme: Theme, center: Point) {
    self.theme = theme
    self.center = Point(center.x.rounded(), center.y.rounded())
    model = DialModel(diameter: theme.px(Self.diameter))
  }

  var appearance: Appearance {
    Appearance(
      mode: model.mode, degrees: model.degrees, isHovered: isHovered, isFocused: isFocused,
      isTurning: model.isTurning, isMirrored: isMirrored, theme: theme)
  }

  // MARK: Geometry

  /// The centres of the modes' buttons, from the dial's centre: on an arc at the upper left,
  /// clockwise from Rotate on; mirrored at the upper right.
  var buttons: [(mode: DialMode, offset: Vector)] {
    DialMode.allCases.enumerated().map { i, mode in
      (mode, outside(Angle(degrees: -150 + 24 * Double(i))))
    }
  }

  /// The centre of the button that folds the dial, from the dial's centre.
  var foldOffset: Vector { outside(Angle(degrees: -174)) }

  /// The centre of a button beside the disc in a direction, from the dial's centre.
  private func outside(_ direction: Angle) -> Vector {
    let offset = Vector(length: theme.px(116), direction: direction)
    return isMirrored ? Vector(-offset.dx, offset.dy) : offset
  }

  /// The frame of the folded dial, a disc around the centre.
  var foldedFrame: PixelRect {
    PixelRect(covering: theme.roundShadow.bounds(of: Rect.null.grown(to: center, theme.px(22)))).grown(by: 1)
  }

  var frame: PixelRect {
    let disc = Rect.null.grown(to: center, theme.px(Self.diameter / 2))
    var all = theme.roundShadow.bounds(of: disc)
    for button in buttons { all.formUnion(disc: center + button.offset, radius: theme.px(22)) }
    all.formUnion(disc: center + foldOffset, radius: theme.px(22))
    return PixelRect(covering: all).grown(by: 1)
  }

  /// Whether a touch is on the dial or one of its buttons (40 px at 96 dpi wide).
  func contains(_ p: Point) -> Bool {
    model.contains(p - center) || buttons.contains { (p - (center + $0.offset)).length <= theme.px(20) }
  }

  /// Half the width of the value's text, px at 96 dpi.
  private var valueReach: Double { theme.textScale == 1 ? 50 : 54 }
  /// The text style of the value: scaled less than other text, so that it stays inside the ring.
  var valueStyle: TextStyle {
    Theme(scale: theme.scale, textScale: min(1.35, theme.textScale)).text(20, .semibold)
  }

  /// The pixels of the value's text, to which it is clipped.
  var valueFrame: PixelRect {
    PixelRect(
      covering: Rect(
        minX: center.x - theme.px(valueReach), minY: center.y - theme.px(20), maxX: center.x + theme.px(valueReach),
        maxY: center.y + theme.px(9)))
  }

  func dot(_ degrees: Double) -> Point {
    center + Vector(length: theme.px(62), direction: Angle(degrees: degrees - 90))
  }

  // MARK: Changes

  /// Moves it and changes its theme; a touch that holds it continues.
  mutating func place(center: Point, theme: Theme) -> PixelRect {
    let (before, appearance) = (frame, appearance)
    self.center = Point(center.x.rounded(), center.y.rounded())
    self.theme = theme
    model.diameter = theme.px(Self.diameter)
    return frame == before && self.appearance == appearance ? .empty : before.union(frame)
  }

  mutating func hover(_ isOver: Bool) -> PixelRect { changed { $0.isHovered = isOver } }
  mutating func focus(_ isOn: Bool) -> PixelRect { changed { $0.isFocused = isOn } }
  mutating func show(_ value: Double) -> PixelRect { changed { $0.model.show(value) } }
  mutating func choose(_ mode: DialMode, value: Double) -> PixelRect { changed { $0.model.choose(mode, value: value) } }
  /// Sets the value that a tap in the middle restores, in the mode's unit.
  mutating func setNeutral(_ value: Double?) { model.neutral = value }

  /// Passes an input to the model; returns its outcome and the pixels that changed.
  mutating func input(_ body: (inout DialModel) -> DialModel.Outcome) -> (DialModel.Outcome, PixelRect) {
    var outcome = DialModel.Outcome.ignored
    let dirty = changed { outcome = body(&$0.model) }
    return (outcome, dirty)
  }

  private mutating func changed(_ body: (inout Dial) -> Void) -> PixelRect {
    let (before, shown) = (appearance, model.shown)
    body(&self)
    let after = appearance
    guard after != before else { return .empty }
    var turned = before
    turned.degrees = after.degrees
    guard turned == after else { return frame }
    let text = shown == model.shown ? PixelRect.empty : valueFrame
    return text.union(markBounds(from: arc(before.degrees), to: arc(after.degrees)))
  }

  /// The end of the arc from the top that shows the value. An opacity fills the whole circle; other
  /// modes take the shorter way, -180 < a <= 180 degrees.
  func arc(_ degrees: Double) -> Double {
    model.mode == .opacity ? degrees : Angle(degrees: degrees).wrapped.degrees
  }

  /// The pixels that change when the dot and the end of its arc move between two angles (degrees
  /// from the top).
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
  func grown(to p: Point, _ radius: Double) -> Rect {
    var r = self
    r.formUnion(disc: p, radius: radius)
    return r
  }
}
