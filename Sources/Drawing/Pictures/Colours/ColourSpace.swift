import Glibc

/// What a picture says about its colours.
enum PictureColours: Hashable, Sendable {
  /// They are sRGB, or nothing is said.
  case standard
  /// An ICC profile.
  case profile([UInt8])
  case space(ColourSpace)
}

/// The meaning of red, green and blue without a profile.
struct ColourSpace: Hashable, Sendable {
  /// A chromaticity (CIE 1931).
  public struct Place: Hashable, Sendable {
    public var (x, y): (Double, Double)

    public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    public func isNear(_ other: Place, _ distance: Double) -> Bool {
      abs(x - other.x) <= distance && abs(y - other.y) <= distance
    }
  }

  public var white: Place
  public var (red, green, blue): (Place, Place, Place)
  public var curve: Curve

  /// Nil for places that cannot be: white has to be a mixture of the others.
  public init?(white: Place, red: Place, green: Place, blue: Place, curve: Curve) {
    (self.white, self.curve) = (white, curve)
    (self.red, self.green, self.blue) = (red, green, blue)
    let places = [white, red, green, blue]
    guard places.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) }), white.y > 0 else { return nil }
    /// Twice the area of a triangle, negative in one of the two directions.
    func area(_ a: Place, _ b: Place, _ c: Place) -> Double { (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y) }
    let whole = area(red, green, blue)
    let parts = [area(white, green, blue), area(red, white, blue), area(red, green, white)]
    // A share of less makes a matrix that cannot be inverted with any precision.
    guard abs(whole) > 1e-3, parts.allSatisfy({ $0 / whole > 1e-3 }) else { return nil }
  }

  private init(_ red: Place, _ green: Place, _ blue: Place, white: Place = Self.daylight, _ curve: Curve) {
    (self.white, self.curve) = (white, curve)
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// CIE's D65 as the standards round it.
  static let daylight = Place(0.3127, 0.3290)

  /// IEC 61966-2-1.
  public static let sRGB = ColourSpace(Place(0.64, 0.33), Place(0.30, 0.60), Place(0.15, 0.06), .sRGB)
  /// Adobe RGB (1998).
  static let adobeRGB = ColourSpace(Place(0.64, 0.33), Place(0.21, 0.71), Place(0.15, 0.06), .power(563 / 256))

  /// The colours of a number in ITU-T H.273, table 2; nil for numbers that pictures do not have.
  public init?(primaries: UInt8, curve: Curve) {
    switch primaries {
    case 1:
      self = .sRGB
      self.curve = curve
    case 5: self.init(Place(0.64, 0.33), Place(0.29, 0.60), Place(0.15, 0.06), curve)
    case 6, 7: self.init(Place(0.630, 0.340), Place(0.310, 0.595), Place(0.155, 0.070), curve)
    case 9: self.init(Place(0.708, 0.292), Place(0.170, 0.797), Place(0.131, 0.046), curve)
    case 11:
      self.init(Place(0.680, 0.320), Place(0.265, 0.690), Place(0.150, 0.060), white: Place(0.314, 0.351), curve)
    case 12: self.init(Place(0.680, 0.320), Place(0.265, 0.690), Place(0.150, 0.060), curve)
    default: return nil
    }
  }

  /// Whether places differ by no more than rounding in files.
  func hasPlaces(of other: ColourSpace) -> Bool {
    zip([white, red, green, blue], [other.white, other.red, other.green, other.blue]).allSatisfy {
      $0.isNear($1, 0.005)
    }
  }
}

extension ColourSpace {
  /// How values, 0 ... 1, become light, of which 1 is white.
  public enum Curve: Hashable, Sendable {
    case sRGB
    case power(Double)
    /// The inverse of a camera's curve (ITU-R BT.709-6; BT.2020-2 has more digits).
    case camera
    /// Perceptual quantisation (ITU-R BT.2100-2).
    case pq
    /// Hybrid log-gamma (ITU-R BT.2100-2), on a screen of 1000 cd/m².
    case hlg

    /// The curve of a number in ITU-T H.273, table 3; nil for numbers that pictures do not have.
    public init?(transfer: UInt8) {
      switch transfer {
      case 1, 6, 14, 15: self = .camera
      case 4: self = .power(2.2)
      case 5: self = .power(2.8)
      case 8: self = .power(1)
      case 13: self = .sRGB
      case 16: self = .pq
      case 18: self = .hlg
      default: return nil
      }
    }

    /// The usual name of a curve with light above white; nil for others.
    var nameOfHighRange: String? {
      switch self {
      case .pq: "PQ"
      case .hlg: "HLG"
      default: nil
      }
    }

    /// A curve as Little CMS takes it.
    public enum Form {
      /// One of its kinds of functions.
      case parameters(Int32, [Double])
      /// Values at equal steps from 0 to 1.
      case table([Float])
    }

    public var form: Form {
      switch self {
      case .sRGB: .parameters(4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      case .power(let exponent): .parameters(1, [exponent])
      case .camera:
        .parameters(
          4, [1 / 0.45, 1 / 1.09929682680944, 0.09929682680944 / 1.09929682680944, 1 / 4.5, 0.08124285829863])
      case .pq: table(Self.pqLight)
      case .hlg: table(Self.hlgLight)
      }
    }

    /// cd/m² of paper white (ITU-R BT.2408).
    private static let paper = 203.0

    private func table(_ light: (Double) -> Double) -> Form {
      let last = 4095
      return .table((0...last).map { Float(min(1, light(Double($0) / Double(last)) / Self.paper)) })
    }

    /// cd/m² of a value.
    static func pqLight(_ value: Double) -> Double {
      let power = pow(value, 1 / 78.84375)
      return 10000 * pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }

    /// cd/m² of a value of grey. Of a colour, the standard gives each channel the share of its luminance.
    static func hlgLight(_ value: Double) -> Double {
      let scene = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
      return 1000 * pow(scene, 1.2)
    }
  }
}
