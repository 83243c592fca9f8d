import Geometry
import RandomSource
import Testing

@testable import Raster

/// Tiles that are sketched first and computed exactly by another thread.
@Suite struct PyramidJobTests {
  private let workers = WorkerPool(count: 1)

  private func exact(_ picture: Picture, level k: Int) -> [UInt32] {
    var pyramid = Pyramid(width: picture.bounds.width, height: picture.bounds.height)
    pyramid.prepare(level: k, pyramid.bounds(ofLevel: k), from: picture)
    return pyramid.pixels(level: k, blank: picture.blank)
  }

  private func tiles(_ pyramid: Pyramid, level k: Int, exactly: Bool) -> [Int] {
    let level = pyramid.levels[k - 1]
    return (0..<level.slots.count).filter { level.slots[$0].isMissing || exactly && level.slots[$0].isSketch }
  }

  /// Fails if tiles computed on several threads, or with other levels present or not, differ
  /// from those computed in order.
  @Test func tilesDoNotDependOnThreadsOrLevels() {
    for seed in RandomSource.seeds(8) {
      var rng = RandomSource(seed)
      let picture = Picture(width: rng.roll(1...700), height: rng.roll(1...500), &rng)
      var pyramid = Pyramid(width: picture.bounds.width, height: picture.bounds.height)
      for _ in 0..<4 {
        let k = rng.roll(1...5)
        let wanted = tiles(pyramid, level: k, exactly: true)
        pyramid.make(level: k, wanted, from: picture, budget: .max, workers: workers)
        let isSame = pyramid.pixels(level: k, blank: picture.blank) == exact(picture, level: k)
        #expect(isSame, "seed \(seed), level \(k)")
        pyramid.trim(to: rng.roll(0...20), keeping: rng.roll(1...5), PixelRect(x: 0, y: 0, width: 70, height: 70))
      }
    }
  }

  /// Fails if a drawing does not become exact after it was sketched, edited during a job, cleared,
  /// discarded or shown elsewhere. Also fails if results of a job are used although the image has
  /// changed.
  @Test func theFinalTilesAreExact() {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var picture = Picture(width: rng.roll(300...900), height: rng.roll(300...700), &rng)
      var pyramid = Pyramid(width: picture.bounds.width, height: picture.bounds.height)
      var under: [PyramidResult] = []
      var k = rng.roll(1...4)
      for _ in 0..<12 {
        if rng.isOne(in: 4) { k = rng.roll(1...4) }
        // A frame: missing tiles become sketches.
        pyramid.make(level: k, tiles(pyramid, level: k, exactly: false), from: picture, budget: 0, workers: workers)
        #expect(tiles(pyramid, level: k, exactly: false).isEmpty)
        if rng.isOne(in: 2) {
          var job = pyramid.makeJob(
            level: k, tiles(pyramid, level: k, exactly: true), of: picture, limit: rng.roll(0...40))
          var left = rng.roll(0...30)
          job.run(
            isWanted: {
              left -= 1
              return left >= 0
            }, deliver: { under.append($0) })
        }
        for _ in 0..<rng.roll(0...2) {
          let rect = PixelRect(
            x: rng.roll(0..<picture.bounds.width), y: rng.roll(0..<picture.bounds.height),
            width: rng.roll(1...90), height: rng.roll(1...90)
          ).intersection(picture.bounds)
          if rng.isOne(in: 4) {
            picture.image.forEachTile(in: rect) { picture.image[$0] = nil }
            let cleared = rect.grown(by: 64)
            if rng.isOne(in: 2) { pyramid.forget(cleared) } else { pyramid.update(cleared, from: picture) }
          } else {
            picture.fill(rect, &rng)
            pyramid.update(rect, from: picture)
          }
        }
        if rng.isOne(in: 12) { pyramid.invalidate() }
        if rng.isOne(in: 8) { pyramid.trim(to: 10, keeping: k, PixelRect(x: 0, y: 0, width: 100, height: 90)) }
        // Some results arrive at once, some later.
        while let next = under.first, !rng.isOne(in: 5) {
          under.removeFirst()
          _ = pyramid.adopt(next, shown: k)
        }
      }
      // Drawing pauses.
      pyramid.make(level: k, tiles(pyramid, level: k, exactly: false), from: picture, budget: 0, workers: workers)
      var job = pyramid.makeJob(level: k, tiles(pyramid, level: k, exactly: true), of: picture, limit: 1000)
      for late in under { _ = pyramid.adopt(late, shown: k) }
      var shown = Region()
      job.run(isWanted: { true }, deliver: { for rect in pyramid.adopt($0, shown: k) { shown.add(rect) } })
      #expect(!pyramid.hasSketches(level: k))
      for level in 1...5 where level == k || tiles(pyramid, level: level, exactly: true).isEmpty {
        let isExact = pyramid.pixels(level: level, blank: picture.blank) == exact(picture, level: level)
        #expect(isExact, "seed \(seed), level \(level)")
      }
    }
  }

  /// Fails if a sketch of a smooth picture differs much from the exact tile.
  @Test func sketchesAreNearlyRight() {
    var rng = RandomSource(1)
    var picture = Picture(width: 1500, height: 1300, &rng, blankShare: 1)
    picture.image.forEachTile(in: picture.bounds) { index in
      let square = picture.image.bounds(ofTile: index)
      picture.image.withMutableTile(index) { pixels in
        for y in square.minY..<square.maxY {
          for x in square.minX..<square.maxX {
            pixels[(y & 63) << 6 | (x & 63)] = Pixel.opaque(UInt32(x * 255 / 1500) << 8 | UInt32(y * 255 / 1300))
          }
        }
      }
    }
    for k in 1...4 {
      var pyramid = Pyramid(width: 1500, height: 1300)
      pyramid.make(level: k, tiles(pyramid, level: k, exactly: false), from: picture, budget: 0, workers: workers)
      #expect(pyramid.hasSketches(level: k))
      let (hasty, right) = (pyramid.pixels(level: k, blank: picture.blank), exact(picture, level: k))
      var worst = 0
      for (a, b) in zip(hasty, right) {
        for shift in [0, 8] as [UInt32] { worst = max(worst, abs(Int(a >> shift & 255) - Int(b >> shift & 255))) }
      }
      #expect(worst <= 6, "level \(k): \(worst)")
    }
  }

  /// Fails if the number of tiles exceeds the limit, or visible tiles are discarded.
  @Test func tilesAreTrimmedToTheLimit() {
    var rng = RandomSource(1)
    let picture = Picture(width: 1500, height: 1300, &rng)
    var pyramid = Pyramid(width: 1500, height: 1300)
    for k in 1...4 { pyramid.prepare(level: k, pyramid.bounds(ofLevel: k), from: picture) }
    let seen = PixelRect(x: 100, y: 100, width: 300, height: 200)
    pyramid.trim(to: 60, keeping: 1, seen)
    #expect(pyramid.tileCount <= 60)
    #expect(!pyramid.needs(level: 1, seen, exactly: true))
    pyramid.trim(to: 0, keeping: 1, seen)
    #expect(!pyramid.needs(level: 1, seen, exactly: true) && pyramid.needs(level: 2, seen, exactly: true))
  }
}
