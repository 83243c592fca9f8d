import Geometry

/// Updates after large changes of the image.
extension Pyramid {
  /// From this many changed px on, waking other threads is worth its cost.
  private static let sharedArea = 1 << 16

  /// A tile that is being updated.
  private struct Renewal {
    let index: Int
    let column: Int
    let row: Int
    var tile: Tile
    let isSketch: Bool
    /// The pixels that may have changed, px of its level.
    var parts: [PixelRect]
  }

  /// Updates every existing tile after the pixels of `region` (px of the image) changed: the same
  /// pixels as `update` for each rectangle. Tiles computed from the image itself are computed on
  /// several threads where the region is large.
  public mutating func update(_ region: FineRegion, from source: some PixelSource & Sendable, workers: WorkerPool) {
    for rect in region.region.rects { job.changed(rect) }
    var rects = region.rects
    // Only the lowest existing level reads the image; those above read the level below, which is
    // little.
    var readsImage = true
    for k in 1...levels.count {
      rects = rects.map { Self.halved($0) }
      guard levels[k - 1].known > 0 else { continue }
      var renewals = takeOut(level: k, rects, from: source)
      renew(&renewals, level: k, from: source, workers: readsImage && region.area >= Self.sharedArea ? workers : nil)
      for renewal in renewals {
        levels[k - 1].put(renewal.isSketch ? .sketch(renewal.tile) : .tile(renewal.tile), renewal.index)
      }
      readsImage = false
    }
  }

  /// Takes the tiles of a level that rectangles (px of the level) touch out of their slots.
  private mutating func takeOut(level k: Int, _ rects: [PixelRect], from source: some PixelSource) -> [Renewal] {
    var renewals: [Renewal] = []
    var places: [Int: Int] = [:]
    for rect in rects {
      let range = levels[k - 1].tiles(in: rect)
      for row in range.rows {
        for index in levels[k - 1].written(range, row) {
          let column = index - row * levels[k - 1].columns
          let square = levels[k - 1].square(column, row)
          let part = square.intersection(rect)
          if let place = places[index] {
            renewals[place].parts.append(part)
            continue
          }
          guard let (tile, isSketch) = takeOut(level: k, index, square, from: source) else { continue }
          places[index] = renewals.count
          renewals.append(
            Renewal(index: index, column: column, row: row, tile: tile, isSketch: isSketch, parts: [part]))
        }
      }
    }
    return renewals
  }

  /// Computes the changed pixels of tiles.
  private func renew(
    _ renewals: inout [Renewal], level k: Int, from source: some PixelSource & Sendable, workers: WorkerPool?
  ) {
    // Large enough that the allocations of each task do not matter.
    let size = 2
    let count = renewals.count
    renewals.withUnsafeMutableBufferPointer { all in
      // Safe: each thread writes tiles of its own.
      nonisolated(unsafe) let all = all
      let make: @Sendable (Int) -> Void = { part in
        var buffer: [UInt32] = []
        for i in (part * size)..<min(count, (part + 1) * size) {
          let (column, row) = (all[i].column, all[i].row)
          for rect in all[i].parts {
            self.make(level: k, column, row, rect, from: source, &buffer)
            Self.copy(rect, from: &buffer, to: &all[i].tile)
          }
        }
      }
      let parts = (count + size - 1) / size
      if let workers {
        workers.divide(parts, make)
      } else {
        for part in 0..<parts { make(part) }
      }
    }
  }
}
