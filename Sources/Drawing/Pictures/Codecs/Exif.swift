/// The properties of a picture beside its pixels.
public struct PictureProperties: Hashable {
  /// Exif's orientation, 1...8; 1 is upright.
  public var orientation = 1
  /// Pixels per inch; nil if unknown.
  public var resolution: Resolution?
  /// The ICC profile; empty for none.
  public var profile: [UInt8] = []
  /// Whether Exif data say that the colours are Adobe RGB (1998).
  var isAdobeRGB = false
  /// Whether Adobe's marker says that CMYK is stored inverted.
  var isAdobe = false

  /// The colours; those of the profile if there is one.
  var colours: PictureColours {
    profile.isEmpty ? (isAdobeRGB ? .space(.adobeRGB) : .standard) : .profile(profile)
  }

  /// The largest profile that is read, bytes.
  static let mostOfProfile = 4 << 20
}

/// The few entries of Exif data (TIFF 6.0, Exif 2.32, DCF 2.0) that Fude reads and writes.
public enum Exif {
  private static let orientation = 0x0112
  private static let (xResolution, yResolution, unit) = (0x011A, 0x011B, 0x0128)
  private static let (exifDirectory, colourSpace) = (0x8769, 0xA001)
  private static let (interoperability, index) = (0xA005, 0x0001)

  /// Reads the orientation, whether the colours are Adobe RGB and, unless it is known, the resolution. Ignores damaged entries.
  public static func read(_ bytes: ArraySlice<UInt8>, into properties: inout PictureProperties) {
    let bytes = Array(bytes.starts(with: Array("Exif\0\0".utf8)) ? bytes.dropFirst(6) : bytes)
    guard bytes.count >= 8, bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4D, 0x4D]) else { return }
    let isLittle = bytes[0] == 0x49
    func number(_ at: Int, _ size: Int) -> Int? {
      guard at >= 0, at + size <= bytes.count else { return nil }
      let part = bytes[at..<at + size]
      return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else { return }
    var (x, y, unit) = (Double?.none, Double?.none, 2)
    func ratio(_ at: Int) -> Double? {
      guard let place = number(at + 8, 4), let over = number(place, 4), let under = number(place + 4, 4), under > 0,
        over > 0
      else { return nil }
      return Double(over) / Double(under)
    }
    for i in 0..<count {
      let at = start + 2 + 12 * i
      guard let tag = number(at, 2) else { break }
      switch tag {
      case orientation:
        if let value = number(at + 8, 2), (1...8).contains(value) { properties.orientation = value }
      case xResolution: x = ratio(at)
      case yResolution: y = ratio(at)
      case Self.unit: unit = number(at + 8, 2) ?? unit
      default: break
      }
    }
    /// The value, or the start of the value, of an entry in the directory at a place.
    func value(of tag: Int, in directory: Int?, _ size: Int) -> Int? {
      guard let directory, let count = number(directory, 2) else { return nil }
      let places = (0..<count).lazy.map { directory + 2 + 12 * $0 }
      return places.first { number($0, 2) == tag }.flatMap { number($0 + 8, size) }
    }
    // Cameras say so by "R03" beside colours that Exif has no number for.
    let directory = value(of: exifDirectory, in: start, 4)
    if value(of: colourSpace, in: directory, 2) == 0xFFFF {
      let text = value(of: index, in: value(of: interoperability, in: directory, 4), 4)
      properties.isAdobeRGB = text == (isLittle ? 0x33_3052 : 0x5230_3300)
    }
    guard properties.resolution == nil, let x, let y, unit == 2 || unit == 3 else { return }
    properties.resolution = resolution(x, y, perCentimetre: unit == 3)
  }

  /// A resolution from a file; nil if it is not plausible.
  public static func resolution(_ x: Double, _ y: Double, perCentimetre: Bool) -> Resolution? {
    let factor = perCentimetre ? 2.54 : 1
    guard x > 0, y > 0, x * factor < 1e6, y * factor < 1e6 else { return nil }
    return Resolution(x: x * factor, y: y * factor)
  }

  /// Exif data without a prefix: the colours are sRGB, and the resolution if known.
  public static func made(density: Double?) -> [UInt8] {
    func big(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
    func short(_ tag: Int, _ value: Int) -> [UInt8] { big(tag, 2) + big(3, 2) + big(1, 4) + big(value, 2) + [0, 0] }
    func long(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
      big(tag, 2) + big(type, 2) + big(1, 4) + big(value, 4)
    }
    let count = density == nil ? 1 : 4
    // The ratios follow the first directory, the Exif directory follows them.
    let ratios = 8 + 2 + 12 * count + 4
    let exif = ratios + (density == nil ? 0 : 16)
    var bytes = Array("MM".utf8) + big(42, 2) + big(8, 4) + big(count, 2)
    if density != nil { bytes += long(xResolution, 5, ratios) + long(yResolution, 5, ratios + 8) + short(unit, 2) }
    bytes += long(exifDirectory, 4, exif) + big(0, 4)
    if let density {
      let ratio = big(Int((min(1e5, density) * 1000).rounded()), 4) + big(1000, 4)
      bytes += ratio + ratio
    }
    // ColorSpace: sRGB.
    return bytes + big(1, 2) + short(colourSpace, 1) + big(0, 4)
  }
}
