import CCairo
import Geometry
import Ink

/// Turns polygons into coverage: how much of each pixel they cover, 0...255, anti-aliased by Cairo.
///
/// One filler owns one small A8 surface and is used over and over; a fill allocates nothing of its own. A pixel's
/// coverage depends on the polygons alone, not on the patch of pixels that is asked for.
public final class CoverageFiller {
  /// The largest width and height of a patch, px.
  public static let side = 256

  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// A filler, or nil where Cairo has no memory for one.
  public init?() {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(Self.side), Int32(Self.side)) else {
      return nil
    }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.surface = surface
    self.context = context
    cairo_set_source_rgba(context, 1, 1, 1, 1)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_GOOD)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Fills the outline's polygons as one shape and lends the coverage of the pixels in `patch`, at most `side` wide and
  /// high: the value of pixel (x, y) is `coverage[(y - patch.minY) * stride + x - patch.minX]`. Should Cairo fail (out
  /// of memory) the coverage is 0.
  public func fill<R>(_ outline: borrowing Outline, patch: PixelRect, _ body: (Span<UInt8>, _ stride: Int) -> R) -> R {
    precondition(patch.width <= Self.side && patch.height <= Self.side, "a patch is at most CoverageFiller.side wide")
    let stride = Int(cairo_image_surface_get_stride(surface))
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else {
      return body([UInt8](repeating: 0, count: Self.side * Self.side).span, Self.side)
    }
    for y in 0..<patch.height { (data + y * stride).update(repeating: 0, count: patch.width) }
    cairo_surface_mark_dirty_rectangle(surface, 0, 0, Int32(patch.width), Int32(patch.height))
    cairo_reset_clip(context)
    cairo_rectangle(context, 0, 0, Double(patch.width), Double(patch.height))
    cairo_clip(context)
    addPath(outline, origin: Point(Double(patch.minX), Double(patch.minY)))
    cairo_fill(context)
    cairo_surface_flush(surface)
    return body(UnsafeBufferPointer(start: data, count: stride * Self.side).span, stride)
  }

  private func addPath(_ outline: borrowing Outline, origin: Point) {
    cairo_new_path(context)
    let points = outline.points.span
    var start = 0
    for end in outline.ends {
      cairo_move_to(context, points[start].x - origin.x, points[start].y - origin.y)
      for i in (start + 1)..<end { cairo_line_to(context, points[i].x - origin.x, points[i].y - origin.y) }
      cairo_close_path(context)
      start = end
    }
  }
}
