import CCairo
import CPango
import Geometry

/// How text looks, but for its colour.
public struct TextStyle: Hashable, Sendable {
  /// Stroke weight; where a font lacks one its nearest is taken.
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
  /// Whether all digits are equally wide (OpenType feature "tnum", where the font has it), so that numbers do not shake.
  public var hasTabularDigits: Bool
  /// How far below the place that it is drawn at its baseline lies, px: for text that is larger than what its place was meant for.
  public var drop: Double

  /// A style by its parts.
  public init(size: Double, weight: Weight = .regular, hasTabularDigits: Bool = false, drop: Double = 0) {
    self.size = size
    self.weight = weight
    self.hasTabularDigits = hasTabularDigits
    self.drop = drop
  }
}

/// Where text that does not fit loses its letters to "...".
public enum Ellipsis: Sendable, Hashable {
  /// At its start.
  case start
  /// In the middle: good for paths.
  case middle
  /// At its end.
  case end

  var pango: PangoEllipsizeMode {
    switch self {
    case .start: PANGO_ELLIPSIZE_START
    case .middle: PANGO_ELLIPSIZE_MIDDLE
    case .end: PANGO_ELLIPSIZE_END
    }
  }
}

/// One line of text, shaped in the system's sans and measured; the one owner of a `PangoLayout`.
///
/// Its life: made by a `Typesetter`, drawn as often as wanted with `Painter.draw`, dropped. It does not change.
public final class TextLine {
  let layout: GObject?
  /// The place on the baseline where the line starts is (0, 0) here: what the ink covers, px; `Rect.null` for no ink.
  public let ink: Rect
  /// From the same origin: the box in which the line asks to be set (advance x ascent and descent), px.
  public let logical: Rect

  /// Width of the logical box, px.
  public var width: Double { logical.width }

  /// Whether letters were left out for want of room.
  public var isShortened: Bool { layout.map { pango_layout_is_ellipsized($0.opaque) != 0 } ?? false }

  /// How far below the place that it is drawn at its baseline lies, px.
  let drop: Double

  init(_ layout: GObject?, drop: Double = 0) {
    self.layout = layout
    self.drop = drop
    guard let line = layout.flatMap({ pango_layout_get_line_readonly($0.opaque, 0) }) else {
      (ink, logical) = (.null, Rect(x: 0, y: 0, width: 0, height: 0))
      return
    }
    // The line's own extents, not the layout's: those would move a right-to-left line to the end of its width.
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

/// Which place of a line of text is put where it is drawn; always on its baseline.
public enum TextAnchor: Sendable, Hashable {
  /// Its left end.
  case start
  /// The middle of its width.
  case middle
  /// Its right end.
  case end
}

extension Painter {
  /// Draws `text` with its anchor at `p`. The baseline and the start fall on whole pixels, so that letters are crisp.
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
