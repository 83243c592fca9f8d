import Document
import Geometry
import Raster

/// What a picture in a file has of a layer, by the layer's index.
enum LayerPicture {
  /// The pixels, with those outside the canvas.
  case pixels(Int)
  case mask(Int)
  /// White where the mask shows the layer or the group, over all that it has; its alpha is the share.
  case effect(Int)
  /// What other programs show of a clipped layer or group with a mode.
  case clipped(Int)
}

extension Document {
  /// The rectangle that the grid of a picture has, canvas px.
  func bounds(of picture: LayerPicture) -> PixelRect {
    if case .pixels(let index) = picture { fileBounds(ofLayer: index) } else { bounds }
  }

  func image(of picture: LayerPicture) -> TileGrid {
    switch picture {
    case .pixels(let index): return fileImage(ofLayer: index)
    case .mask(let index): return layers[index].mask ?? TileGrid(width: width, height: height)
    case .clipped(let index): return clippedPicture(of: index)
    case .effect(let index):
      let tiles = layers.branch(at: index).reduce(into: Set<Int>()) { $0.formUnion(layers[$1].image.tileIndices) }
      return (layers[index].mask ?? TileGrid(width: width, height: height)).effect(tiles: tiles)
    }
  }
}
