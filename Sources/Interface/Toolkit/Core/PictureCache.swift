import Geometry
import Paint

/// Caches the picture of a widget, so that showing it again costs a copy of its pixels.
///
/// `Key` is everything that the picture depends on. The picture is drawn when it is shown and its
/// key or size has changed.
public final class PictureCache<Key: Equatable> {
  private var surface: ImageSurface?
  private var key: Key?

  public init() {}

  /// Shows the part of the picture within `dirty`, with its upper left corner at that of `frame`.
  ///
  /// `render` draws on transparent pixels, with that corner as origin. Where memory for the picture
  /// is lacking, it draws directly.
  public func show(_ key: Key, frame: PixelRect, on painter: Painter, dirty: PixelRect, render: (Painter) -> Void) {
    let part = frame.intersection(dirty)
    guard !part.isEmpty else { return }
    guard let picture = picture(of: key, frame, render) else {
      painter.saved {
        painter.clip(to: part)
        painter.translate(Double(frame.minX), Double(frame.minY))
        render(painter)
      }
      return
    }
    painter.saved {
      painter.clip(to: part)
      painter.draw(picture, at: Point(Double(frame.minX), Double(frame.minY)))
    }
  }

  private func picture(of key: Key, _ frame: PixelRect, _ render: (Painter) -> Void) -> ImageSurface? {
    if let surface, surface.width == frame.width, surface.height == frame.height {
      if self.key == key { return surface }
    } else {
      surface = try? ImageSurface(width: frame.width, height: frame.height)
    }
    self.key = nil
    guard let surface, let painter = try? Painter(surface) else { return nil }
    painter.clear()
    render(painter)
    guard (try? painter.check()) != nil else { return nil }
    self.key = key
    return surface
  }
}
