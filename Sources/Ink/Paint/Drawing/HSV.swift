/// A colour by hue, saturation and value: the hexcone over sRGB components (A. R. Smith, "Color
/// gamut transform pairs", SIGGRAPH 1978).
///
/// A grey keeps the hue, and black the saturation, that it was made with. So a colour that is
/// darkened to black and lightened again is the same colour.
public struct HSV: Hashable, Sendable {
  /// Degrees, 0 ..< 360: 0 red, 120 green, 240 blue.
  public var hue: Double
  /// 0 grey ... 1 pure.
  public var saturation: Double
  /// 0 black ... 1 as bright as it can be.
  public var value: Double

  /// A colour by its parts; the hue is wrapped, the others are clamped.
  public init(hue: Double, saturation: Double, value: Double) {
    self.hue = Self.wrapped(hue)
    self.saturation = max(0, min(1, saturation))
    self.value = max(0, min(1, value))
  }

  /// The colour 0xRRGGBB. A grey's hue and black's saturation are taken from `other`.
  public init(rgb: UInt32, like other: HSV? = nil) {
    let (r, g, b) = (Double(rgb >> 16 & 0xff) / 255, Double(rgb >> 8 & 0xff) / 255, Double(rgb & 0xff) / 255)
    let most = max(r, g, b)
    let range = most - min(r, g, b)
    value = most
    saturation = most > 0 ? range / most : other?.saturation ?? 0
    if range == 0 {
      hue = other?.hue ?? 0
    } else if most == r {
      hue = Self.wrapped((g - b) / range * 60)
    } else if most == g {
      hue = (b - r) / range * 60 + 120
    } else {
      hue = (r - g) / range * 60 + 240
    }
  }

  /// 0xRRGGBB, each component rounded to the nearest.
  public var rgb: UInt32 {
    func byte(_ shift: Double) -> UInt32 { UInt32((Self.component(hue, shift, saturation, value) * 255).rounded()) }
    return byte(5) << 16 | byte(3) << 8 | byte(1)
  }

  /// The component, 0...1, that `shift` selects: 5 for red, 3 for green, 1 for blue. It is added to
  /// the hue, in sixths of a turn.
  private static func component(_ hue: Double, _ shift: Double, _ saturation: Double, _ value: Double) -> Double {
    let k = (shift + hue / 60).truncatingRemainder(dividingBy: 6)
    return value - value * saturation * max(0, min(k, 4 - k, 1))
  }

  private static func wrapped(_ degrees: Double) -> Double {
    guard degrees.isFinite else { return 0 }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let positive = rest < 0 ? rest + 360 : rest
    return positive >= 360 ? 0 : positive
  }
}
