import Geometry

extension TileGrid {
  /// The smallest rectangle outside of which every pixel is fully transparent; empty where all are.
  /// O(existing tiles), and O(pixels) for those at the edge.
  public var paintedBounds: PixelRect { paintedBounds(of: tileIndices) }

  /// The smallest rectangle around the paint in the tiles that `rect`, of whole tiles, touches.
  public func paintedBounds(in rect: PixelRect) -> PixelRect {
    let range = tileRange(of: rect)
    return paintedBounds(
      of: range.rows.lazy.flatMap { row in
        let first = index(column: range.columns.lowerBound, row: row)
        return Array(tileIndices(in: first..<(first + range.columns.count)))
      })
  }

  private func paintedBounds(of indices: some Sequence<Int>) -> PixelRect {
    var painted = PixelRect.empty
    for index in indices {
      let bounds = bounds(ofTile: index)
      guard let tile = self[index], !painted.contains(bounds) else { continue }
      let own = tile.paintedBounds
      guard !own.isEmpty else { continue }
      painted = painted.union(own.offset(dx: bounds.minX, dy: bounds.minY))
    }
    return painted
  }

  /// Writes a row of pixels, starting at column `x`; the whole row must be inside the image. Does
  /// not create a tile for transparent pixels. The tiles that deep pixels are written to become deep.
  /// - Returns: the number of tiles created.
  @discardableResult public mutating func setRow<P: TilePixel>(_ y: Int, from x: Int, to row: Span<P>) -> Int {
    // So that each depth has machine code of its own.
    P.setRow(y, from: x, of: &self, to: row)
  }

  @inline(__always) mutating func putRow<P: TilePixel>(_ y: Int, from x: Int, to row: Span<P>) -> Int {
    precondition(y >= 0 && y < height && x >= 0 && row.count <= width - x, "the row lies inside the image")
    var made = 0
    var at = 0
    while at < row.count {
      let column = (x + at) >> Tile.shift
      let end = min(row.count, (column + 1) << Tile.shift - x)
      let index = index(column: column, row: y >> Tile.shift)
      if self[index] == nil {
        var isBlank = true
        for i in at..<end where row[i] != .clear {
          isBlank = false
          break
        }
        if isBlank {
          at = end
          continue
        }
        made += 1
      }
      let start = at
      withMutableTile(index, as: P.self) { tile in
        let first = (y & (Tile.size - 1)) << Tile.shift | ((x + start) & (Tile.size - 1))
        for i in start..<end { tile[first + i - start] = row[i] }
      }
      at = end
    }
    return made
  }
}

extension Tile {
  /// The bounds of the paint, px in the tile; empty where all is transparent.
  public var paintedBounds: PixelRect { isDeep ? painted(DeepPixel.self) : painted(UInt32.self) }

  private func painted<P: TilePixel>(_ depth: P.Type) -> PixelRect {
    P.withRows(0..<Tile.size, of: self) { pixels in
      var (left, right, top, bottom) = (Tile.size, -1, Tile.size, -1)
      for y in 0..<Tile.size {
        for x in 0..<Tile.size where pixels[y << Tile.shift | x] != .clear {
          (left, right) = (min(left, x), max(right, x))
          (top, bottom) = (min(top, y), y)
        }
      }
      return right < 0 ? .empty : PixelRect(minX: left, minY: top, maxX: right + 1, maxY: bottom + 1)
    }
  }
}
