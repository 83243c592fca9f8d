import Archive
import CZlib
import RandomSource
import Testing

/// Fails if bytes change by compression and decompression, or need more space than zlib's own
/// output.
@Suite struct DeflateTests {
  /// Bytes with near and distant repetitions, like pixels and samples.
  private func bytes(_ count: Int, _ rng: inout RandomSource) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      if all.count > 8, rng.roll(0...2) > 0 {
        let start = rng.roll(0...all.count - 4)
        all += all[start..<min(all.count, start + rng.roll(4...40))]
      } else {
        all += (0..<rng.roll(1...12)).map { _ in UInt8(rng.roll(0...255)) }
      }
    }
    return Array(all.prefix(count))
  }

  /// Fails if any bytes change, or a wrong count, a cut or trailing bytes are not noticed.
  @Test func bytesComeBack() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let bytes = (0..<rng.roll(0...5000)).map { _ in UInt8(rng.roll(0...(rng.isOne(in: 2) ? 255 : 2))) }
      let packed = try Deflate.packed(bytes.span, level: rng.roll(1...9))
      #expect(try Deflate.unpacked(packed.span, count: bytes.count) == bytes)
      #expect(throws: ArchiveError.self) { try Deflate.unpacked(packed.span, count: bytes.count + 1) }
      if !bytes.isEmpty {
        #expect(throws: ArchiveError.self) { try Deflate.unpacked(packed.span, count: bytes.count - 1) }
      }
      #expect(throws: ArchiveError.self) { try Deflate.unpacked((packed + [0]).span, count: bytes.count) }
      #expect(try Deflate.unpacked((packed + [0]).span, most: bytes.count) == bytes)
      if bytes.count > 1 {
        #expect(throws: ArchiveError.self) { try Deflate.unpacked(packed.span, most: bytes.count - 1) }
      }
      let cut = Array(packed[..<rng.roll(0..<packed.count)])
      #expect(throws: ArchiveError.self) { try Deflate.unpacked(cut.span, count: bytes.count) }
    }
  }

  /// The sizes around those where zlib gets another window or other tables.
  @Test func bytesOfAnySizeComeBack() throws {
    var rng = RandomSource(7)
    let sizes = [0, 1, 2, 63, 64] + (7...18).flatMap { [1 << $0 - 1, 1 << $0, 1 << $0 + 1] }
    for size in sizes {
      let original = bytes(size, &rng)
      for level in [1, 4, 6, 9] {
        let packed = try Deflate.packed(original.span, level: level)
        let back = try Deflate.unpacked(packed.span, count: size)
        #expect(back == original, "\(size) bytes, level \(level)")
      }
    }
  }

  /// Fails if smaller tables than zlib's default cost more than a few bytes for small inputs.
  @Test func smallTablesPackAsWell() throws {
    var rng = RandomSource(11)
    for size in [100, 300, 1000, 3000, 10_000, 40_000, 200_000] {
      let original = bytes(size, &rng)
      let packed = try Deflate.packed(original.span, level: 6).count
      var count = compressBound(uLong(size))
      var usual = [UInt8](repeating: 0, count: Int(count))
      #expect(compress2(&usual, &count, original, uLong(size), 6) == Z_OK)
      #expect(packed <= Int(count) + Int(count) / 50 + 4, "\(size) bytes")
    }
  }

  /// Fails if the reserved space is too small for random bytes, which do not become smaller.
  @Test func bytesThatCannotBePackedComeBack() throws {
    var rng = RandomSource(13)
    for size in [1, 500, 5000, 70_000] {
      let original = (0..<size).map { _ in UInt8(rng.roll(0...255)) }
      let packed = try Deflate.packed(original.span)
      #expect(try Deflate.unpacked(packed.span, count: size) == original)
    }
  }
}
