import Dice
import Raster

extension TileGrid {
  /// Sets blots of random pixels, anywhere, so many as are rolled.
  mutating func addBlots(_ count: ClosedRange<Int>, _ dice: inout Dice) {
    for _ in 0..<dice.roll(count) {
      let (x, y) = (dice.roll(0..<width), dice.roll(0..<height))
      for row in y..<min(height, y + dice.roll(1...40)) {
        let pixels = (0..<min(width - x, dice.roll(1...90))).map { _ in
          let alpha = dice.roll(0...255)
          let (r, g, b) = (dice.roll(0...alpha), dice.roll(0...alpha), dice.roll(0...alpha))
          return UInt32(alpha << 24 | r << 16 | g << 8 | b)
        }
        setRow(row, from: x, to: pixels.span)
      }
    }
  }
}
