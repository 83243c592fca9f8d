import Geometry

extension Overlay {
  /// Whether anything of the overlay may lie in `rect`, window px: where not, `draw` has nothing to do there.
  public func intersects(_ rect: PixelRect) -> Bool {
    (isShown(.dial) && dial.frame.intersects(rect)) || (isShown(.status) && status.frame.intersects(rect))
      || (isShown(.toast) && toast.frame.intersects(rect))
  }
}
