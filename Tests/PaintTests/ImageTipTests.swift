import Geometry
import Ink
import RandomSource
import Raster
import Testing

@testable import Paint

/// Prints of image tips, and differences by chance.
@Suite struct ImageTipTests {
  private static let size = (width: 320, height: 256)

  /// An arrow to the right in 32 x 16 px, and its bar alone.
  private static func arrow(_ count: Int = 1) throws -> TipImages {
    let masks = (0..<count).flatMap { number in
      (0..<512).map { i in
        let (x, y) = (i % 32, i / 32 - 8)
        let isBar = abs(y) < 2 && x < 20
        let isHead = number == 0 && x >= 20 && abs(y) <= (31 - x) / 2
        return isBar || isHead ? UInt8(255) : 0
      }
    }
    return try #require(TipImages(width: 32, height: 16, count: count, masks: masks))
  }

  private static func full(_ width: Int, _ height: Int, _ value: UInt8 = 255) throws -> TipImages {
    try #require(TipImages(width: width, height: height, masks: [UInt8](repeating: value, count: width * height)))
  }

  /// Draws a chain with some of its discs as a tail at each step.
  private static func image(
    _ discs: [Disc], _ dabs: Brush.Dabs, _ tip: Brush.Tip, isSpray: Bool = false, seed: Int = 0,
    map: Affine = .identity, size: (width: Int, height: Int) = size, settled counts: [Int] = []
  ) -> TileGrid {
    var image = TileGrid(width: size.width, height: size.height)
    let rasteriser = DabRasteriser(for: image, dabs: dabs, tip: tip, isSpray: isSpray, seed: seed, map: map)
    for count in counts + [discs.count] {
      var dirty = Region()
      let settled = Array(discs.prefix(count))
      rasteriser.extend(settled: settled, tail: Array(discs.dropFirst(max(0, count - 1))), dirty: &dirty)
      if count == discs.count { rasteriser.extend(settled: settled, tail: [], dirty: &dirty) }
      for rect in dirty.rects { rasteriser.draw(rect, style: InkStyle(colour: 0), onto: &image) { _ in nil } }
    }
    return image
  }

  private static func disc(_ x: Double, _ y: Double, _ radius: Double, _ degrees: Double = 0, _ strength: Float = 1)
    -> Disc
  {
    Disc(
      center: Point(x, y), radius: radius, strength: strength, direction: Float(Angle(degrees: degrees).radians))
  }

  /// Fails if a print has another size, place or rotation: the bounds of a bar of 32 x 16 px.
  @Test(arguments: [
    (16.0, 0.0, 16.0, 8.0), (16, 90, 8, 16), (32, 0, 32, 16), (8, 0, 8, 4), (4, 90, 2, 4), (64, 180, 64, 32),
  ])
  func printsHaveTheSizeOfTheBrush(_ radius: Double, _ degrees: Double, _ across: Double, _ down: Double) throws {
    let tip = Brush.Tip.image(Brush.ImageTip(try Self.full(32, 16)))
    let image = Self.image([Self.disc(160, 128, radius, degrees)], Brush.Dabs(), tip)
    // Half covered pixels are the edge.
    var bounds = PixelRect.empty
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width where image[x, y] >> 24 >= 128 {
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    for (found, wanted) in [
      (bounds.minX, 160 - across), (bounds.maxX, 160 + across), (bounds.minY, 128 - down), (bounds.maxY, 128 + down),
    ] { #expect(abs(Double(found) - wanted) <= 1, "\(bounds)") }
    #expect(image[160, 128] >> 24 == 255)
  }

  /// Fails if an arrow does not point in its direction, or mirroring does not mirror it.
  @Test func printsTurn() throws {
    let tip = Brush.Tip.image(Brush.ImageTip(try Self.arrow()))
    // The head is wider than the bar: there is more ink ahead of the middle.
    for (degrees, dx, dy) in [(0.0, 1, 0), (90, 0, 1), (180, -1, 0), (270, 0, -1)] {
      let image = Self.image([Self.disc(160, 128, 40, degrees)], Brush.Dabs(), tip)
      let (head, side) = (Point(160 + Double(13 * dx), 128 + Double(13 * dy)), 8)
      let isHead = image[Int(head.x) + side * abs(dy), Int(head.y) + side * abs(dx)] >> 24
      let isBar = image[160 - 25 * dx + side * abs(dy), 128 - 25 * dy + side * abs(dx)] >> 24
      #expect(isHead > 200 && isBar == 0, "\(degrees)")
    }
    var flipped = Brush.ImageTip(try Self.arrow())
    flipped.flipsAcross = true
    let directions = (0..<64).map { seed in
      Self.image([Self.disc(160, 128, 40)], Brush.Dabs(), .image(flipped), seed: seed)[173, 136] >> 24 > 200
    }
    #expect((16...48).contains(directions.count { $0 }), "chance mirrors about half")
  }

  /// Fails if prints of a strength do not approach it, or exceed it, or those of a spray do not add up.
  @Test func strengthIsALimitOrAddsUp() throws {
    let tip = Brush.Tip.image(Brush.ImageTip(try Self.full(16, 16, 128)))
    let chain = (0...40).map { Self.disc(100 + Double($0), 100, 20, 0, 0.5) }
    let limited = Self.image(chain, Brush.Dabs(spacing: 0.05), tip)
    #expect(limited[120, 100] >> 24 == 128)
    let once = Self.image([chain[0]], Brush.Dabs(), tip)
    #expect(once[100, 100] >> 24 == 64)
    #expect(Self.image([chain[0]], Brush.Dabs(), tip, isSpray: true)[100, 100] >> 24 == 64)
    let sum = Self.image(chain, Brush.Dabs(spacing: 0.05), tip, isSpray: true)
    #expect(sum[120, 100] >> 24 == 255)
  }

  /// Fails if a finished stroke depends on how it was divided among calls.
  @Test(arguments: RandomSource.seeds(24)) func aStrokeDoesNotDependOnCalls(seed: Int) throws {
    var rng = RandomSource(seed)
    let brush = try Self.randomBrush(&rng)
    let chain = Self.randomChain(&rng)
    let counts = (0..<rng.roll(1...6)).map { _ in rng.roll(1...chain.count) }.sorted()
    let isSpray = rng.isOne(in: 2)
    let whole = Self.image(chain, brush.dabs, brush.tip, isSpray: isSpray, seed: seed)
    #expect(!whole.paintedBounds.isEmpty)
    let parts = Self.image(chain, brush.dabs, brush.tip, isSpray: isSpray, seed: seed, settled: counts)
    #expect(whole.showsSame(as: parts), "settled \(counts)")
  }

  /// Fails if a mirrored copy is not the mirror image, whatever chance does.
  @Test(arguments: RandomSource.seeds(24)) func aMirroredCopyIsTheMirrorImage(seed: Int) throws {
    var rng = RandomSource(seed)
    let brush = try Self.randomBrush(&rng)
    let chain = Self.randomChain(&rng)
    let map = Affine(a: -1, b: 0, c: 0, d: 1, tx: Double(Self.size.width), ty: 0)
    let mirrored = chain.map { disc in
      let way = map(Vector(length: 1, direction: Angle(radians: Double(disc.direction))))
      return Disc(
        center: map(disc.center), radius: disc.radius, strength: disc.strength,
        direction: Float(way.direction.radians))
    }
    let image = Self.image(chain, brush.dabs, brush.tip, isSpray: true, seed: seed)
    let copy = Self.image(mirrored, brush.dabs, brush.tip, isSpray: true, seed: seed, map: map)
    var most = 0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        most = max(most, abs(Int(image[x, y] >> 24) - Int(copy[Self.size.width - 1 - x, y] >> 24)))
      }
    }
    // Directions are rounded to `Float`, and interpolation to a 256th of a pixel.
    #expect(most <= 24, "\(most) of 255")
  }

  /// Fails if ink beyond the image's sides changes chance for the ink on it.
  @Test func chanceDoesNotDependOnTheImage() throws {
    var tip = Brush.ImageTip(try Self.arrow(2))
    (tip.choice, tip.angleJitter) = (.chance, 1)
    var dabs = Brush.Dabs(spacing: 0.5)
    (dabs.variation.scatter, dabs.variation.count) = (1, 3)
    let chain = [Self.disc(-3000, 60, 6), Self.disc(100, 60, 6)]
    let shifted = chain.map { Disc(center: Point($0.center.x + 3100, $0.center.y), radius: $0.radius) }
    let small = Self.image(chain, dabs, .image(tip), size: (128, 128))
    let large = Self.image(shifted, dabs, .image(tip), size: (3300, 128))
    #expect(!small.paintedBounds.isEmpty)
    for y in 0..<128 {
      for x in 0..<128 where abs(Int(small[x, y] >> 24) - Int(large[x + 3100, y] >> 24)) > 8 {
        Issue.record("at \(x), \(y): \(small[x, y] >> 24), \(large[x + 3100, y] >> 24)")
        return
      }
    }
  }

  /// Fails if a print reaches farther than `Brush.reach`, which decides what is drawn again and what is skipped.
  @Test(arguments: RandomSource.seeds(40)) func inkStaysWithinReach(seed: Int) throws {
    var rng = RandomSource(seed)
    let brush = try Self.randomBrush(&rng)
    let disc = Self.disc(160, 128, rng.roll(0.5...14), rng.roll(-180.0...180))
    let image = Self.image([disc], brush.dabs, brush.tip, seed: seed)
    let reach = Brush.reach(ofRadius: disc.radius, dabs: brush.dabs, tip: brush.tip) + 1.5
    let bounds = image.paintedBounds
    guard !bounds.isEmpty else { return }
    #expect(Double(bounds.minX) >= 160 - reach && Double(bounds.maxX) <= 160 + reach, "\(bounds), \(reach)")
    #expect(Double(bounds.minY) >= 128 - reach && Double(bounds.maxY) <= 128 + reach, "\(bounds), \(reach)")
  }

  /// Fails if pictures are chosen in another way.
  @Test func picturesAreChosen() throws {
    func hasHead(_ tip: Brush.ImageTip, _ heading: Double, _ number: Int, seed: Int = 0) -> Bool {
      let way = Vector(length: 1, direction: Angle(degrees: heading))
      let start = Point(160 - 60 * Double(number) * way.dx, 128 - 60 * Double(number) * way.dy)
      let chain = [Disc(center: start, radius: 30), Disc(center: Point(160, 128) + way * 0.5, radius: 30)]
      let image = Self.image(chain, Brush.Dabs(spacing: 2), .image(tip), seed: seed, size: (320, 256))
      return image[168, 134] >> 24 > 128
    }
    var tip = Brush.ImageTip(try Self.arrow(2))
    #expect([0, 1, 2].map { hasHead(tip, 0, $0) } == [true, false, true])
    tip.choice = .direction
    // The first one upwards, the second one downwards.
    #expect(hasHead(tip, -90, 1) && hasHead(tip, -30, 1) && !hasHead(tip, 90, 1) && !hasHead(tip, 30, 1))
    tip.choice = .chance
    #expect((8...56).contains((0..<64).count { hasHead(tip, 0, 1, seed: $0) }))
  }

  /// Fails if a smaller copy is lighter or darker than its picture, or another size than needed is used.
  @Test func smallerCopiesKeepTheCoverage() throws {
    for seed in RandomSource.seeds(10) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...90), rng.roll(1...90))
      let masks = (0..<width * height).map { _ in UInt8(rng.roll(0...255)) }
      guard let images = TipImages(width: width, height: height, masks: masks) else { continue }
      let pyramid = images.pyramid(0)
      let mean = masks.reduce(0) { $0 + Double($1) } / Double(masks.count)
      for (level, next) in zip(pyramid.levels, pyramid.levels.dropFirst()) {
        #expect(next.width <= level.width && next.height <= level.height)
        let sum = next.mask.reduce(0) { $0 + Double($1) } / Double(next.width * next.height)
        #expect(abs(sum - mean) < 2, "\(next.width) x \(next.height)")
      }
      #expect(pyramid.levels.last.map { $0.width == 1 && $0.height == 1 } ?? false)
      for side in [0.2, 1, 3.7, 20, 64, 500] {
        let level = pyramid.level(forSide: side)
        let most = Double(max(level.width, level.height))
        #expect(most <= max(1, side * 1.42) || level.width == 1 && level.height == 1)
        #expect(most * 1.1 >= min(side, Double(max(width, height))), "\(side): \(level.width) x \(level.height)")
      }
    }
  }

  // MARK: Random strokes

  private static func randomBrush(_ rng: inout RandomSource) throws -> (dabs: Brush.Dabs, tip: Brush.Tip) {
    let (width, height, count) = (rng.roll(1...40), rng.roll(1...40), rng.roll(1...3))
    var masks = (0..<width * height * count).map { _ in UInt8(rng.roll(0...255)) }
    masks[0] = 255
    var tip = Brush.ImageTip(try #require(TipImages(width: width, height: height, count: count, masks: masks)))
    tip.choice = Brush.ImageTip.Choice.allCases[rng.roll(0..<Brush.ImageTip.Choice.allCases.count)]
    (tip.angleJitter, tip.roundness) = (rng.roll(0.0...1), rng.roll(0.2...1))
    (tip.flipsAcross, tip.flipsDown) = (rng.isOne(in: 2), rng.isOne(in: 2))
    var dabs = Brush.Dabs(spacing: rng.roll(0.1...2))
    (dabs.variation.scatter, dabs.variation.scattersAlong) = (rng.roll(0.0...1), rng.isOne(in: 2))
    (dabs.variation.count, dabs.variation.size) = (rng.roll(1...4), rng.roll(0.0...1))
    dabs.variation.strength = rng.roll(0.0...1)
    return (dabs, rng.isOne(in: 4) ? .round : .image(tip))
  }

  private static func randomChain(_ rng: inout RandomSource) -> [Disc] {
    (0..<rng.roll(2...12)).map { _ in
      disc(rng.roll(40...280), rng.roll(40...216), rng.roll(2...20), rng.roll(-180...180), Float(rng.roll(0.1...1)))
    }
  }
}
