/// The ICC profile of sRGB (ICC.1:2010, version 4.3; IEC 61966-2-1), made from its definition.
///
/// It is in images with 16 bits a channel, because Krita asks for the profile of each such image that has none and
/// proposes a linear one.
enum SRGBProfile {
  /// The profile, always the same bytes.
  public static let bytes: [UInt8] = {
    let curve =
      Array("para".utf8) + big(0) + big(3, 2) + big(0, 2)
      + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap { fixed($0) }
    // The primaries, adapted from D65 to D50 after Bradford.
    let tags: [(name: String, content: [UInt8])] = [
      ("desc", text("sRGB")), ("cprt", text("CC0")), ("wtpt", xyz(0.9642, 1, 0.8249)),
      ("chad", Array("sf32".utf8) + big(0) + adaptation.flatMap { fixed($0) }),
      ("rXYZ", xyz(0.436066, 0.222488, 0.013916)), ("gXYZ", xyz(0.385147, 0.716873, 0.097076)),
      ("bXYZ", xyz(0.143066, 0.060608, 0.714096)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var (table, data) = (big(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, content) in tags {
      table += Array(name.utf8) + big(start + data.count) + big(content.count)
      data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    var head = big(start + data.count) + big(0) + big(0x0430_0000) + Array("mntrRGB XYZ ".utf8)
    // The date of the definition.
    head += [1999, 10, 18, 0, 0, 0].flatMap { big($0, 2) }
    head += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    head += fixed(0.9642) + fixed(1) + fixed(0.8249)
    return head + [UInt8](repeating: 0, count: 128 - head.count) + table + data
  }()

  private static let adaptation = [
    1.047882, 0.022918, -0.050217, 0.029587, 0.990478, -0.017059, -0.009247, 0.015076, 0.751678,
  ]

  private static func big(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  /// A number with 16 bits after the point.
  private static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded())) }

  private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + big(0) + fixed(x) + fixed(y) + fixed(z)
  }

  /// A text of ASCII as a "multiLocalizedUnicodeType" in English.
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { big(Int($0), 2) }
    return Array("mluc".utf8) + big(0) + big(1) + big(12) + Array("enUS".utf8) + big(units.count) + big(28) + units
  }
}
