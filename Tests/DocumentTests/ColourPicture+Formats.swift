import Foundation
import Raster

@testable import Document
@testable import Pictures

/// Pictures of other formats than PNG with colours of every kind.
extension ColourPicture {
  private typealias Reference = ColourReference

  private static let side = 64
  private static func block(_ x: Int, _ y: Int) -> Int { y / 8 * 8 + x / 8 }
  private static let colours = StatedColoursTests.colours(isDeep: false)

  private static func adobe(_ colour: [Double]) -> [Double] {
    Reference.standard(colour, Reference.adobe) { pow($0, 563.0 / 256) }
  }
  private static func displayP3(_ colour: [Double]) -> [Double] {
    Reference.standard(colour, Reference.displayP3, Reference.light)
  }

  private static func plain(_ format: PictureCodec) throws -> [UInt8] {
    try PictureFileTests.encoded(format, width: side, height: side, quality: 100, isLossless: format.hasAlpha) {
      ColourProfileTests.word(colours[block($0, $1)])
    }
  }

  /// The colours of a JPEG without the losses of its encoding.
  private static func values(_ jpeg: [UInt8]) throws -> [[Double]] {
    let image = try PictureDecoder(jpeg, .jpeg).image
    return (0..<64).map { i in
      let word = image[8 * (i % 8) + 4, 8 * (i / 8) + 4]
      return [16, 8, 0].map { Double(word >> UInt32($0) & 255) / 255 }
    }
  }

  /// JPEG in colours and grey.
  static func jpegs() throws -> [ColourPicture] {
    let plain = try Self.plain(.jpeg)
    let values = try Self.values(plain)
    let exif = StatedColoursTests.exif(space: 0xFFFF, index: "R03", isLittle: false)
    let p3 = ColourProfile.rgb(Reference.displayP3, ColourProfile.standard)
    let pixels = (0..<side * side).flatMap { i -> [UInt8] in
      [UInt8](repeating: UInt8(4 * block(i % side, i / side)), count: 4)
    }
    let grey = try ColourProfileTests.jpeg(side: side, pixels, .bgra, sampling: 3)
    let linear = try Self.values(grey).map { Reference.standard($0, Reference.sRGB) { $0 } }
    return [
      ColourPicture(
        name: "JPEG, Exif of sRGB", type: "jpg", bytes: plain, isBlocks: true, wanted: colours, tolerance: 2),
      ColourPicture(
        name: "JPEG, Exif of Adobe RGB", type: "jpg", bytes: StatedColoursTests.jpeg(plain, exif), isBlocks: true,
        wanted: values.map(adobe), tolerance: 1),
      ColourPicture(
        name: "JPEG, ICC of Display P3, Exif of Adobe RGB", type: "jpg",
        bytes: ColourProfileTests.jpeg(StatedColoursTests.jpeg(plain, exif), profile: p3, parts: 2), isBlocks: true,
        wanted: values.map(displayP3), tolerance: 1),
      ColourPicture(
        name: "JPEG, grey, ICC of linear grey", type: "jpg",
        bytes: ColourProfileTests.jpeg(grey, profile: ColourProfile.linearGrey), isBlocks: true, wanted: linear,
        tolerance: 1),
    ]
  }

  /// JPEG of four inks.
  static func inkJPEGs() throws -> [ColourPicture] {
    var inks: [[UInt8]] = []
    for i in 0..<64 {
      let levels: [Int] = [85 * (i & 3), 85 * (i >> 2 & 3), 85 * (i >> 4), 60 * (i % 3)]
      inks.append(levels.map { UInt8($0) })
    }
    let ycck = try ColourProfileTests.jpeg(side: side) { inks[block($0, $1)] }
    // Without Adobe's transformation, luminance and two differences count as three inks.
    var cmyk = ycck
    if let marker = cmyk.indices.first(where: { cmyk[$0...].starts(with: Array("Adobe".utf8)) }) {
      cmyk[marker + 11] = 0
    }
    let parts: [[Double]] = [[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]]
    let starts: [Double] = [0, 128, 128]
    var (mixed, raw): ([[Double]], [[Double]]) = ([], [])
    for ink in inks {
      let light: [Double] = ink.map { 1 - Double($0) / 255 }
      mixed.append(light[..<3].map { $0 * light[3] })
      var values: [Double] = []
      for i in 0..<3 {
        var value = starts[i]
        for k in 0..<3 { value += parts[i][k] * Double(ink[k]) }
        values.append(min(1, value / 255) * light[3])
      }
      raw.append(values)
    }
    let full: [(ink: [UInt8], colour: [Double])] = [
      ([0, 0, 0, 0], [1, 1, 1]), ([255, 0, 0, 0], ColourProfileTests.reference(ColourProfile.cyan)),
      ([0, 255, 255, 0], ColourProfileTests.reference(ColourProfile.red)), ([0, 0, 0, 255], [0, 0, 0]),
    ]
    let pressed = try ColourProfileTests.jpeg(side: side) { full[block($0, $1) % 4].ink }
    return [
      ColourPicture(
        name: "JPEG, YCCK, nothing stated", type: "jpg", bytes: ycck, isBlocks: true, wanted: mixed, tolerance: 2),
      ColourPicture(
        name: "JPEG, CMYK, nothing stated", type: "jpg", bytes: cmyk, isBlocks: true, wanted: raw, tolerance: 2),
      ColourPicture(
        name: "JPEG, YCCK, ICC of a press", type: "jpg",
        bytes: ColourProfileTests.jpeg(pressed, profile: ColourProfile.press), isBlocks: true,
        wanted: (0..<64).map { full[$0 % 4].colour }, tolerance: 2),
    ]
  }

  /// A WebP with a profile.
  static func webPs() throws -> [ColourPicture] {
    let p3 = ColourProfile.rgb(Reference.displayP3, ColourProfile.standard)
    return [
      ColourPicture(
        name: "WebP, ICC of Display P3", type: "webp",
        bytes: ColourProfileTests.webP(try plain(.webP), profile: p3, side: UInt8(side)), isBlocks: true,
        wanted: colours.map(displayP3), tolerance: 1)
    ]
  }

  /// A Krita file whose picture has a profile.
  static func kritaFiles() throws -> [ColourPicture] {
    let colours = StatedColoursTests.colours(isDeep: true)
    let profile = try StatedColoursTests.profile(ColourProfile.adobeRGB)
    return [
      ColourPicture(
        name: "Krita, PNG 16, iCCP of Adobe RGB", type: "kra",
        bytes: try StatedColoursTests.png(colours, isDeep: true, [profile]), wanted: colours.map(adobe),
        tolerance: 0.1, message: "Krita")
    ]
  }
}
