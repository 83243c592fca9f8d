import Geometry
import Raster

extension Mask {
  /// Returns the mask enlarged by `scale` > 1 to a size in px: each pixel has the linear interpolation at its centre. Where
  /// all edges are hard, it is in the mask if that is at least half.
  public func enlarged(by scale: Double, width: Int, height: Int) -> Mask {
    var large = Mask(width: width, height: height)
    let box = bounds
    func edge(_ v: Int, _ end: Int, _ large: Int) -> Int { v == end ? large : Int((Double(v) * scale).rounded()) }
    let around = PixelRect(
      minX: edge(box.minX, self.width, width), minY: edge(box.minY, self.height, height),
      maxX: edge(box.maxX, self.width, width), maxY: edge(box.maxY, self.height, height))
    let isHard = isHard
    if isHard, count == box.area {
      large.fill(around)
      return large
    }
    let range = TileRange(around.grown(by: Int(scale.rounded(.up))).intersection(large.extent))
    for row in range.rows {
      for column in range.columns {
        let square = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
          .intersection(large.extent)
        let source = SampleWindow.source(of: square, scale: scale, kernel: .linear)
        let window = values(source)
        if !window.contains(where: { $0.x > 0 }) { continue }
        let shares = SampleWindow(source, values: window).enlarged(to: square, scale: scale, kernel: .linear)
        large.set(shares.map(\.x), of: square, isHard: isHard)
      }
    }
    return large
  }

  /// Replaces the shares of a tile's pixels.
  /// - Parameters:
  ///   - values: 0 (not in the mask) to 1, row by row; those beyond count as the nearest of both.
  ///   - square: the pixels of the tile.
  ///   - isHard: whether pixels with at least half are in the mask, and no others.
  mutating func set(_ values: [Float], of square: PixelRect, isHard: Bool) {
    var shares = [UInt8](repeating: 0, count: Tile.count)
    for y in 0..<square.height {
      for x in 0..<square.width {
        let value = values[y * square.width + x]
        shares[y << Tile.shift | x] = isHard ? value >= 0.5 ? 255 : 0 : UInt8(max(0, min(255, (value * 255).rounded())))
      }
    }
    setShares(shares, ofTile: (square.minY >> Tile.shift) * columns + square.minX >> Tile.shift)
  }

  /// The shares of pixels, 0...1; edge pixels are repeated outside the image.
  private func values(_ rect: PixelRect) -> [SIMD4<Float>] {
    var values: [SIMD4<Float>] = []
    values.reserveCapacity(rect.area)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let share = share(x: min(max(x, 0), width - 1), y: min(max(y, 0), height - 1))
        values.append(SIMD4(repeating: Float(share) / 255))
      }
    }
    return values
  }
}
