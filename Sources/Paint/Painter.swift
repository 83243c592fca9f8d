import CCairo
import Geometry

/// Draws on an `ImageSurface`; the one owner of a `cairo_t`.
///
/// Its life: made for a surface, which it keeps alive; used; dropped. Units are px of the surface (origin: upper left
/// corner of the upper left pixel) until `transform` says otherwise. Where Cairo fails, everything after draws nothing
/// and `check` throws: ask it once a frame.
public final class Painter {
  let handle: OpaquePointer
  /// What it draws on.
  public let surface: ImageSurface

  /// A painter on `surface`. Throws where the surface is finished or memory is short.
  public init(_ surface: ImageSurface) throws(PaintError) {
    guard let handle = cairo_create(surface.handle) else { throw .cairo("no context") }
    let status = cairo_status(handle)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(handle)
      throw .cairo(String(cString: cairo_status_to_string(status)))
    }
    self.handle = handle
    self.surface = surface
  }

  deinit {
    cairo_destroy(handle)
  }

  /// Throws the first failure since this painter was made, if there was one.
  public func check() throws(PaintError) {
    try PaintError.check(cairo_status(handle))
  }

  /// Runs `body` and takes back the transforms and clips that it set.
  public func saved<Result>(_ body: () throws -> Result) rethrows -> Result {
    cairo_save(handle)
    defer { cairo_restore(handle) }
    return try body()
  }

  /// Applies `map` before the transforms so far: what is drawn next is drawn in its space.
  public func transform(_ map: Affine) {
    var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    cairo_transform(handle, &matrix)
  }

  /// Moves the origin to (`x`, `y`).
  public func translate(_ x: Double, _ y: Double) {
    cairo_translate(handle, x, y)
  }

  /// Restricts drawing to `r`, and to the clips so far.
  public func clip(to r: Rect) {
    cairo_new_path(handle)
    cairo_rectangle(handle, r.minX, r.minY, max(0, r.width), max(0, r.height))
    cairo_clip(handle)
  }

  /// Restricts drawing to the pixels of `r`, and to the clips so far.
  public func clip(to r: PixelRect) {
    clip(to: Rect(r))
  }

  /// Restricts drawing to the inside of `path`, with soft edges, and to the clips so far.
  public func clip(to path: Path) {
    trace(path)
    cairo_clip(handle)
  }

  /// The least rectangle, in the painter's space, around all that can be drawn on.
  public var clipBounds: Rect {
    var (x0, y0, x1, y1) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(handle, &x0, &y0, &x1, &y1)
    return Rect(minX: x0, minY: y0, maxX: x1, maxY: y1)
  }

  /// Whether some of `r` may be drawn on: where not, nothing in it need be drawn.
  public func shows(_ r: Rect) -> Bool {
    let clip = clipBounds
    return r.minX < clip.maxX && clip.minX < r.maxX && r.minY < clip.maxY && clip.minY < r.maxY
  }

  /// Hands `path` to Cairo as its current path.
  func trace(_ path: Path) {
    cairo_new_path(handle)
    for element in path.elements {
      switch element {
      case .move(let p): cairo_move_to(handle, p.x, p.y)
      case .line(let p): cairo_line_to(handle, p.x, p.y)
      case .cubic(let a, let b, let c): cairo_curve_to(handle, a.x, a.y, b.x, b.y, c.x, c.y)
      case .close: cairo_close_path(handle)
      }
    }
  }
}
