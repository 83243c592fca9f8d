import Geometry
import Raster

@testable import Document

extension Document {
  /// The premultiplied pixels of the whole canvas, as a file stores them, row by row.
  var flatPixels: [UInt32] {
    var pixels = [UInt32](repeating: 0, count: bounds.area)
    var span = pixels.mutableSpan
    flatten(bounds, to: &span, start: 0, stride: width)
    return pixels
  }
}
