import Raster

extension LayerThumbnail {
  /// Composes the thumbnail of a group of those of the layers and groups that it directly contains, lowest
  /// first, which all show the same part of the canvas. Without any it has one pixel.
  ///
  /// A group that passes through is composed as if it were isolated. O(count * pixels).
  public init(composing contents: [(layer: Layer, thumbnail: LayerThumbnail, mask: LayerThumbnail?)]) {
    let layers = contents.map { layer, thumbnail, mask in
      var plain = layer
      (plain.content, plain.depth) = (.paint, 0)
      return plain.replacingImage(with: thumbnail, mask: mask)
    }
    let (width, height) = (contents.first?.thumbnail.width ?? 1, contents.first?.thumbnail.height ?? 1)
    var pixels = [UInt32](repeating: 0, count: width * height)
    if let small = Document(width: width, height: height, layers: layers, active: 0, isPaperShown: false) {
      var target = pixels.mutableSpan
      small.flatten(small.bounds, to: &target, start: 0, stride: width)
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
