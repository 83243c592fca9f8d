import Geometry
import Ink
import Raster

/// Draws one stroke's chain of discs onto tiles, again and again as it grows.
///
/// 1. `init` for an image of a certain size. Nothing is drawn.
/// 2. `extend` with the discs that have settled since and the present wet tail; it returns the pixels whose coverage may
///    have changed.
/// 3. `draw` those pixels, or `drawChanges`: each becomes its pixel from before the stroke with the ink applied once. Image,
///    style and what was before are the same in all calls, and nobody else changes the image's pixels meanwhile: a pixel is
///    written only where its coverage is another than when it was drawn last.
/// 4. After the last `extend` with an empty tail the drawn pixels depend on the settled discs alone: not on how often
///    or where `draw` was called before.
///
/// A pixel's coverage is that of the union of all ink in it. Settled ink is kept as just that union: a set of spans for each
/// sub-scanline of the tiles that it reaches (`InkCell`). A settled piece is added once and never looked at again, so a
/// sample costs the same however long the stroke is and however often it has been there; since sets are exact, there is no
/// seam, and no order. The wet tail is added to copies of the rows that it is in. A tile that is covered entirely, and
/// shown so, takes no more ink and needs no memory.
public final class StrokeRasteriser {
  /// The most pieces that are settled together, and how much larger than the first one alone the rectangle around them may
  /// be, px: those of a rectangle share the work for its rows.
  private static let (groupCount, groupGrowth) = (8, 96)
  /// What was written is told in rectangles of so many rows at most, px: ink that runs aslant fills them better than one.
  static let bandHeight = 32

  let bounds: PixelRect
  private let columns: Int
  let filler: CoverageFiller
  /// The shape of the tip where it is not round.
  private let nib: NibShape?
  /// For each tile what settled ink and shown coverage it has, if any.
  let cells: UnsafeMutablePointer<UnsafeMutablePointer<InkCell>?>
  private let tileCount: Int
  /// For each tile whether it is covered entirely and shown so.
  let isDone: UnsafeMutablePointer<Bool>
  /// One chain of discs.
  struct Chain {
    /// The last disc that has settled, and how many have.
    var lastSettled: Disc?
    var settledCount = 0
    /// What has not settled yet.
    var tail = WetTail()
  }
  var chains: [Chain]
  /// The pixels that may look different since the last `drawChanges`.
  var changed = RowReach()
  /// A rectangle that is drawn.
  var asked = RowReach()
  /// Pieces on their way to the cells.
  private var settling = InkPieces()

  /// A rasteriser for one stroke on an image like `image`; `filler` may be shared between strokes. Where there is a nib,
  /// each disc stands for the nib in it. A stroke may be of several chains, at least one, that are one ink where they meet.
  public init(for image: borrowing TileGrid, nib: NibShape? = nil, filler: CoverageFiller, chains count: Int = 1) {
    self.nib = nib
    chains = [Chain](repeating: Chain(), count: max(1, count))
    bounds = image.bounds
    columns = image.columns
    tileCount = image.columns * image.rows
    cells = .allocate(capacity: tileCount)
    cells.initialize(repeating: nil, count: tileCount)
    isDone = .allocate(capacity: tileCount)
    isDone.initialize(repeating: false, count: tileCount)
    self.filler = filler
  }

  deinit {
    for tile in 0..<tileCount { if let cell = cells[tile] { filler.giveBack(cell) } }
    cells.deallocate()
    isDone.deallocate()
  }

  /// Takes the discs of a chain that have settled since its last call (`settled` from the count it had then) and replaces
  /// its tail, whose first disc repeats the last settled one (see `StrokeModel.tail`). Adds what may look different to
  /// `dirty`.
  public func extend(chain k: Int = 0, settled: [Disc], tail discs: [Disc], dirty: inout Region) {
    // Taken out while it changes, so that nobody asks at each disc whose it is.
    var chain = Chain()
    swap(&chain, &chains[k])
    defer { swap(&chain, &chains[k]) }
    dirty.add(chain.tail.bounds)
    var around = PixelRect.empty
    var limit = PixelRect.empty
    while chain.settledCount < settled.count {
      let disc = settled[chain.settledCount]
      chain.settledCount += 1
      let count = settling.pieces.count
      append(from: chain.lastSettled ?? disc, to: disc, &settling)
      chain.lastSettled = disc
      guard settling.pieces.count > count else { continue }
      let area = settling.pieces[count].area
      dirty.add(area.intersection(bounds))
      if count == 0 { limit = area.grown(by: Self.groupGrowth) }
      around = around.union(area)
      if count + 1 == Self.groupCount || !limit.contains(area) {
        settle(around)
        around = .empty
      }
    }
    if !settling.pieces.isEmpty { settle(around) }

    chain.tail.replace(by: discs, isDot: chain.settledCount == 0, within: bounds, changed: &changed) {
      append(from: $0, to: $1, &$2)
    }
    dirty.add(chain.tail.bounds)
  }

  private func append(from a: Disc, to b: Disc, _ pieces: inout InkPieces) {
    if let nib { pieces.append(nib, from: a, to: b) } else { pieces.append(from: a, to: b) }
  }

  // MARK: settled ink

  /// Moves the pieces that are settling, all within `area`, to the cells that they reach.
  private func settle(_ area: PixelRect) {
    changed.add(settling, within: bounds)
    let area = area.intersection(bounds)
    if !area.isEmpty {
      settling.withPieces { pieces in
        forEachBlock(in: area) { block, tile in settle(pieces, block, tile) }
      }
    }
    settling.removeAll()
  }

  /// Adds pieces to the cells of a block: of its rows, and of as many tiles from `first` on as it is wide.
  private func settle(_ pieces: CoverageFiller.Pieces, _ block: PixelRect, _ first: Int) {
    let count = block.width >> Tile.shift
    let slots = filler.slots
    var isOpen = false
    for c in 0..<count {
      if isDone[first + c] { continue }
      let cell = cell(first + c)
      if cell.pointee.isFull { continue }
      let square = PixelRect(
        x: block.minX + c << Tile.shift, y: block.minY & ~(Tile.size - 1), width: Tile.size, height: Tile.size)
      if pieces.pieces.contains(where: { $0.covers(square) }) { cell.pointee.fullRows = .max } else { isOpen = true }
    }
    guard isOpen else { return }
    for y in block.minY..<block.maxY {
      let row = y & (Tile.size - 1)
      for c in 0..<count {
        if let cell = cells[first + c] {
          slots[c].lists = cell.pointee.lists
          slots[c].isFull = cell.pointee.fullRows >> UInt64(row) & 1 != 0
        } else {
          slots[c].isFull = true
        }
        slots[c].firstLine = row * Subpixels.lines
      }
      filler.add(pieces, row: y, left: block.minX, columns: count)
      for c in 0..<count where slots[c].isFull { cells[first + c]?.pointee.fullRows |= 1 << UInt64(row) }
    }
  }

  /// A tile's cell, made where there is none.
  func cell(_ tile: Int) -> UnsafeMutablePointer<InkCell> {
    if let cell = cells[tile] { return cell }
    let cell = filler.takeCell()
    cells[tile] = cell
    return cell
  }

  /// Calls `body` with the rectangles that `area` is filled in, a row of a few tiles each, widened to whole tiles, and the index
  /// of their first tile.
  func forEachBlock(in area: PixelRect, _ body: (PixelRect, Int) -> Void) {
    let range = TileRange(area)
    for row in range.rows {
      var column = range.columns.lowerBound
      while column < range.columns.upperBound {
        let end = min(range.columns.upperBound, column + CoverageFiller.blockColumns)
        let block = PixelRect(
          minX: column << Tile.shift, minY: max(area.minY, row << Tile.shift), maxX: end << Tile.shift,
          maxY: min(area.maxY, (row + 1) << Tile.shift))
        body(block, row * columns + column)
        column = end
      }
    }
  }

  /// Tiles that settled ink covers entirely.
  var fullTileCount: Int {
    (0..<tileCount).reduce(0) { $0 + (isDone[$1] || cells[$1]?.pointee.isFull == true ? 1 : 0) }
  }
}

extension InkPieces.Piece {
  /// Whether one of its discs certainly covers every pixel of a square: by more than its numbers may be wrong.
  fileprivate func covers(_ square: PixelRect) -> Bool {
    func covers(_ d: InkPieces.Circle) -> Bool {
      let reach = d.radius - 0.125
      guard reach > 0 else { return false }
      let dx = max(d.x - Double(square.minX), Double(square.maxX) - d.x)
      let dy = max(d.y - Double(square.minY), Double(square.maxY) - d.y)
      return dx * dx + dy * dy <= reach * reach
    }
    return covers(a) || covers(b)
  }
}
