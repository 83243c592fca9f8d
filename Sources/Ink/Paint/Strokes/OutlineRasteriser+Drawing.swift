import Geometry
import Glibc
import Ink
import Raster

extension OutlineRasteriser {
  /// Draws the pixels of `rect`. `before` returns a tile from before the stroke by its index, nil
  /// where there was none. A tile that does not exist and gets no ink is not made.
  /// - Parameter isDeep: whether all tiles get 16 bits a channel, or only those that had them before.
  public func draw(
    _ rect: PixelRect, style: InkStyle, onto image: inout TileGrid, isDeep: Bool = false, before: (Int) -> Tile?
  ) {
    var written = Region()
    parts.removeAll(keepingCapacity: true)
    forEachTile(in: rect.intersection(bounds)) { tile, part in parts.append((tile, part)) }
    drawParts(style, isDeep, nil, &image, { tile, _ in before(tile) }, &written)
  }

  /// Draws what `extend` changed since the last call and adds the changed pixels to `written`.
  ///
  /// `before` returns a tile from before the stroke by its index and its current content.
  /// - Parameters:
  ///   - isDeep: as for `draw`.
  ///   - limit: how much of the ink each pixel takes; nil for all of it.
  public func drawChanges(
    style: InkStyle, onto image: inout TileGrid, isDeep: Bool = false, within limit: CoverageLimit? = nil,
    before: (Int, Tile?) -> Tile?, written: inout Region
  ) {
    parts.removeAll(keepingCapacity: true)
    for (tile, part) in changed {
      if tiles[tile]?.isShownFull == true { continue }
      let square = square(ofTile: tile)
      if tiles[tile]?.isFull == true {
        // The whole tile, so that it is never drawn again.
        parts.append((tile, square.intersection(bounds)))
        tiles.update(tile, adding: TileInk()) { $0.isShownFull = true }
        continue
      }
      let inside = part.offset(dx: -square.minX, dy: -square.minY)
      let rest = tiles[tile]?.changing(inside) ?? inside
      if rest.isEmpty { continue }
      parts.append((tile, rest.offset(dx: square.minX, dy: square.minY)))
      if tiles[tile] != nil { tiles.update(tile, adding: TileInk()) { $0.isBakedShown = true } }
    }
    changed.removeAll(keepingCapacity: true)
    drawParts(style, isDeep, limit, &image, before, &written)
  }

  /// Draws `parts`, each of one tile: one fill for all parts of a block.
  private func drawParts(
    _ style: InkStyle, _ isDeep: Bool, _ limit: CoverageLimit?, _ image: inout TileGrid,
    _ before: (Int, Tile?) -> Tile?,
    _ written: inout Region
  ) {
    while let (tile, part) = parts.popLast() {
      if tiles[tile]?.isFull == true {
        filler.flood(part)
        show(part, tile, style, isDeep, limit, &image, before, &written)
        continue
      }
      near.removeAll(keepingCapacity: true)
      near.append(contentsOf: tiles[tile]?.entries ?? [])
      group.removeAll(keepingCapacity: true)
      group.append((tile, part))
      var area = part
      let block = CoverageFiller.block(x: part.minX, y: part.minY)
      var i = 0
      while i < parts.count {
        let (other, otherPart) = parts[i]
        if CoverageFiller.block(x: otherPart.minX, y: otherPart.minY) == block, tiles[other]?.isFull != true {
          near.append(contentsOf: tiles[other]?.entries ?? [])
          area = area.union(otherPart)
          group.append((other, otherPart))
          parts.swapAt(i, parts.count - 1)
          parts.removeLast()
        } else {
          i += 1
        }
      }
      if group.count > 1 { sortNear() }
      fill(area, near, withTails: true)
      for (tile, part) in group {
        if let baked = tiles[tile]?.baked, !baked.isEmpty { filler.raise(part, to: baked) }
        show(part, tile, style, isDeep, limit, &image, before, &written)
      }
    }
  }

  /// Sorts the hulls of several tiles and removes duplicates.
  private func sortNear() {
    near.sort()
    var count = 0
    for i in near.indices where i == 0 || near[i] != near[i - 1] {
      near[count] = near[i]
      count += 1
    }
    near.removeLast(near.count - count)
  }

  /// Applies ink of the filled coverage to a part of a tile.
  private func show(
    _ part: PixelRect, _ tile: Int, _ style: InkStyle, _ isDeep: Bool, _ limit: CoverageLimit?,
    _ image: inout TileGrid, _ before: (Int, Tile?) -> Tile?, _ written: inout Region
  ) {
    let limit = limit?.ofTile(tile) ?? .all
    if case .none = limit { return }
    if tiles[tile]?.isTouched != true {
      if filler.isBlank(part) { return }
      tiles.update(tile, adding: TileInk()) { $0.isTouched = true }
    }
    let old = before(tile, image[tile])
    if isDeep || old?.isDeep ?? false {
      show(part, tile, style, limit, &image, old, &written, DeepPixel.self)
    } else {
      show(part, tile, style, limit, &image, old, &written, UInt32.self)
    }
  }

  /// Applies ink in a depth.
  @inline(__always) private func show<P: InkedPixel>(
    _ part: PixelRect, _ tile: Int, _ style: InkStyle, _ limit: CoverageLimit.OfTile, _ image: inout TileGrid,
    _ old: Tile?, _ written: inout Region, _ depth: P.Type
  ) {
    let isSolid = style.blend == .over && style.opacity == 255
    let ink = P.opaque(style.colour)
    let first = part.minY & (Tile.size - 1)
    P.withRows(first..<first + part.height, of: old ?? .clear) { under in
      image.withMutableTile(tile, as: P.self) { pixels in
        var band = PixelRect.empty
        for y in part.minY..<part.maxY {
          if y % Self.bandHeight == 0 {
            written.add(band)
            band = .empty
          }
          let coverage = filler.coverage(x: part.minX, y: y)
          let start = (y & (Tile.size - 1)) << Tile.shift | part.minX & (Tile.size - 1)
          let base = start - first << Tile.shift
          var (first, end) = (part.width, 0)
          for x in 0..<part.width {
            let old = under[unchecked: base + x]
            var new =
              switch coverage[x] {
              case 0: old
              case 255 where isSolid: ink
              default: old.inked(style, ink, coverage: coverage[x])
              }
            if new != old { new = limit.limited(new, from: old, at: start + x) }
            guard pixels[unchecked: start + x] != new else { continue }
            pixels[unchecked: start + x] = new
            (first, end) = (min(first, x), x + 1)
          }
          if first < end {
            band = band.union(PixelRect(minX: part.minX + first, minY: y, maxX: part.minX + end, maxY: y + 1))
          }
        }
        written.add(band)
      }
    }
  }
}
