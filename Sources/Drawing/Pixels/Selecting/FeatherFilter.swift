import Geometry
import Glibc
import Raster

/// A Gaussian filter of masks.
///
/// A wide filter works with the means of cells, whose side is 1/8 to 1/4 of the deviation. Cubics interpolate between them.
/// The error is below a level.
struct FeatherFilter {
  /// The side of a cell, px.
  private let cell: Int
  /// The weights of cells by their distance, from 0 on.
  private let weights: [Float]
  /// The weights of four cells for each place within a cell.
  private let cubics: [SIMD4<Float>]

  /// The filtered value depends on pixels up to so far away.
  var reach: Int { (weights.count + 2) * cell }
  /// The side of a block that is filtered at once, tiles.
  var blockSide: Int { max(1, min(16, reach >> Tile.shift)) }

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
  func filter(_ block: TileRange, of old: Mask, to soft: inout Mask) {
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
    let (left, top) = (square.minX / cell - wide, square.minY / cell - wide)
    let (columns, rows) = (square.width / cell + 2 * wide, square.height / cell + 2 * wide)
    let cells = self.cells(old, left: left, top: top, columns: columns, rows: rows)
    let (innerColumns, innerRows) = (square.width / cell + 2 * margin, square.height / cell + 2 * margin)
    var across = [Float](repeating: 0, count: rows * innerColumns)
    convolve(cells, stride: columns, count: innerColumns, rows: rows, step: 1, to: &across)
    var both = [Float](repeating: 0, count: innerRows * innerColumns)
    convolve(across, stride: innerColumns, count: innerColumns, rows: innerRows, step: innerColumns, to: &both)
    interpolate(both, columns: innerColumns, margin, square, block, to: &soft)
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

  /// The means of cells, 0...255. Beyond the image, its edge is repeated.
  private func cells(_ mask: Mask, left: Int, top: Int, columns: Int, rows: Int) -> [Float] {
    let (minX, minY) = (left * cell, top * cell)
    let (maxX, maxY) = (minX + columns * cell, minY + rows * cell)
    let inside = PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY).intersection(mask.extent)
    var cells = [Float](repeating: 0, count: columns * rows)
    var line = [Float](repeating: 0, count: columns)
    // Adds a row of pixels to those of cells, as if it were so many.
    func add(_ count: Int, toRowAt y: Int) {
      let start = (y - minY) / cell * columns
      for i in 0..<columns { cells[start + i] += line[i] * Float(count) }
    }
    let range = TileRange(inside)
    for tileRow in range.rows {
      let tiles = range.columns.map { column -> [UInt8]? in
        let tile = tileRow * mask.columns + column
        return mask.share(ofTile: tile) == .none ? nil : mask.shares(ofTile: tile)
      }
      let first = tileRow << Tile.shift
      for y in max(first, inside.minY)..<min(first + Tile.size, inside.maxY) {
        for i in 0..<columns { line[i] = 0 }
        for (tile, column) in zip(tiles, range.columns) {
          guard let tile else { continue }
          let span = tile.span
          let start = (y - first) << Tile.shift
          let from = column << Tile.shift
          for x in max(from, inside.minX)..<min(from + Tile.size, inside.maxX) {
            line[(x - minX) / cell] += Float(span[unchecked: start + x - from])
          }
        }
        let (leftmost, rightmost) = (
          Float(mask.share(x: inside.minX, y: y)), Float(mask.share(x: inside.maxX - 1, y: y))
        )
        for i in 0..<(inside.minX - minX) / cell { line[i] = leftmost * Float(cell) }
        for x in inside.maxX..<maxX { line[(x - minX) / cell] += rightmost }
        add(1, toRowAt: y)
        if y == inside.minY { for above in stride(from: minY, to: y, by: cell) { add(cell, toRowAt: above) } }
        if y == inside.maxY - 1 { for below in inside.maxY..<maxY { add(1, toRowAt: below) } }
      }
    }
    let factor = 1 / Float(cell * cell)
    for i in cells.indices { cells[i] *= factor }
    return cells
  }

  /// Sets the shares of tiles between the filtered means of cells.
  private func interpolate(
    _ cells: [Float], columns: Int, _ margin: Int, _ square: PixelRect, _ block: TileRange, to soft: inout Mask
  ) {
    // Rows of pixels between the rows of cells first, then columns.
    var line = [Float](repeating: 0, count: columns)
    let band = block.columns.count << Tile.shift
    for row in block.rows {
      var tiles = block.columns.map { _ in [UInt8](repeating: 0, count: Tile.count) }
      for y in 0..<Tile.size {
        let down = (row - block.rows.lowerBound) << Tile.shift + y
        let upper = cubic(down) + margin
        if cell == 1 {
          for i in 0..<columns { line[i] = cells[(down + margin) * columns + i] }
        } else {
          let weights = cubics[down % cell]
          for i in 0..<columns {
            let start = (upper - 1) * columns + i
            line[i] =
              weights[0] * cells[start] + weights[1] * cells[start + columns] + weights[2] * cells[start + 2 * columns]
              + weights[3] * cells[start + 3 * columns]
          }
        }
        for x in 0..<band {
          let value: Float
          if cell == 1 {
            value = line[x + margin]
          } else {
            let (start, weights) = (cubic(x) + margin - 1, cubics[x % cell])
            value =
              weights[0] * line[start] + weights[1] * line[start + 1] + weights[2] * line[start + 2]
              + weights[3] * line[start + 3]
          }
          tiles[x >> Tile.shift][y << Tile.shift | x & 63] = UInt8(max(0, min(255, value + 0.5)))
        }
      }
      for (offset, shares) in tiles.enumerated() {
        soft.setShares(shares, ofTile: row * soft.columns + block.columns.lowerBound + offset)
      }
    }
  }

  /// The cell whose centre is before a pixel's, counted from the cell of the first pixel.
  private func cubic(_ place: Int) -> Int { place % cell * 2 + 1 < cell ? place / cell - 1 : place / cell }
}
