import CCairo
import Geometry

/// How pixels are sampled where an image is scaled or turned.
public enum ImageFilter: Sendable, Hashable {
  /// The nearest pixel: hard edges.
  case nearest
  /// Interpolated between the four nearest: soft.
  case bilinear
}

extension Painter {
  /// Draws an image with its upper left corner at `origin` (painter's space), over the target, at
  /// an opacity of 0...1. At whole coordinates without scale or turn, pixels are copied exactly.
  public func draw(_ image: ImageSurface, at origin: Point, opacity: Double = 1, filter: ImageFilter = .bilinear) {
    cairo_set_source_surface(handle, image.handle, origin.x, origin.y)
    cairo_pattern_set_filter(
      cairo_get_source(handle), filter == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
    saved {
      clip(to: Rect(x: origin.x, y: origin.y, width: Double(image.width), height: Double(image.height)))
      if opacity >= 1 { cairo_paint(handle) } else { cairo_paint_with_alpha(handle, max(0, opacity)) }
    }
    // Releases the image: Cairo keeps a reference to the source pattern.
    cairo_set_source_rgba(handle, 0, 0, 0, 1)
  }
}
