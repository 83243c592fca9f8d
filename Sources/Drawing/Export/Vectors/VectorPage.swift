import Document
import Geometry
import Ink
import Pixels
import Raster

/// A page for curves and images, drawn from bottom to top, in canvas px.
protocol VectorPage: AnyObject {
  /// The colour is 0xRRGGBB, opaque.
  func fill(_ area: PixelRect, colour: UInt32) throws
  /// Fills by the nonzero rule. The colour is 0xRRGGBB, the opacity 0...1.
  func fill(_ contours: [Outline.Contour], colour: UInt32, opacity: Double, blend: CompositeOperator) throws
  /// Starts a group, which is composited as a whole by `end` unless it is opaque, without a mode and not
  /// isolated.
  func begin(_ group: VectorGroup) throws
  /// Ends the innermost group; pass the same value as to `begin`.
  func end(_ group: VectorGroup) throws
  func draw(_ image: VectorImage) throws
  func finish() throws
}

struct VectorGroup {
  /// The name of the layer or group; nil if it is only a part of a layer.
  var layer: String?
  /// 0...1.
  var opacity: Double
  var blend: CompositeOperator
  /// Whether the blend modes of its parts end at the group. If it is translucent or has a mode itself,
  /// they always do.
  var isIsolated: Bool
}

struct VectorImage {
  var layer: String
  /// The image's rectangle in pixels, `scale` for each canvas px; not empty.
  var bounds: PixelRect
  var scale: Double
  var hasAlpha: Bool
  /// The opacity, 0...255.
  var alpha: UInt32
  var blend: CompositeOperator
  /// Writes premultiplied pixels without `alpha`; rows are `stride` words apart.
  var copy: (_ part: PixelRect, _ target: inout MutableSpan<UInt32>, _ stride: Int) -> Void
}
