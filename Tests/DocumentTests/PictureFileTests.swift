import Files
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@testable import Document

@Suite struct PictureFileTests {
  /// A smooth picture: the colours of pixel x, y.
  private func gradient(_ x: Int, _ y: Int) -> UInt32 { 0xFF00_0000 | UInt32(2 * x) << 16 | UInt32(3 * y) << 8 | 90 }

  private func encoded(
    _ format: PictureEncoder.Format, width: Int, height: Int, quality: Int = 95, density: Double? = nil,
    _ pixel: (Int, Int) -> UInt32
  ) throws -> [UInt8] {
    let encoder = try PictureEncoder(format, width: width, height: height, quality: quality, density: density)
    for y in 0..<height {
      let row = (0..<width).map { pixel($0, y) }
      encoder.write(row.span)
    }
    return try encoder.made()
  }

  private func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [UInt32(0), 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  /// Fails if a channel of a picture differs by more than 6 steps after encoding at quality 95, if
  /// the size changes, or if the resolution is lost.
  @Test(arguments: [PictureEncoder.Format.jpeg, .webP]) func roundTrip(_ format: PictureEncoder.Format) throws {
    let bytes = try encoded(format, width: 100, height: 70, density: 300, gradient)
    let picture = try PictureDecoder(bytes, format == .jpeg ? .jpeg : .webP)
    #expect(picture.image.width == 100 && picture.image.height == 70 && picture.note == nil)
    #expect(picture.resolution == Resolution(x: 300, y: 300))
    var worst = 0
    for y in 0..<70 { for x in 0..<100 { worst = max(worst, difference(picture.image[x, y], gradient(x, y))) } }
    #expect(worst <= 6, "\(worst)")
  }

  /// Fails if opacity is lost in WebP, or a transparent part of a JPEG is not white.
  @Test func transparency() throws {
    let half: UInt32 = 0x8080_0000
    let webP = try PictureDecoder(try encoded(.webP, width: 32, height: 32) { _, _ in half }, .webP)
    #expect(webP.hasAlpha && difference(webP.image[10, 10], half) <= 3)
    let jpeg = try PictureDecoder(try encoded(.jpeg, width: 32, height: 32) { x, _ in x < 16 ? 0 : half }, .jpeg)
    #expect(difference(jpeg.image[4, 4], 0xFFFF_FFFF) <= 2)
    #expect(difference(jpeg.image[28, 4], 0xFFFF_7F7F) <= 3)
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
    let bytes = try encoded(.jpeg, width: 48, height: 32) { x, y in
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
      #expect(difference(at(corner.red), 0xFFFF_0000) < 12, "orientation \(i + 1)")
      #expect(difference(at(corner.blue), 0xFF00_00FF) < 12, "orientation \(i + 1)")
    }
  }

  /// Fails if a file that ends anywhere is shown or crashes, or its message is not about its end
  /// or damage.
  @Test(arguments: [PictureEncoder.Format.jpeg, .webP]) func truncations(_ format: PictureEncoder.Format) throws {
    let bytes = try encoded(format, width: 40, height: 30, gradient)
    for count in stride(from: 0, to: bytes.count - 60, by: 7) {
      let error = #expect(throws: PNGFault.self) {
        _ = try PictureDecoder(Array(bytes[..<count]), format == .jpeg ? .jpeg : .webP)
      }
      if case .words(let words) = error {
        #expect(!words.isEmpty && !words.contains("\n"), "\(count): \(words)")
      } else {
        Issue.record("\(count)")
      }
    }
  }

  /// Fails if a picture above the limits is decoded.
  @Test(arguments: [PictureEncoder.Format.jpeg, .webP]) func limits(_ format: PictureEncoder.Format) throws {
    let bytes = try encoded(format, width: 40, height: 30, gradient)
    #expect(throws: PNGFault.self) {
      _ = try PictureDecoder(
        bytes, format == .jpeg ? .jpeg : .webP, limits: ImageLimits(side: 39, area: 10_000))
    }
  }

  /// A profile of three curves and primaries (ICC.1:2010, version 2): gamma 2.2 and, unlike sRGB,
  /// the primaries of Adobe RGB, adapted to D50.
  private static func adobeRGB() -> [UInt8] {
    func big(_ value: Int, _ size: Int = 4) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded())) }
    func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
      Array("XYZ ".utf8) + big(0) + fixed(x) + fixed(y) + fixed(z)
    }
    let curve = Array("curv".utf8) + big(0) + big(1) + big(563, 2) + [0, 0]
    let tags: [(String, [UInt8])] = [
      ("wtpt", xyz(0.9642, 1, 0.8249)), ("rXYZ", xyz(0.60974, 0.31111, 0.01947)),
      ("gXYZ", xyz(0.20528, 0.62567, 0.06087)), ("bXYZ", xyz(0.14919, 0.06322, 0.74457)), ("rTRC", curve),
      ("gTRC", curve), ("bTRC", curve),
    ]
    var (table, data) = (big(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, content) in tags {
      table += Array(name.utf8) + big(start + data.count) + big(content.count)
      data += content
    }
    var head = big(start + data.count) + big(0) + big(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
    head += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    head += fixed(0.9642) + fixed(1) + fixed(0.8249)
    return head + [UInt8](repeating: 0, count: 128 - head.count) + table + data
  }

  /// Fails if the colours of an embedded profile, in one or two segments of a JPEG, are not
  /// converted to sRGB. Reference: Adobe RGB (1998) 100, 150, 100 is sRGB 65.0, 151.2, 97.5 by the
  /// matrices and curves of both specifications.
  @Test func profiles() throws {
    let profile = Self.adobeRGB()
    let plain = try encoded(.jpeg, width: 32, height: 32, quality: 100) { _, _ in 0xFF64_9664 }
    for parts in 1...2 {
      var segments: [UInt8] = []
      let middle = profile.count / 2
      let pieces = parts == 1 ? [profile[...]] : [profile[..<middle], profile[middle...]]
      for (i, piece) in pieces.enumerated() {
        let content = Array("ICC_PROFILE\0".utf8) + [UInt8(i + 1), UInt8(parts)] + piece
        segments += [0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
      }
      let picture = try PictureDecoder(Array(plain[..<20]) + segments + plain[20...], .jpeg)
      #expect(picture.note == nil)
      #expect(difference(picture.image[16, 16], Self.reference(0x64, 0x96, 0x64)) <= 2)
    }
  }

  /// The sRGB colour of one of Adobe RGB (1998), by the matrices of both specifications.
  private static func reference(_ red: Double, _ green: Double, _ blue: Double) -> UInt32 {
    let linear = [red, green, blue].map { pow($0 / 255, 563.0 / 256) }
    // Adobe RGB to XYZ of D65, then to linear sRGB.
    let toXYZ = [[0.57667, 0.18556, 0.18823], [0.29734, 0.62736, 0.07529], [0.02703, 0.07069, 0.99134]]
    let toSRGB = [
      [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252],
    ]
    func times(_ matrix: [[Double]], _ v: [Double]) -> [Double] {
      matrix.map { zip($0, v).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    return times(toSRGB, times(toXYZ, linear)).reduce(0xFF) { word, value in
      let value = min(1, max(0, value))
      let coded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
      return word << 8 | UInt32((coded * 255).rounded())
    }
  }

  /// Fails if a picture with a profile is refused when Little CMS is missing, or nothing is said.
  @Test func withoutTheLibrary() {
    #expect(ColourLibrary(soname: "libnone.so.9") == nil && JPEGLibrary(soname: "libnone.so.9") == nil)
    guard case .note(let note) = ColourConverter.need(of: Self.adobeRGB(), layout: .bgra, library: nil) else {
      Issue.record("no note")
      return
    }
    #expect(note.hasPrefix("Colours may differ") && note.contains("liblcms2-2"))
    guard case .note = ColourConverter.need(of: [1, 2, 3], layout: .bgra) else {
      Issue.record("a damaged profile is used")
      return
    }
  }

  /// Fails if a format that Fude cannot read is not named, or nothing is said about what to do.
  @Test func foreignFormats() {
    let samples: [(String, [UInt8])] = [
      ("GIF", Array("GIF89a".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0]), ("PSD", Array("8BPS".utf8)),
      ("XCF", Array("gimp xcf v011".utf8)), ("AVIF", [0, 0, 0, 28] + Array("ftypavif".utf8)),
      ("HEIC", [0, 0, 0, 28] + Array("ftypheic".utf8)),
    ]
    for (name, start) in samples {
      let fault = ForeignFormat.fault(start, path: "/tmp/a b.x")
      #expect(fault.contains("it is a \(name) file") && fault.contains("convert \"a b.x\" picture.png"))
    }
  }
}
