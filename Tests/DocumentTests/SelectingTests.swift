import Geometry
import Glibc
import RandomSource
import Raster
import Testing

@testable import Pixels

/// Masks that grow, shrink and get soft edges, against what their definitions say pixel by pixel.
@Suite struct SelectingTests {
  /// A mask of polygons, perhaps with shares between.
  private static func random(_ rng: inout RandomSource, width: Int, height: Int, isSoft: Bool) -> Mask {
    var mask = Mask(width: width, height: height)
    for _ in 0..<rng.roll(1...3) {
      mask.fill(
        polygon: (0..<rng.roll(3...6)).map { _ in
          Point(rng.roll(-40...Double(width) + 40), rng.roll(-40...Double(height) + 40))
        })
    }
    if isSoft {
      for _ in 0..<3 {
        let tile = rng.roll(0..<mask.slotCount)
        var shares = mask.shares(ofTile: tile)
        for i in shares.indices where rng.isOne(in: 3) { shares[i] = UInt8(rng.roll(0...255)) }
        mask.setShares(shares, ofTile: tile)
      }
    }
    return mask
  }

  /// Fails if a mask grows to a pixel that is farther away, or leaves out one that is not; and likewise for shrinking. Soft
  /// shares spread like the others.
  @Test(arguments: RandomSource.seeds(24)) func masksGrowByTheDistance(seed: Int) {
    var rng = RandomSource(seed)
    let (width, height) = (rng.roll(1...190), rng.roll(1...150))
    let mask = Self.random(&rng, width: width, height: height, isSoft: rng.isOne(in: 3))
    let distance = rng.isOne(in: 2) ? Double(rng.roll(1...12)) : rng.roll(0.5...12)
    var places: [(x: Int, y: Int)] = []
    for y in -12...12 {
      for x in -12...12 where Double(x * x + y * y) <= distance * distance { places.append((x, y)) }
    }
    let (grown, shrunk) = (mask.grown(by: distance), mask.grown(by: -distance))
    var wrong = 0
    for y in stride(from: seed % 2, to: height, by: 2) {
      for x in stride(from: 0, to: width, by: 3) {
        var (most, least) = (UInt8(0), UInt8(255))
        for place in places where mask.extent.contains(x: x + place.x, y: y + place.y) {
          let share = mask.share(x: x + place.x, y: y + place.y)
          (most, least) = (max(most, share), min(least, share))
        }
        if grown.share(x: x, y: y) != most || shrunk.share(x: x, y: y) != least { wrong += 1 }
      }
    }
    #expect(wrong == 0, "seed \(seed), by \(distance)")
  }

  /// Fails if a feathered share differs by more than a level from the Gaussian filter in doubles.
  @Test(arguments: RandomSource.seeds(16)) func feathersAreGaussians(seed: Int) {
    var rng = RandomSource(seed)
    let (width, height) = (rng.roll(1...300), rng.roll(1...260))
    let mask = Self.random(&rng, width: width, height: height, isSoft: rng.isOne(in: 3))
    let feather = seed < 8 ? rng.roll(0.4...16) : rng.roll(16...200)
    let soft = mask.feathered(by: feather)
    let deviation = feather / 2
    let reach = Int((5 * deviation).rounded(.up))
    var weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / sum }
    func clamped(_ v: Int, _ count: Int) -> Int { max(0, min(count - 1, v)) }
    var across = [Double](repeating: 0, count: width * height)
    for y in 0..<height {
      let row = (0..<width).map { Double(mask.share(x: $0, y: y)) }
      for x in 0..<width {
        for i in -reach...reach { across[y * width + x] += weights[i + reach] * row[clamped(x + i, width)] }
      }
    }
    var most = 0.0
    for y in 0..<height where y % 3 == 0 {
      for x in 0..<width where x % 3 == 0 {
        var value = 0.0
        for i in -reach...reach { value += weights[i + reach] * across[clamped(y + i, height) * width + x] }
        most = max(most, abs(value - Double(soft.share(x: x, y: y))))
      }
    }
    #expect(most <= 1, "seed \(seed), feather \(feather) of \(width)x\(height)")
  }

  /// Fails if a border is not the pixels near the edge, inside and outside, or an edge of the canvas has one.
  @Test func borders() {
    var mask = Mask(width: 200, height: 150)
    mask.fill(PixelRect(x: 0, y: 40, width: 100, height: 60))
    #expect(mask.bordered(by: 0.5) == mask)
    var ring = mask
    ring.subtract(mask.grown(by: -1))
    #expect(mask.bordered(by: 1) == ring)
    let wide = mask.bordered(by: 9)
    #expect(wide.bounds == PixelRect(x: 0, y: 36, width: 104, height: 68))
    #expect(wide.share(x: 0, y: 36) == 255 && wide.share(x: 50, y: 44) == 255 && wide.share(x: 50, y: 45) == 0)
    #expect(wide.share(x: 1, y: 70) == 0 && wide.share(x: 94, y: 70) == 0 && wide.share(x: 95, y: 70) == 255)
  }

  /// Fails if straight edges move, corners stay sharp, or thin parts stay.
  @Test func corners() {
    var mask = Mask(width: 300, height: 300)
    mask.fill(PixelRect(x: 60, y: 60, width: 180, height: 180))
    mask.fill(PixelRect(x: 148, y: 0, width: 3, height: 60))
    let round = mask.smoothed(by: 30)
    #expect(mask.smoothed(by: 0) == mask)
    for (place, wanted) in [(59, UInt8(0)), (60, 255), (239, 255), (240, 0)] {
      #expect(abs(Int(round.share(x: place, y: 150)) - Int(wanted)) <= 130, "\(place)")
    }
    #expect(round.share(x: 58, y: 150) == 0 && round.share(x: 62, y: 150) == 255)
    #expect(round.share(x: 149, y: 20) == 0 && round.share(x: 62, y: 62) == 0 && round.share(x: 75, y: 75) == 255)
    // The new edge is about a px wide.
    let row = (40..<80).map { round.share(x: $0, y: 150) }
    #expect(row.count { $0 > 0 && $0 < 255 } <= 3)
  }
}
