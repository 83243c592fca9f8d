import Geometry
import Raster

/// A small picture of the whole drawing, for a navigator.
public struct Miniature: Sendable, Hashable {
  /// The part of the canvas that it shows, canvas px: all of it, or what is drawn on an endless
  /// canvas (`Document.frame`).
  public let part: PixelRect
  /// Width, px, at least 1.
  public let width: Int
  /// Height, px, at least 1.
  public let height: Int
  /// Opaque pixels, row by row, with a checkerboard behind transparent ones.
  public let pixels: [UInt32]

  /// Creates a miniature of `width` x `height` pixels.
  public init(part: PixelRect, width: Int, height: Int, pixels: [UInt32]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height, "a pixel for each place")
    (self.part, self.width, self.height, self.pixels) = (part, width, height, pixels)
  }
}

/// Makes miniatures of a drawing. Layers that are the same as in the last one are not scaled again.
public struct MiniatureMaker: Sendable {
  private var known: [SurfaceID: (thumbnail: LayerThumbnail, image: TileGrid)] = [:]
  private var part = PixelRect.empty
  private var most = (width: 0, height: 0)

  /// Creates a maker that knows no layer.
  public init() {}

  /// Makes the miniature of a drawing that fits into `most` px.
  ///
  /// Layers are scaled before they are composited, so edges of blend modes can differ a little from
  /// the drawing. A floating selection is left out. O(layers * pixels of the miniature).
  public mutating func make(of document: borrowing Document, most: (width: Int, height: Int)) -> Miniature {
    let part = document.frame
    if part != self.part || most != self.most { known = [:] }
    (self.part, self.most) = (part, most)
    var made: [SurfaceID: (thumbnail: LayerThumbnail, image: TileGrid)] = [:]
    var layers: [Layer] = []
    var size = (width: 1, height: 1)
    for layer in document.layers {
      func thumbnail(of image: TileGrid, _ plane: SurfaceID.Plane) -> LayerThumbnail {
        let surface = SurfaceID(layer.id, plane)
        var thumbnail: LayerThumbnail
        // Equal grids share their tiles, so that comparing them is quick.
        if let old = known[surface], old.image == image {
          thumbnail = old.thumbnail
        } else {
          thumbnail = LayerThumbnail(of: image, part: part, most: most)
        }
        made[surface] = (thumbnail, image)
        return thumbnail
      }
      let pixels = thumbnail(of: layer.image, .pixels)
      size = (pixels.width, pixels.height)
      layers.append(layer.replacingImage(with: pixels, mask: layer.mask.map { thumbnail(of: $0, .mask) }))
    }
    known = made
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    let small = Document(
      width: size.width, height: size.height, layers: layers, active: 0, paper: document.paper,
      isPaperShown: document.isPaperShown)
    if let small {
      var target = pixels.mutableSpan
      small.compose(small.bounds, to: &target, start: 0, stride: size.width)
    }
    return Miniature(part: part, width: size.width, height: size.height, pixels: pixels)
  }
}

extension Layer {
  /// The layer with thumbnails as its pixels and its mask.
  func replacingImage(with thumbnail: LayerThumbnail, mask: LayerThumbnail?) -> Layer {
    var layer = Layer(name: "", width: thumbnail.width, height: thumbnail.height)
    (layer.properties, layer.content, layer.depth) = (properties, content, depth)
    layer.mask = mask?.grid
    if isPaint { layer.image = thumbnail.grid }
    return layer
  }
}

extension LayerThumbnail {
  /// The pixels in tiles.
  fileprivate var grid: TileGrid {
    var grid = TileGrid(width: width, height: height)
    for index in 0..<grid.slotCount {
      let bounds = grid.bounds(ofTile: index)
      grid.withMutableTile(index) { tile in
        for y in bounds.minY..<bounds.maxY {
          let row = (y - bounds.minY) << Tile.shift - bounds.minX
          for x in bounds.minX..<bounds.maxX { tile[row + x] = pixels[y * width + x] }
        }
      }
    }
    return grid
  }
}
