import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct PyramidTests {
  private func prepareAll(_ pyramid: inout Pyramid, _ picture: Picture) {
    for k in 1...Pyramid.highestLevel { pyramid.prepare(level: k, pyramid.bounds(ofLevel: k), from: picture) }
  }

  /// Fails if a pixel of a level is not the mean of the existing ones below it: every level of
  /// pictures of odd and even sizes, up to one pixel.
  @Test func everyPixelIsTheMeanOfFour() {
    for (seed, size) in [(1, 1), (2, 1), (1, 2), (64, 64), (65, 129), (200, 131), (333, 70), (3, 300)].enumerated() {
      var rng = RandomSource(seed)
      let picture = Picture(width: size.0, height: size.1, &rng)
      var pyramid = Pyramid(width: size.0, height: size.1)
      prepareAll(&pyramid, picture)
      var (width, height) = size
      var below = (0..<height).flatMap { y in (0..<width).map { picture[$0, y] } }
      for k in 1...Pyramid.highestLevel {
        let (w, h) = ((width + 1) / 2, (height + 1) / 2)
        #expect(pyramid.bounds(ofLevel: k) == PixelRect(x: 0, y: 0, width: w, height: h))
        let wanted = (0..<h).flatMap { y in
          (0..<w).map { x in
            let (right, lower) = (min(2 * x + 1, width - 1), min(2 * y + 1, height - 1))
            return Pixel.mean(
              below[2 * y * width + 2 * x], below[2 * y * width + right], below[lower * width + 2 * x],
              below[lower * width + right])
          }
        }
        #expect(pyramid.pixels(level: k, blank: picture.blank) == wanted, "\(size), level \(k)")
        (below, width, height) = (wanted, w, h)
      }
    }
  }

  /// Computes a few tiles, as views do: of parts of up to `side` px each way.
  private func prepareSome(_ pyramid: inout Pyramid, _ picture: Picture, upTo side: Int, _ rng: inout RandomSource) {
    for _ in 0..<rng.roll(0...3) {
      let k = rng.roll(1...Pyramid.highestLevel)
      let bounds = pyramid.bounds(ofLevel: k)
      let part = PixelRect(
        x: rng.roll(0..<bounds.width), y: rng.roll(0..<bounds.height), width: rng.roll(1...side),
        height: rng.roll(1...side))
      pyramid.prepare(level: k, part, from: picture)
    }
  }

  /// Fails if an update misses pixels, a level, or a tile that was blank: random changes, after
  /// each the result equals a new pyramid.
  @Test func anUpdateEqualsANewPyramid() {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...300), rng.roll(1...300))
      var picture = Picture(width: width, height: height, &rng, blankShare: seed.isMultiple(of: 2) ? 1 : 3)
      var pyramid = Pyramid(width: width, height: height)
      for step in 0..<6 {
        // Some tiles are computed before and between the changes, as views do.
        prepareSome(&pyramid, picture, upTo: 80, &rng)
        let rect = PixelRect(
          x: rng.roll(-20..<width), y: rng.roll(-20..<height), width: rng.roll(1...120),
          height: rng.roll(1...120)
        ).intersection(picture.bounds)
        if rng.isOne(in: 5) {
          // Clearing removes tiles.
          picture.image.forEachTile(in: rect) { picture.image[$0] = nil }
          pyramid.update(rect.grown(by: 64), from: picture)
        } else {
          picture.fill(rect, &rng)
          pyramid.update(rect, from: picture)
        }
        var (updated, fresh) = (pyramid, Pyramid(width: width, height: height))
        prepareAll(&updated, picture)
        prepareAll(&fresh, picture)
        for k in 1...Pyramid.highestLevel {
          #expect(
            updated.pixels(level: k, blank: picture.blank) == fresh.pixels(level: k, blank: picture.blank),
            "seed \(seed), step \(step), level \(k)")
        }
      }
    }
  }

  /// Fails if an update on several threads misses pixels, a level, one of several rectangles in a
  /// tile, or a blank tile. Also fails if two threads write to one tile, or a pixel differs from
  /// the result of one thread.
  @Test(arguments: [0, 1, 3]) func aRegionIsUpdatedAsItsRectangles(_ helpers: Int) {
    let workers = WorkerPool(count: helpers)
    for seed in RandomSource.seeds(8) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...700), rng.roll(1...700))
      var picture = Picture(width: width, height: height, &rng, blankShare: seed.isMultiple(of: 2) ? 1 : 3)
      var pyramid = Pyramid(width: width, height: height)
      for step in 0..<4 {
        prepareSome(&pyramid, picture, upTo: 200, &rng)
        var region = FineRegion()
        for _ in 0..<rng.roll(0...9) {
          let rect = PixelRect(
            x: rng.roll(-20..<width), y: rng.roll(-20..<height), width: rng.roll(1...300),
            height: rng.roll(1...300)
          ).intersection(picture.bounds)
          picture.fill(rect, &rng)
          region.add(rect)
        }
        var single = pyramid
        for rect in region.rects { single.update(rect, from: picture) }
        pyramid.update(region, from: picture, workers: workers)
        #expect(pyramid.tileCount == single.tileCount)
        var (updated, fresh) = (pyramid, Pyramid(width: width, height: height))
        prepareAll(&updated, picture)
        prepareAll(&fresh, picture)
        for k in 1...Pyramid.highestLevel {
          #expect(
            updated.pixels(level: k, blank: picture.blank) == fresh.pixels(level: k, blank: picture.blank),
            "seed \(seed), step \(step), level \(k)")
        }
      }
    }
  }

  /// Fails if blank places need memory, or more tiles are computed than requested.
  @Test func onlyRequestedAndPaintedTilesAreMade() {
    var rng = RandomSource(1)
    var picture = Picture(width: 1024, height: 1024, &rng, blankShare: 1)
    var pyramid = Pyramid(width: 1024, height: 1024)
    prepareAll(&pyramid, picture)
    pyramid.update(picture.bounds, from: picture)
    #expect(pyramid.tileCount == 0)
    picture.fill(PixelRect(x: 100, y: 100, width: 1, height: 1), &rng)
    pyramid.update(PixelRect(x: 100, y: 100, width: 1, height: 1), from: picture)
    #expect(pyramid.tileCount == Pyramid.highestLevel)
    pyramid.invalidate()
    #expect(pyramid.tileCount == 0)
    pyramid.prepare(level: 1, PixelRect(x: 0, y: 0, width: 64, height: 64), from: picture)
    #expect(pyramid.tileCount == 1)
  }
}
