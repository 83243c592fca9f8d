import Geometry
import Glibc
import Raster

/// A Gaussian filter of masks.
///
/// A wide filter works with the means of cells, whose side is 1/8 to 1/4 of the deviation. Cubics interpolate between them.
/// The error is below a level.
struct FeatherFilter {
  /// The side of a cell, px.
  let cell: Int
  /// The weights of cells by their distance, from 0 on.
  private let weights: [Float]
  /// The weights of four cells for each place within a cell.
  private let cubics: [SIMD4<Float>]
  /// The places of pixels behind the centre of a cell, in sides of one.
  private let places: [Float]

  /// The filtered value depends on pixels up to so far away.
  var reach: Int { (weights.count + 2) * cell }
  /// The side of a block that is filtered at once, tiles.
  var blockSide: Int { max(2, min(8, reach >> Tile.shift)) }

  init(deviation: Double) {
    var cell = 1
    while deviation / Double(cell) >= 8 { cell *= 2 }
    self.cell = cell
    let side = Double(cell)
    // A mean over a cell is a filter itself.
    let own = (deviation * deviation - (side * side - 1) / 12) / (side * side)
    var weights = (0...Int((4 * own.squareRoot()).rounded(.up))).map { distance -> Double in
      // A deviation far below a px.
      own > 0.01 ? Self.share(of: Double(distance), own.squareRoot()) : distance == 0 ? 1 : 0
    }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    self.weights = weights.map { Float($0) }
    places = (0..<cell).map { (Float($0) + 0.5) / Float(side) }
    cubics = (0..<cell).map { place in
      let t = (Double(place) + 0.5) / side - 0.5
      let f = t < 0 ? t + 1 : t
      return SIMD4(
        Float(((-f + 2) * f - 1) * f / 2), Float(((3 * f - 5) * f) * f / 2 + 1), Float(((-3 * f + 4) * f + 1) * f / 2),
        Float((f - 1) * f * f / 2))
    }
  }

  /// The Gaussian at a distance.
  private static func share(of distance: Double, _ deviation: Double) -> Double {
    exp(-distance * distance / (2 * deviation * deviation))
  }

  /// Filters some tiles.
  /// - Parameter cells: those of `old`, with the side `cell`.
  func filter(_ block: TileRange, of old: Mask, _ cells: inout MaskCells, to soft: inout Mask) {
    let square = PixelRect(
      minX: block.columns.lowerBound << Tile.shift, minY: block.rows.lowerBound << Tile.shift,
      maxX: block.columns.upperBound << Tile.shift, maxY: block.rows.upperBound << Tile.shift)
    switch share(of: old, around: square.grown(by: reach)) {
    case .none: return
    case .all:
      for index in block.indices(columns: old.columns) { soft.setTile(index, isFull: true) }
      return
    case .some: break
    }
    // Two more cells on each side for the cubics, then those that the filter reads.
    let margin = 2
    let wide = margin + weights.count - 1
    let (columns, rows) = (square.width / cell + 2 * wide, square.height / cell + 2 * wide)
    let means = cells.cells(
      left: square.minX / cell - wide, top: square.minY / cell - wide, columns: columns, rows: rows)
    let (innerColumns, innerRows) = (square.width / cell + 2 * margin, square.height / cell + 2 * margin)
    var across = [Float](repeating: 0, count: rows * innerColumns)
    convolve(means, stride: columns, count: innerColumns, rows: rows, step: 1, to: &across)
    var both = [Float](repeating: 0, count: innerRows * innerColumns)
    convolve(across, stride: innerColumns, count: innerColumns, rows: innerRows, step: innerColumns, to: &both)
    interpolate(both, columns: innerColumns, margin, block, to: &soft)
  }

  /// How much of a rectangle, which may exceed the image, is in the mask: `.some` where it is not the same in all tiles.
  private func share(of mask: Mask, around rect: PixelRect) -> Mask.Share {
    let range = TileRange(rect.intersection(mask.extent))
    var (hasNone, hasAll) = (false, false)
    for row in range.rows {
      for column in range.columns {
        switch mask.share(ofTile: row * mask.columns + column) {
        case .none: hasNone = true
        case .all: hasAll = true
        case .some: return .some
        }
        if hasNone, hasAll { return .some }
      }
    }
    return hasAll ? .all : .none
  }

  /// Filters in one direction.
  /// - Parameter step: the distance of neighbours in that direction in `values`.
  private func convolve(
    _ values: [Float], stride: Int, count: Int, rows: Int, step: Int, to result: inout [Float]
  ) {
    let (from, weights) = (values.span, weights.span)
    let reach = weights.count - 1
    var to = result.mutableSpan
    for row in 0..<rows {
      let (start, target) = (row * stride, row * count)
      let middle = start + reach * step
      for i in 0..<count { to[unchecked: target + i] = weights[unchecked: 0] * from[unchecked: middle + i] }
      for distance in 1..<weights.count {
        let weight = weights[unchecked: distance]
        let (before, after) = (middle - distance * step, middle + distance * step)
        for i in 0..<count {
          to[unchecked: target + i] += weight * (from[unchecked: before + i] + from[unchecked: after + i])
        }
      }
    }
  }

  /// Sets the shares of tiles between the filtered means of cells: first those of rows, then those of pixels in them.
  private func interpolate(_ cells: [Float], columns: Int, _ margin: Int, _ block: TileRange, to soft: inout Mask) {
    var line = [Float](repeating: 0, count: columns)
    let side = Tile.size / cell
    for row in block.rows {
      var tiles = block.columns.map { _ in [UInt8](repeating: 0, count: Tile.count) }
      for y in 0..<Tile.size {
        let down = (row - block.rows.lowerBound) << Tile.shift + y
        let upper = cubic(down) + margin
        let rowWeights = cell == 1 ? SIMD4(0, 1, 0, 0) : cubics[down % cell]
        let start = ((cell == 1 ? down + margin : upper) - 1) * columns
        cells.withUnsafeBufferPointer { cells in
          for i in 0..<columns {
            line[i] =
              rowWeights[0] * cells[start + i] + rowWeights[1] * cells[start + columns + i]
              + rowWeights[2] * cells[start + 2 * columns + i] + rowWeights[3] * cells[start + 3 * columns + i]
          }
        }
        for offset in tiles.indices {
          line.withUnsafeBufferPointer { line in
            tiles[offset].withUnsafeMutableBufferPointer { pixels in
              let to = UnsafeMutableBufferPointer(rebasing: pixels[y << Tile.shift..<(y + 1) << Tile.shift])
              write(line, from: margin + offset * side, side, to: to)
            }
          }
        }
      }
      for (offset, shares) in tiles.enumerated() {
        soft.setShares(shares, ofTile: row * soft.columns + block.columns.lowerBound + offset)
      }
    }
  }

  /// Interpolates the pixels of a tile's row from the means of cells, 0...255.
  /// - Parameters:
  ///   - first: the index in `line` of the tile's first cell. Two more cells are on either side.
  ///   - side: the number of the tile's cells in the row.
  private func write(
    _ line: UnsafeBufferPointer<Float>, from first: Int, _ side: Int, to pixels: UnsafeMutableBufferPointer<UInt8>
  ) {
    // Adding this rounds to a whole number, which is in the lowest bits then.
    let rounding: Float = 8_388_608
    func share(_ value: Float) -> UInt8 {
      UInt8(truncatingIfNeeded: (max(0, min(255, value)) + rounding).bitPattern)
    }
    if cell == 1 {
      for x in 0..<side { pixels[x] = share(line[first + x]) }
      return
    }
    // Between the centres of two cells, the values follow one cubic. Half of the first one is before the first centre.
    let half = cell / 2
    for index in -1..<side {
      let at = first + index
      let (p, q, r, s) = (line[at - 1], line[at], line[at + 1], line[at + 2])
      let cube = (3 * (q - r) + s - p) / 2
      let square = p - 2.5 * q + 2 * r - s / 2
      let slope = (r - p) / 2
      let start = index * cell + half
      let (from, to) = (index < 0 ? half : 0, index == side - 1 ? half : cell)
      for i in from..<to {
        let t = places[i]
        pixels[start + i] = share(((cube * t + square) * t + slope) * t + q)
      }
    }
  }

  /// The cell whose centre is before a pixel's, counted from the cell of the first pixel.
  private func cubic(_ place: Int) -> Int { place % cell * 2 + 1 < cell ? place / cell - 1 : place / cell }
}
