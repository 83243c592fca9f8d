import Geometry
import Pixels
import Raster

extension TileGrid {
  /// The pixels of a layer's mask that shows the layer by the shares of another mask: elsewhere they are black.
  /// - Parameter tiles: the tiles in which it hides pixels; nil for all.
  static func mask(showing shown: Mask, tiles: Set<Int>? = nil) -> TileGrid {
    var grid = TileGrid(width: shown.width, height: shown.height)
    let black: UInt32 = 0xFF00_0000
    // All tiles that are hidden as a whole share it.
    let hidden = Tile(filledWith: black)
    func hide(_ index: Int) {
      let square = grid.bounds(ofTile: index)
      switch shown.share(ofTile: index) {
      case .all: break
      case .none where square.area == Tile.count: grid[index] = hidden
      case .none, .some:
        var tile = Tile()
        let shares = shown.shares(ofTile: index)
        tile.withMutablePixels { pixels in
          for y in 0..<square.height {
            for i in (y << Tile.shift)..<(y << Tile.shift + square.width) { pixels[i] = UInt32(255 - shares[i]) << 24 }
          }
        }
        grid[index] = tile
      }
    }
    if let tiles { for index in tiles { hide(index) } } else { for index in 0..<grid.slotCount { hide(index) } }
    return grid
  }

  /// The pixels of a layer's mask by how much of the layer they show.
  var shownByMask: Mask {
    var shown = Mask(width: width, height: height, isFull: true)
    for index in tileIndices {
      guard let tile = self[index] else { continue }
      let pixels = tile.pixels.span
      let square = bounds(ofTile: index)
      var shares = [UInt8](repeating: 0, count: Tile.count)
      for y in 0..<square.height {
        for i in (y << Tile.shift)..<(y << Tile.shift + square.width) { shares[i] = UInt8(MaskShare.of(pixels[i])) }
      }
      shown.setShares(shares, ofTile: index)
    }
    return shown
  }

  /// The mask with the opacity of each pixel.
  var opacity: Mask {
    var mask = Mask(width: width, height: height)
    for index in tileIndices {
      guard let tile = self[index] else { continue }
      mask.setShares(tile.pixels.map { UInt8($0 >> 24) }, ofTile: index)
    }
    return mask
  }

  /// A white image whose alpha is the share that this mask shows (`MaskShare`), 0...255.
  /// - Parameter tiles: the indices of the tiles that it has; others are transparent.
  package func effect(tiles: Set<Int>) -> TileGrid {
    var grid = TileGrid(width: width, height: height)
    let all = Tile(filledWith: 0xFFFF_FFFF)
    for index in tiles {
      let square = bounds(ofTile: index)
      guard self[index] != nil || square.area < Tile.count else {
        grid[index] = all
        continue
      }
      let mask = self[index] ?? Tile()
      let pixels = mask.pixels.span
      var tile = Tile()
      tile.withMutablePixels { white in
        for y in 0..<square.height {
          for x in (y << Tile.shift)..<(y << Tile.shift + square.width) {
            white[x] = MaskShare.of(pixels[x]) &* 0x0101_0101
          }
        }
      }
      grid[index] = tile
    }
    return grid
  }
}

extension Document {
  /// The opacity of a layer's pixels; nil without a layer or for a group.
  public func opacity(of id: Layer.ID) -> Mask? { image(of: SurfaceID(id))?.opacity }

  /// The pixels that a layer's mask shows, each by how much; nil without a mask. On an endless canvas where anything is
  /// drawn; of a selection as a layer where that is covered.
  public func shownByMask(of id: Layer.ID) -> Mask? {
    guard let layer = layer(id), var shown = layer.mask?.shownByMask else { return nil }
    if isEndless { shown.formIntersection(layer.purpose.isInk ? mask(of: shownBounds) : layer.image.opacity) }
    return shown
  }
}
