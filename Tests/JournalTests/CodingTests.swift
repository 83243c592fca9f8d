import Geometry
import Ink
import RandomSource
import Raster
import Testing

@testable import Journal

@Suite struct ChecksumTests {
  /// The check values of RFC 3720, B.4, and of the catalogue of CRCs ("123456789"), in any
  /// division.
  @Test func knownValues() {
    #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32).span) == 0x8A91_36AA)
    #expect(CRC32C.checksum([UInt8](repeating: 0xFF, count: 32).span) == 0x62A8_AB43)
    #expect(CRC32C.checksum([UInt8](0..<32).span) == 0x46DD_794E)
    #expect(CRC32C.checksum(Array("123456789".utf8).span) == 0xE306_9283)
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 91) }
    for cut in 0...100 {
      let first = CRC32C.checksum(Array(bytes[..<cut]).span)
      #expect(CRC32C.checksum(Array(bytes[cut...]).span, following: first) == CRC32C.checksum(bytes.span))
    }
  }
}

@Suite struct ByteTests {
  /// Fails if a value changes, or a reader takes more or less than was written.
  @Test func valuesComeBack() throws {
    for seed in RandomSource.seeds(300) {
      var rng = RandomSource(seed)
      let number = rng.next() >> UInt64(rng.roll(0...63))
      let text = String(
        (0..<rng.roll(0...20)).compactMap { _ in UnicodeScalar(UInt32(rng.roll(0...0x10FFFF))).map(Character.init)
        })
      let double = Double(bitPattern: rng.next())
      var writer = ByteWriter()
      writer.write(UInt8(truncatingIfNeeded: number))
      writer.write(Int16(truncatingIfNeeded: number))
      writer.write(UInt32(truncatingIfNeeded: number))
      writer.write(Int64(bitPattern: number))
      writer.write(double)
      writer.write(number & 1 == 1)
      writer.writeCompact(number)
      writer.writeCompact(Int64(bitPattern: rng.isOne(in: 2) ? number : ~number))
      writer.write(text)
      writer.write(counted: [1, 2, 3])
      var reader = ByteReader(writer.bytes)
      #expect(try reader.read(UInt8.self) == UInt8(truncatingIfNeeded: number))
      #expect(try reader.read(Int16.self) == Int16(truncatingIfNeeded: number))
      #expect(try reader.read(UInt32.self) == UInt32(truncatingIfNeeded: number))
      #expect(try reader.read(Int64.self) == Int64(bitPattern: number))
      #expect(try reader.readDouble().bitPattern == double.bitPattern)
      #expect(try reader.readBool() == (number & 1 == 1))
      #expect(try reader.readCompact() == number)
      let signed = try reader.readCompactSigned()
      #expect(signed == Int64(bitPattern: number) || signed == Int64(bitPattern: ~number))
      #expect(try reader.readText() == text)
      #expect(try reader.readCounted() == [1, 2, 3])
      try reader.finish()
    }
  }

  @Test func extremesComeBack() throws {
    var writer = ByteWriter()
    for value in [UInt64.min, 127, 128, .max] { writer.writeCompact(value) }
    for value in [Int64.min, -1, 0, 1, .max] { writer.writeCompact(value) }
    var reader = ByteReader(writer.bytes)
    for value in [UInt64.min, 127, 128, .max] { #expect(try reader.readCompact() == value) }
    for value in [Int64.min, -1, 0, 1, .max] { #expect(try reader.readCompactSigned() == value) }
  }

  /// Fails if truncated or invalid bytes are accepted, or move the reader.
  @Test func nonsenseIsRefused() {
    func refused(_ bytes: [UInt8], _ body: (inout ByteReader) throws -> Void) {
      var reader = ByteReader(bytes)
      #expect(throws: PayloadError.self) { try body(&reader) }
      #expect(reader.position == 0)
    }
    refused([1, 2, 3]) { _ = try $0.read(UInt32.self) }
    refused([2]) { _ = try $0.readBool() }
    refused([0x80]) { _ = try $0.readCompact() }
    refused([0x80, 0]) { _ = try $0.readCompact() }
    refused([UInt8](repeating: 0xFF, count: 9) + [2]) { _ = try $0.readCompact() }
    refused([UInt8](repeating: 0xFF, count: 11)) { _ = try $0.readCompact() }
    refused([5, 1, 2]) { _ = try $0.readCount() }
    refused([2, 1, 2, 3]) { _ = try $0.readCount(ofSize: 2) }
    refused([2, 0xC3, 0x28]) { _ = try $0.readText() }
    refused([1]) { _ = try $0.readRaw(-1) }
    refused([1]) { try $0.finish() }
  }

  /// Fails if any bytes trap in any read.
  @Test func anyBytesAreHarmless() {
    for seed in RandomSource.seeds(2000) {
      var rng = RandomSource(seed)
      let bytes = (0..<rng.roll(0...40)).map { _ in UInt8(rng.roll(0...255)) }
      var reader = ByteReader(bytes)
      for _ in 0..<10 {
        switch rng.roll(0...5) {
        case 0: _ = try? reader.readCompact()
        case 1: _ = try? reader.readCompactSigned()
        case 2: _ = try? reader.readText()
        case 3: _ = try? reader.read(UInt64.self)
        case 4: _ = try? reader.readCount(ofSize: rng.roll(0...9))
        default: _ = try? reader.readRaw(rng.roll(-3...50))
        }
        #expect(reader.remaining >= 0)
      }
      _ = try? SampleCoding.decoded(bytes)
      _ = try? TileCoding.decoded(bytes)
    }
  }
}

@Suite struct SampleCodingTests {
  private func same(_ a: [PenSample], _ b: [PenSample]) -> Bool {
    func bits(_ sample: PenSample) -> [UInt64] {
      [
        sample.position.x, sample.position.y, sample.time, sample.pressure, sample.altitude.radians,
        sample.azimuth.radians, sample.roll?.radians ?? 0,
      ].map(\.bitPattern)
    }
    return a.count == b.count
      && zip(a, b).allSatisfy { bits($0) == bits($1) && $0.tool == $1.tool && ($0.roll == nil) == ($1.roll == nil) }
  }

  /// Fails if one bit of a number changes: any numbers, with NaN and -0, and those of devices.
  @Test func anySamplesComeBack() throws {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let kind = rng.roll(0...3)
      let samples = (0..<rng.roll(0...60)).map { number in
        func value() -> Double {
          switch kind {
          case 0: Double(bitPattern: rng.next())
          case 1: rng.roll(-1000.0...1000)
          case 2: Double(rng.roll(0...8191)) / 8191
          default: [0, -0.0, .infinity, .nan, 1e300, .leastNonzeroMagnitude, 0.1][rng.roll(0...6)]
          }
        }
        return PenSample(
          position: Point(value(), value()), time: kind == 2 ? Double(number * 5) / 1000 : value(), pressure: value(),
          altitude: Angle(radians: value()), azimuth: Angle(radians: value()),
          roll: rng.isOne(in: 3) ? Angle(radians: value()) : nil, tool: Tool.allCases[rng.roll(0...3)])
      }
      let bytes = try SampleCoding.encoded(samples)
      #expect(same(try SampleCoding.decoded(bytes), samples), "seed \(seed)")
      for _ in 0..<20 {
        var wrong = bytes
        if rng.isOne(in: 2) { wrong[rng.roll(0..<wrong.count)] ^= 1 << UInt8(rng.roll(0...7)) }
        if rng.isOne(in: 2) { wrong.removeLast(rng.roll(0...wrong.count)) }
        // Adler-32 misses some short damage, which the journal's checksum finds. Nothing may crash.
        _ = try? SampleCoding.decoded(wrong)
      }
    }
  }

  /// Fails if handwriting at 200 Hz takes more than 8 bytes a sample with integral numbers, or 24
  /// on a rotated canvas.
  @Test func aStrokeIsSmall() throws {
    var rng = RandomSource(7)
    let samples = (0..<1000).map { number in
      let t = Double(number) / 200
      return PenSample(
        position: Point(
          ((300 + 200 * cosine(t * 3)) * 4).rounded() / 4, ((300 + 90 * cosine(t * 5 + 1)) * 4).rounded() / 4),
        time: Double(number * 5) / 1000, pressure: Double(4000 + number + rng.roll(0...40)) / 8191)
    }
    #expect(try SampleCoding.encoded(samples).count <= 8 * samples.count)
    let turned = samples.map { sample in
      var sample = sample
      sample.position = Point(
        sample.position.x * 0.8123 - sample.position.y * 0.31, sample.position.x * 0.31 + sample.position.y * 0.8123)
      return sample
    }
    let bytes = try SampleCoding.encoded(turned)
    #expect(bytes.count <= 24 * samples.count)
    #expect(throws: PayloadError.self) { try SampleCoding.decoded(bytes, limit: 999) }
    #expect(same(try SampleCoding.decoded(bytes, limit: 1000), turned))
  }

  private func cosine(_ value: Double) -> Double { Angle(radians: value).cosine }
}

@Suite struct TileCodingTests {
  @Test func anyTileComesBack() throws {
    for seed in 0..<60 {
      var rng = RandomSource(seed)
      var tile = Tile(filledWith: rng.isOne(in: 2) ? 0 : 0x8040_2010)
      for _ in 0..<rng.roll(0...300) {
        let alpha = rng.roll(0...255)
        let (r, g, b) = (rng.roll(0...alpha), rng.roll(0...alpha), rng.roll(0...alpha))
        tile[rng.roll(0...63), rng.roll(0...63)] = UInt32(alpha << 24 | r << 16 | g << 8 | b)
      }
      let bytes = try TileCoding.encoded(tile)
      let back = try TileCoding.decoded(bytes)
      #expect(back == tile || (back == nil && tile.isTransparent), "seed \(seed)")
      for _ in 0..<20 {
        var wrong = bytes
        wrong[rng.roll(0..<wrong.count)] ^= 1 << UInt8(rng.roll(0...7))
        _ = try? TileCoding.decoded(wrong)
        _ = try? TileCoding.decoded(Array(bytes[..<rng.roll(0..<bytes.count)]))
      }
    }
    #expect(try TileCoding.encoded(nil) == [0])
    #expect(try TileCoding.decoded([0]) == nil)
    #expect(try TileCoding.encoded(Tile(filledWith: 0xFF12_3456)).count == 5)
  }

  /// Fails if a tile with soft ink of one colour takes a large part of its 16 KiB.
  @Test func inkIsSmall() throws {
    var tile = Tile()
    for y in 0..<64 {
      for x in 0..<64 {
        let distance = (Double((x - 30) * (x - 30) + (y - 34) * (y - 34))).squareRoot()
        let alpha = UInt32(max(0, min(1, 20.5 - distance)) * 255)
        tile[x, y] = alpha << 24 | (0x1D * alpha / 255) << 16 | (0x1F * alpha / 255) << 8 | (0x24 * alpha / 255)
      }
    }
    #expect(try TileCoding.encoded(tile).count < 800)
  }

  /// Fails if an impossible pixel is accepted; blending would overflow.
  @Test func impossiblePixelsAreRefused() {
    #expect(throws: PayloadError.self) { try TileCoding.decoded([1, 0x81, 0, 0, 0x80]) }
    #expect(throws: PayloadError.self) { try TileCoding.decoded([7]) }
    #expect(throws: PayloadError.self) { try TileCoding.decoded([0, 0]) }
    #expect(throws: PayloadError.self) { try TileCoding.decoded([]) }
  }

  private func soft(_ rng: inout RandomSource) -> Tile {
    let (x, y, radius) = (rng.roll(-20.0...80), rng.roll(-20.0...80), rng.roll(20.0...90))
    let (colour, most) = (DeepPixel(0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF))), rng.roll(0.01...1))
    return Tile(
      deep: (0..<Tile.count).map { i in
        let (dx, dy) = (Double(i & 63) - x, Double(i >> 6) - y)
        let share = max(0, 1 - (dx * dx + dy * dy).squareRoot() / radius) * most
        return colour.scaled(by: UInt16(share * 32768))
      })
  }

  /// Fails if a deep tile loses a bit or its depth: soft, random, of one colour, or with pixels that 8 bits hold.
  @Test func deepTilesComeBack() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      func pixel() -> DeepPixel {
        let alpha = rng.roll(0...Int(DeepPixel.one))
        func channel() -> UInt16 { UInt16(rng.roll(0...alpha)) }
        return DeepPixel(SIMD4(channel(), channel(), channel(), UInt16(alpha)))
      }
      var tile =
        switch seed % 4 {
        case 0: soft(&rng)
        case 1: Tile(deep: (0..<Tile.count).map { _ in pixel() })
        case 2: Tile(deep: [DeepPixel](repeating: pixel(), count: Tile.count))
        default: Tile(filledWith: 0x8040_2010).deepened
        }
      if rng.isOne(in: 3) { tile.withMutableDeepPixels { $0[rng.roll(0..<Tile.count)] = pixel() } }
      let bytes = try TileCoding.encoded(tile)
      #expect(try TileCoding.decoded(bytes) == (tile.isTransparent ? nil : tile), "seed \(seed)")
      for _ in 0..<20 {
        var wrong = bytes
        wrong[rng.roll(0..<wrong.count)] ^= 1 << UInt8(rng.roll(0...7))
        if let read = try? TileCoding.decoded(wrong) { #expect(read.deepPixels.allSatisfy { $0.isValid }) }
        _ = try? TileCoding.decoded(Array(bytes[..<rng.roll(0..<bytes.count)]))
      }
    }
    #expect(try TileCoding.encoded(Tile().deepened) == [0])
    #expect(try TileCoding.encoded(Tile(filledWith: 0xFF12_3456).deepened).count == 9)
  }

  /// Fails if soft paint takes a large part of its 32 KiB.
  @Test func softPaintIsSmall() throws {
    var rng = RandomSource(1)
    var sizes: [Int] = []
    for _ in 0..<20 { sizes.append(try TileCoding.encoded(soft(&rng)).count) }
    #expect(sizes.reduce(0, +) / sizes.count < 8000, "\(sizes)")
  }

  /// Fails if a channel above 1, or a colour above its alpha, is accepted.
  @Test func impossibleDeepPixelsAreRefused() throws {
    for wrong: SIMD4<UInt16> in [SIMD4(0, 0, 0, 0x8001), SIMD4(5, 0, 0, 4), SIMD4(0, 0, 9, 8), SIMD4(1, 1, 1, 0)] {
      var form = ByteWriter()
      form.write(UInt8(3))
      for channel in 0..<4 { form.write(wrong[channel]) }
      #expect(throws: PayloadError.self) { try TileCoding.decoded(form.bytes) }
      var pixels = [DeepPixel](repeating: .clear, count: Tile.count)
      pixels[70] = DeepPixel(wrong)
      let bytes = try TileCoding.encoded(Tile(deep: pixels))
      #expect(throws: PayloadError.self) { try TileCoding.decoded(bytes) }
    }
  }
}
