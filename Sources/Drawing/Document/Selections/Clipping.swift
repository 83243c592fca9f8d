import Geometry
import Raster

/// Pixels that were cut or copied from a drawing, for floating selections and the clipboard. They
/// keep their positions. The tiles share memory with the drawing.
public struct Clipping: Sendable, Equatable {
  /// The premultiplied pixels, at their positions on a canvas of the original size.
  public let image: TileGrid
  /// The pixels that belong to the clipping, including transparent ones; never empty.
  public let mask: Mask
  /// The bounding rectangle of the mask.
  public let bounds: PixelRect

  /// The pixels of an image inside a mask of the same size, each with its share in it; nil if the mask is empty.
  /// - Parameter isCut: whether they have only their share already.
  public init?(of image: TileGrid, _ mask: Mask, isCut: Bool = false) {
    precondition(mask.width == image.width && mask.height == image.height, "a mask of the image's size")
    let bounds = mask.bounds
    guard !bounds.isEmpty else { return nil }
    var part = TileGrid(width: image.width, height: image.height)
    for tile in mask.tileIndices {
      guard let old = image[tile] else { continue }
      part[tile] = old
      if mask.share(ofTile: tile) == .some {
        if isCut {
          part.restore(part.bounds(ofTile: tile), tile: tile, outside: mask.words(ofTile: tile), to: nil)
        } else {
          CoverageLimit(mask).restore(part.bounds(ofTile: tile), ofTile: tile, of: &part, original: nil)
        }
        part[tile] = part[tile].flatMap { $0.isTransparent ? nil : $0.narrowed }
      }
    }
    (self.image, self.mask, self.bounds) = (part, mask, bounds)
  }

  /// A transparent px.
  package static let blank = Clipping(width: 1, height: 1)

  private init(width: Int, height: Int) {
    (image, mask) = (TileGrid(width: width, height: height), Mask(width: width, height: height, isFull: true))
    bounds = mask.bounds
  }

  /// An image from outside: `width` x `height` premultiplied pixels row by row, the upper left one
  /// at the origin. Returns nil if no canvas can have this size.
  public init?(width: Int, height: Int, pixels: [UInt32]) {
    guard var document = Document(width: width, height: height), pixels.count == width * height else { return nil }
    for y in 0..<height { document.load(row: y, pixels: pixels.span.extracting((y * width)..<((y + 1) * width))) }
    self.init(of: document.activeImage, Mask(width: width, height: height, isFull: true))
  }

  /// The premultiplied pixels of `bounds`, row by row.
  public var pixels: [UInt32] {
    var words = [UInt32](repeating: 0, count: bounds.area)
    var span = words.mutableSpan
    image.copy(bounds, to: &span, stride: bounds.width)
    return words
  }
}

/// A clipping's pixels as the source of its smaller copies; transparent outside it.
struct ClippingSource: PixelSource {
  let image: TileGrid
  var bounds: PixelRect { image.bounds }
  var blank: UInt32 { 0 }
  func isBlank(_ rect: PixelRect) -> Bool { image.isEmpty(rect) }
  func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    image.copy(rect, to: &target, start: start, stride: stride)
  }
}
