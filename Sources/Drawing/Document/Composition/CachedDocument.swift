import Geometry
import Raster

/// A drawing with its cache, as a view's source. The pixels are identical to those of the drawing.
public struct CachedDocument: PixelSource {
  private let document: Document
  private let cache: CompositionCache
  private let keeps: Bool

  /// Combines a drawing and its cache. `keeps` is whether to cache new tiles.
  public init(_ document: Document, _ cache: CompositionCache, keeps: Bool) {
    (self.document, self.cache, self.keeps) = (document, cache, keeps)
  }

  /// The rectangle of the canvas, px.
  public var bounds: PixelRect { document.bounds }
  /// The pixel of the paper.
  public var blank: UInt32 { document.blank }
  /// Whether the paper is visible and no tile that `rect` touches contains ink.
  public func isBlank(_ rect: PixelRect) -> Bool { document.isBlank(rect) }

  /// Writes the same pixels as `Document.compose`.
  public func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    // A floating selection moves as a whole, so there is no stroke that a cache could help.
    guard document.layers.count > 1, document.floating == nil else {
      return document.compose(rect, to: &target, start: start, stride: stride)
    }
    target.requireRoom(for: rect, start: start, stride: stride)
    let image = document.activeImage
    image.forEachTile(in: rect) { index in
      let part = image.bounds(ofTile: index).intersection(rect)
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      cache.compose(part, tile: index, of: document, keeps: keeps, to: &target, start: first, stride: stride)
      if document.hasAlpha { document.drawChecks(under: part, &target, first, stride) }
    }
  }
}
