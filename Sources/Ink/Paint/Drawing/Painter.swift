import CCairo
import Geometry

/// Draws on an `ImageSurface`, which it keeps alive. It owns a `cairo_t`.
///
/// Units are px of the surface, from its upper left corner, until `transform` changes them. After a
/// failure in Cairo nothing more is drawn and `check` throws: call it once a frame.
public final class Painter {
  let handle: OpaquePointer
  /// The target.
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

  /// Throws the first failure since this painter was made.
  public func check() throws(PaintError) {
    try PaintError.check(cairo_status(handle))
  }

  /// Runs `body`, then restores transforms and clips.
  public func saved<Result>(_ body: () throws -> Result) rethrows -> Result {
    cairo_save(handle)
    defer { cairo_restore(handle) }
    return try body()
  }

  /// Applies `map` before the current transform: later drawing is in the space of `map`.
  public func transform(_ map: Affine) {
    var matrix = cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    cairo_transform(handle, &matrix)
  }

  /// Moves the origin to (`x`, `y`).
  public func translate(_ x: Double, _ y: Double) {
    cairo_translate(handle, x, y)
  }

  /// Restricts drawing to `r` within the current clip.
  public func clip(to r: Rect) {
    cairo_new_path(handle)
    cairo_rectangle(handle, r.minX, r.minY, max(0, r.width), max(0, r.height))
    cairo_clip(handle)
  }

  /// Restricts drawing to the pixels of `r` within the current clip.
  public func clip(to r: PixelRect) {
    clip(to: Rect(r))
  }

  /// Restricts drawing to the inside of `path`, with soft edges, within the current clip.
  public func clip(to path: Path) {
    trace(path)
    cairo_clip(handle)
  }

  /// The bounds of the clip, in the painter's space.
  public var clipBounds: Rect {
    var (x0, y0, x1, y1) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(handle, &x0, &y0, &x1, &y1)
    return Rect(minX: x0, minY: y0, maxX: x1, maxY: y1)
  }

  /// Whether `r` meets the clip.
  public func shows(_ r: Rect) -> Bool {
    let clip = clipBounds
    return r.minX < clip.maxX && clip.minX < r.maxX && r.minY < clip.maxY && clip.minY < r.maxY
  }

  /// Sets Cairo's current path to `path`.
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
