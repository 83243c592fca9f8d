import CCairo
import CPango
import Geometry

/// Font size and variant, without colour.
public struct TextStyle: Hashable, Sendable {
  /// Weight of the strokes; the nearest one where a font lacks it.
  public enum Weight: Sendable, Hashable {
    /// 400.
    case regular
    /// 600.
    case semibold
    /// 700.
    case bold

    var pango: PangoWeight {
      switch self {
      case .regular: PANGO_WEIGHT_NORMAL
      case .semibold: PANGO_WEIGHT_SEMIBOLD
      case .bold: PANGO_WEIGHT_BOLD
      }
    }
  }

  /// Size of the em in px of the painter's space, > 0.
  public var size: Double
  /// Weight.
  public var weight: Weight
  /// Whether all digits have the same width (OpenType feature "tnum", if the font has it).
  public var hasTabularDigits: Bool
  /// Distance of the baseline below the place where it is drawn, px, for enlarged text.
  public var drop: Double

  /// A style by its parts.
  public init(size: Double, weight: Weight = .regular, hasTabularDigits: Bool = false, drop: Double = 0) {
    self.size = size
    self.weight = weight
    self.hasTabularDigits = hasTabularDigits
    self.drop = drop
  }
}

/// Where text that does not fit is shortened to "...".
public enum Ellipsis: Sendable, Hashable {
  case start
  /// In the middle: good for paths.
  case middle
  case end

  var pango: PangoEllipsizeMode {
    switch self {
    case .start: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .end: PANGO_ELLIPSIZE_END
    }
  }
}

/// One line of text, shaped and measured in the system's sans. It owns a `PangoLayout`. Immutable;
/// made by a `Typesetter`, drawn by `Painter.draw`.
public final class TextLine {
  let layout: GObject?
  /// The bounds of the ink, px from the start of the baseline; `Rect.null` for no ink.
  public let ink: Rect
  /// The logical box (advance x ascent and descent), px from the start of the baseline.
  public let logical: Rect

  /// Width of the logical box, px.
  public var width: Double { logical.width }

  /// Whether letters were left out.
  public var isShortened: Bool { isCut || layout.map { pango_layout_is_ellipsized($0.opaque) != 0 } ?? false }

  /// Whether letters were left out before the text was shaped.
  private let isCut: Bool

  /// As in `TextStyle`.
  let drop: Double

  init(_ layout: GObject?, drop: Double = 0, isCut: Bool = false) {
    self.layout = layout
    self.isCut = isCut
    self.drop = drop
    guard let line = layout.flatMap({ pango_layout_get_line_readonly($0.opaque, 0) }) else {
      (ink, logical) = (.null, Rect(x: 0, y: 0, width: 0, height: 0))
      return
    }
    // The layout's extents would move a right-to-left line to the end of its width.
    var (inked, boxed) = (PangoRectangle(), PangoRectangle())
    pango_layout_line_get_extents(line, &inked, &boxed)
    func rect(_ r: PangoRectangle) -> Rect {
      let unit = 1 / Double(PANGO_SCALE)
      return Rect(
        x: Double(r.x) * unit, y: Double(r.y) * unit, width: Double(r.width) * unit, height: Double(r.height) * unit)
    }
    (ink, logical) = (inked.width > 0 && inked.height > 0 ? rect(inked) : .null, rect(boxed))
  }
}

/// Which point of the baseline is placed where the text is drawn.
public enum TextAnchor: Sendable, Hashable {
  /// Its left end.
  case start
  /// The middle of its width.
  case middle
  /// Its right end.
  case end
}

extension Painter {
  /// Draws `text` with its anchor at `p`. Baseline and start are rounded to whole px.
  public func draw(_ text: TextLine, at p: Point, anchor: TextAnchor = .start, _ colour: Colour) {
    guard let layout = text.layout else { return }
    let share =
      switch anchor {
      case .start: 0.0
      case .middle: 0.5
      case .end: 1.0
      }
    var (x, y) = (p.x - text.logical.minX - text.width * share, p.y + text.drop)
    cairo_user_to_device(handle, &x, &y)
    (x, y) = (x.rounded(), y.rounded())
    cairo_device_to_user(handle, &x, &y)
    setSource(.colour(colour))
    cairo_move_to(handle, x, y)
    pango_cairo_show_layout_line(handle, pango_layout_get_line_readonly(layout.opaque, 0))
    cairo_new_path(handle)
  }
}
