import Geometry

/// Sketches: approximate tiles that are quick to compute.
extension Pyramid {
  /// Computes tiles of level `k` that are missing or sketches, on several threads. Where more than
  /// `budget` px of the image would have to be composed, missing tiles become sketches, and
  /// sketches stay.
  /// - Parameter tiles: their indices (`ViewRenderer.wanted`).
  public mutating func make(
    level k: Int, _ tiles: [Int], from source: some PixelSource & Sendable, budget: Int, workers: WorkerPool
  ) {
    let columns = levels[k - 1].columns
    var cost = 0
    if budget < Int.max {
      for index in tiles where cost <= budget {
        cost += self.cost(level: k, index % columns, index / columns, from: source, limit: budget - cost)
      }
    }
    let isSketch = cost > budget
    let slots = made(level: k, tiles, from: source, isSketch: isSketch, workers: workers)
    for (slot, index) in zip(slots, tiles) { if let slot { levels[k - 1].put(slot, index) } }
  }

  /// The new content of slots of level `k`; nil where the old one stays.
  private func made(
    level k: Int, _ tiles: [Int], from source: some PixelSource & Sendable, isSketch: Bool, workers: WorkerPool
  ) -> [Slot?] {
    // Large enough that the allocations of each task do not matter.
    let size = 4
    var results = [Slot?](repeating: nil, count: tiles.count)
    results.withUnsafeMutableBufferPointer { all in
      // Safe: each thread writes elements of its own.
      nonisolated(unsafe) let all = all
      workers.divide((tiles.count + size - 1) / size) { part in
        var buffer: [UInt32] = []
        for i in (part * size)..<min(tiles.count, (part + 1) * size) {
          let slot = levels[k - 1].slots[tiles[i]]
          guard slot.isMissing || slot.isSketch && !isSketch else { continue }
          let tile =
            isSketch
            ? sketch(level: k, tiles[i], from: source, &buffer)
            : makeTile(level: k, tiles[i], from: source, &buffer)
          all[i] = tile.map { isSketch ? .sketch($0) : .tile($0) } ?? .blank
        }
      }
    }
    return results
  }

  /// An approximate tile: from the level above, enlarged, where that has a tile or sketch; else
  /// from a few of the image's pixels. Nil where all are blank, which is exact.
  func sketch(level k: Int, _ index: Int, from source: some PixelSource, _ buffer: inout [UInt32]) -> Tile? {
    let (row, column) = index.quotientAndRemainder(dividingBy: levels[k - 1].columns)
    let square = levels[k - 1].square(column, row)
    if source.isBlank(Self.scaled(square, by: k)) { return nil }
    for j in k..<min(k + 2, levels.count) {
      // levels[j] is level j + 1.
      let shift = j + 1 - k
      let above = levels[j]
      switch above.slots[(row >> shift) * above.columns + column >> shift] {
      case .missing: continue
      case .blank: return nil
      case .sketch(let tile), .tile(let tile): return Self.enlarged(tile, shift, column, row)
      }
    }
    return sampled(level: k, square, from: source, &buffer)
  }

  private static func enlarged(_ tile: Tile, _ shift: Int, _ column: Int, _ row: Int) -> Tile {
    let side = Tile.size >> shift
    let part = (1 << shift) - 1
    let first = ((row & part) * side) << Tile.shift + (column & part) * side
    var large = Tile()
    let from = tile.pixels.span
    large.withMutablePixels {
      for y in 0..<Tile.size {
        for x in 0..<Tile.size { $0[y << Tile.shift + x] = from[first + (y >> shift) << Tile.shift + x >> shift] }
      }
    }
    return large
  }

  /// Reads one row of the image for each row of the level (from level 3 on for each two), and four
  /// pixels of it for each pixel.
  private func sampled(
    level k: Int, _ square: PixelRect, from source: some PixelSource, _ buffer: inout [UInt32]
  ) -> Tile {
    let image = source.bounds
    let width = min(square.maxX << k, image.maxX) - square.minX << k
    if buffer.count < width { buffer = [UInt32](repeating: 0, count: width) }
    let rows = k > 2 ? 2 : 1
    // Where a pixel covers only two in a row, each counts twice.
    let (pitch, half) = k > 1 ? (1 << (k - 2), 1 << (k - 1)) : (0, 1)
    var tile = Tile()
    for y in Swift.stride(from: square.minY, to: square.maxY, by: rows) {
      let line = min(y << k + (rows << k) >> 1, image.maxY - 1)
      let rect = PixelRect(x: square.minX << k, y: line, width: width, height: 1)
      var span = buffer.mutableSpan
      source.compose(rect, to: &span, start: 0, stride: width)
      tile.withMutablePixels {
        for x in 0..<square.width {
          let at = x << k
          let last = width - 1
          let pixel = Pixel.mean(
            span[min(at, last)], span[min(at + pitch, last)], span[min(at + half, last)],
            span[min(at + half + pitch, last)])
          for i in y..<min(y + rows, square.maxY) { $0[(i - square.minY) << Tile.shift + x] = pixel }
        }
      }
    }
    return tile
  }
}
