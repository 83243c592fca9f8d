import Geometry
import Raster

/// The means of square cells of a mask, 0...255. Each tile is looked at once. Beyond the image, its edge is repeated.
struct MaskCells {
  private let mask: Mask
  /// The side of a cell, px: a power of 2, at most that of a tile.
  private let side: Int
  /// Cells in a row of a tile.
  private let count: Int
  /// The cells of tiles whose pixels are not all alike, row by row.
  private var known: [Int: [Float]] = [:]

  init(_ mask: Mask, side: Int) { (self.mask, self.side, count) = (mask, side, Tile.size / side) }

  /// The cells of a rectangle, row by row.
  /// - Parameters:
  ///   - left: the index of the first column; that of the image's left edge is 0.
  ///   - top: that of the first row.
  mutating func cells(left: Int, top: Int, columns: Int, rows: Int) -> [Float] {
    var cells = [Float](repeating: 0, count: columns * rows)
    let (lastColumn, lastRow) = ((mask.width - 1) / side, (mask.height - 1) / side)
    let inside = max(left, 0)..<max(0, min(left + columns, lastColumn + 1))
    for row in 0..<rows {
      let (start, y) = (row * columns, top + row)
      // All rows beyond an edge are alike.
      if row > 0, y < 0 || y > lastRow + 1 {
        for i in 0..<columns { cells[start + i] = cells[start - columns + i] }
        continue
      }
      let isInside = (0...lastRow).contains(y)
      for column in inside where !isInside { cells[start + column - left] = beyond(column, y) }
      if isInside { fill(&cells, start - left, inside, row: y) }
      let (first, last) = (max(0, min(columns, -left)), max(0, min(columns, lastColumn + 1 - left)))
      if first > 0 {
        let value = beyond(-1, y)
        for i in 0..<first { cells[start + i] = value }
      }
      if last < columns {
        let value = beyond(lastColumn + 1, y)
        for i in last..<columns { cells[start + i] = value }
      }
    }
    return cells
  }

  /// Forgets the cells of tiles above a row of tiles.
  mutating func forget(above row: Int) { known = known.filter { $0.key / mask.columns >= row } }

  /// Fills columns of a row of cells that are in the image; that with index 0 has the index `base` in `cells`.
  private mutating func fill(_ cells: inout [Float], _ base: Int, _ columns: Range<Int>, row: Int) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let tileColumn = column / count
      let end = min(columns.upperBound, (tileColumn + 1) * count)
      let tile = row / count * mask.columns + tileColumn
      let own = self.cells(ofTile: tile)
      if own.count == 1 {
        for i in column..<end { cells[base + i] = own[0] }
      } else {
        let from = row % count * count - tileColumn * count
        for i in column..<end { cells[base + i] = own[from + i] }
      }
      column = end
    }
  }

  /// The cells of a tile; one if they are alike.
  private mutating func cells(ofTile tile: Int) -> [Float] {
    switch mask.share(ofTile: tile) {
    case .none: return [0]
    case .all: return [255]
    case .some: break
    }
    if let known = known[tile] { return known }
    let square = mask.square(ofTile: tile)
    var cells = [Float](repeating: 0, count: count * count)
    let factor = 1 / Float(side * side)
    if mask.isSoft(tile: tile) {
      let shares = mask.shares(ofTile: tile)
      let span = shares.span
      for y in 0..<Tile.size {
        let (start, cell) = (min(y, square.height - 1) << Tile.shift, y / side * count)
        for i in 0..<count {
          var sum = 0
          for x in i * side..<(i + 1) * side { sum += Int(span[unchecked: start + min(x, square.width - 1)]) }
          cells[cell + i] += Float(sum) * factor
        }
      }
    } else {
      let pixels: UInt64 = side == 64 ? ~0 : 1 << UInt64(side) - 1
      for y in 0..<Tile.size {
        var word = mask.word(ofTile: tile, row: min(y, square.height - 1))
        if square.width < Tile.size, word >> UInt64(square.width - 1) & 1 != 0 { word |= ~0 << UInt64(square.width) }
        if word == 0 { continue }
        let cell = y / side * count
        for i in 0..<count {
          cells[cell + i] += Float((word >> UInt64(i * side) & pixels).nonzeroBitCount * 255) * factor
        }
      }
    }
    known[tile] = cells
    return cells
  }

  /// A cell in a row or column just beyond an edge of the image.
  private func beyond(_ column: Int, _ row: Int) -> Float {
    var sum = 0
    func pixels(_ cell: Int, _ size: Int) -> ClosedRange<Int> {
      let (from, to) = (max(0, min(size - 1, cell * side)), max(0, min(size - 1, cell * side + side - 1)))
      return from...to
    }
    let (xs, ys) = (pixels(column, mask.width), pixels(row, mask.height))
    // A cell at the edge has the last pixel several times.
    for y in ys {
      for x in xs {
        let across = x == xs.upperBound ? side - xs.count + 1 : 1
        let down = y == ys.upperBound ? side - ys.count + 1 : 1
        sum += Int(mask.share(x: x, y: y)) * (xs.count == 1 ? side : across) * (ys.count == 1 ? side : down)
      }
    }
    return Float(sum) / Float(side * side)
  }
}
