import Geometry
import Glibc
import Ink
import Raster

/// Draws one stroke's ink onto tiles while the stroke grows.
///
/// 1. `init` for an image size.
/// 2. `extend` with the settled ink and the wet tail finds the pixels that may have changed.
/// 3. `drawChanges`, or `draw` for any rectangle: each pixel becomes its pixel from before the
///    stroke with the ink applied once. Arguments are the same in all calls.
/// 4. After the last `extend`, with an empty tail, pixels depend on the settled ink alone: not on
///    when or where they were drawn before.
///
/// Coverage is that of the union of all ink: one `cairo_fill` of the contours near the drawn part.
/// Each tile lists the settled hulls that it needs (`TileInk`).
///
/// Cost of a sample: O(drawn pixels + hulls near them), independent of the stroke's length. Baking
/// a tile costs O(hulls that have an edge there).
public final class OutlineRasteriser {
  /// One chain of sweeps: the stroke itself, or a copy of it by symmetry.
  struct Chain {
    var settled: Outline
    /// Number of sweeps in `settled`.
    var sweepCount = 0
    /// Sweeps whose hulls are not in the tiles yet: their last print, and the end of their hulls.
    var waiting: [(end: Disc, hulls: Int)] = []
    /// Number of hulls that are in the tiles.
    var enteredCount = 0
    /// Whether `settled` has the print at the end of the stroke.
    var hasEnd = false
    var tail: Outline
    var tailTrace = InkTrace()
  }

  let bounds: PixelRect
  let columns: Int
  let filler: CoverageFiller
  var chains: [Chain]
  /// The settled ink of each tile; nil where there is none.
  var tiles: TileTable<TileInk>
  /// The parts of tiles that may have changed since the last `drawChanges`, image px.
  var changed: [(tile: Int, part: PixelRect)] = []
  /// Storage for `drawParts`: parts to draw, the parts of one fill, and the hulls near them.
  var parts: [(tile: Int, part: PixelRect)] = []
  var group: [(tile: Int, part: PixelRect)] = []
  var near: [TileInk.Entry] = []

  /// Margin around the bounds of curves for Cairo's error, px.
  private static let reach = 0.0625
  /// The most rows of a reported rectangle: several fit oblique ink better than one.
  static let bandHeight = 32

  /// A painter for one stroke on an image like `image`. Strokes may share a filler. The ink of all
  /// chains, at least one, is one shape.
  public init(for image: borrowing TileGrid, tip: Brush.Tip = .round, filler: CoverageFiller, chains count: Int = 1) {
    let chain = Chain(settled: Outline(tip: tip), tail: Outline(tip: tip))
    chains = [Chain](repeating: chain, count: max(1, count))
    bounds = image.bounds
    columns = image.columns
    tiles = TileTable(slotCount: image.slotCount)
    self.filler = filler
  }

  /// Takes the ink of a chain that has settled since the last call for it, and replaces its tail.
  /// Adds the pixels that may change to `dirty`. Cost: O(new sweeps + sweeps of both tails).
  public func extend(chain k: Int = 0, settled: InkTrace, tail: InkTrace, dirty: inout Region) {
    // Moved out while it changes: a copy would copy its arrays.
    var chain = Chain(settled: Outline(), tail: Outline())
    swap(&chain, &chains[k])
    defer { swap(&chain, &chains[k]) }
    let oldCount = chain.sweepCount
    for i in chain.sweepCount..<max(chain.sweepCount, settled.sweeps.count) {
      append(settled.sweeps[i], to: &chain.settled)
      chain.waiting.append((settled.sweeps[i].end, chain.settled.hulls.count))
      mark(settled.sweeps[i].bounds, chain.settled, &dirty)
    }
    chain.sweepCount = max(chain.sweepCount, settled.sweeps.count)
    if let end = settled.end, !chain.hasEnd {
      chain.hasEnd = true
      chain.settled.appendEnd(end, isApart: true)
      chain.waiting.append((end, chain.settled.hulls.count))
      mark(end.bounds, chain.settled, &dirty)
    }

    // Sweeps that both tails have at the same place along the stroke look the same.
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

  /// Appends a sweep, divided if it is long and near the image: Cairo's coordinates end at 2^23.
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

  /// Sweeps larger than this, px, are divided.
  private static let longest = 65_536.0

  /// Enters the settled hulls of all chains into their tiles, sweep by sweep, so that the order
  /// does not depend on batches of samples.
  private func enterWaiting() {
    let count = chains.reduce(Int.max) { min($0, $1.waiting.count) }
    for i in 0..<count {
      for k in chains.indices {
        let (end, hulls) = chains[k].waiting[i]
        if chains[k].settled.nib == nil { fillTiles(within: end) }
        for hull in chains[k].enteredCount..<hulls { settle(hull, of: k) }
        chains[k].enteredCount = hulls
      }
    }
    for k in chains.indices { chains[k].waiting.removeFirst(count) }
  }

  /// Adds the pixels of a box to those that may have changed.
  private func mark(_ box: Rect, _ outline: borrowing Outline, _ dirty: inout Region) {
    // A flat tip extends beyond its discs.
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

  /// Marks the tiles that a settled disc covers entirely, with a margin for the outline's error.
  private func fillTiles(within disc: Disc) {
    let reach = disc.radius - 0.125
    guard reach > Double(Tile.size) / 2 else { return }
    forEachTile(in: PixelRect(covering: disc.bounds).intersection(bounds)) { tile, _ in
      if tiles[tile]?.isFull == true { return }
      let square = square(ofTile: tile).intersection(bounds)
      let dx = max(disc.center.x - Double(square.minX), Double(square.maxX) - disc.center.x)
      let dy = max(disc.center.y - Double(square.minY), Double(square.maxY) - disc.center.y)
      guard dx * dx + dy * dy <= reach * reach else { return }
      tiles.update(tile, adding: TileInk()) { $0.becomeFull() }
    }
  }

  /// Enters a settled hull into the tiles that it reaches.
  private func settle(_ index: Int, of chain: Int) {
    let hull = chains[chain].settled.hulls[index]
    let area = PixelRect(covering: hull.bounds.grown(by: Self.reach)).intersection(bounds)
    forEachTile(in: area) { tile, _ in
      let isLong = tiles.update(tile, adding: TileInk()) { ink in
        if ink.isFull { return false }
        ink.entries.append(TileInk.Entry(chain: chain, hull: index))
        return ink.isLong
      }
      if isLong { bake(tile) }
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

  /// Fills an area of one block with settled hulls and, on request, the wet tails.
  func fill(_ area: PixelRect, _ entries: [TileInk.Entry], withTails: Bool) {
    let box = Rect(area).grown(by: Self.reach)
    filler.begin(area)
    var run = (chain: 0, hulls: 0..<0)
    for entry in entries where chains[entry.chain].settled.hulls[entry.hull].bounds.intersects(box) {
      if run.chain == entry.chain, run.hulls.upperBound == entry.hull {
        run.hulls = run.hulls.lowerBound..<(entry.hull + 1)
      } else {
        filler.add(chains[run.chain].settled, run.hulls)
        run = (entry.chain, entry.hull..<(entry.hull + 1))
      }
    }
    filler.add(chains[run.chain].settled, run.hulls)
    if withTails {
      for chain in chains {
        var first = 0
        let hulls = chain.tail.hulls
        for i in 0...hulls.count where i == hulls.count || !hulls[i].bounds.intersects(box) {
          filler.add(chain.tail, first..<i)
          first = i + 1
        }
      }
    }
    filler.fill()
  }

  private func bake(_ tile: Int) {
    let square = square(ofTile: tile)
    let part = square.intersection(bounds)
    fill(part, tiles[tile]?.entries ?? [], withTails: false)
    let corner = Vector(Double(square.minX), Double(square.minY))
    tiles.update(tile, adding: TileInk()) { ink in
      ink.bake(filler, part) { entry, open in chains[entry.chain].settled.outline(of: entry.hull, meets: open, corner) }
    }
  }
}

extension Outline {
  /// Whether the outline of a hull runs through a pixel of `open`, of the tile at `corner`.
  fileprivate func outline(of index: Int, meets open: PixelMask, _ corner: Vector) -> Bool {
    let hull = hulls[index]
    // More than Cairo's polygons deviate from the curves.
    let reach = 0.125
    func meets(_ r: Rect) -> Bool {
      let box = Rect(
        minX: r.minX - corner.dx, minY: r.minY - corner.dy, maxX: r.maxX - corner.dx, maxY: r.maxY - corner.dy)
      return !open.bounds(in: box.grown(by: reach)).isEmpty
    }
    for i in hull.left where meets(curves[i].controlBounds) { return true }
    for i in hull.right where meets(curves[i].controlBounds) { return true }
    // The ends of a hull are part of the outline where the joining hull has not settled.
    if let first = hull.left.first, let last = hull.left.last, let r0 = hull.right.first, let r1 = hull.right.last {
      let (l, r) = (curves[first].p0 - corner, curves[r0].p0 - corner)
      if !open.bounds(onLine: l, r).isEmpty { return true }
      if let joined = hull.joined {
        let (from, to) = (joined.left - corner, joined.right - corner)
        if !open.bounds(onLine: from, l).isEmpty || !open.bounds(onLine: from, to).isEmpty { return true }
        if !open.bounds(onLine: r, to).isEmpty { return true }
      }
      if !open.bounds(onLine: curves[last].p3 - corner, curves[r1].p3 - corner).isEmpty { return true }
    }
    for print in [hull.print, hull.startCap, hull.endCap] {
      guard let print else { continue }
      if nib != nil { return meets(hull.bounds) }
      if !open.bounds(onCircle: print.center - corner, radius: print.radius).isEmpty { return true }
    }
    return false
  }
}
