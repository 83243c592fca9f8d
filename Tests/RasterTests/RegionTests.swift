import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct RegionTests {
  private func randomRect(_ rng: inout RandomSource) -> PixelRect {
    PixelRect(
      x: rng.roll(-20...200), y: rng.roll(-20...200), width: rng.roll(-2...60), height: rng.roll(-2...60))
  }

  /// Fails if a region loses a pixel that was added, grows beyond its limit, or keeps an empty
  /// rectangle.
  @Test func holdsAllThatWasAdded() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var region = Region()
      var added: [PixelRect] = []
      for _ in 0..<rng.roll(1...80) {
        let rect = randomRect(&rng)
        region.add(rect)
        added.append(rect)
        #expect(region.rects.count <= Region.limit)
        #expect(region.rects.allSatisfy { !$0.isEmpty })
      }
      let bounds = added.reduce(PixelRect.empty) { $0.union($1) }
      #expect(region.bounds == bounds, "seed \(seed)")
      for rect in added where !rect.isEmpty {
        var lost = 0
        for y in rect.minY..<rect.maxY {
          for x in rect.minX..<rect.maxX where !region.rects.contains(where: { $0.contains(x: x, y: y) }) { lost += 1 }
        }
        #expect(lost == 0, "seed \(seed), \(rect)")
      }
    }
  }

  /// Fails if clipping loses what is inside or keeps what is outside.
  @Test func clippingKeepsTheInside() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var region = Region()
      for _ in 0..<20 { region.add(randomRect(&rng)) }
      let whole = region
      let clip = randomRect(&rng)
      region.clip(to: clip)
      #expect(region.rects.allSatisfy { clip.contains($0) && !$0.isEmpty })
      var differing = 0
      for y in -25..<265 {
        for x in -25..<265 {
          let wanted = clip.contains(x: x, y: y) && whole.rects.contains { $0.contains(x: x, y: y) }
          if region.rects.contains(where: { $0.contains(x: x, y: y) }) != wanted { differing += 1 }
        }
      }
      #expect(differing == 0, "seed \(seed)")
    }
  }

  /// Fails if distant rectangles are joined, or touching ones stay separate: either costs
  /// pixels or rectangles.
  @Test func joinsRectanglesThatFillTheirUnion() {
    var region = Region(PixelRect(x: 0, y: 0, width: 10, height: 10))
    region.add(PixelRect(x: 500, y: 500, width: 10, height: 10))
    #expect(region.rects.count == 2 && region.area == 200)
    region.add(PixelRect(x: 10, y: 0, width: 10, height: 10))
    #expect(region.rects.count == 2 && region.area == 300)
    region.add(PixelRect(x: 0, y: 0, width: 600, height: 600))
    #expect(region.rects == [PixelRect(x: 0, y: 0, width: 600, height: 600)])
    region.removeAll()
    #expect(region.isEmpty && region.bounds.isEmpty && region.area == 0)
    region.add(.empty)
    #expect(region == Region())
  }

  /// Fails if a fine region enlarges a rectangle, loses one or keeps an empty one, or has another
  /// area or other pixels.
  @Test func aFineRegionKeepsItsRectangles() {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var (fine, region) = (FineRegion(), Region())
      var added: [PixelRect] = []
      for _ in 0..<rng.roll(0...80) {
        let rect = randomRect(&rng)
        fine.add(rect)
        region.add(rect)
        if !rect.isEmpty { added.append(rect) }
      }
      #expect(fine.rects == added && fine.region == region && fine.isEmpty == added.isEmpty)
      #expect(fine.area == added.reduce(0) { $0 + $1.area })
      fine.checkInvariants()
      var both = FineRegion(region)
      #expect(both.rects == region.rects)
      both.add(fine)
      #expect(both.rects == region.rects + added && both.area == region.area + fine.area)
      both.checkInvariants()
      // Its region holds the pixels of both.
      for rect in both.rects {
        let corners = [
          (rect.minX, rect.minY), (rect.maxX - 1, rect.minY), (rect.minX, rect.maxY - 1),
          (rect.maxX - 1, rect.maxY - 1),
        ]
        #expect(corners.allSatisfy { x, y in both.region.rects.contains { $0.contains(x: x, y: y) } })
      }
      var first = FineRegion()
      first.add(fine)
      #expect(first == fine && both.region.rects.count <= Region.limit)
    }
  }

  /// Fails if rectangles far outside the window overflow.
  @Test func takesTheLargestRectangles() {
    let all = PixelRect(covering: Rect(minX: -1e300, minY: -1e300, maxX: 1e300, maxY: 1e300))
    var region = Region(all)
    region.add(all.offset(dx: 5, dy: 5))
    region.add(PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(region.rects.count == 1)
    #expect(region.bounds.contains(all))
  }
}
