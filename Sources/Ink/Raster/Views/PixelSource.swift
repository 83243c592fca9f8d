import Geometry

/// An image that a view shows.
public protocol PixelSource {
  /// The pixels of the image, px from (0, 0).
  var bounds: PixelRect { get }
  /// The value of every empty pixel, opaque.
  var blank: UInt32 { get }
  /// Whether all pixels of `rect` inside `bounds` are known to be `blank` without reading pixels.
  /// May return false for blank pixels, never true for others.
  func isBlank(_ rect: PixelRect) -> Bool
  /// Writes the pixels of `rect`, opaque, to `target`, `stride` words a row, the first at word
  /// `start`. `rect` is inside `bounds`.
  func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int)
}
