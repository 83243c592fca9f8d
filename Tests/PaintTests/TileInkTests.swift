import Geometry
import Ink
import RandomSource
import Raster
import Testing

@testable import Paint

@Suite struct TileInkTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private let square = PixelRect(x: 64, y: 128, width: 64, height: 64)

  /// Bakes dots of the tile at (64, 128).
  private func bake(
    _ ink: inout TileInk, _ dots: [Disc], isNeeded: (Int, PixelMask) -> Bool
  ) {
    var outline = Outline()
    for dot in dots {
      outline.appendEnd(dot)
      outline.end()
    }
    func fill(_ entries: [TileInk.Entry], _ area: PixelRect) {
      filler.begin(area)
      for entry in entries { filler.add(outline, entry.hull..<(entry.hull + 1)) }
      filler.fill()
    }
    fill(ink.entries, square)
    ink.bake(filler, square) { isNeeded($0.hull, $1) }
  }

  private func entries(_ count: Int) -> [TileInk.Entry] { (0..<count).map { TileInk.Entry(chain: 0, hull: $0) } }

  private func circle(_ d: Disc) -> (PixelMask) -> Bool {
    { !$0.bounds(onCircle: d.center - Vector(64, 128), radius: d.radius).isEmpty }
  }

  /// Fails if a hull whose outline is in covered pixels is kept, one with a visible edge is
  /// dropped, or the coverage of all hulls changes.
  @Test func hiddenHullsAreDropped() {
    var ink = TileInk()
    let dots = [(96.0, 160.0, 20.0), (95, 161, 10), (100, 158, 5), (70, 140, 4), (112, 160, 6)].map {
      Disc(center: Point($0.0, $0.1), radius: $0.2)
    }
    ink.entries = entries(dots.count)
    bake(&ink, dots) { circle(dots[$0])($1) }
    #expect(ink.entries.map(\.hull) == [0, 3, 4])
    #expect(!ink.isFull && !ink.isLong)
    var outline = Outline()
    for dot in dots { outline.appendEnd(dot) }
    #expect(ink.baked == filler.coverage(of: outline, in: square))
    // Covered pixels, deep within the large dot, do not change once they are shown.
    let inside = PixelRect(x: 24, y: 24, width: 16, height: 16)
    #expect(ink.changing(inside) == inside)
    ink.isBakedShown = true
    #expect(ink.changing(inside).isEmpty)
    #expect(ink.changing(PixelRect(x: 0, y: 0, width: 64, height: 64)) == PixelRect(x: 0, y: 0, width: 64, height: 64))
  }

  /// Fails if baking again loses coverage of hulls that are no longer listed.
  @Test func bakedCoverageOnlyGrows() {
    var ink = TileInk()
    let dots = [Disc(center: Point(80, 150), radius: 9), Disc(center: Point(110, 170), radius: 7)]
    ink.entries = entries(1)
    bake(&ink, dots) { _, _ in false }
    let first = ink.baked
    #expect(ink.entries.isEmpty && first.contains(255))
    ink.entries = [TileInk.Entry(chain: 0, hull: 1)]
    bake(&ink, dots) { _, _ in false }
    #expect(zip(first, ink.baked).allSatisfy { $0 <= $1 })
    #expect(ink.baked.count { $0 == 255 } > first.count { $0 == 255 })
  }

  /// Fails if an entirely covered tile keeps its hulls, or one that lacks a pixel counts as
  /// full.
  @Test func aTileIsFullWhenAllIsCovered() {
    var full = TileInk()
    full.entries = entries(1)
    bake(&full, [Disc(center: Point(96, 160), radius: 46)]) { _, _ in false }
    #expect(full.isFull && full.entries.isEmpty && full.baked.isEmpty)
    var nearly = TileInk()
    nearly.entries = entries(1)
    bake(&nearly, [Disc(center: Point(96, 160), radius: 45)]) { _, _ in false }
    #expect(!nearly.isFull)
  }

  /// Fails if a tile is baked for each new hull once it needs many: the limit must grow.
  @Test func theListMayGrowBeforeItIsBakedAgain() {
    var ink = TileInk()
    let dots = (0..<20).map { Disc(center: Point(70 + 5 * Double($0 % 10), 140 + 12 * Double($0 / 10)), radius: 2) }
    ink.entries = entries(15)
    #expect(!ink.isLong)
    ink.entries = entries(16)
    #expect(ink.isLong)
    ink.entries = entries(20)
    bake(&ink, dots) { circle(dots[$0])($1) }
    #expect(ink.entries.count == 20 && !ink.isLong)
    ink.entries += entries(20)
    #expect(ink.isLong)
  }
}

/// `PixelMask` against sets of pairs.
@Suite struct PixelMaskTests {
  /// Fails if a set loses or gains pixels, above all at the ends of rows, or bounds are not the
  /// smallest.
  @Test func masksAreSets() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var (mask, all) = (PixelMask(), Set<[Int]>())
      for _ in 0..<rng.roll(0...[3, 60, 900][seed % 3]) {
        let (x, y) = (rng.isOne(in: 6) ? rng.roll(0...1) * 63 : rng.roll(0...63), rng.roll(0...63))
        mask.insert(x, y)
        all.insert([x, y])
      }
      for _ in 0..<10 {
        let (x, y) = (rng.roll(0...63), rng.roll(0...63))
        let area = PixelRect(x: x, y: y, width: rng.roll(1...(64 - x)), height: rng.roll(1...(64 - y)))
        let inside = all.filter { area.contains(x: $0[0], y: $0[1]) }
        var seen = Set<[Int]>()
        let isNever = !mask.contains(in: area) { x, y in
          seen.insert([x, y])
          return false
        }
        #expect(isNever)
        #expect(seen == inside)
        #expect(mask.contains(in: area) { _, _ in true } == !inside.isEmpty)
        let box = inside.reduce(PixelRect.empty) { $0.union(PixelRect(x: $1[0], y: $1[1], width: 1, height: 1)) }
        #expect(mask.bounds(in: area) == box, "seed \(seed)")
        #expect(mask.bounds(in: Rect(area)) == box, "seed \(seed)")
        let even = inside.filter { $0[0] % 2 == 0 }.reduce(PixelRect.empty) {
          $0.union(PixelRect(x: $1[0], y: $1[1], width: 1, height: 1))
        }
        #expect(mask.bounds(in: Rect(area)) { x, _ in x % 2 == 0 } == even)
      }
    }
  }

  /// Breaks for an empty rectangle, a full set, or a box beyond the tile.
  @Test func emptyAndFullMasks() {
    let (none, all) = (PixelMask(), PixelMask(filled: true))
    let tile = PixelRect(x: 0, y: 0, width: 64, height: 64)
    #expect(none.bounds(in: tile).isEmpty && all.bounds(in: tile) == tile)
    #expect(all.bounds(in: PixelRect.empty).isEmpty && !all.contains(in: .empty) { _, _ in true })
    #expect(all.bounds(in: Rect(x: -50, y: 60.5, width: 52, height: 90)) == PixelRect(x: 0, y: 60, width: 2, height: 4))
    #expect(all.bounds(in: Rect(x: 70, y: 0, width: 5, height: 5)).isEmpty)
  }

  /// Fails if a pixel on a circle is missed, or pixels far from it are found: discs of all
  /// sizes across the tile's sides.
  @Test func circlesFindTheirPixels() {
    let all = PixelMask(filled: true)
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let (center, r) = (Point(rng.roll(-20...84), rng.roll(-20...84)), rng.roll(0.1...60))
      var box = PixelRect.empty
      for y in 0..<64 {
        for x in 0..<64 {
          let distances = [0.0, 1].flatMap { i in
            [0.0, 1].map { center.distance(to: Point(Double(x) + i, Double(y) + $0)) }
          }
          if let least = distances.min(), let most = distances.max(), least <= r, r <= most {
            box = box.union(PixelRect(x: x, y: y, width: 1, height: 1))
          }
        }
      }
      let found = all.bounds(onCircle: center, radius: r)
      #expect(found.intersection(box) == box, "seed \(seed)")
      if !box.isEmpty { #expect(box.grown(by: 2).intersection(found) == found, "seed \(seed)") }
    }
  }
}
