import Geometry
import Glibc
import Ink
import Raster

/// Draws one stroke's ink onto tiles, again and again as it grows.
///
/// 1. `init` for an image of a certain size. Nothing is drawn.
/// 2. `extend` with the ink that has settled so far and the present wet tail. It finds the pixels whose coverage may have changed.
/// 3. `drawChanges`, or `draw` for any rectangle: each pixel becomes its pixel from before the stroke with the ink applied
///    once. Image, style and what was before are the same in all calls.
/// 4. After the last `extend` with an empty tail the drawn pixels depend on the settled ink alone: not on how often or where
///    anything was drawn before.
///
/// A pixel's coverage is that of the union of all ink in it: one `cairo_fill` of all contours that reach the part of a tile that
/// is drawn. Each tile keeps a list of the settled pieces that reach it, and drops those that it does not need any more (`TileInk`).
/// So the cost of a sample does not grow with the length of the stroke; where a stroke returns to a place many hundred times, baking
/// costs time in proportion to the pieces that still have an edge there.
public final class StrokePainter {
  /// One chain of sweeps: the stroke itself, or an image of it in a symmetry.
  struct Chain {
    var settled: Outline
    /// Sweeps in `settled`.
    var sweepCount = 0
    /// For each sweep its print at the end, and where its pieces end in `settled`, until they are entered into the tiles.
    var waiting: [(end: Disc, pieces: Int)] = []
    /// Pieces that were entered into the tiles.
    var enteredCount = 0
    /// Whether the end of the stroke has settled.
    var hasEnd = false
    var tail: Outline
    var tailTrace = InkTrace()
  }

  let bounds: PixelRect
  let columns: Int
  let filler: CoverageFiller
  var chains: [Chain]
  /// For each tile its settled ink; nil where there is none.
  var tiles: [TileInk?]
  /// The parts of tiles that may look different since the last `drawChanges`, in px of the image.
  var changed: [(tile: Int, part: PixelRect)] = []
  /// The parts of tiles that are being drawn, those that are drawn by one fill, and the pieces near these.
  var parts: [(tile: Int, part: PixelRect)] = []
  var group: [(tile: Int, part: PixelRect)] = []
  var near: [TileInk.Entry] = []

  /// How far ink may reach beyond the bounds of its curves, px: more than Cairo's polygons do.
  private static let reach = 0.0625
  /// Pixels that were written are reported in rectangles of so many rows at most: ink that runs aslant fills them better than one.
  static let bandHeight = 32

  /// A painter for one stroke on an image like `image`; `filler` may be shared between strokes. A stroke may be of several
  /// chains, at least one, that are one ink where they meet.
  public init(for image: borrowing TileGrid, tip: Brush.Tip = .round, filler: CoverageFiller, chains count: Int = 1) {
    let chain = Chain(settled: Outline(tip: tip), tail: Outline(tip: tip))
    chains = [Chain](repeating: chain, count: max(1, count))
    bounds = image.bounds
    columns = image.columns
    tiles = [TileInk?](repeating: nil, count: image.columns * image.rows)
    self.filler = filler
  }

  // MARK: ink

  /// Takes the ink of a chain that has settled since its last call (`settled` from the count it had then) and replaces its tail.
  /// Adds the pixels that may look different to `dirty`.
  public func extend(chain k: Int = 0, settled: InkTrace, tail: InkTrace, dirty: inout Region) {
    // Taken out while it changes, so that its lists are not copied.
    var chain = Chain(settled: Outline(), tail: Outline())
    swap(&chain, &chains[k])
    defer { swap(&chain, &chains[k]) }
    let oldCount = chain.sweepCount
    for i in chain.sweepCount..<max(chain.sweepCount, settled.sweeps.count) {
      append(settled.sweeps[i], to: &chain.settled)
      chain.waiting.append((settled.sweeps[i].end, chain.settled.pieces.count))
      mark(settled.sweeps[i].bounds, chain.settled, &dirty)
    }
    chain.sweepCount = max(chain.sweepCount, settled.sweeps.count)
    if let end = settled.end, !chain.hasEnd {
      chain.hasEnd = true
      chain.settled.appendEnd(end, isApart: true)
      chain.waiting.append((end, chain.settled.pieces.count))
      mark(end.bounds, chain.settled, &dirty)
    }

    // Sweeps that are the same as before, counted from the start of the stroke, look the same.
    let shift = chain.sweepCount - oldCount
    for i in chain.tailTrace.sweeps.indices {
      let j = i - shift
      if j < 0 || j >= tail.sweeps.count || chain.tailTrace.sweeps[i] != tail.sweeps[j] {
        mark(chain.tailTrace.sweeps[i].bounds, chain.tail, &dirty)
      }
    }
    for j in tail.sweeps.indices {
      let i = j + shift
      if i >= chain.tailTrace.sweeps.count || chain.tailTrace.sweeps[i] != tail.sweeps[j] {
        mark(tail.sweeps[j].bounds, chain.tail, &dirty)
      }
    }
    if chain.tailTrace.end != tail.end {
      if let end = chain.tailTrace.end { mark(end.bounds, chain.tail, &dirty) }
      if let end = tail.end { mark(end.bounds, chain.tail, &dirty) }
    }
    chain.tailTrace.replace(by: tail)
    chain.tail.removeAll()
    chain.tail.begin(joining: chain.settled)
    for sweep in tail.sweeps { append(sweep, to: &chain.tail) }
    if let end = tail.end { chain.tail.appendEnd(end) }
    if k == chains.count - 1 {
      swap(&chain, &chains[k])
      enterWaiting()
      swap(&chain, &chains[k])
    }
  }

  /// Appends a sweep to an outline. One that is long and comes near the image is cut, as Cairo's numbers end at 2^23.
  private func append(_ sweep: Sweep, to outline: inout Outline) {
    let box = sweep.bounds
    let isLong = max(box.width, box.height) > Self.longest
    guard isLong, box.intersects(Rect(bounds)), sweep.curve.p0 != sweep.curve.p3 else { return outline.append(sweep) }
    let (first, second) = sweep.curve.split(at: 0.5)
    let middle = sweep.print(at: 0.5)
    if max(first.controlBounds.width, first.controlBounds.height) < 64 { return outline.append(sweep) }
    append(Sweep(first, from: sweep.start, to: middle), to: &outline)
    append(Sweep(second, from: middle, to: sweep.end), to: &outline)
  }

  /// Sweeps that are larger than this, px, are cut.
  private static let longest = 65_536.0

  /// Enters the settled pieces of all chains into the tiles that they reach. Sweep by sweep, so that the order does not depend on
  /// how samples came in batches.
  private func enterWaiting() {
    let count = chains.reduce(Int.max) { min($0, $1.waiting.count) }
    for i in 0..<count {
      for k in chains.indices {
        let (end, pieces) = chains[k].waiting[i]
        if chains[k].settled.nib == nil { fillTiles(within: end) }
        for piece in chains[k].enteredCount..<pieces { settle(piece, of: k) }
        chains[k].enteredCount = pieces
      }
    }
    for k in chains.indices { chains[k].waiting.removeFirst(count) }
  }

  /// Adds what ink reaches to the pixels that may look different.
  private func mark(_ box: Rect, _ outline: borrowing Outline, _ dirty: inout Region) {
    // A flat tip reaches beyond its discs, and Cairo's polygons a little beyond the curves.
    let more = ((outline.nib?.reach ?? 1) - 1) * max(box.width, box.height) / 2 + Self.reach
    let area = PixelRect(
      covering: Rect(minX: box.minX - more, minY: box.minY - more, maxX: box.maxX + more, maxY: box.maxY + more)
    ).intersection(bounds)
    guard !area.isEmpty else { return }
    dirty.add(area)
    forEachTile(in: area) { tile, part in
      if let i = changed.firstIndex(where: { $0.tile == tile }) {
        changed[i].part = changed[i].part.union(part)
      } else {
        changed.append((tile, part))
      }
    }
  }

  /// Notes the tiles that a settled disc covers entirely: by more than its outline may be wrong.
  private func fillTiles(within disc: Disc) {
    let reach = disc.radius - 0.125
    guard reach > Double(Tile.size) / 2 else { return }
    forEachTile(in: PixelRect(covering: disc.bounds).intersection(bounds)) { tile, _ in
      if tiles[tile]?.isFull == true { return }
      let square = square(ofTile: tile).intersection(bounds)
      let dx = max(disc.center.x - Double(square.minX), Double(square.maxX) - disc.center.x)
      let dy = max(disc.center.y - Double(square.minY), Double(square.maxY) - disc.center.y)
      guard dx * dx + dy * dy <= reach * reach else { return }
      if tiles[tile] == nil { tiles[tile] = TileInk() }
      tiles[tile]?.becomeFull()
    }
  }

  /// Enters a settled piece into the tiles that it reaches.
  private func settle(_ index: Int, of chain: Int) {
    let piece = chains[chain].settled.pieces[index]
    let area = PixelRect(covering: piece.bounds.grown(by: Self.reach)).intersection(bounds)
    forEachTile(in: area) { tile, _ in
      if tiles[tile] == nil { tiles[tile] = TileInk() }
      guard tiles[tile]?.isFull == false else { return }
      tiles[tile]?.entries.append(TileInk.Entry(chain: chain, piece: index))
      if tiles[tile]?.isLong == true { bake(tile) }
    }
  }

  func forEachTile(in area: PixelRect, _ body: (Int, PixelRect) -> Void) {
    let range = TileRange(area)
    for row in range.rows {
      for column in range.columns { body(row &* columns &+ column, square(column, row).intersection(area)) }
    }
  }

  private func square(_ column: Int, _ row: Int) -> PixelRect {
    PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
  }

  func square(ofTile tile: Int) -> PixelRect { square(tile % columns, tile / columns) }

  // MARK: coverage

  /// Fills the coverage of an area of one block: settled ink of the given pieces, and wet tails where asked for.
  func fill(_ area: PixelRect, _ entries: [TileInk.Entry], withTails: Bool) {
    let box = Rect(area).grown(by: Self.reach)
    filler.begin(area)
    var run = (chain: 0, pieces: 0..<0)
    for entry in entries where chains[entry.chain].settled.pieces[entry.piece].bounds.intersects(box) {
      if run.chain == entry.chain, run.pieces.upperBound == entry.piece {
        run.pieces = run.pieces.lowerBound..<(entry.piece + 1)
      } else {
        filler.add(chains[run.chain].settled, run.pieces)
        run = (entry.chain, entry.piece..<(entry.piece + 1))
      }
    }
    filler.add(chains[run.chain].settled, run.pieces)
    if withTails {
      for chain in chains {
        var first = 0
        let pieces = chain.tail.pieces
        for i in 0...pieces.count where i == pieces.count || !pieces[i].bounds.intersects(box) {
          filler.add(chain.tail, first..<i)
          first = i + 1
        }
      }
    }
    filler.fill()
  }

  /// Bakes the settled ink of a tile.
  private func bake(_ tile: Int) {
    guard var ink = tiles[tile] else { return }
    tiles[tile] = nil
    defer { tiles[tile] = ink }
    let square = square(ofTile: tile)
    let part = square.intersection(bounds)
    fill(part, ink.entries, withTails: false)
    let corner = Vector(Double(square.minX), Double(square.minY))
    ink.bake(filler, part) { entry, open in chains[entry.chain].settled.outline(of: entry.piece, meets: open, corner) }
  }

  /// Tiles that settled ink covers entirely.
  var fullTileCount: Int { tiles.reduce(0) { $0 + ($1?.isFull == true ? 1 : 0) } }
  /// Settled pieces on the longest list of a tile.
  var longestList: Int { tiles.reduce(0) { max($0, $1?.entries.count ?? 0) } }
}

extension Outline {
  /// Whether the outline of a piece runs through one of some pixels of the tile at `corner`.
  fileprivate func outline(of index: Int, meets open: PixelMask, _ corner: Vector) -> Bool {
    let piece = pieces[index]
    // As far as Cairo's polygon may be from the curve, and more.
    let reach = 0.125
    func meets(_ r: Rect) -> Bool {
      let box = Rect(
        minX: r.minX - corner.dx, minY: r.minY - corner.dy, maxX: r.maxX - corner.dx, maxY: r.maxY - corner.dy)
      return !open.bounds(in: box.grown(by: reach)).isEmpty
    }
    for i in piece.left where meets(curves[i].controlBounds) { return true }
    for i in piece.right where meets(curves[i].controlBounds) { return true }
    // Where a piece that joins it has not settled, an end of a piece is a part of its outline.
    if let first = piece.left.first, let last = piece.left.last, let r0 = piece.right.first, let r1 = piece.right.last {
      let (l, r) = (curves[first].p0 - corner, curves[r0].p0 - corner)
      if !open.bounds(onLine: l, r).isEmpty { return true }
      if let joined = piece.joined {
        let (from, to) = (joined.left - corner, joined.right - corner)
        if !open.bounds(onLine: from, l).isEmpty || !open.bounds(onLine: from, to).isEmpty { return true }
        if !open.bounds(onLine: r, to).isEmpty { return true }
      }
      if !open.bounds(onLine: curves[last].p3 - corner, curves[r1].p3 - corner).isEmpty { return true }
    }
    for print in [piece.print, piece.startCap, piece.endCap] {
      guard let print else { continue }
      if nib != nil { return meets(piece.bounds) }
      if !open.bounds(onCircle: print.center - corner, radius: print.radius).isEmpty { return true }
    }
    return false
  }
}
