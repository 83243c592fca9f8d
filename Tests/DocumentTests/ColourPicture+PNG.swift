import Foundation

@testable import Document

/// PNG images with colours of every kind.
extension ColourPicture {
  private typealias Chunk = StatedColoursTests.Chunk
  private typealias Form = StatedColoursTests.Form
  private typealias Stated = StatedColoursTests
  private typealias Reference = ColourReference

  /// A PNG whose values are `part` of the full ones. `reference` gives the colours that it has to show.
  private static func png(
    _ name: String, isDeep: Bool = false, form: Form = .rgb, alpha: Double? = nil, part: Double = 1,
    tolerance: Double? = nil, message: String? = nil, _ chunks: [Chunk],
    _ reference: ([Double]) -> [Double] = { $0 }
  ) throws -> ColourPicture {
    let full = isDeep ? 65535.0 : 255
    let colours = (form == .grey ? greys : Stated.colours(isDeep: isDeep)).map { colour in
      colour.map { ($0 * part * full).rounded() / full }
    }
    return ColourPicture(
      name: "PNG \(isDeep ? 16 : 8), " + name,
      bytes: try Stated.png(colours, isDeep: isDeep, form: form, alpha: alpha, chunks),
      wanted: colours.map(reference), alpha: alpha ?? 1, tolerance: tolerance ?? (isDeep ? 0.1 : 1), message: message)
  }

  private static func by(_ places: Reference.Places, _ curve: @escaping (Double) -> Double) -> ([Double]) -> [Double] {
    { Reference.standard($0, places, curve) }
  }

  private static func power(_ exponent: Double) -> (Double) -> Double { { pow($0, exponent) } }

  private static var adobe: ([Double]) -> [Double] { by(Reference.adobe, power(563.0 / 256)) }
  private static var linear: ([Double]) -> [Double] { by(Reference.sRGB) { $0 } }
  private static var displayP3: ([Double]) -> [Double] { by(Reference.displayP3, Reference.light) }
  private static let half = 128.0 / 255

  /// Nothing is stated, or sRGB.
  static func standardPNGs() throws -> [ColourPicture] {
    [
      try png("nothing stated, grey", form: .grey, []), try png("nothing stated, RGB", []),
      try png("nothing stated, RGB", isDeep: true, []), try png("nothing stated, palette", form: .palette, []),
      try png("nothing stated, RGB and alpha", isDeep: true, alpha: half, []),
      try png("nothing stated, grey and alpha", form: .grey, alpha: half, []), try png("sRGB", [("sRGB", [0])]),
    ]
  }

  /// Gamma and chromaticities.
  static func lightPNGs() throws -> [ColourPicture] {
    [
      try png("gAMA 1, RGB", [Stated.gamma(1)], linear),
      try png("gAMA 1, RGB", isDeep: true, [Stated.gamma(1)], linear),
      try png(
        "gAMA 1/1.8, grey", isDeep: true, form: .grey, [Stated.gamma(0.55556)],
        by(Reference.sRGB, power(1 / 0.55556))),
      try png("gAMA 1, RGB and alpha", alpha: half, [Stated.gamma(1)], linear),
      try png(
        "gAMA, cHRM of Adobe RGB", [Stated.gamma(0.4547), Stated.places(Reference.adobe)],
        by(Reference.adobe, power(1 / 0.4547))),
      try png(
        "gAMA, cHRM of a wide gamut", isDeep: true, [Stated.gamma(0.45455), Stated.places(Reference.wide)],
        by(Reference.wide, power(1 / 0.45455))),
    ]
  }

  /// Codes of ITU-T H.273.
  static func codedPNGs() throws -> [ColourPicture] {
    /// The light of a value by ITU-R BT.709-6 and BT.2020-2.
    func camera(_ value: Double) -> Double {
      value < 0.0812428582986 ? value / 4.5 : pow((value + 0.0992968268094) / 1.0992968268094, 1 / 0.45)
    }
    /// By SMPTE ST 2084, of paper white.
    func pq(_ value: Double) -> Double {
      let power = pow(value, 32.0 / 2523)
      let light = max(0, power - 3424.0 / 4096) / (2413.0 / 128 - 2392.0 / 128 * power)
      return min(1, 10000 * pow(light, 16384.0 / 2610) / 203)
    }
    /// By ITU-R BT.2100-2 on a screen of 1000 cd/m², of paper white.
    func hlg(_ value: Double) -> Double {
      let (a, b) = (0.17883277, 1 - 4 * 0.17883277)
      let scene = value <= 0.5 ? value * value / 3 : (exp((value - (0.5 - a * log(4 * a))) / a) + b) / 12
      return min(1, 1000 * pow(scene, 1.2) / 203)
    }
    return [
      try png("cICP of BT.709", [Stated.code(1, 1)], by(Reference.sRGB, camera)),
      try png("cICP of Display P3", isDeep: true, [Stated.code(12, 13)], displayP3),
      try png("cICP of BT.2020", isDeep: true, [Stated.code(9, 14)], by(Reference.bt2020, camera)),
      try png(
        "cICP of PQ", isDeep: true, part: 0.58, tolerance: 0.5, message: "PQ", [Stated.code(9, 16)],
        by(Reference.bt2020, pq)),
      try png(
        "cICP of HLG", isDeep: true, form: .grey, tolerance: 0.5, message: "HLG", [Stated.code(9, 18)],
        by(Reference.bt2020, hlg)),
    ]
  }

  /// ICC profiles.
  static func profiledPNGs() throws -> [ColourPicture] {
    let adobeRGB = try Stated.profile(ColourProfile.adobeRGB)
    let p3 = try Stated.profile(ColourProfile.rgb(Reference.displayP3, ColourProfile.standard))
    let table = try Stated.profile(ColourProfile.lookup(Reference.adobe, power: 2.2))
    let ofTable = by(Reference.adobe, power(2.2))
    return [
      try png("iCCP of Adobe RGB", [adobeRGB], adobe),
      try png("iCCP of Adobe RGB, palette", form: .palette, [adobeRGB], adobe),
      try png("iCCP of Display P3", [p3], displayP3),
      try png("iCCP of Display P3, RGB and alpha", isDeep: true, alpha: half, [p3], displayP3),
      try png(
        "iCCP of linear BT.2020", isDeep: true,
        [try Stated.profile(ColourProfile.rgb(Reference.bt2020, ColourProfile.linear))], by(Reference.bt2020) { $0 }),
      try png("iCCP of linear grey, grey", form: .grey, [try Stated.profile(ColourProfile.linearGrey)], linear),
      try png("iCCP of a table", [table], ofTable),
      // The table itself states light in steps of 1/32768.
      try png("iCCP of a table", isDeep: true, tolerance: 0.5, [table], ofTable),
    ]
  }

  /// Pictures with several chunks. One of them counts; without chunks, the Exif data counts.
  static func contradictoryPNGs() throws -> [ColourPicture] {
    let adobeRGB = try Stated.profile(ColourProfile.adobeRGB)
    let standard: Chunk = ("sRGB", [0])
    let wide = Stated.places(Reference.wide)
    let exif: Chunk = ("eXIf", Stated.exif(space: 0xFFFF, index: "R03", isLittle: true))
    return [
      try png("cICP before iCCP, sRGB, gAMA", [Stated.gamma(1), standard, adobeRGB, Stated.code(12, 13)], displayP3),
      try png("iCCP before sRGB, gAMA, cHRM", [Stated.gamma(1), wide, standard, adobeRGB], adobe),
      try png("sRGB before gAMA, cHRM", [Stated.gamma(1), wide, standard, exif]),
      try png(
        "iCCP of inks, gAMA 1", message: "does not fit", [try Stated.profile(ColourProfile.press), Stated.gamma(1)],
        linear),
      try png("eXIf of Adobe RGB", [exif], adobe),
    ]
  }
}
