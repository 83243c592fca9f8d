import CCairo
import Geometry
import Ink
import Raster

/// Turns polygons into coverage: how much of each pixel they cover, 0...255, anti-aliased by Cairo.
///
/// One filler owns one small A8 surface and is used over and over; a fill allocates nothing of its own.
///
/// A pixel's coverage depends on the polygons that touch the pixel alone: not on the patch that is asked for, nor on what
/// else is filled with it. Cairo does not promise that, so two things are done for it:
/// - Cairo samples a row of pixels on 15 lines where an edge starts in the row, but computes its area exactly where none
///   does. So one polygon would change pixels far from it. A comb in a column beside the patch starts an edge in every row.
/// - Cairo cuts edges where they leave the clip, to 1/256 px. So the clip always reaches from side to side of the patch's
///   square of a fixed grid, and an edge is cut at the same places whichever patch is asked for. (Cuts at the upper and lower
///   side do no harm: Cairo goes on computing with the whole edge.)
public final class CoverageFiller {
  /// Side of the squares of the grid that a patch lies in one of, px: a whole number of tiles.
  public static let side = 4 * Tile.size

  /// The column of the surface that the comb is in is its first.
  private static let guardWidth = 1

  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// A filler, or nil where Cairo has no memory for one.
  public init?() {
    let (width, height) = (Int32(Self.side + Self.guardWidth), Int32(Self.side))
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, width, height) else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
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

  /// Fills the outline's polygons as one shape and lends the coverage of the pixels in `patch`, which lies in one square
  /// of the grid of `side` px from (0, 0): the value of pixel (x, y) is `coverage[(y - patch.minY) * stride + x -
  /// patch.minX]`. Should Cairo fail (out of memory) the coverage is 0.
  ///
  /// The corners must be within 2^22 px of the origin: Cairo's numbers end at 2^23.
  public func fill<R>(_ outline: borrowing Outline, patch: PixelRect, _ body: (Span<UInt8>, _ stride: Int) -> R) -> R {
    let mask = Self.side - 1
    let (left, top) = (patch.minX & ~mask, patch.minY & ~mask)
    precondition(
      patch.isEmpty || (patch.maxX <= left + Self.side && patch.maxY <= top + Self.side),
      "a patch lies in one square of the grid")
    let stride = Int(cairo_image_surface_get_stride(surface))
    let width = Self.side + Self.guardWidth
    let rows = (patch.minY - top)..<(patch.minY - top + patch.height)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else {
      return body([UInt8](repeating: 0, count: Self.side * Self.side).span, Self.side)
    }
    let first = rows.lowerBound * stride + Self.guardWidth + patch.minX - left
    for y in 0..<patch.height { (data + first + y * stride).update(repeating: 0, count: patch.width) }
    if !outline.ends.isEmpty, !patch.isEmpty {
      cairo_surface_mark_dirty_rectangle(surface, 0, Int32(rows.lowerBound), Int32(width), Int32(rows.count))
      cairo_reset_clip(context)
      cairo_rectangle(context, 0, Double(rows.lowerBound), Double(width), Double(rows.count))
      cairo_clip(context)
      cairo_new_path(context)
      addGuard(rows)
      add(outline, origin: Point(Double(left - Self.guardWidth), Double(top)))
      cairo_fill(context)
      cairo_surface_flush(surface)
    }
    return body(UnsafeBufferPointer(start: data + first, count: stride * Self.side - first).span, stride)
  }

  /// A comb in the column beside the patch: in the middle of every row one upright edge ends and another starts.
  private func addGuard(_ rows: Range<Int>) {
    // A quarter and a half of a pixel by turns: edges of one line would be joined.
    var x = 0.25
    cairo_move_to(context, 0.25, Double(rows.lowerBound) - 0.5)
    for y in rows {
      cairo_line_to(context, x, Double(y) + 0.5)
      x = 0.75 - x
      cairo_line_to(context, x, Double(y) + 0.5)
    }
    cairo_line_to(context, x, Double(rows.upperBound) + 0.5)
    cairo_line_to(context, 0.25, Double(rows.upperBound) + 0.5)
    cairo_close_path(context)
  }

  private func add(_ outline: borrowing Outline, origin: Point) {
    let points = outline.points.span
    let ends = outline.ends.span
    var start = 0
    for k in ends.indices {
      let end = ends[k]
      cairo_move_to(context, points[start].x - origin.x, points[start].y - origin.y)
      for i in (start + 1)..<end { cairo_line_to(context, points[i].x - origin.x, points[i].y - origin.y) }
      cairo_close_path(context)
      start = end
    }
  }
}
