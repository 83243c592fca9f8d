import Geometry
import Paint

/// Colours and sizes of the interface.
///
/// Sizes are given in px at 96 dpi and converted to window px by `px`, so that everything scales
/// with the screen's density. A theme is a value; widgets lay themselves out again after a change.
public struct Theme: Hashable, Sendable {
  /// The colours of a theme, which also suit code that draws without panels. Text has a contrast of
  /// at least 4.5 with its background, icons, marks and rings of at least 3 (WCAG 2.1, 1.4.3 and
  /// 1.4.11).
  public struct Colours: Hashable, Sendable {
    /// The background around the canvas.
    public var surround: Colour
    /// A panel's background, slightly transparent.
    public var panel: Colour
    /// The background of round parts.
    public var button: Colour
    /// Drawn over a hovered panel or button.
    public var hover: Colour
    /// Drawn over a pressed panel or button.
    public var pressed: Colour
    /// Primary text and lines.
    public var text: Colour
    /// Secondary text and lines.
    public var dim: Colour
    /// Disabled text and lines.
    public var disabled: Colour
    /// Fine marks, like the short ticks of a scale.
    public var faint: Colour
    /// Lines between parts.
    public var separator: Colour
    /// The empty part of a bar.
    var track: Colour
    /// Chosen or filled parts: the accent colour.
    public var accent: Colour
    /// Text in the accent colour on a panel.
    public var accentText: Colour
    /// Text on the accent.
    public var onAccent: Colour
    /// The focus ring.
    public var focus: Colour
    /// The colour of each of the rings that together are a panel's soft shadow.
    public var shadow: Colour
    /// The shadow of round parts.
    public var roundShadow: Colour
    /// The outline of every panel and control; nil if backgrounds and shadows are enough.
    public var outline: Colour?
    /// The background of a chosen but disabled part.
    var disabledFill: Colour

    /// The thin edge of panels in themes without outlines, so that they stand out from a drawing of
    /// their own shade.
    public var edge = Colour(rgb: 0, alpha: 0.08)

    /// Whether this is a high contrast theme.
    public var isHighContrast: Bool { outline != nil }

    /// Light text on dark grey.
    public static let dark = Colours(
      surround: Colour(rgb: 0x3a3b3f), panel: Colour(rgb: 0x1f2024, alpha: 0.94),
      button: Colour(rgb: 0x1f2024, alpha: 0.95), hover: Colour(rgb: 0xffffff, alpha: 0.06),
      pressed: Colour(rgb: 0xffffff, alpha: 0.12), text: Colour(rgb: 0xe8e8ea), dim: Colour(rgb: 0xa6a7ad),
      disabled: Colour(rgb: 0x6b6c72), faint: Colour(rgb: 0x6b6c72),
      separator: Colour(rgb: 0x4a4b50), track: Colour(rgb: 0x6b6c72), accent: Colour(rgb: 0xd2452b),
      accentText: Colour(rgb: 0xf08a72),
      onAccent: Colour(rgb: 0xffffff), focus: Colour(rgb: 0x7fb4ff), shadow: Colour(rgb: 0, alpha: 0.07),
      roundShadow: Colour(rgb: 0, alpha: 0.12), disabledFill: Colour(rgb: 0x4a4b50),
      edge: Colour(rgb: 0xffffff, alpha: 0.16))

    /// Dark text on light grey.
    public static let light = Colours(
      surround: Colour(rgb: 0xb9babe), panel: Colour(rgb: 0xf4f4f5, alpha: 0.96),
      button: Colour(rgb: 0xf4f4f5, alpha: 0.96), hover: Colour(rgb: 0, alpha: 0.05),
      pressed: Colour(rgb: 0, alpha: 0.1), text: Colour(rgb: 0x26272b), dim: Colour(rgb: 0x5d5e64),
      disabled: Colour(rgb: 0x8b8c91), faint: Colour(rgb: 0x8b8c91),
      separator: Colour(rgb: 0xd0d1d5), track: Colour(rgb: 0x8b8c91), accent: Colour(rgb: 0xd2452b),
      accentText: Colour(rgb: 0xb23417),
      onAccent: Colour(rgb: 0xffffff), focus: Colour(rgb: 0x1f6fd6), shadow: Colour(rgb: 0, alpha: 0.05),
      roundShadow: Colour(rgb: 0, alpha: 0.1), disabledFill: Colour(rgb: 0xd0d1d5))
  }

  /// Colours.
  public var colours: Colours
  /// Window px for one px at 96 dpi: Xft.dpi / 96.
  public let scale: Double
  /// The additional scale of text, 1...2.
  public let textScale: Double

  /// Creates a theme for a density. `scale` is clamped to 0.5...8, or 1 if it is NaN or
  /// infinite; `textScale` likewise to 1...2.
  public init(colours: Colours = .dark, scale: Double = 1, textScale: Double = 1) {
    self.colours = colours
    self.scale = scale.isFinite ? max(0.5, min(8, scale)) : 1
    self.textScale = textScale.isFinite ? max(1, min(2, textScale)) : 1
  }

  /// Converts a length from px at 96 dpi to window px.
  public func px(_ length: Double) -> Double { length * scale }

  /// As `px`, rounded to whole window px (at least 1 unless 0), for crisp edges.
  public func whole(_ length: Double) -> Double {
    length == 0 ? 0 : max(1, (abs(length) * scale).rounded()) * (length < 0 ? -1 : 1)
  }

  /// The shadow of a panel.
  var panelShadow: SoftShadow {
    SoftShadow(
      offset: Vector(0, px(2)),
      layers: [5, 3, 1].map { SoftShadow.Layer(spread: px($0), colour: colours.shadow) })
  }

  /// The shadow of round parts.
  public var roundShadow: SoftShadow {
    SoftShadow(offset: Vector(0, px(2)), layers: [.init(spread: px(4), colour: colours.roundShadow)])
  }

  /// The style of text of a size in px at 96 dpi; digits have equal width.
  public func text(_ size: Double, _ weight: TextStyle.Weight = .regular) -> TextStyle {
    // Callers place text for its normal size. Larger text is lowered by 0.36 of its growth, half of
    // a capital letter's height, so that its vertical centre stays.
    TextStyle(
      size: px(size) * textScale, weight: weight, hasTabularDigits: true, drop: px(size) * 0.36 * (textScale - 1))
  }

  /// The height of a line of text, px at 96 dpi: `height`, or more for large text.
  public func lineHeight(_ height: Double, size: Double = 13) -> Double {
    max(height, size * textScale * 1.4)
  }
}

extension Theme.Colours {
  /// White on black, with opaque panels. All text has a contrast of at least 7 with its background
  /// (WCAG 2.1, 1.4.6), edges and marks of at least 3.
  public static let highContrastDark = Self(
    surround: Colour(rgb: 0x2b2b2b), panel: Colour(rgb: 0), button: Colour(rgb: 0),
    hover: Colour(rgb: 0xffffff, alpha: 0.12), pressed: Colour(rgb: 0xffffff, alpha: 0.18),
    text: Colour(rgb: 0xffffff), dim: Colour(rgb: 0xf0f0f0), disabled: Colour(rgb: 0xbfbfbf),
    faint: Colour(rgb: 0xa6a6a6), separator: Colour(rgb: 0x8c8c8c), track: Colour(rgb: 0xa6a6a6),
    accent: Colour(rgb: 0xffd500), accentText: Colour(rgb: 0xffd500), onAccent: Colour(rgb: 0),
    focus: Colour(rgb: 0x5ce6ff), shadow: Colour(rgb: 0, alpha: 0.07), roundShadow: Colour(rgb: 0, alpha: 0.12),
    outline: Colour(rgb: 0xd0d0d0), disabledFill: Colour(rgb: 0x2c2c2c))

  /// Black on white, otherwise like `highContrastDark`.
  public static let highContrastLight = Self(
    surround: Colour(rgb: 0x8a8a8a), panel: Colour(rgb: 0xffffff), button: Colour(rgb: 0xffffff),
    hover: Colour(rgb: 0, alpha: 0.08), pressed: Colour(rgb: 0, alpha: 0.14),
    text: Colour(rgb: 0), dim: Colour(rgb: 0x1a1a1a), disabled: Colour(rgb: 0x424242),
    faint: Colour(rgb: 0x595959), separator: Colour(rgb: 0x6b6b6b), track: Colour(rgb: 0x595959),
    accent: Colour(rgb: 0x00309c), accentText: Colour(rgb: 0x00309c), onAccent: Colour(rgb: 0xffffff),
    focus: Colour(rgb: 0x9a0060), shadow: Colour(rgb: 0, alpha: 0.05), roundShadow: Colour(rgb: 0, alpha: 0.1),
    outline: Colour(rgb: 0x333333), disabledFill: Colour(rgb: 0xdcdcdc))
}

extension Painter {
  /// Draws a panel: its shadow and its rounded background, which is slightly transparent unless
  /// `isOpaque`.
  public func panel(_ r: Rect, radius: Double, _ theme: Theme, isOpaque: Bool = false) {
    shadow(theme.panelShadow, of: r, radius: radius)
    var ground = theme.colours.panel
    if isOpaque { ground.alpha = 1 }
    fill(roundedRect: r, radius: radius, ground)
    edge(r, radius: radius, theme)
  }

  /// Draws the edge of a panel just inside `r`.
  public func edge(_ r: Rect, radius: Double, _ theme: Theme) {
    let width = theme.whole(1)
    stroke(
      .roundedRect(r.insetBy(width / 2), radius: max(0, radius - width / 2)), StrokeStyle(width: width),
      theme.colours.outline ?? theme.colours.edge)
  }

  /// Draws the outline of a control just inside `r`, in themes with outlines.
  public func outline(_ r: Rect, radius: Double, _ theme: Theme) {
    guard let colour = theme.colours.outline else { return }
    let width = theme.whole(1)
    stroke(.roundedRect(r.insetBy(width / 2), radius: max(0, radius - width / 2)), StrokeStyle(width: width), colour)
  }
}
