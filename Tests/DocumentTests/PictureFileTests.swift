import Files
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Pictures

@Suite struct PictureFileTests {
  /// A picture of which `pixel` gives the pixels.
  static func encoded(
    _ format: PictureCodec, width: Int, height: Int, quality: Int = 95, isLossless: Bool = false,
    density: Double? = nil, _ pixel: (Int, Int) -> UInt32
  ) throws -> [UInt8] {
    let encoder = try PictureEncoder(
      format, width: width, height: height, quality: quality, isLossless: isLossless, density: density)
    for y in 0..<height {
      let row = (0..<width).map { pixel($0, y) }
      encoder.write(row.span)
    }
    return try encoder.made()
  }

  /// The greatest difference of a channel.
  static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [UInt32(0), 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  /// A smooth picture: the colours of pixel x, y.
  private func gradient(_ x: Int, _ y: Int) -> UInt32 { 0xFF00_0000 | UInt32(2 * x) << 16 | UInt32(3 * y) << 8 | 90 }

  /// Fails if a channel of a picture differs by more than 6 steps after encoding at quality 95, if
  /// the size changes, or if the resolution is lost.
  @Test(arguments: [PictureCodec.jpeg, .webP]) func roundTrip(_ format: PictureCodec) throws {
    let bytes = try Self.encoded(format, width: 100, height: 70, density: 300, gradient)
    let picture = try PictureDecoder(bytes, format)
    #expect(picture.image.width == 100 && picture.image.height == 70 && picture.note == nil)
    #expect(picture.resolution == Resolution(x: 300, y: 300))
    var worst = 0
    for y in 0..<70 { for x in 0..<100 { worst = max(worst, Self.difference(picture.image[x, y], gradient(x, y))) } }
    #expect(worst <= 6, "\(worst)")
  }

  /// Fails if opacity is lost in WebP, or a transparent part of a JPEG is not white.
  @Test func transparency() throws {
    let half: UInt32 = 0x8080_0000
    let webP = try PictureDecoder(try Self.encoded(.webP, width: 32, height: 32) { _, _ in half }, .webP)
    #expect(webP.hasAlpha && Self.difference(webP.image[10, 10], half) <= 3)
    let jpeg = try PictureDecoder(try Self.encoded(.jpeg, width: 32, height: 32) { x, _ in x < 16 ? 0 : half }, .jpeg)
    #expect(Self.difference(jpeg.image[4, 4], 0xFFFF_FFFF) <= 2)
    #expect(Self.difference(jpeg.image[28, 4], 0xFFFF_7F7F) <= 3)
  }

  /// Replaces the Exif data of a file that Fude made by one with an orientation.
  private func turned(_ bytes: [UInt8], _ orientation: UInt8) throws -> [UInt8] {
    let entry: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
    ]
    let exif = Array("Exif\0\0".utf8) + entry
    return Array(bytes[..<20]) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + bytes[20...]
  }

  /// Fails if a picture of any of Exif's 8 orientations is not shown upright. The positions of the
  /// stored upper left (red) and upper right (blue) corners are those of the Exif specification.
  @Test func orientations() throws {
    let bytes = try Self.encoded(.jpeg, width: 48, height: 32) { x, y in
      y < 16 ? (x < 16 ? 0xFFFF_0000 : x >= 32 ? 0xFF00_00FF : 0xFFFF_FFFF) : 0xFFFF_FFFF
    }
    // Orientation: whether the corner is at the right and at the bottom, for red and for blue.
    let corners: [(red: (Bool, Bool), blue: (Bool, Bool))] = [
      ((false, false), (true, false)), ((true, false), (false, false)), ((true, true), (false, true)),
      ((false, true), (true, true)), ((false, false), (false, true)), ((true, false), (true, true)),
      ((true, true), (true, false)), ((false, true), (false, false)),
    ]
    for (i, corner) in corners.enumerated() {
      let image = try PictureDecoder(try turned(bytes, UInt8(i + 1)), .jpeg).image
      #expect((image.width, image.height) == (i < 4 ? (48, 32) : (32, 48)))
      func at(_ corner: (Bool, Bool)) -> UInt32 {
        image[corner.0 ? image.width - 8 : 8, corner.1 ? image.height - 8 : 8]
      }
      #expect(Self.difference(at(corner.red), 0xFFFF_0000) < 12, "orientation \(i + 1)")
      #expect(Self.difference(at(corner.blue), 0xFF00_00FF) < 12, "orientation \(i + 1)")
    }
  }

  /// Fails if a file that ends anywhere is shown or crashes, or its message is not about its end
  /// or damage.
  @Test(arguments: [PictureCodec.jpeg, .webP]) func truncations(_ format: PictureCodec) throws {
    let bytes = try Self.encoded(format, width: 40, height: 30, gradient)
    for count in stride(from: 0, to: bytes.count - 60, by: 7) {
      let error = #expect(throws: PNGFault.self) {
        _ = try PictureDecoder(Array(bytes[..<count]), format)
      }
      if case .words(let words) = error {
        #expect(!words.isEmpty && !words.contains("\n"), "\(count): \(words)")
      } else {
        Issue.record("\(count)")
      }
    }
  }

  /// Fails if a picture above the limits is decoded.
  @Test(arguments: [PictureCodec.jpeg, .webP]) func limits(_ format: PictureCodec) throws {
    let bytes = try Self.encoded(format, width: 40, height: 30, gradient)
    #expect(throws: PNGFault.self) {
      _ = try PictureDecoder(
        bytes, format, limits: ImageLimits(side: 39, area: 10_000))
    }
  }

  /// Fails if a format that Fude cannot read is not named, or nothing is said about what to do.
  @Test func foreignFormats() {
    let samples: [(String, [UInt8])] = [
      ("GIF", Array("GIF89a".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0]), ("PSD", Array("8BPS".utf8)),
      ("AVIF", [0, 0, 0, 28] + Array("ftypavif".utf8)),
      ("HEIC", [0, 0, 0, 28] + Array("ftypheic".utf8)),
    ]
    for (name, start) in samples {
      let fault = ForeignFormat.fault(start, path: "/tmp/a b.x")
      #expect(fault.contains("it is a \(name) file") && fault.contains("convert \"a b.x\" picture.png"))
    }
  }
}
