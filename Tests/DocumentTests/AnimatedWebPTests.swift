import Raster
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

/// WebP files with several pictures.
@Suite struct AnimatedWebPTests {
  private static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  /// A picture of one colour, straight from the encoder, without other chunks than those of its pixels.
  private static func pixels(_ width: Int, _ height: Int, _ colour: UInt32, isLossless: Bool) throws -> [UInt8] {
    let file = try PictureFileTests.encoded(.webP, width: width, height: height, quality: 100, isLossless: isLossless) {
      _, _ in colour
    }
    var (kept, at): ([UInt8], Int) = ([], 12)
    while at + 8 <= file.count {
      let size = (0..<4).reduce(0) { $0 | Int(file[at + 4 + $1]) << (8 * $1) }
      let end = min(file.count, at + 8 + size + size % 2)
      if ["ALPH", "VP8 ", "VP8L"].contains(String(decoding: file[at..<at + 4], as: UTF8.self)) {
        kept += file[at..<end]
      }
      at = end
    }
    return kept
  }

  private static func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: UInt32, isLossless: Bool
  ) throws -> [UInt8] {
    let head = little(x / 2, 3) + little(y / 2, 3) + little(width - 1, 3) + little(height - 1, 3) + little(100, 3) + [0]
    return chunk("ANMF", head + (try pixels(width, height, colour, isLossless: isLossless)))
  }

  /// An animation of 40 x 30 px.
  private static func file(_ frames: [[UInt8]]) -> [UInt8] {
    let head = chunk("VP8X", [0x12, 0, 0, 0] + little(39, 3) + little(29, 3))
    let body = Array("WEBP".utf8) + head + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + frames.joined()
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  /// Fails if another picture than the first is shown, at another place, or with other colours; opaque or not, and with
  /// losses or not.
  @Test(arguments: [false, true], [0xFF20_4060, 0x8080_0000] as [UInt32])
  func theFirstPictureIsShown(isLossless: Bool, colour: UInt32) throws {
    let other = try Self.frame(0, 0, 40, 30, 0xFF00_FF00, isLossless: isLossless)
    let whole = Self.file([try Self.frame(0, 0, 40, 30, colour, isLossless: isLossless), other])
    let part = Self.file([try Self.frame(10, 4, 16, 20, colour, isLossless: isLossless), other])
    for (bytes, inside) in [(whole, (0..<40, 0..<30)), (part, (10..<26, 4..<24))] {
      let image = try PictureDecoder(bytes, .webP).image
      #expect((image.width, image.height) == (40, 30))
      for y in 0..<30 {
        for x in 0..<40 {
          let wanted = inside.0.contains(x) && inside.1.contains(y) ? colour : 0
          #expect(PictureFileTests.difference(image[x, y], wanted) <= 4, "\(x), \(y)")
        }
      }
    }
  }

  /// Fails if an animation without a picture, with one beyond its canvas, or cut before the end of its first picture is
  /// shown or ends the program.
  @Test func damagedAnimationsAreRefused() throws {
    let beyond = Self.file([try Self.frame(30, 0, 20, 20, 0xFF00_00FF, isLossless: true)])
    let empty = Self.file([Self.chunk("ANMF", [UInt8](repeating: 0, count: 16))])
    for bytes in [beyond, empty, Self.file([])] {
      #expect(throws: PNGFault.self) { _ = try PictureDecoder(bytes, .webP) }
    }
    let whole = Self.file([try Self.frame(0, 0, 40, 30, 0xFF20_4060, isLossless: false)])
    for count in stride(from: 0, to: whole.count - 1, by: 5) {
      #expect(throws: PNGFault.self) { _ = try PictureDecoder(Array(whole[..<count]), .webP) }
    }
  }
}
