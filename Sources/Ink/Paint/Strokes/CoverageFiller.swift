import CCairo
import Geometry
import Ink
import Raster

/// Computes the coverage of ink by Cairo.
///
/// 1. `begin` names the pixels to fill.
/// 2. `add`, any number of times, adds contours.
/// 3. `fill` computes the coverage of their union, 0...255 a pixel, by one `cairo_fill`.
/// 4. `coverage` reads it.
///
/// A pixel's coverage depends only on the contours that touch the pixel. Cairo alone does not
/// ensure that:
/// - Cairo samples a row of pixels on 15 lines where an edge starts in the row, and computes exact
///   areas in other rows. So a contour would change distant pixels of its rows. A guard edge in
///   each row, in columns beside the block, makes Cairo sample every row.
/// - Cairo rounds edges to 1/256 px where they cross the left or right side of the clip. The clip
///   always has the width of a block of a fixed grid, so cuts are the same in every fill.
///
/// Without memory nothing is covered. Strokes may share a filler. Not thread-safe.
/// Cost: O(rows x edges in a row).
public final class CoverageFiller {
  /// Side of a block, px: a whole number of tiles.
  static let blockSide = 4 * Tile.size
  /// Columns on either side of a block; the guard is in the first one.
  private static let guardWidth = 2
  /// Greatest distance of Cairo's polygons from the curves, px.
  private static let flatness = 0.01

  /// Coverage, 8 bits a pixel.
  private let mask: ImageSurface
  private let maskContext: OpaquePointer
  private let maskBytes: UnsafeMutablePointer<UInt8>
  /// The upper left corner of the current block, canvas px.
  private var left = 0
  private var top = 0
  /// The filled rows, from the top of the block.
  private var rows = 0..<0
  /// The area that is filled, canvas px, with a margin.
  private var near = Rect.null
  /// For tests: the level that replaces each level 0...255; nil for none.
  private let errors: [UInt8]?

  /// A filler; nil where Cairo has no memory.
  public convenience init?() { self.init(error: 0) }

  /// For tests: levels 1...254 are off by at most `error`, 0...127, as by another version of Cairo.
  package init?(error: Int) {
    let levels = (1...254).map { UInt8(max(1, min(254, $0 + $0 * 37 % (2 * error + 1) - error))) }
    errors = error == 0 ? nil : [0] + levels + [255]
    guard
      let mask = try? ImageSurface(width: Self.blockSide + 2 * Self.guardWidth, height: Self.blockSide, format: .a8),
      let maskBytes = cairo_image_surface_get_data(mask.handle), let maskContext = cairo_create(mask.handle)
    else { return nil }
    (self.mask, self.maskContext, self.maskBytes) = (mask, maskContext, maskBytes)
    cairo_set_source_rgba(maskContext, 1, 1, 1, 1)
    cairo_set_fill_rule(maskContext, CAIRO_FILL_RULE_WINDING)
    cairo_set_antialias(maskContext, CAIRO_ANTIALIAS_GOOD)
    cairo_set_tolerance(maskContext, Self.flatness)
  }

  deinit { cairo_destroy(maskContext) }

  /// The upper left corner of the block that holds a pixel.
  static func block(x: Int, y: Int) -> (x: Int, y: Int) { (x & ~(blockSide - 1), y & ~(blockSide - 1)) }

  /// Starts a fill of `area`, canvas px. It must be within one block and not empty.
  func begin(_ area: PixelRect) {
    (left, top) = Self.block(x: area.minX, y: area.minY)
    precondition(area.maxX <= left + Self.blockSide && area.maxY <= top + Self.blockSide, "pixels of one block")
    cairo_surface_flush(mask.handle)
    (maskBytes + (area.minY - top) * mask.stride).update(repeating: 0, count: area.height * mask.stride)
    cairo_surface_mark_dirty(mask.handle)
    cairo_reset_clip(maskContext)
    cairo_new_path(maskContext)
    cairo_rectangle(
      maskContext, 0, Double(area.minY - top), Double(Self.blockSide + 2 * Self.guardWidth), Double(area.height))
    cairo_clip(maskContext)
    rows = (area.minY - top)..<(area.maxY - top)
    near = Rect(area).grown(by: 1)
    addGuard()
  }

  /// Adds the contours of consecutive hulls. Their points must be within 2^22 px of the block.
  func add(_ outline: borrowing Outline, _ hulls: Range<Int>) {
    let (context, x, y) = (maskContext, Double(left - Self.guardWidth), Double(top))
    var at = Point.zero
    outline.forEachElement(of: hulls) { element in
      switch element {
      case .move(let p):
        cairo_move_to(context, p.x - x, p.y - y)
        at = p
      case .line(let p):
        cairo_line_to(context, p.x - x, p.y - y)
        at = p
      case .curve(let a, let b, let c):
        if CubicBezier(at, a, b, c).controlBounds.intersects(near) {
          cairo_curve_to(context, a.x - x, a.y - y, b.x - x, b.y - y, c.x - x, c.y - y)
        } else {
          // Outside the area only winding numbers count, and a chord has the same ones.
          cairo_line_to(context, c.x - x, c.y - y)
        }
        at = c
      case .close: cairo_close_path(context)
      }
    }
  }

  /// Fills everything added since `begin` as one shape.
  func fill() {
    cairo_fill(maskContext)
    cairo_surface_flush(mask.handle)
    guard let errors else { return }
    for i in (rows.lowerBound * mask.stride)..<(rows.upperBound * mask.stride) {
      maskBytes[i] = errors[Int(maskBytes[i])]
    }
  }

  /// Covers `area`, canvas px in one block, entirely. It replaces `begin` and `fill`.
  func flood(_ area: PixelRect) {
    (left, top) = Self.block(x: area.minX, y: area.minY)
    cairo_surface_flush(mask.handle)
    for y in area.minY..<area.maxY {
      UnsafeMutablePointer(mutating: coverage(x: area.minX, y: y)).update(repeating: 255, count: area.width)
    }
    cairo_surface_mark_dirty(mask.handle)
  }

  /// Whether no pixel of `area`, a filled one, is covered.
  func isBlank(_ area: PixelRect) -> Bool {
    for y in area.minY..<area.maxY {
      let row = coverage(x: area.minX, y: y)
      for i in 0..<area.width where row[i] != 0 { return false }
    }
    return true
  }

  /// Raises filled pixels of one tile to at least the coverage in `least`, `Tile.count` bytes.
  func raise(_ area: PixelRect, to least: [UInt8]) {
    cairo_surface_flush(mask.handle)
    for y in area.minY..<area.maxY {
      let row = UnsafeMutablePointer(mutating: coverage(x: area.minX, y: y))
      let first = (y & (Tile.size - 1)) << Tile.shift | area.minX & (Tile.size - 1)
      for i in 0..<area.width { row[i] = max(row[i], least[first + i]) }
    }
    cairo_surface_mark_dirty(mask.handle)
  }

  /// The coverage of the filled pixel at (`x`, `y`), canvas px, and of those to its right in the
  /// block. Valid until the next `begin`.
  func coverage(x: Int, y: Int) -> UnsafePointer<UInt8> {
    UnsafePointer(maskBytes + (y - top) * mask.stride + Self.guardWidth + x - left)
  }

  /// Adds an edge to every row. It is one of Cairo's lines high, so that it costs little.
  private func addGuard() {
    for y in rows {
      cairo_move_to(maskContext, 0.25, Double(y) + 0.46)
      cairo_line_to(maskContext, 0.5, Double(y) + 0.54)
    }
  }
}
