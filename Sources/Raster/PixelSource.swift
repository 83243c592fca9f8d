import Geometry

/// An image that can be asked for its pixels: what a view shows.
public protocol PixelSource {
  /// The pixels that exist, px from (0, 0).
  var bounds: PixelRect { get }
  /// What every pixel of an empty place looks like, opaque.
  var blank: UInt32 { get }
  /// Whether all pixels of `rect` that exist are certainly `blank`, found without looking at pixels.
  func isBlank(_ rect: PixelRect) -> Bool
  /// Writes the pixels of `rect`, opaque, to `target`, `stride` words a row, the first at word `start`. `rect` lies
  /// inside `bounds`.
  func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int)
}
