import Geometry
import Pixels
import Raster

extension TileGrid {
  /// The pixels of a layer's mask that shows only some pixels: the others are black.
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
        tile.withMutablePixels { pixels in
          for y in 0..<square.height {
            let word = shown.word(ofTile: index, row: y)
            for x in 0..<square.width where word >> UInt64(x) & 1 == 0 { pixels[y << Tile.shift | x] = black }
          }
        }
        grid[index] = tile
      }
    }
    if let tiles { for index in tiles { hide(index) } } else { for index in 0..<grid.slotCount { hide(index) } }
    return grid
  }

  /// The pixels of a layer's mask that show at least half of the layer.
  var shownByMask: Mask {
    var shown = Mask(width: width, height: height, isFull: true)
    for index in tileIndices {
      guard let tile = self[index] else { continue }
      let pixels = tile.pixels.span
      let square = bounds(ofTile: index)
      var words = [UInt64](repeating: 0, count: Tile.size)
      for y in 0..<square.height {
        for x in 0..<square.width where MaskShare.of(pixels[y << Tile.shift | x]) >= 128 {
          words[y] |= 1 << UInt64(x)
        }
      }
      shown.setWords(words, ofTile: index)
    }
    return shown
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
  /// The pixels that a layer's mask shows at least by half, on an endless canvas where anything is drawn; nil
  /// without a mask.
  public func shownByMask(of id: Layer.ID) -> Mask? {
    guard var shown = layer(id)?.mask?.shownByMask else { return nil }
    if isEndless { shown.formIntersection(mask(of: shownBounds)) }
    return shown
  }
}
