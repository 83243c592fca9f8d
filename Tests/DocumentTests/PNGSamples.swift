import Testing

/// A PNG file of 5 x 4 px, and what is to be read from it.
struct PNGSample: Sendable, CustomTestStringConvertible {
  /// What is special about it.
  var name: String
  /// Whether it can have pixels that are not opaque.
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

// Made by a program that knows nothing of libpng: chunks, filters (all five kinds) and the seven passes written out by
// the PNG specification, pixels at random. The colour files have a pHYs of 11811 x 5906 px/m; those with colour and alpha a
// gamma of 1 and primaries, the grey ones a text, all of which must not change anything.
extension PNGSample {
  static let all = grey + colour + palette + withAlpha
}
