import Testing

/// A PNG file of 5 x 4 px and its expected pixels.
struct PNGSample: Sendable, CustomTestStringConvertible {
  /// The special feature of the file.
  var name: String
  /// Whether the file can have translucent pixels.
  var hasAlpha: Bool
  /// The file, as hexadecimal digits.
  var file: String
  /// Its pixels from the upper left, 0xAARRGGBB premultiplied.
  var pixels: [UInt32]

  var testDescription: String { name }

  var bytes: [UInt8] {
    let digits = file.utf8.map { UInt8($0 < 0x3A ? $0 - 0x30 : $0 - 0x57) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

// These files were written without libpng, by the PNG specification: chunks, all five filters, all
// seven passes, random pixels. Colour files have a pHYs chunk of 11811 x 5906 px/m. Those with
// alpha have gamma and primaries, grey ones a text; these must not change anything.
extension PNGSample {
  static let all = grey + colour + palette + withAlpha
}
