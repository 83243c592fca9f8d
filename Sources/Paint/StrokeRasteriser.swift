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
  /// Pieces after which a cell bakes, and how many of the last it then keeps.
  static let bakeCount = 96
  static let keepCount = 32

  /// What a tile's share of the stroke is made of.
  private struct Cell {
    /// Pieces (indices of their first disc) that reach into the tile, oldest first, those before the last bake left out.
    var pieces: [Int32] = []
    /// Coverage from before the last bake, 64 x 64; empty before the first.
    var base: [UInt8] = []
    /// Whether `base` is 255 throughout.
    var isFull = false
  }

  private let grid: TileLayout
  private let filler: CoverageFiller
  /// Settled discs, then those of the tail.
  private var discs: [Disc] = []
  private var settledCount = 0
  private var cells: [Int: Cell] = [:]
  private var outline = Outline()
  private var tailBounds = PixelRect.empty
  /// For each piece the number of the last query that took it: a piece in several cells is drawn once.
  private var stamps: [UInt32] = []
  private var query: UInt32 = 0

  /// The tiles of an image, without their pixels.
  struct TileLayout {
    let bounds: PixelRect
    let columns: Int
  }

  /// A rasteriser for one stroke on an image like `image`; `filler` may be shared between strokes.
  public init(for image: borrowing TileGrid, filler: CoverageFiller) {
    grid = TileLayout(bounds: image.bounds, columns: image.columns)
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
    if settledCount == 1, first == 0 { dirty.add(pixels(of: settled[0].bounds)) }

    discs.append(contentsOf: tail.dropFirst(settledCount > 0 ? 1 : 0))
    // The end of the settled part is drawn with a round cap only while it is the end of all.
    var bounds = settledCount > 0 ? pixels(of: discs[settledCount - 1].bounds) : .empty
    for d in tail { bounds = bounds.union(pixels(of: d.bounds)) }
    tailBounds = bounds
    dirty.add(bounds)
  }

  /// Draws the pixels of `rect`: reads them as they were before the stroke from `before` (a tile index to its tile, nil
  /// where there was none) and writes them to `image`.
  public func draw(
    _ rect: PixelRect, style: InkStyle, onto image: inout TileGrid, before: (Int) -> Tile?
  ) {
    let rect = rect.intersection(grid.bounds)
    var y = rect.minY
    while y < rect.maxY {
      let bottom = min(rect.maxY, y + CoverageFiller.side)
      var x = rect.minX
      while x < rect.maxX {
        let right = min(rect.maxX, x + CoverageFiller.side)
        drawPatch(PixelRect(minX: x, minY: y, maxX: right, maxY: bottom), style, &image, before)
        x = right
      }
      y = bottom
    }
  }

  private func drawPatch(_ patch: PixelRect, _ style: InkStyle, _ image: inout TileGrid, _ before: (Int) -> Tile?) {
    gather(patch)
    filler.fill(outline, patch: patch) { coverage, stride in
      let range = image.tileRange(of: patch)
      for row in range.rows {
        for column in range.columns {
          let tile = image.index(column: column, row: row)
          let part = image.bounds(ofTile: tile).intersection(patch)
          let old = before(tile)?.pixels ?? []
          let base = cells[tile]?.base ?? []
          image.withMutableTile(tile) { pixels in
            Self.compose(
              part, patch, coverage, stride, base.span, style, old.span, &pixels)
          }
        }
      }
    }
  }

  private static func compose(
    _ part: PixelRect, _ patch: PixelRect, _ coverage: Span<UInt8>, _ stride: Int, _ base: Span<UInt8>,
    _ style: InkStyle, _ old: Span<UInt32>, _ pixels: inout MutableSpan<UInt32>
  ) {
    let mask = Tile.size - 1
    for y in part.minY..<part.maxY {
      let from = (y - patch.minY) * stride + part.minX - patch.minX
      let to = (y & mask) << Tile.shift | (part.minX & mask)
      for i in 0..<part.width {
        var c = coverage[unchecked: from &+ i]
        if !base.isEmpty { c = max(c, base[unchecked: to &+ i]) }
        let under = old.isEmpty ? 0 : old[unchecked: to &+ i]
        pixels[unchecked: to &+ i] = style.applied(to: under, coverage: c)
      }
    }
  }

  // MARK: what is near

  private func pixels(of r: Rect) -> PixelRect { PixelRect(covering: r).intersection(grid.bounds) }

  private func bounds(ofPiece i: Int) -> Rect { discs[i].bounds.union(discs[i + 1].bounds) }

  private func forEachTile(in rect: PixelRect, _ body: (Int, PixelRect) -> Void) {
    guard !rect.isEmpty else { return }
    for row in (rect.minY >> Tile.shift)...((rect.maxY - 1) >> Tile.shift) {
      for column in (rect.minX >> Tile.shift)...((rect.maxX - 1) >> Tile.shift) {
        let square = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
        body(row * grid.columns + column, square)
      }
    }
  }

  /// Enters the piece from disc i to disc i+1 into the cells that it reaches.
  private func index(piece i: Int, dirty: inout Region) {
    let area = pixels(of: bounds(ofPiece: i))
    dirty.add(area)
    forEachTile(in: area) { tile, square in
      if cells[tile]?.isFull == true { return }
      cells[tile, default: Cell()].pieces.append(Int32(i))
      if cells[tile]?.pieces.count == Self.bakeCount { bake(tile, square) }
    }
  }

  /// Fills a cell with the pieces it has and keeps the coverage instead of all but the last of them.
  private func bake(_ tile: Int, _ square: PixelRect) {
    guard var cell = cells.removeValue(forKey: tile) else { return }
    outline.removeAll()
    for i in cell.pieces { append(piece: Int(i)) }
    if cell.base.isEmpty { cell.base = [UInt8](repeating: 0, count: Tile.count) }
    cell.isFull = filler.fill(outline, patch: square) { coverage, stride in
      var least: UInt8 = 255
      for y in 0..<Tile.size {
        for x in 0..<Tile.size {
          let c = max(cell.base[y << Tile.shift | x], coverage[y * stride + x])
          cell.base[y << Tile.shift | x] = c
          least = min(least, c)
        }
      }
      return least == 255
    }
    cell.pieces.removeFirst(cell.isFull ? cell.pieces.count : cell.pieces.count - Self.keepCount)
    cells[tile] = cell
  }

  /// Collects the outline of all that reaches into `patch`.
  private func gather(_ patch: PixelRect) {
    outline.removeAll()
    query &+= 1
    let area = Rect(patch)
    forEachTile(in: patch) { tile, _ in
      guard let cell = cells[tile] else { return }
      for piece in cell.pieces {
        let i = Int(piece)
        if stamps[i] == query { continue }
        stamps[i] = query
        if bounds(ofPiece: i).intersects(area) { append(piece: i) }
      }
    }
    for i in max(0, settledCount - 1)..<max(0, discs.count - 1) where bounds(ofPiece: i).intersects(area) {
      append(piece: i)
    }
    if let last = discs.last, last.bounds.intersects(area) { outline.appendDisc(last) }
  }

  /// Appends a piece with the joint or cap at its start.
  private func append(piece i: Int) {
    if i == 0 {
      outline.appendDisc(discs[0])
    } else {
      outline.appendJoint(from: discs[i - 1], at: discs[i], to: discs[i + 1])
    }
    outline.appendCapsule(from: discs[i], to: discs[i + 1])
  }
}
