import Raster

/// What a picture in a file has of a layer, by the layer's index.
enum LayerPicture {
  case pixels(Int)
  case mask(Int)
  /// White where the mask shows the layer or the group, over all that it has; its alpha is the share.
  case effect(Int)
}

extension Document {
  func image(of picture: LayerPicture) -> TileGrid {
    switch picture {
    case .pixels(let index): return layers[index].image
    case .mask(let index): return layers[index].mask ?? TileGrid(width: width, height: height)
    case .effect(let index):
      let tiles = layers.branch(at: index).reduce(into: Set<Int>()) { $0.formUnion(layers[$1].image.tileIndices) }
      return (layers[index].mask ?? TileGrid(width: width, height: height)).effect(tiles: tiles)
    }
  }
}
