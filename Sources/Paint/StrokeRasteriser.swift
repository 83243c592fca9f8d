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
  /// Cells in the order in which the stroke reached them, and for each tile the index of its cell or -1.
  private var cells: [Cell] = []
  private var cellOfTile: [Int32]
  private var outline = Outline()
  private var tailBounds = PixelRect.empty

  /// The shape of the tip where it is not round.
  private let nib: NibShape?

  /// A rasteriser for one stroke on an image like `image`; `filler` may be shared between strokes. Where there is a nib,
  /// each disc stands for the nib in it.
  public init(for image: borrowing TileGrid, nib: NibShape? = nil, filler: CoverageFiller) {
    self.nib = nib
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
    for i in max(0, first - 1)..<max(0, settledCount - 1) { index(piece: i, dirty: &dirty) }
    if settledCount == 1, first == 0 { dirty.add(pixels(of: bounds(of: settled[0]))) }

    discs.append(contentsOf: tail.dropFirst(settledCount > 0 ? 1 : 0))
    // The end of the settled part is drawn with a round cap only while it is the end of all.
    tailBounds = settledCount > 0 ? pixels(of: bounds(of: discs[settledCount - 1])) : .empty
    for d in tail { tailBounds = tailBounds.union(pixels(of: bounds(of: d))) }
    dirty.add(tailBounds)
  }

  /// Draws the pixels of `rect`: reads them as they were before the stroke from `before` (a tile index to its tile, nil
  /// where there was none) and writes them to `image`. A tile that neither exists nor gets ink is not made.
  public func draw(
    _ rect: PixelRect, style: InkStyle, onto image: inout TileGrid, before: (Int) -> Tile?
  ) {
    let range = image.tileRange(of: rect.intersection(bounds))
    for row in range.rows {
      for column in range.columns {
        let tile = image.index(column: column, row: row)
        drawPatch(image.bounds(ofTile: tile).intersection(rect), of: tile, style, &image, before(tile))
      }
    }
  }

  private func drawPatch(
    _ patch: PixelRect, of tile: Int, _ style: InkStyle, _ image: inout TileGrid, _ before: Tile?
  ) {
    let cell = cellOfTile[tile] < 0 ? Cell() : cells[Int(cellOfTile[tile])]
    let old = before?.pixels ?? []
    guard !cell.isFull, !gather(cell, patch) else {
      return image.withMutableTile(tile) { Self.flood(patch, style, old.span, &$0) }
    }
    let exists = image[tile] != nil
    if !exists, outline.ends.isEmpty, cell.base.isEmpty { return }
    filler.fill(outline, patch: patch) { coverage, stride in
      if !exists, cell.base.isEmpty, !Self.holdsInk(coverage, stride, patch) { return }
      image.withMutableTile(tile) {
        Self.compose(patch, coverage, stride, cell.base.span, style, old.span, &$0)
      }
    }
  }

  private static func holdsInk(_ coverage: Span<UInt8>, _ stride: Int, _ patch: PixelRect) -> Bool {
    for y in 0..<patch.height {
      for i in (y * stride)..<(y * stride + patch.width) where coverage[unchecked: i] != 0 { return true }
    }
    return false
  }

  /// Applies the ink with the greater of two coverages; `base` and `old` are a whole tile or empty (nothing).
  private static func compose(
    _ patch: PixelRect, _ coverage: Span<UInt8>, _ stride: Int, _ base: Span<UInt8>, _ style: InkStyle,
    _ old: Span<UInt32>, _ pixels: inout MutableSpan<UInt32>
  ) {
    let mask = Tile.size - 1
    for y in 0..<patch.height {
      let from = y * stride
      let to = ((patch.minY + y) & mask) << Tile.shift | (patch.minX & mask)
      for i in 0..<patch.width {
        var c = coverage[unchecked: from &+ i]
        if !base.isEmpty { c = max(c, base[unchecked: to &+ i]) }
        let under = old.isEmpty ? 0 : old[unchecked: to &+ i]
        pixels[unchecked: to &+ i] = style.applied(to: under, coverage: c)
      }
    }
  }

  /// Applies the ink where it covers everything.
  private static func flood(
    _ patch: PixelRect, _ style: InkStyle, _ old: Span<UInt32>, _ pixels: inout MutableSpan<UInt32>
  ) {
    let mask = Tile.size - 1
    for y in patch.minY..<patch.maxY {
      let to = (y & mask) << Tile.shift | (patch.minX & mask)
      for i in to..<(to + patch.width) {
        pixels[unchecked: i] = style.applied(to: old.isEmpty ? 0 : old[unchecked: i], coverage: 255)
      }
    }
  }

  /// Cells that have baked at least once or are full.
  var bakedCellCount: Int { cells.reduce(0) { $0 + ($1.isFull || !$1.base.isEmpty ? 1 : 0) } }

  // MARK: what is near

  private func pixels(of r: Rect) -> PixelRect { PixelRect(covering: r).intersection(bounds) }

  private func bounds(ofPiece i: Int) -> Rect { bounds(of: discs[i]).union(bounds(of: discs[i + 1])) }

  /// What the tip reaches: a nib's corners lie a little outside its disc.
  private func bounds(of d: Disc) -> Rect {
    guard let nib else { return d.bounds }
    return Disc(center: d.center, radius: d.radius * (1 + nib.thickness)).bounds
  }

  /// Whether a disc covers every pixel of `patch`.
  private func covers(_ d: Disc, _ patch: Rect) -> Bool {
    let reach = d.radius * (nib?.evenShare ?? 1) - Self.doubt
    guard reach > 0 else { return false }
    let dx = max(d.center.x - patch.minX, patch.maxX - d.center.x)
    let dy = max(d.center.y - patch.minY, patch.maxY - d.center.y)
    return dx * dx + dy * dy <= reach * reach
  }

  /// Enters the piece from disc i to disc i+1 into the cells that it reaches.
  private func index(piece i: Int, dirty: inout Region) {
    let area = pixels(of: bounds(ofPiece: i))
    guard !area.isEmpty else { return }
    dirty.add(area)
    let range = TileRange(area)
    for row in range.rows {
      for column in range.columns {
        let tile = row &* columns &+ column
        if cellOfTile[tile] < 0 {
          cellOfTile[tile] = Int32(cells.count)
          cells.append(Cell())
        }
        let k = Int(cellOfTile[tile])
        if cells[k].isFull { continue }
        let square = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
        if covers(discs[i + 1], Rect(square)) || covers(discs[i], Rect(square)) {
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
    var run = 0..<0
    // No disc covers the square, the cell would be full by now.
    for piece in cell.pieces { _ = take(Int(piece), if: Rect(square), &run) }
    flush(run)
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

  /// Collects the outline of all that reaches into `patch`, a part of the cell's tile; returns whether that certainly
  /// covers all of it (then the outline is not complete).
  private func gather(_ cell: Cell, _ patch: PixelRect) -> Bool {
    outline.removeAll()
    let area = Rect(patch)
    var run = 0..<0
    for piece in cell.pieces where !take(Int(piece), if: area, &run) { return true }
    for i in max(0, settledCount - 1)..<max(0, discs.count - 1) where !take(i, if: area, &run) { return true }
    flush(run)
    if let last = discs.last, bounds(of: last).intersects(area) {
      if let nib { outline.appendNib(nib, last) } else { outline.appendDisc(last) }
    }
    return false
  }

  /// Adds a piece to the run of consecutive ones where it reaches into `area`; returns false where it covers all of it.
  private func take(_ i: Int, if area: Rect, _ run: inout Range<Int>) -> Bool {
    guard bounds(ofPiece: i).intersects(area) else { return true }
    if covers(discs[i + 1], area) { return false }
    if run.upperBound != i {
      flush(run)
      run = i..<i
    }
    run = run.lowerBound..<(i + 1)
    return true
  }

  /// Appends consecutive pieces.
  private func flush(_ run: Range<Int>) {
    if run.isEmpty { return }
    guard let nib else { return outline.appendChain(discs, run.lowerBound...run.upperBound) }
    for i in run { outline.appendHull(nib, discs[i], discs[i + 1]) }
  }
}
