/// A colour in sRGB with straight (not premultiplied) alpha; every component is 0...1.
///
/// Components outside that range are clamped where the colour is converted or drawn.
public struct Colour: Hashable, Sendable {
  /// Red, 0...1, sRGB encoded.
  public var red: Double
  /// Green, 0...1, sRGB encoded.
  public var green: Double
  /// Blue, 0...1, sRGB encoded.
  public var blue: Double
  /// Opacity: 0 invisible ... 1 opaque.
  public var alpha: Double

  /// Opaque black.
  public static let black = Colour(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Colour(red: 1, green: 1, blue: 1)
  /// Fully transparent.
  public static let clear = Colour(red: 0, green: 0, blue: 0, alpha: 0)

  /// A colour by its components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour by 0xRRGGBB, whose upper byte is ignored, and an opacity of 0...1.
  public init(rgb: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(rgb >> 16 & 0xff) / 255, green: Double(rgb >> 8 & 0xff) / 255, blue: Double(rgb & 0xff) / 255,
      alpha: alpha)
  }

  /// The opaque colour of `#rrggbb`, digits in either case; nil for any other text.
  public init?(hex: String) {
    let bytes = Array(hex.utf8)
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
    var rgb: UInt32 = 0
    for byte in bytes[1...] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): rgb = rgb << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): rgb = rgb << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): rgb = rgb << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    self.init(rgb: rgb)
  }

  /// The straight colour of a premultiplied pixel (`premultipliedBGRA`); `clear` where its alpha is
  /// 0.
  public init(premultipliedBGRA pixel: UInt32) {
    let alpha = Double(pixel >> 24)
    guard alpha > 0 else {
      self = .clear
      return
    }
    self.init(
      red: min(1, Double(pixel >> 16 & 0xff) / alpha), green: min(1, Double(pixel >> 8 & 0xff) / alpha),
      blue: min(1, Double(pixel & 0xff) / alpha), alpha: alpha / 255)
  }

  /// `#rrggbb` in lower case, each component rounded to 8 bits, without the alpha.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = [UInt8(ascii: "#")]
    for byte in [Self.byte(red), Self.byte(green), Self.byte(blue)] {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The premultiplied pixel 0xAARRGGBB, rounded to nearest: B, G, R, A in the memory of a
  /// little-endian machine, as Cairo's ARGB32 and X's 32-bit visuals have it.
  public var premultipliedBGRA: UInt32 {
    let a = Self.clamped(alpha)
    func channel(_ v: Double) -> UInt32 { UInt32(Self.byte(Self.clamped(v) * a)) }
    return UInt32(Self.byte(a)) << 24 | channel(red) << 16 | channel(green) << 8 | channel(blue)
  }

  /// The same colour with its opacity multiplied by `factor` (0...1).
  public func faded(by factor: Double) -> Colour {
    Colour(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  /// The colour a fraction `t` of the way to `other` (0 this, 1 the other), component by component.
  public func mixed(with other: Colour, _ t: Double) -> Colour {
    Colour(
      red: red + (other.red - red) * t, green: green + (other.green - green) * t,
      blue: blue + (other.blue - blue) * t, alpha: alpha + (other.alpha - alpha) * t)
  }

  private static func clamped(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
  private static func byte(_ v: Double) -> UInt8 { UInt8((clamped(v) * 255).rounded()) }
}
