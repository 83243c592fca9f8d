import Geometry
import Ink
import Raster

/// Draws one stroke's chain of discs onto tiles, again and again as it grows.
///
/// 1. `init` for an image of a certain size. Nothing is drawn.
/// 2. `extend` with the discs that have settled since and the present wet tail; it returns the pixels whose coverage may
///    have changed.
/// 3. `draw` those pixels: each becomes its pixel from before the stroke with the ink applied once.
/// 4. After the last `extend` with an empty tail the drawn pixels depend on the settled discs alone: not on how often
///    or where `draw` was called before.
///
/// A pixel's coverage is that of the union of everything near it, filled as one shape. What is near is found through
/// cells, one a tile. So that pixels cost the same however often a stroke returns to a place, a cell that has got
/// `bakeCount` pieces fills itself once as far as it has come and keeps the coverage; from then on the greater
/// of the kept coverage and that of the later pieces counts. The last pieces are kept through that, so there is no seam
/// where the stroke goes on. A cell that is covered entirely takes no more pieces.
public final class StrokeRasteriser {
  /// Pieces after which a cell bakes.
  static let bakeCount = 64
  /// How many of the last pieces it then keeps, and how long a way, canvas px: longer than a pixel's diagonal, so that a
  /// pixel is either left by the pieces that go or reached only by those that stay.
  static let keepCount = 8...48
  static let keepLength = 2.5
  /// How far inside a disc everything is ink beyond doubt, canvas px: farther than the outline and Cairo's numbers are
  /// from the true circle.
  static let doubt = 0.0625

  /// What a tile's share of the stroke is made of.
  private struct Cell {
    /// Pieces (indices of their first disc) that reach into the tile, oldest first, those before the last bake left out.
    var pieces: [Int32] = []
    /// Coverage from before the last bake, 64 x 64; empty before the first.
    var base: [UInt8] = []
    /// Whether every pixel is covered entirely; then the rest is empty.
    var isFull = false

    mutating func fill() { self = Cell(isFull: true) }
  }

  private let bounds: PixelRect
  private let columns: Int
  private let filler: CoverageFiller
  /// Settled discs, then those of the tail.
  private var discs: [Disc] = []
  private var settledCount = 0
  /// The greatest radius that any disc has had, canvas px.
  private var greatestRadius = 0.0
  /// Cells in the order in which the stroke reached them, and for each tile the index of its cell or -1.
  private var cells: [Cell] = []
  private var cellOfTile: [Int32]
  private var outline = Outline()
  /// While a patch is drawn: its tiles that are not flooded, and the pieces near.
  private var open: [Int] = []
  private var near: [Int32] = []
  /// For each settled piece the number of the last query that took it: a piece in several cells is drawn once.
  private var stamps: [UInt32] = []
  private var query: UInt32 = 0
  private var tailBounds = PixelRect.empty

  /// The shape of the tip where it is not round.
  private let nib: NibShape?
  /// How far the tip reaches, and how far it is even, as shares of its disc's radius: a nib's corners lie a little outside.
  private let (outer, inner): (Double, Double)

  /// A rasteriser for one stroke on an image like `image`; `filler` may be shared between strokes. Where there is a nib,
  /// each disc stands for the nib in it.
  public init(for image: borrowing TileGrid, nib: NibShape? = nil, filler: CoverageFiller) {
    self.nib = nib
    outer = 1 + (nib?.thickness ?? 0)
    inner = nib?.evenShare ?? 1
    bounds = image.bounds
    columns = image.columns
    cellOfTile = [Int32](repeating: -1, count: image.columns * image.rows)
    self.filler = filler
  }

  /// Takes the discs that have settled since the last call (`settled` from the count it had then) and replaces the tail,
  /// whose first disc repeats the last settled one (see `StrokeModel.tail`). Adds what may look different to `dirty`.
  public func extend(settled: [Disc], tail: [Disc], dirty: inout Region) {
    discs.removeLast(discs.count - settledCount)
    dirty.add(tailBounds)
    let first = settledCount
    discs.append(contentsOf: settled[settledCount...])
    settledCount = settled.count
    if stamps.count < settledCount { stamps.append(contentsOf: repeatElement(0, count: settledCount - stamps.count)) }
    for i in max(0, first - 1)..<max(0, settledCount - 1) { index(piece: i, dirty: &dirty) }
    if settledCount == 1, first == 0 { dirty.add(pixels(of: extent(settled[0]))) }

    discs.append(contentsOf: tail.dropFirst(settledCount > 0 ? 1 : 0))
    // The end of the settled part is drawn with a round cap only while it is the end of all.
    var tailExtent = settledCount > 0 ? extent(discs[settledCount - 1]) : .null
    for d in tail { tailExtent = tailExtent.union(extent(d)) }
    // Cut to the image when it is whole: a piece may reach into it from a disc that does not.
    tailBounds = pixels(of: tailExtent)
    for d in discs[first...] where d.radius > greatestRadius { greatestRadius = d.radius }
    dirty.add(tailBounds)
  }

  /// Draws the pixels of `rect`: reads them as they were before the stroke from `before` (a tile index to its tile, nil
  /// where there was none) and writes them to `image`. A tile that neither exists nor gets ink is not made.
  public func draw(
    _ rect: PixelRect, style: InkStyle, onto image: inout TileGrid, before: (Int) -> Tile?
  ) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    // Square by square of the filler's grid.
    let (side, mask) = (CoverageFiller.side, CoverageFiller.side - 1)
    for y in stride(from: rect.minY & ~mask, to: rect.maxY, by: side) {
      for x in stride(from: rect.minX & ~mask, to: rect.maxX, by: side) {
        draw(patch: PixelRect(x: x, y: y, width: side, height: side).intersection(rect), style, &image, before)
      }
    }
  }

  private func draw(
    patch: PixelRect, _ style: InkStyle, _ image: inout TileGrid, _ before: (Int) -> Tile?
  ) {
    let range = TileRange(patch)
    open.removeAll(keepingCapacity: true)
    var rest = PixelRect.empty
    for row in range.rows {
      for column in range.columns {
        let tile = image.index(column: column, row: row)
        let part = image.bounds(ofTile: tile).intersection(patch)
        if isFlooded(tile, part) {
          let old = before(tile)?.pixels ?? []
          image.withMutableTile(tile) { style.flood(part, of: &$0, over: old.span) }
        } else if hasBaked(tile) {
          // On its own: pieces that it has let go may still be with its neighbours.
          drawTogether([tile], part, style, &image, before)
        } else {
          open.append(tile)
          rest = rest.union(part)
        }
      }
    }
    if !open.isEmpty { drawTogether(open, rest, style, &image, before) }
  }

  /// Draws some tiles' parts in `area` with one fill of all that is near.
  private func drawTogether(
    _ tiles: [Int], _ area: PixelRect, _ style: InkStyle, _ image: inout TileGrid, _ before: (Int) -> Tile?
  ) {
    gather(tiles, area)
    filler.fill(outline, patch: area) { coverage, stride in
      for tile in tiles {
        let part = image.bounds(ofTile: tile).intersection(area)
        let start = (part.minY - area.minY) * stride + part.minX - area.minX
        let base = cellOfTile[tile] < 0 ? [] : cells[Int(cellOfTile[tile])].base
        if image[tile] == nil, base.isEmpty, Self.isBlank(coverage, start, stride, part) { continue }
        let old = before(tile)?.pixels ?? []
        image.withMutableTile(tile) {
          style.apply(coverage, start, stride, base: base.span, to: part, of: &$0, over: old.span)
        }
      }
    }
  }

  private static func isBlank(_ coverage: Span<UInt8>, _ start: Int, _ stride: Int, _ part: PixelRect) -> Bool {
    for y in 0..<part.height {
      let row = start + y * stride
      for i in row..<(row + part.width) where coverage[unchecked: i] != 0 { return false }
    }
    return true
  }

  /// Cells that have baked at least once or are full.
  var bakedCellCount: Int { cells.reduce(0) { $0 + ($1.isFull || !$1.base.isEmpty ? 1 : 0) } }

  // MARK: what is near

  private func pixels(of r: Rect) -> PixelRect { PixelRect(covering: r).intersection(bounds) }

  /// What the tip reaches.
  private func extent(_ d: Disc) -> Rect { Self.extent(d, outer) }

  private static func extent(_ d: Disc, _ outer: Double) -> Rect {
    Disc(center: d.center, radius: d.radius * outer).bounds
  }

  private static func extent(_ a: Disc, _ b: Disc, _ outer: Double) -> Rect { extent(a, outer).union(extent(b, outer)) }

  /// Whether the tip in a disc, even within a share `inner` of it, covers every pixel of `patch`.
  private static func covers(_ d: Disc, _ patch: Rect, _ inner: Double) -> Bool {
    let reach = d.radius * inner - doubt
    guard reach > 0 else { return false }
    let dx = max(d.center.x - patch.minX, patch.maxX - d.center.x)
    let dy = max(d.center.y - patch.minY, patch.maxY - d.center.y)
    return dx * dx + dy * dy <= reach * reach
  }

  /// Enters the piece from disc i to disc i+1 into the cells that it reaches.
  private func index(piece i: Int, dirty: inout Region) {
    let area = pixels(of: Self.extent(discs[i], discs[i + 1], outer))
    guard !area.isEmpty else { return }
    dirty.add(area)
    let range = TileRange(area)
    for row in range.rows {
      for column in range.columns {
        let tile = row &* columns &+ column
        if cellOfTile[tile] < 0 {
          cellOfTile[tile] = Int32(cells.count)
          var cell = Cell()
          // Once, rather than five times as it fills.
          cell.pieces.reserveCapacity(Self.bakeCount)
          cells.append(cell)
        }
        let k = Int(cellOfTile[tile])
        if cells[k].isFull { continue }
        let square = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
        if Self.covers(discs[i + 1], Rect(square), inner) || Self.covers(discs[i], Rect(square), inner) {
          cells[k].fill()
          continue
        }
        cells[k].pieces.append(Int32(i))
        if cells[k].pieces.count == Self.bakeCount {
          bake(&cells[k], square)
          // What was drawn before from the pieces together may miss the greater of two by a rounding.
          dirty.add(square.intersection(bounds))
        }
      }
    }
  }

  /// Fills a cell with the pieces it has and keeps the coverage instead of all but the last of them.
  private func bake(_ cell: inout Cell, _ square: PixelRect) {
    outline.removeAll()
    append(cell.pieces)
    if cell.base.isEmpty { cell.base = [UInt8](repeating: 0, count: Tile.count) }
    var base = cell.base.mutableSpan
    let least = filler.fill(outline, patch: square) { coverage, stride in
      var least: UInt8 = 255
      for y in 0..<Tile.size {
        for x in 0..<Tile.size {
          let c = max(base[y << Tile.shift | x], coverage[y * stride + x])
          base[y << Tile.shift | x] = c
          least = min(least, c)
        }
      }
      return least
    }
    if least == 255 { return cell.fill() }
    var (kept, way) = (0, 0.0)
    while kept < Self.keepCount.lowerBound || (way < Self.keepLength && kept < Self.keepCount.upperBound) {
      kept += 1
      let i = Int(cell.pieces[cell.pieces.count - kept])
      way += discs[i].center.distance(to: discs[i + 1].center)
    }
    cell.pieces.removeFirst(cell.pieces.count - kept)
  }

  /// The pieces that are drawn anew each time: from the last settled disc to the tip.
  private var tailPieces: Range<Int> { max(0, settledCount - 1)..<max(0, discs.count - 1) }

  /// Whether a tile's pieces are not all that reached it.
  private func hasBaked(_ tile: Int) -> Bool {
    cellOfTile[tile] >= 0 && !cells[Int(cellOfTile[tile])].base.isEmpty
  }

  /// Whether the ink certainly covers all of a part of a tile.
  private func isFlooded(_ tile: Int, _ part: PixelRect) -> Bool {
    let k = Int(cellOfTile[tile])
    if k >= 0, cells[k].isFull { return true }
    guard greatestRadius * 2 > Double(max(part.width, part.height)) else { return false }
    let (area, discs) = (Rect(part), discs)
    if k >= 0 {
      for i in cells[k].pieces where Self.covers(discs[Int(i) + 1], area, inner) { return true }
    }
    for i in tailPieces where Self.covers(discs[i + 1], area, inner) { return true }
    return false
  }

  /// Collects the outline of all that reaches into `patch`, a rectangle around parts of some tiles.
  private func gather(_ tiles: [Int], _ patch: PixelRect) {
    outline.removeAll()
    near.removeAll(keepingCapacity: true)
    query &+= 1
    let (area, discs) = (Rect(patch), discs)
    for tile in tiles where cellOfTile[tile] >= 0 {
      for piece in cells[Int(cellOfTile[tile])].pieces {
        let i = Int(piece)
        if Self.extent(discs[i], discs[i + 1], outer).intersects(area), stamps[i] != query {
          stamps[i] = query
          near.append(piece)
        }
      }
    }
    // In their order, so that neighbours are drawn as one wherever both are near: a pixel must not depend on the tiles
    // beside it.
    if tiles.count > 1 { near.sort() }
    for i in tailPieces where Self.extent(discs[i], discs[i + 1], outer).intersects(area) { near.append(Int32(i)) }
    append(near)
    if let last = discs.last, extent(last).intersects(area) {
      if let nib { outline.appendNib(nib, last) } else { outline.appendDisc(last) }
    }
  }

  /// Appends the outline of some pieces, in ascending order.
  private func append(_ pieces: [Int32]) {
    var start = 0
    while start < pieces.count {
      var end = start + 1
      while end < pieces.count, pieces[end] == pieces[end - 1] + 1 { end += 1 }
      if let nib {
        for i in pieces[start..<end] { outline.appendHull(nib, discs[Int(i)], discs[Int(i) + 1]) }
      } else {
        outline.appendChain(discs, Int(pieces[start])...Int(pieces[end - 1] + 1))
      }
      start = end
    }
  }
}
