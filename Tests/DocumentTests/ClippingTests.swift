import Foundation
import Geometry
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import FuzzTargets
@testable import Storage

/// Images on the clipboard, as other programs read and write them.
@Suite struct ClippingTests {
  /// Fails if copying and pasting, or cutting, changes a pixel, including translucent ones.
  @Test func piecesComeBackToTheBit() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let (width, height) = (rng.roll(1...150), rng.roll(1...150))
      let pixels = (0..<width * height).map { _ -> UInt32 in
        let alpha = rng.isOne(in: 3) ? 255 : rng.roll(0...255)
        func channel() -> UInt32 { UInt32(rng.roll(0...alpha)) }
        return UInt32(alpha) << 24 | channel() << 16 | channel() << 8 | channel()
      }
      let whole = try #require(Clipping(width: width, height: height, pixels: pixels))
      let inner = PixelRect(
        minX: rng.roll(0..<width), minY: rng.roll(0..<height), maxX: width, maxY: height)
      let mask = Mask(width: inner.width, height: inner.height, isFull: true).mapped(
        by: .translation(Vector(Double(inner.minX), Double(inner.minY))), size: (width, height))
      let cut = try #require(Clipping(of: whole.image, mask))
      let back = try Clipping(png: try cut.png())
      #expect(back.bounds == PixelRect(x: 0, y: 0, width: inner.width, height: inner.height), "seed \(seed)")
      let isSame = back.pixels == cut.pixels
      #expect(isSame, "seed \(seed)")
    }
  }

  /// Fails if bytes that are no image, a truncated image or one that is too large cause a crash or
  /// large allocations.
  @Test func contentThatIsNoPictureIsReported() throws {
    let good = try #require(Clipping(width: 40, height: 30, pixels: [UInt32](repeating: 0xFF12_3456, count: 1200)))
      .png()
    func fault(_ bytes: [UInt8]) -> String {
      do { _ = try Clipping(png: bytes) } catch { return "\(error)" }
      return ""
    }
    let chunks = try #require(PNGChunks(good))
    func widened(_ width: Int) -> String { fault(chunks.claiming(width: width).bytes) }
    #expect(fault(good).isEmpty)
    #expect(fault([]) == "it is empty" && fault(Array("GIF89a".utf8)) == "it is not a PNG image")
    #expect(fault(Array(good.prefix(24))).contains("cut short"))
    #expect(fault(Array(good.prefix(good.count / 2))).contains("cut short"))
    #expect(widened(40).isEmpty && !widened(41).isEmpty)
    #expect(
      widened(40000) == "it is 40000 x 30 px large, but at most 32767 px a side are allowed")
    #expect(!widened(0).isEmpty)
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      var bytes = good
      for _ in 0..<rng.roll(1...5) { bytes[rng.roll(24..<bytes.count)] = UInt8(rng.roll(0...255)) }
      if rng.isOne(in: 3) { bytes.removeLast(rng.roll(1..<bytes.count)) }
      _ = fault(bytes)
    }
  }
}
