import Geometry
import RandomSource
import Testing

@testable import Raster

@Suite struct PixelArrangementTests {
  /// A random arrangement of an image and the old pixel of each new one, computed pixel by pixel.
  private static func random(_ width: Int, _ height: Int, _ rng: inout RandomSource) -> (
    PixelArrangement, (Int, Int) -> (Int, Int)
  ) {
    switch rng.roll(0...3) {
    case 0:
      let isHorizontal = rng.isOne(in: 2)
      return (
        PixelArrangement(width: width, height: height, flippedHorizontally: isHorizontal),
        { x, y in isHorizontal ? (width - 1 - x, y) : (x, height - 1 - y) }
      )
    case 1:
      let quarters = rng.roll(-3...6)
      // Clockwise: the new upper left corner was the old lower left one.
      let sources: [(Int, Int) -> (Int, Int)] = [
        { x, y in (x, y) }, { x, y in (y, height - 1 - x) }, { x, y in (width - 1 - x, height - 1 - y) },
        { x, y in (width - 1 - y, x) },
      ]
      return (
        PixelArrangement(width: width, height: height, turnedByQuarters: quarters), sources[quarters & 3]
      )
    default:
      let step = rng.isOne(in: 2) ? 64 : 1
      let rect = PixelRect(
        x: step * rng.roll(-150 / step...150 / step), y: step * rng.roll(-150 / step...150 / step),
        width: rng.roll(1...300), height: rng.roll(1...300))
      return (
        PixelArrangement(width: width, height: height, resizedTo: rect), { x, y in (x + rect.minX, y + rect.minY) }
      )
    }
  }

  /// Fails if the map of an arrangement describes another one, or one that is not of whole pixels is taken for one.
  @Test func mapsDescribeThem() {
    var rng = RandomSource(8)
    for _ in 0..<200 {
      let (width, height) = (rng.roll(1...300), rng.roll(1...300))
      let arrangement = Self.random(width, height, &rng).0
      let new = (arrangement.width, arrangement.height)
      #expect(PixelArrangement(arrangement.map, from: (width, height), to: new) == arrangement)
    }
    let maps: [Affine] = [
      .scale(2, 2), .scale(0, 1), .rotation(Angle(degrees: 45)), .translation(Vector(0.5, 0)),
      Affine(a: 1, b: 1, c: 0, d: 1, tx: 0, ty: 0), .translation(Vector(.infinity, 0)), .translation(Vector(.nan, 0)),
    ]
    for map in maps { #expect(PixelArrangement(map, from: (5, 5), to: (5, 5)) == nil, "\(map)") }
  }

  /// Fails if a pixel of a moved, flipped or turned image or mask comes from the wrong place, or if
  /// pixels outside the new image remain.
  @Test(arguments: 0..<60) func pixelsComeFromTheirPlaces(seed: Int) {
    var rng = RandomSource(UInt64(seed))
    let (width, height) = (rng.roll(1...200), rng.roll(1...200))
    var (image, mask) = (TileGrid(width: width, height: height), Mask(width: width, height: height))
    for _ in 0..<rng.roll(0...400) {
      let (x, y) = (rng.roll(0..<width), rng.roll(0..<height))
      let pixel: UInt32 = 0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF))
      let index = image.index(column: x >> 6, row: y >> 6)
      image.withMutableTile(index) { $0[(y & 63) * 64 + (x & 63)] = pixel }
    }
    mask.fill(PixelRect(x: rng.roll(-20...100), y: rng.roll(-20...100), width: rng.roll(1...150), height: 90))
    let (arrangement, source) = Self.random(width, height, &rng)
    let (newImage, newMask) = (arrangement(image), arrangement(mask))
    newImage.checkInvariants()
    newMask.checkInvariants()
    var isSame = true
    for y in 0..<arrangement.height {
      for x in 0..<arrangement.width {
        let (oldX, oldY) = source(x, y)
        if newImage[x, y] != image[oldX, oldY] || newMask[x, y] != mask[oldX, oldY] { isSame = false }
      }
    }
    #expect(isSame, "\(width) x \(height), \(arrangement)")
  }

  /// Fails if the inverse does not restore an image of which nothing was cut off, or if the map of
  /// positions disagrees with the pixels.
  @Test(arguments: 0..<60) func inverseRestores(seed: Int) {
    var rng = RandomSource(UInt64(seed))
    let (width, height) = (rng.roll(1...200), rng.roll(1...200))
    var image = TileGrid(width: width, height: height)
    let (arrangement, _) = Self.random(width, height, &rng)
    let kept = arrangement.inverse.source(
      of: PixelRect(x: 0, y: 0, width: width, height: height))
    for _ in 0..<100 {
      let (x, y) = (rng.roll(0..<width), rng.roll(0..<height))
      let place = arrangement.map(Point(Double(x) + 0.5, Double(y) + 0.5))
      let (newX, newY) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
      guard (0..<arrangement.width).contains(newX), (0..<arrangement.height).contains(newY) else { continue }
      let index = image.index(column: x >> 6, row: y >> 6)
      image.withMutableTile(index) { $0[(y & 63) * 64 + (x & 63)] = 0xFF12_3456 }
      #expect(arrangement(image)[newX, newY] == 0xFF12_3456)
      #expect(kept.contains(x: newX, y: newY))
    }
    #expect(arrangement.inverse(arrangement(image)).showsSame(as: image))
    #expect(arrangement.inverse.inverse == arrangement)
  }

  /// Fails if moving by whole tiles copies pixels.
  @Test func wholeTilesAreShared() {
    var image = TileGrid(width: 256, height: 256)
    image.withMutableTile(5) { $0[7] = 0xFFFF_FFFF }
    let moved = PixelArrangement(
      width: 256, height: 256, resizedTo: PixelRect(x: -64, y: 64, width: 512, height: 192))(image)
    let shared = moved[moved.index(column: 2, row: 0)]?.pixels.withUnsafeBufferPointer { $0.baseAddress }
    #expect(shared == image[5]?.pixels.withUnsafeBufferPointer { $0.baseAddress })
    #expect(moved.tileCount == 1)
  }
}
