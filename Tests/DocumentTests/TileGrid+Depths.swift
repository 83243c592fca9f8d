import Geometry
import RandomSource
import Raster

extension DeepPixel {
  /// A random pixel; some are transparent or opaque.
  static func random(_ rng: inout RandomSource) -> DeepPixel {
    let alpha = rng.isOne(in: 8) ? 0 : rng.isOne(in: 4) ? one : UInt16(rng.roll(0...Int(one)))
    func channel() -> UInt16 { UInt16(rng.roll(0...Int(alpha))) }
    return DeepPixel(SIMD4(channel(), channel(), channel(), alpha))
  }
}

extension TileGrid {
  /// A random image of tiles of 8 bits, of 16, of 16 that 8 hold, and of none.
  static func ofBothDepths(width: Int, height: Int, _ rng: inout RandomSource) -> TileGrid {
    var grid = TileGrid(width: width, height: height)
    for index in 0..<grid.slotCount {
      let (kind, square) = (rng.roll(0...3), grid.bounds(ofTile: index))
      for y in square.minY..<square.maxY where kind > 0 && !rng.isOne(in: 5) {
        let row = (0..<square.width).map { _ in DeepPixel.random(&rng) }
        let words = row.map(\.word)
        switch kind {
        case 1: grid.setRow(y, from: square.minX, to: words.span)
        case 2:
          let widened = words.map { DeepPixel($0) }
          grid.setRow(y, from: square.minX, to: widened.span)
        default: grid.setRow(y, from: square.minX, to: row.span)
        }
      }
    }
    return grid
  }

  /// Whether no tile has 16 bits where 8 hold the same.
  var isNarrow: Bool { tileIndices.allSatisfy { self[$0].map { $0.narrowed.isDeep == $0.isDeep } ?? true } }
}
