import Geometry

/// Set algebra, shapes and affine maps. Operands have the same size. Each operation is O(tiles that
/// hold a pixel of an operand or of the result), with 64 word operations for a tile that is partly
/// set.
extension Mask {
  /// Adds the pixels of another mask.
  public mutating func formUnion(_ other: Mask) {
    combine(other, at: other.tileIndices) { mine, theirs in
      switch (mine, theirs) {
      case (.full, _), (_, .empty): mine
      case (.empty, _), (_, .full): theirs
      default: nil
      }
    } words: {
      $0 | $1
    }
  }

  /// Keeps the pixels that are also in another mask.
  public mutating func formIntersection(_ other: Mask) {
    combine(other, at: tileIndices) { mine, theirs in
      switch (mine, theirs) {
      case (.empty, _), (_, .full): mine
      case (.full, _), (_, .empty): theirs
      default: nil
      }
    } words: {
      $0 & $1
    }
  }

  /// Removes the pixels of another mask.
  public mutating func subtract(_ other: Mask) {
    combine(other, at: tileIndices) { mine, theirs in
      switch (mine, theirs) {
      case (.empty, _), (_, .empty): mine
      case (_, .full): .empty
      default: nil
      }
    } words: {
      $0 & ~$1
    }
  }

  /// The pixels of the image that are not in the mask.
  public var inverted: Mask {
    var all = Mask(width: width, height: height, isFull: true)
    all.subtract(self)
    return all
  }

  private mutating func combine(
    _ other: Mask, at indices: some Sequence<Int>, _ whole: (Cell, Cell) -> Cell?,
    words combined: (UInt64, UInt64) -> UInt64
  ) {
    precondition(width == other.width && height == other.height, "masks of one size")
    for i in indices {
      if let cell = whole(cells[i], other.cells[i]) {
        put(cell, i)
      } else {
        setWords(zip(words(ofTile: i), other.words(ofTile: i)).map(combined), ofTile: i)
      }
    }
  }

  // MARK: Shapes

  /// Adds the pixels of a rectangle.
  public mutating func fill(_ rect: PixelRect) {
    let rect = rect.intersection(extent)
    let range = TileRange(rect)
    for row in range.rows {
      for column in range.columns {
        let index = row * columns + column
        let square = square(ofTile: index)
        let part = square.intersection(rect)
        if part == square {
          cells[index] = .full
        } else if cells[index] != .full {
          var words = words(ofTile: index)
          let span = Self.span(part.minX - square.minX, part.maxX - square.minX)
          for y in part.minY..<part.maxY { words[y - square.minY] |= span }
          setWords(words, ofTile: index)
        }
      }
    }
  }

  /// Adds the pixels whose centres are inside a polygon (nonzero rule). The polygon, in canvas px,
  /// is closed from its last corner to its first. Corners that are not finite or beyond 1e9 are
  /// left out.
  public mutating func fill(polygon corners: [Point]) {
    let corners = corners.filter { abs($0.x) < 1e9 && abs($0.y) < 1e9 }
    guard corners.count > 2, var a = corners.last else { return }
    var crossings: [Crossing] = []
    for b in corners {
      let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
      // Rows whose centre lines the edge crosses: its upper end counts, its lower end does not.
      let first = max(0, Int((upper.y - 0.5).rounded(.up)))
      let end = min(height, Int((lower.y - 0.5).rounded(.up)))
      var y = first
      while y < end {
        let t = (Double(y) + 0.5 - upper.y) / (lower.y - upper.y)
        let x = upper.x + (lower.x - upper.x) * t
        let column = Int((x - 0.5).rounded(.up))
        crossings.append(Crossing(row: y, column: max(0, min(width, column)), turn: a.y < b.y ? 1 : -1))
        y += 1
      }
      a = b
    }
    crossings.sort { ($0.row, $0.column) < ($1.row, $1.column) }
    var spans: [(row: Int, from: Int, to: Int)] = []
    var (winding, from) = (0, 0)
    for c in crossings {
      if winding == 0 { from = c.column }
      winding += c.turn
      if winding == 0, from < c.column { spans.append((c.row, from, c.column)) }
    }
    fill(spans)
  }

  /// A crossing of a polygon's edge with the centre line of a row.
  private struct Crossing {
    var row: Int
    var column: Int
    var turn: Int
  }

  /// Adds spans of rows, sorted by row.
  private mutating func fill(_ spans: [(row: Int, from: Int, to: Int)]) {
    var i = 0
    while i < spans.count {
      // One row of tiles at a time: a tile's words are collected before they become a cell.
      let tileRow = spans[i].row >> Tile.shift
      var words: [Int: [UInt64]] = [:]
      while i < spans.count, spans[i].row >> Tile.shift == tileRow {
        let span = spans[i]
        for column in (span.from >> Tile.shift)...((span.to - 1) >> Tile.shift) {
          let index = tileRow * columns + column
          if cells[index] == .full { continue }
          let left = column << Tile.shift
          words[index, default: self.words(ofTile: index)][span.row & 63] |= Self.span(
            max(0, span.from - left), min(64, span.to - left))
        }
        i += 1
      }
      for (index, words) in words { setWords(words, ofTile: index) }
    }
  }

  /// How much of a rectangle is in the mask, by whole tiles: `.some` also where that would need a look
  /// at single pixels or at more than 64 tiles. Pixels outside the image are not in the mask.
  private func share(of rect: PixelRect) -> Share {
    let inside = rect.intersection(extent)
    if inside.isEmpty { return .none }
    let range = TileRange(inside)
    guard range.columns.count * range.rows.count <= 64 else { return .some }
    var (hasEmpty, hasFull) = (inside != rect, false)
    for row in range.rows {
      for column in range.columns {
        switch cells[row * columns + column] {
        case .empty: hasEmpty = true
        case .full: hasFull = true
        case .bits: return .some
        }
        if hasEmpty, hasFull { return .some }
      }
    }
    return hasFull ? .all : .none
  }

  /// The image of the mask under a map: each pixel of the result whose centre maps back to a pixel
  /// of this mask. Exact for translations by whole px and for quarter turns; empty where the map
  /// has no inverse. `size` is the size of the result's image, px; by default that of this mask.
  public func mapped(by map: Affine, size: (width: Int, height: Int)? = nil) -> Mask {
    let size = size ?? (width, height)
    var result = Mask(width: size.width, height: size.height)
    guard let back = map.inverse else { return result }
    let target = PixelRect(covering: map.bounds(of: Rect(bounds))).grown(by: 1).intersection(result.extent)
    let isMove =
      back.a == 1 && back.b == 0 && back.c == 0 && back.d == 1 && back.tx == back.tx.rounded()
      && back.ty == back.ty.rounded() && abs(back.tx) < 1e9 && abs(back.ty) < 1e9
    let range = TileRange(target)
    for row in range.rows {
      for column in range.columns {
        let (left, top) = (column << Tile.shift, row << Tile.shift)
        // All pixels of the tile come from here; 1 px more for rounding.
        let origin = back.bounds(of: Rect(PixelRect(x: left, y: top, width: Tile.size, height: Tile.size)))
        switch share(of: PixelRect(covering: origin.insetBy(-1))) {
        case .none: continue
        case .all:
          result.setTile(row * result.columns + column, isFull: true)
          continue
        case .some: break
        }
        var words = [UInt64](repeating: 0, count: Tile.size)
        for y in 0..<min(Tile.size, result.height - top) {
          if isMove {
            words[y] = word(x: left + Int(back.tx), y: top + y + Int(back.ty))
            continue
          }
          for x in 0..<min(Tile.size, result.width - left) {
            let from = back(Point(Double(left + x) + 0.5, Double(top + y) + 0.5))
            guard from.x >= 0, from.y >= 0, from.x < Double(width), from.y < Double(height) else { continue }
            if self[Int(from.x), Int(from.y)] { words[y] |= 1 << UInt64(x) }
          }
        }
        result.setWords(words, ofTile: row * result.columns + column)
      }
    }
    return result
  }
}
