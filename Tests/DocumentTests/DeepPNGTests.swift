import Archive
import Files
import Geometry
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import FuzzTargets
@testable import Pictures
@testable import Storage

/// PNG images with 16 bits a channel.
@Suite struct DeepPNGTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a.png") }

  init() throws { folder = try TemporaryFolder() }

  /// Fails if an opacity or a colour changes by the straight colours of a file: all opacities with their
  /// smallest and largest colours, and all colours of some opacities.
  @Test func deepPixelsComeBackExactly() {
    func check(_ red: UInt16, _ green: UInt16, _ blue: UInt16, _ alpha: UInt16) -> Bool {
      let pixel = DeepPixel(SIMD4(red, green, blue, alpha))
      let (r, g, b, a) = pixel.straight
      return DeepPixel(straight: r, g, b, alpha: a) == pixel
    }
    var wrong = 0
    for alpha in 0...DeepPixel.one where !check(alpha, alpha / 2, min(alpha, 1), alpha) { wrong += 1 }
    var rng = RandomSource(5)
    let some =
      [1, 2, 3, 127, 128, 129, 255, 256, 257, 16383, 16384, 32766, 32767, 32768]
      + (0..<8).map { _ in
        rng.roll(1...32767)
      }
    for alpha in some {
      for c in 0...alpha where !check(UInt16(c), UInt16(alpha - c), 0, UInt16(alpha)) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  /// Fails if a conversion does not round to nearest, or a colour comes above its alpha.
  @Test func roundingIsToNearest() {
    var rng = RandomSource(6)
    for _ in 0..<20_000 {
      let (c, a) = (UInt16(rng.roll(0...65535)), UInt16(rng.isOne(in: 3) ? 65535 : rng.roll(0...65535)))
      let pixel = DeepPixel(straight: c, 0, 65535, alpha: a)
      let alpha = (Double(a) * 32768 / 65535).rounded()
      #expect(pixel.isValid && Double(pixel.alpha) == alpha && pixel.channels[2] == pixel.alpha)
      #expect(Double(pixel.channels[0]) == (Double(c) * alpha / 65535).rounded(), "\(c) of \(a)")
      guard alpha > 0 else { continue }
      let back = pixel.straight
      #expect(Double(back.red) == (Double(pixel.channels[0]) * 65535 / alpha).rounded())
      #expect(Double(back.alpha) == (alpha * 65535 / 32768).rounded() && back.blue == 65535)
    }
    #expect(DeepPixel(SIMD4(9, 9, 9, 0)).straight == (0, 0, 0, 0), "an invalid pixel must not trap")
    #expect(DeepPixel(SIMD4(900, 9, 9, 10)).straight.red == 65535)
    for level in UInt16(0)...255 {
      let pixel = DeepPixel(straight: level * 257, level * 257, level * 257, alpha: 65535)
      #expect(pixel == DeepPixel(0xFF00_0000 | UInt32(level) * 0x1_0101), "a level of 8 bits is not the same")
    }
  }

  private func write(_ image: TileGrid, hasAlpha: Bool = true) throws {
    let file = try AtomicFile(path: path)
    let writer = try PNGWriter(file, width: image.width, height: image.height, hasAlpha: hasAlpha, isDeep: true)
    #expect(writer.isDeep)
    var row = [DeepPixel](repeating: .clear, count: image.width)
    for y in 0..<image.height {
      var span = row.mutableSpan
      image.copy(PixelRect(x: 0, y: y, width: image.width, height: 1), to: &span, stride: image.width)
      try writer.write(row.span)
    }
    try writer.finish()
    try file.commitReplacing()
  }

  /// Fails if an image of both depths changes by writing and opening, or a tile takes 16 bits where 8 hold it.
  @Test func imagesOfBothDepthsComeBack() throws {
    var hasBoth = false
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      let image = TileGrid.ofBothDepths(width: rng.roll(1...200), height: rng.roll(1...150), &rng)
      try write(image)
      #expect(try PNGReader(path: path).isDeep)
      let opened = try Document(pngAt: path).activeImage
      #expect(opened.showsSame(as: image) && opened.isNarrow, "seed \(seed)")
      let depths = Set(opened.tileIndices.map { opened[$0]?.isDeep })
      hasBoth = hasBoth || depths.count == 2
    }
    #expect(hasBoth)
  }

  /// Fails if opaque pixels change without an alpha channel, or the header or the bytes are not those of the PNG
  /// specification: straight colours, the high byte first.
  @Test func bytesOfAFile() throws {
    var image = TileGrid(width: 2, height: 1)
    let pixels = [DeepPixel(SIMD4(32768, 1, 256, 32768)), DeepPixel(SIMD4(4096, 0, 8192, 16384))]
    image.setRow(0, from: 0, to: pixels.span)
    try write(image)
    var file = try #require(PNGChunks(try folder.read("a.png")))
    #expect(file.content(of: "IHDR") == [0, 0, 0, 2, 0, 0, 0, 1, 16, 6, 0, 0, 0] && file.content(of: "sRGB") == nil)
    let profile = try #require(file.content(of: "iCCP"))
    #expect(profile.starts(with: "sRGB\0\0".utf8))
    let bytes = Array(profile.dropFirst(6))
    let unpacked = try Deflate.unpacked(bytes.span, count: SRGBProfile.bytes.count)
    #expect(unpacked == SRGBProfile.bytes)
    var packed = try #require(file.content(of: "IDAT"))
    var rows = try Deflate.unpacked(packed.span, count: 17)
    // 1/32768 is 2/65535, 256/32768 is 512, 1/4 and 1/2 of 65535 are 16384 and 32768.
    #expect(
      rows == [0, 0xFF, 0xFF, 0, 2, 2, 0, 0xFF, 0xFF, 0x40, 0, 0, 0, 0x80, 0, 0x80, 0])
    let opaque = [DeepPixel(SIMD4(4096, 0, 8192, 32768))]
    image.setRow(0, from: 1, to: opaque.span)
    try write(image, hasAlpha: false)
    file = try #require(PNGChunks(try folder.read("a.png")))
    #expect(file.content(of: "IHDR") == [0, 0, 0, 2, 0, 0, 0, 1, 16, 2, 0, 0, 0])
    packed = try #require(file.content(of: "IDAT"))
    rows = try Deflate.unpacked(packed.span, count: 13)
    #expect(rows == [0, 0xFF, 0xFF, 0, 2, 2, 0, 0x20, 0, 0, 0, 0x40, 0])
    #expect(try Document(pngAt: path).activeImage.showsSame(as: image))
  }

  /// The samples of 16 bits of a random image, row by row.
  private struct Samples {
    /// 0 grey, 2 colour, 4 grey with alpha, 6 colour with alpha.
    var type: UInt8
    var width: Int
    var height: Int
    var values: [UInt16]
    /// The transparent colour; nil for none.
    var transparent: [UInt16]?

    var channels: Int { [0: 1, 2: 3, 4: 2][type] ?? 4 }

    init(_ type: UInt8, _ rng: inout RandomSource) {
      (self.type, width, height, values) = (type, rng.roll(1...150), rng.roll(1...100), [])
      if type < 4, rng.isOne(in: 2) { transparent = type == 0 ? [0x0102] : [0x0102, 0x0102, 0x0103] }
      let isOfBytes = rng.isOne(in: 3)
      values = (0..<width * height * channels).map { _ in
        isOfBytes ? UInt16(rng.roll(0...255)) * 257 : UInt16(rng.isOne(in: 3) ? 0x0102 : rng.roll(0...65535))
      }
    }

    /// The pixel in a column and row, by exact arithmetic.
    func pixel(_ x: Int, _ y: Int) -> DeepPixel {
      let first = (y * width + x) * channels
      let own = Array(values[first..<first + channels])
      let colour = own.count < 3 ? [own[0], own[0], own[0]] : Array(own[..<3])
      let alpha = type < 4 ? own == transparent ? 0 : 65535 : own[own.count - 1]
      let a = (Double(alpha) * 32768 / 65535).rounded()
      let premultiplied = colour.map { UInt16((Double($0) * a / 65535).rounded()) }
      return DeepPixel(SIMD4(premultiplied[0], premultiplied[1], premultiplied[2], UInt16(a)))
    }

    /// The image as a PNG without filters.
    func png(isInterlaced: Bool) throws -> [UInt8] {
      var rows: [UInt8] = []
      let passes =
        isInterlaced
        ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        : [(0, 0, 1, 1)]
      for (x, y, across, down) in passes where x < width {
        for row in stride(from: y, to: height, by: down) {
          rows.append(0)
          for column in stride(from: x, to: width, by: across) {
            let first = (row * width + column) * channels
            for value in values[first..<first + channels] { rows += [UInt8(value >> 8), UInt8(value & 255)] }
          }
        }
      }
      let header = PNGChunks.big(width) + PNGChunks.big(height) + [16, type, 0, 0, isInterlaced ? 1 : 0]
      let mask = transparent.map { [("tRNS", $0.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })] } ?? []
      return PNGChunks(
        [("IHDR", header)] + mask + [("IDAT", try Deflate.packed(rows.span)), ("IEND", [])]
      ).bytes
    }
  }

  /// Fails if a pixel of a form of 16 bits is not the nearest deep pixel, interlaced or not, or if it is not the
  /// same rounded to 8 bits as before.
  @Test(arguments: [0, 2, 4, 6] as [UInt8], [false, true])
  func everyFormIsReadWithAllBits(_ type: UInt8, _ isInterlaced: Bool) throws {
    for seed in RandomSource.seeds(8) {
      var rng = RandomSource(seed)
      let samples = Samples(type, &rng)
      let bytes = try samples.png(isInterlaced: isInterlaced)
      let image = try Document(pngAt: try folder.write("a.png", bytes)).activeImage
      var wrong = 0
      var row = [DeepPixel](repeating: .clear, count: samples.width)
      for y in 0..<samples.height {
        var span = row.mutableSpan
        image.copy(PixelRect(x: 0, y: y, width: samples.width, height: 1), to: &span, stride: samples.width)
        for x in 0..<samples.width where row[x] != samples.pixel(x, y) { wrong += 1 }
      }
      #expect(wrong == 0 && image.isNarrow, "seed \(seed)")
      try PNGBytes.read(bytes, limits: .standard) { y, row in
        for x in 0..<row.count {
          let exact = samples.pixel(x, y)
          for shift in [0, 8, 16, 24] as [UInt32] {
            let (a, b) = (row[x] >> shift & 255, exact.word >> shift & 255)
            if max(a, b) - min(a, b) > 1 { wrong += 1 }
          }
        }
      }
      #expect(wrong == 0, "seed \(seed), 8 bits")
    }
  }

  /// Fails if a file of 16 bits that was made from 8, opaque, takes more memory than one of 8.
  @Test func filesMadeFromBytesStayNarrow() throws {
    var rng = RandomSource(4)
    var image = TileGrid(width: 150, height: 70)
    for y in 0..<70 {
      let row = (0..<150).map { _ in UInt32(truncatingIfNeeded: rng.next()) | 0xFF00_0000 }
      image.setRow(y, from: 0, to: row.span)
    }
    try write(image)
    let opened = try Document(pngAt: path).activeImage
    #expect(opened == image)
  }

  /// Fails if the message for a damaged file of 16 bits is not that of reading 8 bits, or is none.
  @Test func damageIsNamedAsForBytes() throws {
    func fault<P: PNGPixel>(_ bytes: [UInt8], _ depth: P.Type) -> String {
      do throws(PNGFault) {
        try PNGBytes.read(bytes, as: P.self, limits: .standard) { _, _ in }
        return ""
      } catch { return error.error(.read, "").fault }
    }
    for sample in PNGSample.all where sample.name.contains("16 bit") {
      for count in stride(from: 9, to: sample.bytes.count, by: 7) {
        let cut = Array(sample.bytes[..<count])
        let message = fault(cut, DeepPixel.self)
        #expect(message.hasPrefix("it is cut short") && message == fault(cut, UInt32.self), "\(count) bytes")
      }
      var rng = RandomSource(2)
      for _ in 0..<60 {
        var bytes = sample.bytes
        bytes[rng.roll(8..<bytes.count)] ^= 1 << UInt8(rng.roll(0...7))
        #expect(fault(bytes, DeepPixel.self) == fault(bytes, UInt32.self), "\(sample.name)")
      }
      #expect(fault(sample.bytes, DeepPixel.self) == "")
    }
  }

  /// Fails if an image of 8 bits or less is not the same when it is read with 16: opaque pixels exactly.
  @Test func bytesAreWidened() throws {
    for sample in PNGSample.all where !sample.hasAlpha {
      try PNGBytes.read(sample.bytes, as: DeepPixel.self, limits: .standard) { y, row in
        for x in 0..<row.count { #expect(row[x].word == sample.pixels[5 * y + x], "\(sample.name)") }
      }
    }
  }

  /// Fails if a deep tile does not count as two, or tiles of one colour do not share memory in either depth.
  @Test func deepTilesCountTwice() {
    var rng = RandomSource(1)
    let mixed = Tile(deep: (0..<Tile.count).map { _ in DeepPixel.random(&rng) })
    let odd = Tile(deep: [DeepPixel](repeating: DeepPixel(SIMD4(1, 2, 3, 32768)), count: Tile.count))
    // All of these differ by less than a level of 8 bits.
    let near = Tile(deep: (0..<Tile.count).map { DeepPixel(SIMD4(UInt16($0 % 2), 2, 3, 32768)) })
    var painted = PaintedTiles()
    for (tile, count) in [(mixed, 2), (odd, 4), (odd, 4), (near, 6), (Tile(filledWith: 0xFF00_0000), 7)] {
      #expect(painted.take(tile) == tile && painted.count == count)
    }
    #expect(painted.mixedCount == 4)
  }
}
