import Foundation

/// ICC profiles for tests (ICC.1:2010, version 2), made from their definitions.
enum ColourProfile {
  private static func big(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }
  private static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded())) }
  private static func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + big(0) + fixed(x) + fixed(y) + fixed(z)
  }
  private static let white = ("wtpt", xyz(0.9642, 1, 0.8249))

  /// - Parameter kind: device class, colour space and connection space, 4 characters each.
  private static func made(_ kind: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    var (table, data) = (big(tags.count), [UInt8]())
    let start = 128 + 4 + 12 * tags.count
    for (name, content) in tags {
      table += Array(name.utf8) + big(start + data.count) + big(content.count)
      data += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    }
    var head = big(start + data.count) + big(0) + big(0x0210_0000) + Array(kind.utf8)
    head += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    head += fixed(0.9642) + fixed(1) + fixed(0.8249)
    return head + [UInt8](repeating: 0, count: 128 - head.count) + table + data
  }

  /// Three curves of gamma 2.2 and, unlike sRGB, the primaries of Adobe RGB, adapted to D50.
  static let adobeRGB: [UInt8] = {
    let curve = Array("curv".utf8) + big(0) + big(1) + big(563, 2) + [0, 0]
    return made(
      "mntrRGB XYZ ",
      [
        white, ("rXYZ", xyz(0.60974, 0.31111, 0.01947)), ("gXYZ", xyz(0.20528, 0.62567, 0.06087)),
        ("bXYZ", xyz(0.14919, 0.06322, 0.74457)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ])
  }()

  /// Values that are proportional to light.
  static let linear = Array("curv".utf8) + big(0) + big(0)
  /// The curve of sRGB by its parameters.
  static let standard =
    Array("para".utf8) + big(0) + big(3, 2) + big(0, 2)
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap { fixed($0) }

  /// Primaries and a curve.
  static func rgb(_ places: ColourReference.Places, _ curve: [UInt8]) -> [UInt8] {
    let rows = ColourReference.connection(places)
    func column(_ i: Int) -> [UInt8] { xyz(rows[0][i], rows[1][i], rows[2][i]) }
    return made(
      "mntrRGB XYZ ",
      [
        white, ("rXYZ", column(0)), ("gXYZ", column(1)), ("bXYZ", column(2)), ("rTRC", curve), ("gTRC", curve),
        ("bTRC", curve),
      ])
  }

  /// Primaries and a power as a table of light: curves, and the 8 colours between which colours are interpolated.
  static func lookup(_ places: ColourReference.Places, power: Double) -> [UInt8] {
    let rows = ColourReference.connection(places)
    var curve: [UInt8] = []
    for x in 0..<4096 { curve += big(Int((pow(Double(x) / 4095, power) * 65535).rounded()), 2) }
    var table: [UInt8] = []
    for i in 0..<8 {
      // The last channel changes fastest.
      let channels = [i >> 2 & 1, i >> 1 & 1, i & 1]
      for row in rows {
        let light: Double = zip(row, channels).reduce(0) { $0 + $1.0 * Double($1.1) }
        // 32768 is 1.
        table += big(Int((light * 32768).rounded()), 2)
      }
    }
    let straight = big(0, 2) + big(65535, 2)
    var lookup: [UInt8] = Array("mft2".utf8) + big(0) + [3, 3, 2, 0]
    lookup += [1.0, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { fixed($0) }
    lookup += big(4096, 2) + big(2, 2)
    for part in [curve, curve, curve, table, straight, straight, straight] { lookup += part }
    return made("mntrRGB XYZ ", [white, ("A2B0", lookup)])
  }

  /// Grey that is proportional to light.
  static let linearGrey = made("mntrGRAYXYZ ", [white, ("kTRC", linear)])

  /// The colours of full inks in CIE Lab, D50: paper, then the inks of a four-colour press.
  static let paper = (lightness: 100.0, a: 0.0, b: 0.0)
  static let cyan = (lightness: 55.0, a: -37.0, b: -50.0)
  static let red = (lightness: 47.0, a: 68.0, b: 48.0)

  /// A press whose inks have the colours above; black ink covers all others.
  static let press: [UInt8] = {
    // Cyan, magenta, yellow; the last one changes fastest.
    let inks: [(lightness: Double, a: Double, b: Double)] = [
      paper, (89, -5, 93), (48, 74, -3), red, cyan, (50, -68, 25), (24, 22, -46), (23, 0, 0),
    ]
    var table: [UInt8] = []
    for ink in inks {
      table += [UInt8((ink.lightness * 2.55).rounded()), UInt8(ink.a + 128), UInt8(ink.b + 128)]
      table += [0, 128, 128]
    }
    let straight = (0...255).map { UInt8($0) }
    let identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { fixed($0) }
    let lookup = Array("mft1".utf8) + big(0) + [4, 3, 2, 0] + identity
    return made(
      "prtrCMYKLab ",
      [white, ("A2B0", lookup + straight + straight + straight + straight + table + straight + straight + straight)])
  }()
}
