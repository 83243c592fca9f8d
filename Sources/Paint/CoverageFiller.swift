import CCairo
import Geometry
import Ink
import Raster

/// Turns ink into pixels through Cairo; the one owner of the two surfaces that this takes.
///
/// 1. `begin` names the pixels that are drawn.
/// 2. `add`, any number of times, adds contours: curves for `cairo_curve_to`.
/// 3. `fill` makes coverage of them, 0...255 a pixel, by one `cairo_fill`: they are one shape.
/// 4. `lay` puts ink of that coverage on the pixels of a tile.
///
/// A pixel's coverage depends on the contours that touch the pixel alone: not on the pixels that are asked for, nor on what
/// else is filled. Cairo does not promise that, so two things are done for it:
/// - Cairo samples a row of pixels on 15 lines where an edge starts in the row, but computes its area exactly where none
///   does, or where all edges are upright or level. So one contour would change pixels far from it. A zigzag in a column
///   beside the block starts a slanting edge in every row.
/// - Cairo cuts edges where they leave the clip, to 1/256 px. So the clip always reaches from side to side of a block of a
///   fixed grid, and an edge is cut at the same places whatever is asked for. (Cuts at the upper and lower side do no
///   harm: Cairo goes on computing with the whole edge.)
///
/// Should Cairo run out of memory, nothing is covered. Strokes may share a filler; not for use from two threads at once.
public final class CoverageFiller {
  /// Side of the blocks, px: a whole number of tiles.
  static let blockSide = 4 * Tile.size
  /// The first column of the surface, in which the zigzag is.
  private static let guardWidth = 2
  /// How far Cairo's polygons may be from curves, px.
  private static let flatness = 0.01

  /// Coverage, 8 bits a pixel, and its memory.
  private let mask: ImageSurface
  private let maskContext: OpaquePointer
  private let maskBytes: UnsafeMutablePointer<UInt8>
  /// The upper left corner of the block that is filled, canvas px.
  private var left = 0
  private var top = 0
  /// The rows that are filled, counted in the block.
  private var rows = 0..<0
  /// What becomes of each coverage, 0...255; nil for what it is.
  private let errors: [UInt8]?

  /// A filler, or nil where Cairo has no memory for one.
  public convenience init?() { self.init(error: 0) }

  /// A filler that is off by at most `error` levels, 0...127, where a pixel is covered in part, as one of another version of Cairo may
  /// be: for tests. The error follows from the coverage.
  package init?(error: Int) {
    errors = error == 0 ? nil : (0...255).map { Self.level($0, off: error) }
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

  // MARK: coverage

  /// The upper left corner of the block that a pixel is in.
  static func block(x: Int, y: Int) -> (x: Int, y: Int) { (x & ~(blockSide - 1), y & ~(blockSide - 1)) }

  /// Starts a fill of the pixels of `area`, canvas px, which lies in one block and is not empty.
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
    addGuard()
  }

  /// Adds the contours of pieces that follow each other. Their points must be within 2^22 px of the block.
  func add(_ outline: borrowing Outline, _ pieces: Range<Int>) {
    let (context, x, y) = (maskContext, Double(left - Self.guardWidth), Double(top))
    outline.forEachElement(of: pieces) { element in
      switch element {
      case .move(let p): cairo_move_to(context, p.x - x, p.y - y)
      case .line(let p): cairo_line_to(context, p.x - x, p.y - y)
      case .curve(let a, let b, let c): cairo_curve_to(context, a.x - x, a.y - y, b.x - x, b.y - y, c.x - x, c.y - y)
      case .close: cairo_close_path(context)
      }
    }
  }

  /// Fills all that was added since `begin` as one shape.
  func fill() {
    cairo_fill(maskContext)
    cairo_surface_flush(mask.handle)
    guard let errors else { return }
    for i in (rows.lowerBound * mask.stride)..<(rows.upperBound * mask.stride) {
      maskBytes[i] = errors[Int(maskBytes[i])]
    }
  }

  /// A coverage of 0...255 that is off by at most `error`; none and all stay.
  private static func level(_ coverage: Int, off error: Int) -> UInt8 {
    if coverage == 0 || coverage == 255 { return UInt8(coverage) }
    let wrong = coverage + coverage &* 37 % (2 * error + 1) - error
    return UInt8(max(1, min(254, wrong)))
  }

  /// Covers `area`, canvas px in one block, entirely, instead of a fill.
  func flood(_ area: PixelRect) {
    (left, top) = Self.block(x: area.minX, y: area.minY)
    cairo_surface_flush(mask.handle)
    for y in area.minY..<area.maxY {
      UnsafeMutablePointer(mutating: coverage(x: area.minX, y: y)).update(repeating: 255, count: area.width)
    }
    cairo_surface_mark_dirty(mask.handle)
  }

  /// Whether nothing of `area`, of the pixels that were filled, is covered.
  func isBlank(_ area: PixelRect) -> Bool {
    for y in area.minY..<area.maxY {
      let row = coverage(x: area.minX, y: y)
      for i in 0..<area.width where row[i] != 0 { return false }
    }
    return true
  }

  /// Raises the coverage of `area`, of the pixels that were filled and of one tile, to that of `least`, the `Tile.count` bytes of the tile.
  func raise(_ area: PixelRect, to least: [UInt8]) {
    cairo_surface_flush(mask.handle)
    for y in area.minY..<area.maxY {
      let row = UnsafeMutablePointer(mutating: coverage(x: area.minX, y: y))
      let first = (y & (Tile.size - 1)) << Tile.shift | area.minX & (Tile.size - 1)
      for i in 0..<area.width { row[i] = max(row[i], least[first + i]) }
    }
    cairo_surface_mark_dirty(mask.handle)
  }

  /// The coverage of the pixel at (`x`, `y`), canvas px, which was filled, and of those to the right of it in the block. Valid until
  /// the next `begin`.
  func coverage(x: Int, y: Int) -> UnsafePointer<UInt8> {
    UnsafePointer(maskBytes + (y - top) * mask.stride + Self.guardWidth + x - left)
  }

  /// A zigzag in the column beside the block: in the middle of every row an edge ends and another starts.
  private func addGuard() {
    for y in rows {
      cairo_move_to(maskContext, 0.25, Double(y) + 0.46)
      cairo_line_to(maskContext, 0.5, Double(y) + 0.54)
    }
  }
}
