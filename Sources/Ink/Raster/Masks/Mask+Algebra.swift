import Geometry

/// Set algebra, shapes and affine maps. Operands have the same size. Each operation is O(tiles that
/// hold a pixel of an operand or of the result), with 64 word operations for a tile with hard edges.
extension Mask {
  /// Adds the pixels of another mask: the greater share counts.
  public mutating func formUnion(_ other: Mask) {
    combine(other, at: other.tileIndices) { mine, theirs in
      switch (mine, theirs) {
      case (.full, _), (_, .empty): mine
      case (.empty, _), (_, .full): theirs
      default: nil
      }
    } words: {
      $0 | $1
    } shares: {
      max($0, $1)
    }
  }

  /// Keeps the pixels that are also in another mask: the smaller share counts.
  public mutating func formIntersection(_ other: Mask) {
    combine(other, at: tileIndices) { mine, theirs in
      switch (mine, theirs) {
      case (.empty, _), (_, .full): mine
      case (.full, _), (_, .empty): theirs
      default: nil
      }
    } words: {
      $0 & $1
    } shares: {
      min($0, $1)
    }
  }

  /// Removes the pixels of another mask: its shares are subtracted.
  public mutating func subtract(_ other: Mask) {
    combine(other, at: tileIndices) { mine, theirs in
      switch (mine, theirs) {
      case (.empty, _), (_, .empty): mine
      case (_, .full): .empty
      default: nil
      }
    } words: {
      $0 & ~$1
    } shares: {
      $0 > $1 ? $0 - $1 : 0
    }
  }

  /// The mask of the image's pixels with what is left of their full share.
  public var inverted: Mask {
    var all = Mask(width: width, height: height, isFull: true)
    all.subtract(self)
    return all
  }

  private mutating func combine(
    _ other: Mask, at indices: some Sequence<Int>, _ whole: (Cell, Cell) -> Cell?,
    words combined: (UInt64, UInt64) -> UInt64, shares combinedShares: (UInt8, UInt8) -> UInt8
  ) {
    precondition(width == other.width && height == other.height, "masks of one size")
    for i in indices {
      if let cell = whole(cells[i], other.cells[i]) {
        put(cell, i)
      } else if isSoft(tile: i) || other.isSoft(tile: i) {
        setShares(zip(shares(ofTile: i), other.shares(ofTile: i)).map(combinedShares), ofTile: i)
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
          let span = Self.span(part.minX - square.minX, part.maxX - square.minX)
          var words = [UInt64](repeating: 0, count: Tile.size)
          for y in part.minY..<part.maxY { words[y - square.minY] |= span }
          add(words, toTile: index)
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
          words[index, default: [UInt64](repeating: 0, count: Tile.size)][span.row & 63] |= Self.span(
            max(0, span.from - left), min(64, span.to - left))
        }
        i += 1
      }
      for (index, words) in words { add(words, toTile: index) }
    }
  }

  /// Adds pixels of a tile with their full share.
  private mutating func add(_ words: [UInt64], toTile index: Int) {
    guard isSoft(tile: index) else {
      return setWords(zip(words, self.words(ofTile: index)).map { $0 | $1 }, ofTile: index)
    }
    var shares = shares(ofTile: index)
    for row in 0..<Tile.size where words[row] != 0 {
      for column in 0..<Tile.size where words[row] >> UInt64(column) & 1 != 0 {
        shares[row << Tile.shift | column] = 255
      }
    }
    setShares(shares, ofTile: index)
  }

  /// Rows of samples in a row of pixels; along a row the shares are exact.
  private static let sampledRows = 16

  /// Adds the ellipse that touches the sides of a rectangle, canvas px. Each pixel gets the part of it that is inside as its
  /// share, if it has less.
  public mutating func fill(ellipse rect: Rect) {
    let (middle, across, down) = (rect.center, rect.width / 2, rect.height / 2)
    guard across > 0, down > 0, across < 1e9, down < 1e9, abs(middle.x) < 1e9, abs(middle.y) < 1e9 else { return }
    func isInside(_ x: Double, _ y: Double) -> Bool {
      let (u, v) = ((x - middle.x) / across, (y - middle.y) / down)
      return u * u + v * v <= 1
    }
    let range = TileRange(PixelRect(covering: rect).intersection(extent))
    for row in range.rows {
      for column in range.columns {
        let index = row * columns + column
        if cells[index] == .full { continue }
        let square = Rect(square(ofTile: index))
        if isInside(square.minX, square.minY), isInside(square.maxX, square.minY), isInside(square.minX, square.maxY),
          isInside(square.maxX, square.maxY)
        {
          setTile(index, isFull: true)
          continue
        }
        let nearest = Point(
          max(square.minX, min(square.maxX, middle.x)), max(square.minY, min(square.maxY, middle.y)))
        guard isInside(nearest.x, nearest.y) else { continue }
        var shares = [Double](repeating: 0, count: Tile.count)
        for line in 0..<(Tile.size * Self.sampledRows) {
          let y = square.minY + (Double(line) + 0.5) / Double(Self.sampledRows)
          let v = (y - middle.y) / down
          guard abs(v) < 1 else { continue }
          let half = across * (1 - v * v).squareRoot()
          let (from, to) = (middle.x - half - square.minX, middle.x + half - square.minX)
          let first = max(0, Int(max(0, from).rounded(.down)))
          let start = (line / Self.sampledRows) << Tile.shift
          for x in first..<max(first, min(Tile.size, Int(min(64, to).rounded(.up)))) {
            shares[start + x] += min(to, Double(x + 1)) - max(from, Double(x))
          }
        }
        let old = self.shares(ofTile: index)
        setShares(
          zip(shares, old).map { max(UInt8(max(0, min(255, ($0 * 255 / Double(Self.sampledRows)).rounded()))), $1) },
          ofTile: index)
      }
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
        case .bits, .shares: return .some
        }
        if hasEmpty, hasFull { return .some }
      }
    }
    return hasFull ? .all : .none
  }

  /// The image of the mask under a map. A mask with hard edges keeps them: the result has each pixel whose centre maps
  /// back to a pixel of it. Other shares are interpolated linearly between the centres of pixels. Exact for translations by
  /// whole px and for quarter turns; empty where the map has no inverse. `size` is the size of the result's image, px; by
  /// default that of this mask.
  public func mapped(by map: Affine, size: (width: Int, height: Int)? = nil) -> Mask {
    let size = size ?? (width, height)
    var result = Mask(width: size.width, height: size.height)
    guard let back = map.inverse else { return result }
    let isHard = isHard
    let target = PixelRect(covering: map.bounds(of: Rect(isHard ? bounds : bounds.grown(by: 1)))).grown(by: 1)
      .intersection(result.extent)
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
        if !isHard {
          let shares = shares(of: result.square(ofTile: row * result.columns + column), back)
          result.setShares(shares, ofTile: row * result.columns + column)
          continue
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
  /// The shares of a tile's pixels that map back to this mask, row by row.
  private func shares(of square: PixelRect, _ back: Affine) -> [UInt8] {
    var shares = [UInt8](repeating: 0, count: Tile.count)
    for y in 0..<square.height {
      for x in 0..<square.width {
        let place = back(Point(Double(square.minX + x) + 0.5, Double(square.minY + y) + 0.5))
        shares[y << Tile.shift | x] = UInt8(share(at: Point(place.x - 0.5, place.y - 0.5)).rounded())
      }
    }
    return shares
  }

  /// The share between the centres of pixels, from the first one on, 0...255.
  private func share(at place: Point) -> Double {
    guard abs(place.x) < 1e9, abs(place.y) < 1e9 else { return 0 }
    let (column, row) = (place.x.rounded(.down), place.y.rounded(.down))
    let (x, y, fx, fy) = (Int(column), Int(row), place.x - column, place.y - row)
    func line(_ y: Int) -> Double {
      let left = Double(share(x: x, y: y))
      return fx > 0 ? left + (Double(share(x: x + 1, y: y)) - left) * fx : left
    }
    let upper = line(y)
    return fy > 0 ? upper + (line(y + 1) - upper) * fy : upper
  }
}
