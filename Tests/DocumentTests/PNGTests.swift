import Archive
import Files
import Foundation
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import FuzzTargets
@testable import Pictures
@testable import Storage

private func pixels(of path: String, limits: ImageLimits = .standard) throws -> [UInt32] {
  let reader = try PNGReader(path: path, limits: limits)
  var pixels: [UInt32] = []
  try reader.readRows { _, row in for x in row.indices { pixels.append(row[x]) } }
  return pixels
}

/// The error of reading a file, or "read".
private func fault(_ path: String, limits: ImageLimits = .standard) -> String {
  do {
    _ = try pixels(of: path, limits: limits)
    return "read"
  } catch let error as FileError { return error.description } catch { return "another error: \(error)" }
}

private func write(
  _ pixels: [UInt32], width: Int, to path: String, hasAlpha: Bool, density: Double? = nil
) throws {
  let file = try AtomicFile(path: path)
  let writer = try PNGWriter(
    file, width: width, height: pixels.count / width, hasAlpha: hasAlpha, density: density)
  try writer.writeRows { y, row in for x in row.indices { row[x] = pixels[y * width + x] } }
  try writer.finish()
  try file.commitReplacing()
}

@Suite struct PNGTests {
  /// Fails if a form of PNG is misread: depth, palette, transparent colour, passes, order of
  /// channels, rounding.
  @Test(arguments: PNGSample.all)
  func everyFormIsRead(_ sample: PNGSample) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.png", sample.bytes)
    let reader = try PNGReader(path: path)
    #expect(reader.width == 5 && reader.height == 4)
    #expect(reader.hasAlpha == sample.hasAlpha)
    if sample.name.hasPrefix("colour"), !sample.name.contains("alpha") {
      let density = try #require(reader.density)
      #expect(abs(density.x - 300) < 0.01 && abs(density.y - 150.01) < 0.01)
    } else {
      #expect(reader.density == nil)
    }
    #expect(try pixels(of: path) == sample.pixels)
  }

  /// Fails if one of the 33,024 pairs of opacity and premultiplied colour changes by writing and
  /// reading.
  @Test func premultipliedPixelsComeBackExactly() throws {
    let folder = try TemporaryFolder()
    var all: [UInt32] = []
    for alpha in 0...255 as ClosedRange<UInt32> {
      for colour in 0...255 as ClosedRange<UInt32> {
        let c = min(colour, alpha)
        all.append(alpha << 24 | c << 16 | (alpha - c) << 8 | c / 2)
      }
    }
    try write(all, width: 256, to: folder.path("a.png"), hasAlpha: true)
    #expect(try pixels(of: folder.path("a.png")) == all)
  }

  /// Fails if `Premultiplied` does not round to nearest, for all 65,536 pairs.
  @Test func roundingIsToNearest() {
    for alpha in 0...255 {
      for value in 0...255 {
        let colour = UInt8(value)
        let pixel = Premultiplied.pixel(red: colour, green: 0, blue: colour, alpha: UInt8(alpha))
        let exact = (Double(value) * Double(alpha) / 255).rounded()
        #expect(pixel == UInt32(alpha) << 24 | UInt32(exact) << 16 | UInt32(exact))
        guard alpha > 0 else { continue }
        let back = Premultiplied.straight(UInt32(alpha) << 24 | UInt32(value) << 8)
        let quotient = min(255, (Double(value) * 255 / Double(alpha)).rounded())
        #expect(back.green == UInt8(quotient) && back.alpha == UInt8(alpha) && back.red == 0 && back.blue == 0)
      }
    }
    #expect(Premultiplied.straight(0x00FF_FFFF) == (0, 0, 0, 0), "an invalid pixel must not trap")
  }

  /// Fails if an opaque pixel changes by a round trip, with or without alpha channel, at any width.
  @Test(arguments: [true, false])
  func opaquePixelsComeBackExactly(_ hasAlpha: Bool) throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(1)
    for width in [1, 2, 7, 64, 1001] {
      let noise = (0..<width * 9).map { _ in UInt32(truncatingIfNeeded: rng.next()) | 0xFF00_0000 }
      try write(noise, width: width, to: folder.path("a.png"), hasAlpha: hasAlpha)
      #expect(try pixels(of: folder.path("a.png")) == noise)
      #expect(try PNGReader(path: folder.path("a.png")).hasAlpha == hasAlpha)
    }
    #expect(try folder.names == ["a.png"])
  }

  /// Fails if other programs cannot find the colour space and the size on paper.
  @Test func colorSpaceAndDensityAreWritten() throws {
    let folder = try TemporaryFolder()
    try write([0xFF01_0203], width: 1, to: folder.path("a.png"), hasAlpha: false, density: 300)
    let file = try #require(PNGChunks(try folder.read("a.png")))
    #expect(file.content(of: "sRGB") == [0])
    #expect(file.content(of: "pHYs") == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
    #expect(file.content(of: "IHDR") == [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
    try write([0x8001_0203], width: 1, to: folder.path("b.png"), hasAlpha: true)
    let other = try #require(PNGChunks(try folder.read("b.png")))
    #expect(other.content(of: "pHYs") == nil && other.content(of: "IHDR")?[9] == 6)
  }

  /// Fails if an unfinished image leaves a file. Rows can be written one by one.
  @Test func unfinishedImageLeavesNothing() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try AtomicFile(path: folder.path("a.png"))
      let writer = try PNGWriter(file, width: 3, height: 2)
      let row: [UInt32] = [1, 2, 3]
      try writer.write(row.span)
      #expect(try folder.names.count == 1)
    }
    #expect(try folder.names == [])
  }

  @Test func sizesThatCannotBeAreRefusedByTheWriter() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("a.png"))
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (32768, 1), (1, 32768), (32767, 32767)] {
      #expect(throws: FileError.self) { try PNGWriter(file, width: width, height: height) }
    }
  }

  /// Fails if a full disk is not reported, at the first bytes or at the last.
  @Test(arguments: [1, 300])
  func fullDiskIsNamed(_ side: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.png")
    var rng = RandomSource(2)
    let error = #expect(throws: FileError.self) {
      let file = try AtomicFile(path: path)
      // From here on /dev/full takes the file's place, so its disk is full.
      let full = open("/dev/full", O_WRONLY)
      try #require(full >= 0 && dup2(full, file.descriptor) == file.descriptor)
      close(full)
      let writer = try PNGWriter(file, width: side, height: side)
      try writer.writeRows { _, row in for x in row.indices { row[x] = UInt32(truncatingIfNeeded: rng.next()) } }
      try writer.finish()
      try file.commitReplacing()
    }
    #expect(error?.description == "cannot write \(path): the disk is full")
    #expect(try folder.names == [])
  }
}

@Suite struct BadPNGTests {
  /// Fails if two kinds of file errors have the same message.
  @Test func faultsOfThePlaceAreNamed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file.png", PNGSample.all[0].bytes)
    let missing = folder.path("missing.png")
    #expect(fault(missing) == "cannot read \(missing): there is no such file")
    #expect(fault(folder.path) == "cannot read \(folder.path): it is a folder")
    #expect(fault(file + "/x.png") == "cannot read \(file)/x.png: a part of its path is not a folder")
    let long = folder.path(String(repeating: "n", count: 256))
    #expect(fault(long) == "cannot read \(long): its name is too long")
    #expect(fault("") == "cannot read \"\": its name is empty")
    #expect(fault("a\0b") == "cannot read a?b: its name contains a zero byte")
    let loop = folder.path("loop.png")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    #expect(fault(loop) == "cannot read \(loop): its path goes through too many links")
  }

  @Test(arguments: [
    ([], "it is empty"),
    ([0x89], "it is cut short"),
    ([0x89, 0x50, 0x4E, 0x47], "it is cut short"),
    (Array("GIF89a".utf8), "it is not a PNG image"),
    (Array("fude recording 1 canvas 3x3 px\nend\n".utf8), "it is not a PNG image"),
    // The signature after a transfer in text mode.
    ([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], "it is not a PNG image"),
  ])
  func filesThatAreNoPNGAreNamed(_ bytes: [UInt8], _ words: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.png", bytes)
    #expect(fault(path) == "cannot read \(path): \(words)")
  }

  /// Fails if a truncated file is accepted as a whole image, wherever it ends.
  @Test(arguments: PNGSample.all.filter { $0.name.contains("8 bit") })
  func truncationIsNoticed(_ sample: PNGSample) throws {
    let folder = try TemporaryFolder()
    let bytes = sample.bytes
    for count in 1..<bytes.count {
      let path = try folder.write("a.png", Array(bytes[..<count]))
      #expect(fault(path).hasPrefix("cannot read \(path): it is cut short"), "\(count) of \(bytes.count) bytes")
    }
    let path = try folder.write("a.png", bytes + [1, 2, 3])
    #expect(fault(path) == "read", "what follows the end is of no concern")
  }

  /// Fails if flipped bits that matter are not found by the checksums, or cause a crash.
  @Test func damageIsNoticed() throws {
    let folder = try TemporaryFolder()
    var rng = RandomSource(11)
    var refused = 0
    for round in 0..<2000 {
      let sample = PNGSample.all[round % PNGSample.all.count]
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...3, using: &rng) {
        bytes[Int.random(in: 0..<bytes.count, using: &rng)] ^= 1 << UInt8.random(in: 0..<8, using: &rng)
      }
      let path = try folder.write("a.png", bytes)
      let answer = fault(path)
      if answer == "read" {
        // A 32-bit checksum finds up to three flipped bits here, so a file that is read has the
        // right pixels.
        #expect(try pixels(of: path) == sample.pixels)
      } else {
        refused += 1
        #expect(answer.hasPrefix("cannot read \(path): it is "))
        #expect(!answer.contains("another error"))
      }
    }
    #expect(refused > 1000)
  }

  /// Fails if a wrong checksum of an ancillary chunk makes an image unreadable. Also fails if one
  /// of a critical chunk, with its name damaged or not, is ignored.
  @Test func wrongChecksumsCountWherePixelsDo() throws {
    let folder = try TemporaryFolder()
    let sample = try #require(PNGSample.all.first { PNGChunks($0.bytes)?.content(of: "tRNS") != nil })
    let chunks = try #require(PNGChunks(sample.bytes))
    func path(_ name: String, at index: Int, replacing: Bool = false) throws -> String {
      var changed = chunks
      let content = replacing ? chunks.chunks[index].content : Array("Comment\0words".utf8)
      changed.chunks.replaceSubrange(index..<index + (replacing ? 1 : 0), with: [(Array(name.utf8), content)])
      var bytes = changed.bytes
      let start = PNGChunks([]).bytes.count + changed.chunks[...index].reduce(0) { $0 + 12 + $1.content.count }
      bytes[start - 1] ^= 1
      return try folder.write("a.png", bytes)
    }
    for index in [1, chunks.chunks.count - 1] {
      for name in ["tEXt", "zTXt", "iTXt", "tIME", "pHYs"] {
        #expect(try pixels(of: path(name, at: index)) == sample.pixels, "\(name) at \(index)")
      }
      for name in ["IDAX", "abCd"] { #expect(try fault(path(name, at: index)).contains("it is damaged"), "\(name)") }
    }
    let mask = try #require(chunks.chunks.firstIndex { $0.type == Array("tRNS".utf8) })
    for name in ["tRNS", "tRNs", "uRNS"] {
      #expect(try fault(path(name, at: mask, replacing: true)).contains("it is damaged"), "\(name)")
    }
  }

  /// Fails if memory is allocated for a wrong size in a header with a right checksum.
  @Test(arguments: [
    (UInt32(32768), UInt32(1), "it is 32768 x 1 px large, but at most 32767 px a side are allowed"),
    (1, 0x7FFF_FFFF, "it is 1 x 2147483647 px large, but at most 32767 px a side are allowed"),
    (32767, 32767, "it is 32767 x 32767 px large, but at most 1000 megapixels are allowed"),
  ])
  func tooLargeIsRefused(_ width: UInt32, _ height: UInt32, _ words: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.png", claiming(width, height, isInterlaced: false))
    #expect(fault(path) == "cannot read \(path): \(words)")
  }

  /// Sizes that PNG itself forbids.
  @Test(arguments: [(UInt32(0), UInt32(5)), (5, 0), (0xFFFF_FFFF, 1)])
  func impossibleSizesAreRefused(_ width: UInt32, _ height: UInt32) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.png", claiming(width, height, isInterlaced: false))
    #expect(fault(path).hasPrefix("cannot read \(path): it is damaged ("))
  }

  /// Fails if the caller's limits are ignored.
  @Test func limitsAreAParameter() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.png", PNGSample.all[0].bytes)
    #expect(fault(path, limits: ImageLimits(side: 5, area: 20)) == "read")
    #expect(fault(path, limits: ImageLimits(side: 4, area: 20)).hasSuffix("at most 4 px a side are allowed"))
    #expect(fault(path, limits: ImageLimits(side: 5, area: 19)).hasSuffix("megapixels are allowed"))
  }

  /// Fails if a picture of one colour takes memory for each tile, interlaced or not.
  @Test(arguments: [false, true]) func onePictureOfOneColourSharesItsTiles(isInterlaced: Bool) throws {
    let folder = try TemporaryFolder()
    // 1024 x 1024 px of one white bit each; interlaced passes have a filter byte for each row.
    let side = 1024
    var passes = [(side, side)]
    if isInterlaced {
      passes = [(8, 8), (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)].map { (side / $0.0, side / $0.1) }
    }
    let rows = passes.flatMap { width, height in
      (0..<height).flatMap { _ in [0] + [UInt8](repeating: 0xFF, count: (width + 7) / 8) }
    }
    let header = PNGChunks.big(side) + PNGChunks.big(side) + [1, 0, 0, 0, isInterlaced ? 1 : 0]
    let bytes = PNGChunks([("IHDR", header), ("IDAT", try Deflate.packed(rows.span)), ("IEND", [])]).bytes
    #expect(bytes.count < 2000)
    let document = try Document(pngAt: try folder.write("a.png", bytes))
    let pasted = try Clipping(png: bytes)
    for image in [document.activeImage, pasted.image] {
      var places: Set<UnsafeRawPointer?> = []
      for index in 0..<(image.columns * image.rows) {
        let tile = try #require(image[index])
        #expect(tile == Tile(filledWith: 0xFFFF_FFFF))
        tile.pixels.withUnsafeBytes { _ = places.insert($0.baseAddress) }
      }
      #expect(places.count == 1, "\(places.count) tiles have memory of their own")
    }
  }

  /// Fails if a short interlaced file makes the reader fill all its memory.
  @Test func largeClaimWithoutDataIsCheap() throws {
    let folder = try TemporaryFolder()
    for isInterlaced in [false, true] {
      let path = try folder.write("a.png", claiming(30000, 30000, isInterlaced: isInterlaced))
      var before = rusage()
      getrusage(Int32(RUSAGE_SELF.rawValue), &before)
      #expect(fault(path).hasPrefix("cannot read \(path): it is "))
      var after = rusage()
      getrusage(Int32(RUSAGE_SELF.rawValue), &after)
      #expect(after.ru_maxrss - before.ru_maxrss < 1_000_000, "3.6 GB were asked for; kB")
    }
  }
}

/// A PNG with a header of that size and hardly any data, all checksums right.
private func claiming(_ width: UInt32, _ height: UInt32, isInterlaced: Bool) -> [UInt8] {
  PNGChunks([
    ("IHDR", PNGChunks.big(Int(width)) + PNGChunks.big(Int(height)) + [8, 6, 0, 0, isInterlaced ? 1 : 0]),
    ("IDAT", [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]),  // An empty zlib stream.
    ("IEND", []),
  ]).bytes
}
