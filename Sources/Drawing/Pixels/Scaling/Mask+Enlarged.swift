import Geometry
import Raster

extension Mask {
  /// Returns the mask enlarged by `scale` > 1 to a size in px, with smooth edges: a pixel is
  /// selected if the linear interpolation at its centre is at least 0.5.
  public func enlarged(by scale: Double, width: Int, height: Int) -> Mask {
    var large = Mask(width: width, height: height)
    let box = bounds
    func edge(_ v: Int, _ end: Int, _ large: Int) -> Int { v == end ? large : Int((Double(v) * scale).rounded()) }
    let around = PixelRect(
      minX: edge(box.minX, self.width, width), minY: edge(box.minY, self.height, height),
      maxX: edge(box.maxX, self.width, width), maxY: edge(box.maxY, self.height, height))
    if count == box.area {
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
        var words = [UInt64](repeating: 0, count: Tile.size)
        for y in 0..<square.height {
          for x in 0..<square.width where shares[y * square.width + x].x >= 0.5 { words[y] |= 1 << UInt64(x) }
        }
        large.setWords(words, ofTile: row * large.columns + column)
      }
    }
    return large
  }

  /// 1 for selected pixels, 0 for others; edge pixels are repeated outside the image.
  private func values(_ rect: PixelRect) -> [SIMD4<Float>] {
    var values: [SIMD4<Float>] = []
    values.reserveCapacity(rect.area)
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let isIn = self[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]
        values.append(SIMD4(repeating: isIn ? 1 : 0))
      }
    }
    return values
  }
}
