import Geometry
import Glibc
import Raster

/// From sets of places to pixels.
extension StrokeRasteriser {
  /// Draws the pixels of `rect`: reads them as they were before the stroke from `before` (a tile index to its tile, nil
  /// where there was none) and writes them to `image`. A tile that neither exists nor gets ink is not made.
  public func draw(
    _ rect: PixelRect, style: InkStyle, onto image: inout TileGrid, before: (Int) -> Tile?
  ) {
    asked.removeAll()
    asked.add(rect.intersection(bounds))
    var written = Region()
    draw(asked, style, &image, { tile, _ in before(tile) }, &written)
  }

  /// Draws all that `extend` changed since the last call of this, and adds the pixels that look different to `written`: much
  /// less than what may have changed, as most of a wet tail mostly stays.
  ///
  /// Only tiles that change are asked for: `before` is told a tile's index and the tile as it is now, and answers what it was
  /// before the stroke.
  public func drawChanges(
    style: InkStyle, onto image: inout TileGrid, before: (Int, Tile?) -> Tile?, written: inout Region
  ) {
    draw(changed, style, &image, before, &written)
    changed.removeAll()
  }

  /// Draws the pixels that are reached, all within the bounds.
  private func draw(
    _ reach: RowReach, _ style: InkStyle, _ image: inout TileGrid, _ before: (Int, Tile?) -> Tile?,
    _ written: inout Region
  ) {
    reach.withView { draw($0, style, &image, before, &written) }
  }

  /// Draws them a block at a time.
  private func draw(
    _ reach: RowReach.View, _ style: InkStyle, _ image: inout TileGrid, _ before: (Int, Tile?) -> Tile?,
    _ written: inout Region
  ) {
    var top = reach.rows.lowerBound
    while top < reach.rows.upperBound {
      let rows = top..<min(reach.rows.upperBound, (top & ~(Tile.size - 1)) + Tile.size)
      top = rows.upperBound
      let columns = reach.columns(in: rows)
      if columns.isEmpty { continue }
      let area = PixelRect(
        minX: Int(columns.first), minY: rows.lowerBound, maxX: Int(columns.end), maxY: rows.upperBound)
      forEachBlock(in: area) { block, first in
        measure(block, first, reach)
        for c in 0..<(block.width >> Tile.shift) where !isDone[first + c] {
          show(first + c, c, block, reach, style, &image, before, &written)
        }
      }
    }
  }

  /// Finds the coverage of a block's pixels that are reached, with the wet tails.
  private func measure(_ block: PixelRect, _ first: Int, _ reach: RowReach.View) {
    var wet = chains[0].tail.bounds
    for k in chains.indices.dropFirst() { wet = wet.union(chains[k].tail.bounds) }
    wet = wet.intersection(block)
    // Nearly always there is one chain. Its tail is lent once for all rows.
    chains[0].tail.ink.withPieces { tail in
      for y in block.minY..<block.maxY {
        measure(y, of: block, first, Self.columns(reach[y], in: block), wet, tail)
      }
    }
  }

  /// The same for `columns` of a row; `wet` is the part of the block that tails may lie in, `tail` that of the first chain.
  private func measure(
    _ y: Int, of block: PixelRect, _ first: Int, _ columns: (lowerBound: Int, upperBound: Int), _ wet: PixelRect,
    _ tail: CoverageFiller.Pieces
  ) {
    guard columns.lowerBound < columns.upperBound else { return }
    let count = block.width >> Tile.shift
    let slots = filler.slots
    let (c0, c1) = (columns.lowerBound >> Tile.shift, (columns.upperBound - 1) >> Tile.shift)
    let isWet = wet.minY <= y && y < wet.maxY
    let (w0, w1) =
      isWet ? ((wet.minX - block.minX) >> Tile.shift, (wet.maxX - block.minX - 1) >> Tile.shift) : (0, -1)
    let row = y & (Tile.size - 1)
    for c in 0..<count {
      // What is full takes no more ink.
      slots[c].isFull = true
      if c < c0 || c > c1 || isDone[first + c] { continue }
      take(row, of: cells[first + c], to: c, copies: w0 <= c && c <= w1)
    }
    if isWet {
      filler.add(tail, row: y, left: block.minX, columns: count)
      for k in chains.indices.dropFirst() {
        chains[k].tail.ink.withPieces { filler.add($0, row: y, left: block.minX, columns: count) }
      }
    }
    let target = filler.coverage + (y - block.minY) * CoverageFiller.rowBytes
    for c in c0...c1 where !isDone[first + c] {
      let left = c << Tile.shift
      filler.measure(
        slots[c], from: max(0, columns.lowerBound - left), to: min(Tile.size, columns.upperBound - left), target + left)
    }
  }

  /// Lets a slot show what settled ink has in a row of a tile; on a copy, where a tail is to be added, and else nothing may be.
  private func take(_ row: Int, of cell: UnsafeMutablePointer<InkCell>?, to c: Int, copies: Bool) {
    let (slot, scratch) = (filler.slots + c, filler.scratch + c)
    slot.pointee.isFull = false
    slot.pointee.lists = scratch
    slot.pointee.firstLine = 0
    guard let cell else { return scratch.pointee.removeAll() }
    if cell.pointee.fullRows >> UInt64(row) & 1 != 0 {
      slot.pointee.isFull = true
      return
    }
    let line = row * Subpixels.lines
    if copies {
      scratch.pointee.copyRow(cell.pointee.lists.pointee, from: line)
    } else {
      slot.pointee.lists = cell.pointee.lists
      slot.pointee.firstLine = line
    }
  }

  /// Columns within a block, counted from its left side.
  @inline(__always)
  private static func columns(_ columns: RowReach.Columns, in block: PixelRect) -> (lowerBound: Int, upperBound: Int) {
    if columns.isEmpty { return (0, 0) }
    return (max(0, Int(columns.first) - block.minX), min(block.width, Int(columns.end) - block.minX))
  }

  /// Draws a tile, the one in column `c` of the block whose coverage was measured, where it is to look different.
  private func show(
    _ tile: Int, _ c: Int, _ block: PixelRect, _ reach: RowReach.View, _ style: InkStyle, _ image: inout TileGrid,
    _ before: (Int, Tile?) -> Tile?, _ written: inout Region
  ) {
    let left = block.minX + c << Tile.shift
    let square = PixelRect(x: left, y: block.minY, width: Tile.size, height: block.height)
    let coverage = filler.coverage + c << Tile.shift
    var y = block.minY
    while y < block.maxY {
      let columns = Self.columns(reach[y], in: square)
      let now = coverage + (y - block.minY) * CoverageFiller.rowBytes + columns.lowerBound
      let count = columns.upperBound - columns.lowerBound
      if count > 0 {
        if let cell = cells[tile] {
          let then = cell.pointee.shown + (y & (Tile.size - 1)) << Tile.shift + columns.lowerBound
          if memcmp(now, then, count) != 0 { break }
        } else if !Self.isBlank(now, count) {
          break
        }
      }
      y += 1
    }
    guard y < block.maxY else { return }
    let cell = cell(tile)
    let shown = cell.pointee.shown
    let old = before(tile, image[tile])?.pixels ?? []
    image.withMutableTile(tile) { pixels in
      let under = old.span
      var ink = InkStyle.Laying(style)
      while y < block.maxY {
        let end = min(block.maxY, (y & ~(Self.bandHeight - 1)) + Self.bandHeight)
        var area = PixelRect.empty
        while y < end {
          let columns = Self.columns(reach[y], in: square)
          let at = (y & (Tile.size - 1)) << Tile.shift + columns.lowerBound
          let row = ink.lay(
            coverage + (y - block.minY) * CoverageFiller.rowBytes + columns.lowerBound, shown: shown + at,
            count: columns.upperBound - columns.lowerBound, to: &pixels, at: at, over: under)
          if row.first < row.end {
            let x = left + columns.lowerBound
            area = area.union(PixelRect(minX: x + row.first, minY: y, maxX: x + row.end, maxY: y + 1))
          }
          y += 1
        }
        written.add(area)
      }
    }
    if cell.pointee.isFull, isShownFull(cell, image.bounds(ofTile: tile)) {
      cells[tile] = nil
      filler.giveBack(cell)
      isDone[tile] = true
    }
  }

  private static func isBlank(_ coverage: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for x in 0..<count where coverage[x] != 0 { return false }
    return true
  }

  private func isShownFull(_ cell: UnsafeMutablePointer<InkCell>, _ part: PixelRect) -> Bool {
    for y in 0..<part.height {
      let row = cell.pointee.shown + y << Tile.shift
      for x in 0..<part.width where row[x] != 255 { return false }
    }
    return true
  }
}
