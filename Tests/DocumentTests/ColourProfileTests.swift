import Archive
import Foundation
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import FuzzTargets
@testable import Pictures

@Suite struct ColourProfileTests {
  // MARK: Files with a profile

  /// A JPEG with a profile in one or more segments after the first one.
  static func jpeg(_ plain: [UInt8], profile: [UInt8], parts: Int = 1) -> [UInt8] {
    var segments: [UInt8] = []
    let size = (profile.count + parts - 1) / parts
    for i in 0..<parts {
      let piece = profile[min(profile.count, i * size)..<min(profile.count, (i + 1) * size)]
      let content = Array("ICC_PROFILE\0".utf8) + [UInt8(i + 1), UInt8(parts)] + piece
      segments += [0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }
    let first = 4 + Int(plain[4]) << 8 + Int(plain[5]) - 2 + 2
    return Array(plain[..<first]) + segments + plain[first...]
  }

  static func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { c, _ in c & 1 == 1 ? c >> 1 ^ 0xEDB8_8320 : c >> 1 }
    }
  }

  /// A stream of zlib with one stored block (RFC 1950 and 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let a = (sums.0 + UInt32(byte)) % 65521
      return (a, (sums.1 + a) % 65521)
    }
    let count = UInt16(bytes.count)
    let sizes = [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    return [0x78, 0x01, 1] + sizes + bytes + big(b << 16 | a)
  }

  /// A PNG with this profile as its only colour space.
  static func png(_ plain: [UInt8], profile: [UInt8]) -> [UInt8] {
    var made = Array(plain[..<8])
    var at = 8
    while at < plain.count {
      let length = plain[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: plain[at + 4..<at + 8], as: UTF8.self)
      if type != "sRGB", type != "iCCP" { made += plain[at..<at + 12 + length] }
      if type == "IHDR" {
        let chunk = Array("iCCPtest\0\0".utf8) + stored(profile)
        made += big(UInt32(chunk.count - 4)) + chunk + big(crc(chunk))
      }
      at += 12 + length
    }
    return made
  }

  /// A square WebP with a profile (the extended format of WebP's container).
  static func webP(_ plain: [UInt8], profile: [UInt8], side: UInt8 = 32) -> [UInt8] {
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(content.count) + content + (content.count % 2 == 1 ? [0] : [])
    }
    var picture: [UInt8] = []
    var at = 12
    while at + 8 <= plain.count {
      let length = (0..<4).reduce(0) { $0 | Int(plain[at + 4 + $1]) << (8 * $1) }
      let end = at + 8 + length + length % 2
      if plain[at..<at + 3].elementsEqual("VP8".utf8), plain[at + 3] != UInt8(ascii: "X") { picture += plain[at..<end] }
      at = end
    }
    let content =
      Array("WEBP".utf8) + chunk("VP8X", [0x20, 0, 0, 0, side - 1, 0, 0, side - 1, 0, 0]) + chunk("ICCP", profile)
      + picture
    return Array("RIFF".utf8) + little(content.count) + content
  }

  private func colour(_ bytes: [UInt8], _ name: String) throws -> UInt32 {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + name
    try Data(bytes).write(to: URL(filePath: path))
    var notes: [String] = []
    let document = try Document.open(path, notes: &notes).document
    #expect(notes.isEmpty, "\(notes)")
    return document.layers[0].image[16, 16]
  }

  /// Fails if the colours of an embedded profile, in one or two segments of a JPEG, are not
  /// converted to sRGB. Reference: Adobe RGB (1998) 100, 150, 100 is sRGB 66.0, 151.4, 97.1 by the
  /// matrices and curves of both specifications.
  @Test func profiles() throws {
    let plain = try PictureFileTests.encoded(.jpeg, width: 32, height: 32, quality: 100) { _, _ in 0xFF64_9664 }
    for parts in 1...2 {
      let picture = try PictureDecoder(Self.jpeg(plain, profile: ColourProfile.adobeRGB, parts: parts), .jpeg)
      #expect(picture.note == nil)
      #expect(PictureFileTests.difference(picture.image[16, 16], Self.reference(0x64, 0x96, 0x64)) <= 2)
    }
  }

  /// Fails if the profile of a PNG or a WebP is not used, or changes the alpha. Reference as above.
  @Test func profilesOfOtherFormats() throws {
    let expected = Self.reference(0x64, 0x96, 0x64)
    let webP = try PictureFileTests.encoded(.webP, width: 32, height: 32, quality: 100) { _, _ in 0xFF64_9664 }
    let ofWebP = try colour(Self.webP(webP, profile: ColourProfile.adobeRGB), "a.webp")
    #expect(PictureFileTests.difference(ofWebP, expected) <= 3, "\(String(ofWebP, radix: 16))")

    let png = try PNGBytes.made(width: 32, height: 32, hasAlpha: false) { _, row in
      for x in 0..<row.count { row[x] = 0xFF64_9664 }
    }
    let ofPNG = try colour(Self.png(png, profile: ColourProfile.adobeRGB), "a.png")
    #expect(PictureFileTests.difference(ofPNG, expected) <= 1, "\(String(ofPNG, radix: 16))")
    let half = try PNGBytes.made(width: 32, height: 32, hasAlpha: true) { _, row in
      for x in 0..<row.count { row[x] = 0x8032_4B32 }
    }
    let ofHalf = try colour(Self.png(half, profile: ColourProfile.adobeRGB), "a.png")
    let straight = Premultiplied.straight(ofHalf)
    #expect(ofHalf >> 24 == 0x80)
    #expect(
      PictureFileTests.difference(
        0xFF00_0000 | UInt32(straight.red) << 16 | UInt32(straight.green) << 8 | UInt32(straight.blue), expected) <= 2)
  }

  /// Fails if the profile of a PNG of 16 bits is used for 8 only, changes the alpha, or the colours are farther
  /// than 1/2000 from the reference. Steps of less than a level of 8 bits stay apart.
  @Test func profilesOfDeepPictures() throws {
    let folder = try TemporaryFolder()
    func opened(_ png: [UInt8], _ profile: [UInt8]) throws -> [DeepPixel] {
      var notes: [String] = []
      let path = try folder.write("a.png", Self.png(png, profile: profile))
      let document = try Document.open(path, notes: &notes).document
      #expect(notes.isEmpty, "\(notes)")
      return Array(try #require(document.layers[0].image[0]).deepPixels[..<64])
    }
    func adobe(_ body: (_ x: Int) -> DeepPixel) throws -> [DeepPixel] {
      let png = try PNGBytes.made(deep: 64, height: 64, hasAlpha: true) { _, row in
        for x in 0..<64 { row[x] = body(x) }
      }
      return try opened(png, ColourProfile.adobeRGB)
    }
    let base = DeepPixel(0xFF64_9664).channels
    let steps = try adobe { DeepPixel(base &+ SIMD4(0, UInt16(4 * $0), 0, 0)) }
    #expect(steps[0].alpha == DeepPixel.one && Set(steps).count == 64)
    for (channel, wanted) in zip(0..<3, [65.98, 151.41, 97.09]) {
      #expect(abs(Double(steps[0].channels[channel]) / 32768 - wanted / 255) < 0.0005, "\(channel): \(steps[0])")
    }
    let half = try adobe { _ in DeepPixel(base).scaled(by: 12345) }
    #expect(half[0].alpha == 12345)
    for i in 0..<3 { #expect(abs(Int(half[0].channels[i]) - Int(steps[0].scaled(by: 12345).channels[i])) <= 2) }
    // Half of white's light is sRGB 0.7354.
    var rows: [UInt8] = []
    for _ in 0..<64 { rows += [0] + (0..<64).flatMap { _ in [0x80, 0] as [UInt8] } }
    let header = PNGChunks.big(64) + PNGChunks.big(64) + [16, 0, 0, 0, 0]
    let png = PNGChunks([("IHDR", header), ("IDAT", try Deflate.packed(rows.span)), ("IEND", [])]).bytes
    let grey = try opened(png, ColourProfile.linearGrey)
    for i in 0..<3 { #expect(abs(Double(grey[0].channels[i]) / 32768 - 0.7354) < 0.0005, "\(grey[0])") }
  }

  /// Fails if a grey picture with a profile of grey keeps its values. Reference: half of white's
  /// light, 128 of 255, is sRGB 188 (IEC 61966-2-1).
  @Test func profilesOfGrey() throws {
    let grey: UInt32 = 0xFF80_8080
    let jpeg = try PictureFileTests.encoded(.jpeg, width: 32, height: 32, quality: 100) { _, _ in grey }
    let ofJPEG = try colour(Self.jpeg(jpeg, profile: ColourProfile.linearGrey), "a.jpg")
    #expect(PictureFileTests.difference(ofJPEG, 0xFFBC_BCBC) <= 2, "\(String(ofJPEG, radix: 16))")
    let webP = try PictureFileTests.encoded(.webP, width: 32, height: 32, quality: 100) { _, _ in grey }
    let ofWebP = try colour(Self.webP(webP, profile: ColourProfile.linearGrey), "a.webp")
    #expect(PictureFileTests.difference(ofWebP, 0xFFBC_BCBC) <= 3, "\(String(ofWebP, radix: 16))")
  }

  /// The sRGB colour of one in CIE Lab, D50 (ICC.1:2010, annex E, with Bradford's adaptation).
  static func reference(_ lab: (lightness: Double, a: Double, b: Double)) -> [Double] {
    let y = (lab.lightness + 16) / 116
    func light(_ t: Double) -> Double { t > 6 / 29.0 ? t * t * t : 3 * 36 / 841 * (t - 4 / 29.0) }
    let xyz = [0.9642 * light(y + lab.a / 500), light(y), 0.8249 * light(y - lab.b / 200)]
    let toSRGB = [
      [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540], [0.0719453, -0.2289914, 1.4052427],
    ]
    return toSRGB.map { ColourReference.coded(zip($0, xyz).reduce(0) { $0 + $1.0 * $1.1 }) }
  }

  /// A square JPEG of four inks, 0 ... 255 for none ... full: cyan, magenta, yellow and black.
  static func jpeg(side: Int, inks: (_ x: Int, _ y: Int) -> [UInt8]) throws -> [UInt8] {
    // With Adobe's marker, which TurboJPEG writes, 255 is no ink.
    let pixels = (0..<side * side).flatMap { inks($0 % side, $0 / side).map { 255 - $0 } }
    return try jpeg(side: side, pixels, .cmyk)
  }

  /// A square JPEG of pixels of 4 bytes.
  /// - Parameter sampling: TurboJPEG's; 3 is grey.
  static func jpeg(
    side: Int, _ pixels: [UInt8], _ format: JPEGCoder.PixelFormat, sampling: Int32 = 0
  ) throws -> [UInt8] {
    let coder = try JPEGCoder(encodes: true)
    let width = Int32(side)
    var (made, size) = (UnsafeMutablePointer<UInt8>?.none, UInt(0))
    let status = pixels.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map {
        coder.library.encode(
          coder.handle, $0, width, 4 * width, width, format.rawValue, &made, &size, sampling, 100, 0)
      }
    }
    #expect(status == 0, "\(coder.message)")
    defer { coder.library.release(made) }
    return Array(UnsafeBufferPointer(start: made, count: Int(size)))
  }

  /// Fails if a JPEG of four inks is not shown as its profile says, or, without a profile, its inks
  /// do not take away light.
  @Test func profilesOfInks() throws {
    let inks: [([UInt8], UInt32)] = [
      ([0, 0, 0, 0], 0xFFFF_FFFF), ([255, 0, 0, 0], Self.word(Self.reference(ColourProfile.cyan))),
      ([0, 255, 255, 0], Self.word(Self.reference(ColourProfile.red))), ([0, 0, 0, 255], 0xFF00_0000),
    ]
    for (ink, expected) in inks {
      let plain = try Self.jpeg(side: 32) { _, _ in ink }
      let shown = try colour(Self.jpeg(plain, profile: ColourProfile.press), "a.jpg")
      #expect(
        PictureFileTests.difference(shown, expected) <= 4,
        "\(ink): \(String(shown, radix: 16)), expected \(String(expected, radix: 16))")
    }
    let plain = try Self.jpeg(side: 32) { _, _ in [255, 0, 0, 128] }
    let shown = try colour(plain, "a.jpg")
    #expect(PictureFileTests.difference(shown, 0xFF00_7F7F) <= 3, "\(String(shown, radix: 16))")
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
    return word(times(toSRGB, times(toXYZ, linear)).map(ColourReference.coded))
  }

  /// The pixel of a colour, 0 ... 1.
  static func word(_ colour: [Double]) -> UInt32 { colour.reduce(0xFF) { $0 << 8 | UInt32(($1 * 255).rounded()) } }

  /// Fails if a picture with a profile is refused when Little CMS is missing, or nothing is said.
  @Test func withoutTheLibrary() {
    #expect(ColourLibrary(soname: "libnone.so.9") == nil && JPEGLibrary(soname: "libnone.so.9") == nil)
    guard case .note(let note) = ColourConverter.need(of: .profile(ColourProfile.adobeRGB), layout: .bgra, library: nil)
    else {
      Issue.record("no note")
      return
    }
    #expect(note.hasPrefix("Colours may differ") && note.contains("liblcms2-2"))
    guard case .note = ColourConverter.need(of: .profile([1, 2, 3]), layout: .bgra) else {
      Issue.record("a damaged profile is used")
      return
    }
  }

  /// Fails if the profile in images with 16 bits is not one, or not that of sRGB to the library.
  @Test func theOwnProfileIsSRGB() {
    if case .nothing = ColourConverter.need(of: .profile(SRGBProfile.bytes), layout: .rgba) {
    } else {
      Issue.record("colours are converted")
    }
    if case .nothing = ColourConverter.need(of: .profile(ColourProfile.adobeRGB), layout: .rgba) {
      Issue.record("every profile counts as sRGB")
    }
  }
}
