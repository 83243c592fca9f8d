import Geometry
import Pixels
import RandomSource
import Raster
import Testing

/// The pixels of gradients, by themselves.
@Suite struct GradientPainterTests {
  private typealias Stop = GradientStops.Stop

  /// A gradient with everything that a test needs to know about it.
  private struct Sample {
    var kind = GradientPainter.Kind.linear
    var from: Point
    var to: Point
    var stops: [Stop]
    var opacity: UInt8 = 255

    func painter() throws -> GradientPainter {
      GradientPainter(kind, from: from, to: to, try #require(GradientStops(stops)), opacity: opacity)
    }

    /// Where a pixel is along the gradient.
    func place(_ x: Int, _ y: Int) -> Double {
      let (p, way) = (Point(Double(x) + 0.5, Double(y) + 0.5) - from, to - from)
      if way == .zero { return .infinity }
      return kind == .radial ? p.length / way.length : (p.dx * way.dx + p.dy * way.dy) / (way.length * way.length)
    }

    /// The premultiplied colour of a pixel: red, green, blue and alpha, 0...1; and whether it is that of one stop or of
    /// two that are equal.
    func colour(_ x: Int, _ y: Int) -> (channels: [Double], isEven: Bool) {
      func channels(_ stop: Stop) -> [Double] {
        [16, 8, 0].map { Double(stop.colour >> $0 & 255) / 255 } + [Double(stop.opacity) / 255]
      }
      let place = place(x, y)
      let next = stops.firstIndex { $0.place > place } ?? stops.count
      let (a, b) = (stops[max(0, next - 1)], stops[min(next, stops.count - 1)])
      let share = a.place < b.place ? (place - a.place) / (b.place - a.place) : 0
      var mixed = zip(channels(a), channels(b)).map { $0 + ($1 - $0) * share }
      mixed[3] *= Double(opacity) / 255
      let isEven = a.colour == b.colour && a.opacity == b.opacity || a.opacity == 0 && b.opacity == 0 || opacity == 0
      return (mixed[..<3].map { $0 * mixed[3] } + [mixed[3]], isEven)
    }
  }

  private static func channels(_ word: UInt32) -> [Double] { [16, 8, 0, 24].map { Double(word >> $0 & 255) } }

  private static func random(_ rng: inout RandomSource) -> Sample {
    func place() -> Point { Point(rng.roll(-60.0...260), rng.roll(-60.0...260)) }
    var places = (0..<rng.roll(2...6)).map { _ in rng.isOne(in: 4) ? 0.5 : rng.roll(0.0...1) }.sorted()
    if rng.isOne(in: 2) { (places[0], places[places.count - 1]) = (0, 1) }
    let colours = (0..<3).map { _ in UInt32(rng.roll(0...0xFF_FFFF)) }
    return Sample(
      kind: rng.isOne(in: 2) ? .linear : .radial, from: place(), to: place(),
      stops: places.map {
        Stop(place: $0, colour: colours[rng.roll(0...2)], opacity: [0, 255, UInt8(rng.roll(1...254))][rng.roll(0...2)])
      },
      opacity: rng.isOne(in: 2) ? 255 : UInt8(rng.roll(0...255)))
  }

  /// An image of 150 x 130 px with random pixels in some tiles.
  private static func image(isDeep: Bool, _ rng: inout RandomSource) -> TileGrid {
    var image = TileGrid(width: 150, height: 130)
    for y in 0..<100 {
      let row = (0..<150).map { x in
        x < 40 || y < 30
          ? 0 : Pixel.scaled(0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF)), by: UInt32(rng.roll(0...255)))
      }
      image.setRow(y, from: 0, to: row.span)
    }
    if isDeep { for index in image.tileIndices { image[index] = image[index]?.deepened } }
    return image
  }

  private static func painted(_ sample: Sample, _ image: TileGrid) throws -> TileGrid {
    var image = image
    let painter = try sample.painter()
    for index in 0..<image.slotCount {
      let square = image.bounds(ofTile: index)
      if !painter.isClear(square) { painter.paint(square, ofTile: index, of: &image) }
    }
    return image
  }

  /// The pixels of each tile with 16 bits.
  private static func deepPixels(_ image: TileGrid) -> [Int: [DeepPixel]] {
    Dictionary(uniqueKeysWithValues: image.tileIndices.map { ($0, image[$0]?.deepPixels ?? []) })
  }

  /// Fails if a pixel of 8 bits is a level or more away from the exact one, one of 16 bits more than two roundings and that of its alpha, one where the
  /// colour is constant is not that of even paint, or one is no premultiplied pixel.
  @Test(arguments: [false, true]) func everyPixelHasItsColour(isDeep: Bool) throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let (sample, old) = (Self.random(&rng), Self.image(isDeep: isDeep, &rng))
      let new = try Self.painted(sample, old)
      let (before, after) = (Self.deepPixels(old), Self.deepPixels(new))
      var (wrong, uneven) = (0, 0)
      for y in 0..<130 {
        for x in 0..<150 {
          let (colour, isEven) = sample.colour(x, y)
          let tile = new.index(column: x >> Tile.shift, row: y >> Tile.shift)
          let (from, now) = (old[x, y], new[x, y])
          if new[tile]?.isDeep ?? false {
            let at = (y & 63) << Tile.shift | (x & 63)
            let (from, now) = (before[tile]?[at] ?? .clear, after[tile]?[at] ?? .clear)
            for i in 0..<4 {
              let exact = colour[i] * 32768 + Double(from.channels[i]) * (1 - colour[3])
              if abs(Double(now.channels[i]) - exact) > 1.501 { wrong += 1 }
            }
            if !now.isValid { wrong += 1 }
            continue
          }
          for i in 0..<4 {
            let exact = colour[i] * 255 + Self.channels(from)[i] * (1 - colour[3])
            if abs(Self.channels(now)[i] - exact) >= (isEven ? 1.51 : 1) { wrong += 1 }
          }
          if Self.channels(now).contains(where: { $0 > Double(now >> 24) }) { wrong += 1 }
          if isEven {
            let levels = colour.map { UInt32(($0 * 255).rounded()) }
            let ink = levels[3] << 24 | levels[0] << 16 | levels[1] << 8 | levels[2]
            if now != Pixel.over(ink, from) { uneven += 1 }
          }
        }
      }
      #expect(wrong == 0 && uneven == 0, "seed \(seed): \(sample)")
    }
  }

  /// Fails if there is a level of difference beyond the ends, in front of a translucent stop among others, or at a place
  /// where two stops meet.
  @Test func endsAreExact() throws {
    let stops = [
      Stop(place: 0, colour: 0x88_AACC, opacity: 130), Stop(place: 0.5, colour: 0xFF_0000),
      Stop(place: 0.5, colour: 0x00_00FF), Stop(place: 1, colour: 0x12_3456, opacity: 77),
    ]
    for (from, to) in [(Point(40, 0), Point(104, 0)), (Point(104, 0), Point(40, 0))] {
      let image = try Self.painted(Sample(from: from, to: to, stops: stops), TileGrid(width: 150, height: 130))
      let (left, right) = from.x < to.x ? (0, 3) : (3, 0)
      func word(_ stop: Stop) -> UInt32 { Pixel.scaled(Pixel.opaque(stop.colour), by: UInt32(stop.opacity)) }
      for y in 0..<130 {
        #expect((0..<40).allSatisfy { image[$0, y] == word(stops[left]) })
        #expect((104..<150).allSatisfy { image[$0, y] == word(stops[right]) })
      }
    }
    let hard = [0, 0.5, 0.5, 1].enumerated().map { Stop(place: $1, colour: $0 < 2 ? 0xFF_0000 : 0x00_00FF) }
    for kind in GradientPainter.Kind.allCases {
      let sample = Sample(kind: kind, from: Point(0, 0), to: Point(100, 0), stops: hard)
      let image = try Self.painted(sample, TileGrid(width: 150, height: 130))
      let wrong = (0..<130).reduce(0) { sum, y in
        sum + (0..<150).count { image[$0, y] != (sample.place($0, y) < 0.5 ? 0xFFFF_0000 : 0xFF00_00FF) }
      }
      #expect(wrong == 0, "\(kind)")
    }
  }

  /// Fails if a gradient without a length, or with numbers that are none, is not its last colour everywhere.
  @Test func withoutALengthItIsTheLastColour() throws {
    let stops = [Stop(place: 0, colour: 0xFF_0000), Stop(place: 0.3, colour: 0x00_FF00)]
    for kind in GradientPainter.Kind.allCases {
      for end in [Point(20, 30), Point(20, 30 + 1e-200)] {
        let sample = Sample(kind: kind, from: Point(20, 30), to: end, stops: stops)
        let image = try Self.painted(sample, TileGrid(width: 70, height: 70))
        #expect((0..<70).allSatisfy { y in (0..<70).allSatisfy { image[$0, y] == 0xFF00_FF00 } })
      }
      for end in [Point(.nan, 5), Point(.infinity, 0), Point(1e300, -1e300), Point(.leastNonzeroMagnitude, 0)] {
        for (from, to) in [(Point.zero, end), (end, .zero), (end, end)] {
          _ = try Self.painted(Sample(kind: kind, from: from, to: to, stops: stops), TileGrid(width: 70, height: 70))
        }
      }
    }
  }

  /// Fails if the mean of a block of 8 x 8 px is not the mean colour of the gradient there, so that bands would be seen; or
  /// if a pixel depends on anything but its place and its colour.
  @Test func ditheringKeepsTheMean() throws {
    // A level for 40 px, and the colour does not change downwards.
    let stops = [Stop(place: 0, colour: 0x40_8010), Stop(place: 1, colour: 0x46_7D10)]
    for (opacity, ground) in [(UInt8(255), UInt32(0)), (100, 0), (100, 0xFF20_90F0)] {
      let sample = Sample(from: Point(0, 0), to: Point(240, 0), stops: stops, opacity: opacity)
      let old = TileGrid(width: 256, height: 128, filledWith: ground)
      let image = try Self.painted(sample, old)
      var worst = 0.0
      for block in 0..<512 {
        let (left, top) = (block % 32 * 8, block / 32 * 8)
        for i in 0..<4 {
          var (sum, exact) = (0.0, 0.0)
          for y in top..<top + 8 {
            for x in left..<left + 8 {
              let (colour, _) = sample.colour(x, y)
              sum += Self.channels(image[x, y])[i]
              exact += colour[i] * 255 + Self.channels(ground)[i] * (1 - colour[3])
            }
          }
          if left < 240 { worst = max(worst, abs(sum - exact) / 64) }
        }
      }
      #expect(worst < 0.07, "\(worst)")
      for y in 0..<120 { #expect((0..<256).allSatisfy { image[$0, y] == image[$0, y + 8] }) }
      #expect(image == (try Self.painted(sample, old)))
    }
  }

  /// Fails if tiles of one colour take memory each, or what is transparent makes a tile.
  @Test func evenTilesAreShared() throws {
    let stops = [Stop(place: 0, colour: 0x12_3456), Stop(place: 1, colour: 0xFF_FFFF, opacity: 0)]
    let sample = Sample(from: Point(310, 0), to: Point(330, 0), stops: stops)
    let image = try Self.painted(sample, TileGrid(width: 640, height: 640))
    #expect(image.tileCount == 60)
    let even = (0..<100).filter { $0 % 10 < 4 }
    #expect(Set(even.compactMap { image[$0]?.pixels.withUnsafeBufferPointer { $0.baseAddress } }).count == 1)
    let none = Sample(from: .zero, to: Point(9, 9), stops: stops, opacity: 0)
    #expect(try Self.painted(none, TileGrid(width: 640, height: 640)).tileCount == 0)
    let ring = Sample(kind: .radial, from: Point(320, 320), to: Point(400, 320), stops: stops)
    #expect(try Self.painted(ring, TileGrid(width: 640, height: 640)).tileCount == 12)
  }

  /// Fails if a list of stops that is not in order, or has a number that is not allowed, is accepted.
  @Test func stopsAreChecked() {
    func isAllowed(_ places: [Double]) -> Bool { GradientStops(places.map { Stop(place: $0, colour: 0) }) != nil }
    #expect(isAllowed([0, 1]) && isAllowed([0.5, 0.5]) && isAllowed(Array(repeating: 0, count: 64)))
    for places in [[], [0], [0.6, 0.5], [-0.1, 1], [0, 1.1], [0, .nan], Array(repeating: 0, count: 65)] {
      #expect(!isAllowed(places), "\(places)")
    }
  }
}
