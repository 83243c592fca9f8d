import Geometry
import Ink
import Raster

/// A page of a file of curves and images on which a drawing is drawn from the bottom up, in px of the canvas.
protocol VectorPage: AnyObject {
  /// Fills a rectangle with an opaque colour 0xRRGGBB.
  func fill(_ area: PixelRect, colour: UInt32) throws
  /// Fills the contours of one stroke, all at once by the nonzero rule, with a colour 0xRRGGBB at an opacity of 0...1.
  func fill(_ contours: [Outline.Contour], colour: UInt32, opacity: Double, blend: CompositeOperator) throws
  /// Starts a group: what is drawn up to `end` is combined before it is combined with what is under it.
  func begin(_ group: VectorGroup) throws
  /// Ends the group that was started last, with the value that started it.
  func end(_ group: VectorGroup) throws
  /// Draws an image.
  func draw(_ image: VectorImage) throws
  /// Ends the page and the file.
  func finish() throws
}

/// Several shapes as one.
struct VectorGroup {
  /// The name of the layer that the group stands for; nil where it is a part of one.
  var layer: String?
  /// 0...1.
  var opacity: Double
  /// How the whole is combined with what is under it.
  var blend: CompositeOperator
  /// Whether each part covers what is under it, so that the parts can be drawn one by one where the group is opaque.
  var isPlain: Bool
}

/// A layer, or several, as pixels.
struct VectorImage {
  /// The name of the layer.
  var layer: String
  /// The image's pixels, `scale` of them for a px of the canvas; not empty.
  var bounds: PixelRect
  /// As above, > 0.
  var scale: Double
  /// Whether there are pixels that are not opaque.
  var hasAlpha: Bool
  /// 0...255.
  var alpha: UInt32
  /// How the image is combined with what is under it.
  var blend: CompositeOperator
  /// Writes the pixels of a part of `bounds`, premultiplied, without `alpha`, the rows `stride` words apart.
  var copy: (_ part: PixelRect, _ target: inout MutableSpan<UInt32>, _ stride: Int) -> Void
}
