import CCairo
import Geometry

/// What a shape is filled or stroked with.
public enum Fill: Hashable, Sendable {
  case colour(Colour)
  /// A gradient along a line.
  case linear(LinearGradient)
}

/// Colours that change along a line. Before and behind the line the end colours continue.
public struct LinearGradient: Hashable, Sendable {
  /// A colour at a place along the line.
  public struct Stop: Hashable, Sendable {
    /// 0 at the line's start ... 1 at its end.
    public var offset: Double
    /// The colour there.
    public var colour: Colour

    /// A stop by its parts.
    public init(_ offset: Double, _ colour: Colour) {
      self.offset = offset
      self.colour = colour
    }
  }

  /// Where the line starts, in the painter's space.
  public var start: Point
  /// Where it ends.
  public var end: Point
  /// Colours, by rising offset.
  public var stops: [Stop]

  /// A gradient by its parts.
  public init(from start: Point, to end: Point, _ stops: [Stop]) {
    self.start = start
    self.end = end
    self.stops = stops
  }
}

/// How a line is stroked.
public struct StrokeStyle: Hashable, Sendable {
  /// How a line ends.
  public enum Cap: Sendable, Hashable {
    /// At the end point, square.
    case butt
    /// With a half disc.
    case round
  }

  /// How segments of a line meet.
  public enum Join: Sendable, Hashable {
    /// In a point.
    case miter
    case round
  }

  /// Width, px of the painter's space, > 0.
  public var width: Double
  /// Ends.
  public var cap: Cap
  /// Corners.
  public var join: Join
  /// Lengths of dashes and gaps in turn, > 0; empty for a solid line.
  public var dash: [Double]
  /// Where in the dashes a line begins.
  public var dashOffset = 0.0

  /// A style by its parts.
  public init(width: Double, cap: Cap = .butt, join: Join = .miter, dash: [Double] = []) {
    self.width = width
    self.cap = cap
    self.join = join
    self.dash = dash
  }
}

extension Painter {
  /// Fills the inside of `path` (nonzero rule).
  public func fill(_ path: Path, _ fill: Fill) {
    trace(path)
    setSource(fill)
    cairo_fill(handle)
  }

  /// Fills the inside of `path` with one colour (nonzero rule).
  public func fill(_ path: Path, _ colour: Colour) {
    fill(path, .colour(colour))
  }

  /// Fills a rectangle with round corners; the pixels are those of its path. Where the clip is
  /// within the rectangle and away from the corners, no path is made.
  public func fill(roundedRect r: Rect, radius: Double, _ colour: Colour) {
    let clip = clipBounds
    let (wide, high) = (r.minX <= clip.minX && clip.maxX <= r.maxX, r.minY <= clip.minY && clip.maxY <= r.maxY)
    let isBetweenCorners =
      r.minX + radius <= clip.minX && clip.maxX <= r.maxX - radius
      || r.minY + radius <= clip.minY && clip.maxY <= r.maxY - radius
    if wide, high, isBetweenCorners { paint(.colour(colour)) } else { fill(.roundedRect(r, radius: radius), colour) }
  }

  /// Strokes `path`.
  public func stroke(_ path: Path, _ style: StrokeStyle, _ fill: Fill) {
    trace(path)
    cairo_set_line_width(handle, style.width)
    cairo_set_line_cap(handle, style.cap == .butt ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(handle, style.join == .miter ? CAIRO_LINE_JOIN_MITER : CAIRO_LINE_JOIN_ROUND)
    cairo_set_dash(handle, style.dash, Int32(style.dash.count), style.dashOffset)
    setSource(fill)
    cairo_stroke(handle)
  }

  /// Strokes `path` with one colour.
  public func stroke(_ path: Path, _ style: StrokeStyle, _ colour: Colour) {
    stroke(path, style, .colour(colour))
  }

  /// Fills the clip.
  public func paint(_ fill: Fill) {
    setSource(fill)
    cairo_paint(handle)
  }

  /// Makes the clip transparent; black where the surface has no alpha.
  public func clear() {
    replace(CAIRO_OPERATOR_CLEAR) { cairo_paint(handle) }
  }

  /// Runs `body` with another compositing operator.
  func replace(_ mode: cairo_operator_t, _ body: () -> Void) {
    let before = cairo_get_operator(handle)
    cairo_set_operator(handle, mode)
    body()
    cairo_set_operator(handle, before)
  }

  func setSource(_ fill: Fill) {
    switch fill {
    case .colour(let c): cairo_set_source_rgba(handle, c.red, c.green, c.blue, c.alpha)
    case .linear(let gradient):
      let pattern = cairo_pattern_create_linear(
        gradient.start.x, gradient.start.y, gradient.end.x, gradient.end.y)
      for stop in gradient.stops {
        let c = stop.colour
        cairo_pattern_add_color_stop_rgba(pattern, stop.offset, c.red, c.green, c.blue, c.alpha)
      }
      cairo_set_source(handle, pattern)
      cairo_pattern_destroy(pattern)
    }
  }
}
