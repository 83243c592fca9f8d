import CCairo
import Geometry

/// How an image's pixels are taken where they do not fall on the target's.
public enum ImageFilter: Sendable, Hashable {
  /// The nearest pixel: hard edges.
  case nearest
  /// Between the four nearest: soft.
  case bilinear
}

extension Painter {
  /// Draws an image with its upper left corner at `origin` (painter's space), over what is there, at an opacity of 0...1.
  /// Without a scale or turn and with whole coordinates its pixels are taken as they are.
  public func draw(_ image: ImageSurface, at origin: Point, opacity: Double = 1, filter: ImageFilter = .bilinear) {
    cairo_set_source_surface(handle, image.handle, origin.x, origin.y)
    cairo_pattern_set_filter(
      cairo_get_source(handle), filter == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
    saved {
      clip(to: Rect(x: origin.x, y: origin.y, width: Double(image.width), height: Double(image.height)))
      if opacity >= 1 { cairo_paint(handle) } else { cairo_paint_with_alpha(handle, max(0, opacity)) }
    }
    // Let go of the image: a source left set would keep it, and lent memory with it, in use.
    cairo_set_source_rgba(handle, 0, 0, 0, 1)
  }
}
