import Paint

/// The hue that the dial turns, kept beside the colour that it makes.
///
/// A colour of eight bits a channel does not tell its hue well: a grey has none, and of a dark one the hue moves in leaps of
/// some degrees. So what was turned to is remembered as long as the colour is the one that came of it.
public struct HueMemory: Sendable, Hashable {
  private var colour = HSV(rgb: 0)
  private var rgb: UInt32 = 0

  /// A memory of black, which counts as red.
  public init() {}

  /// The hue of a colour 0xRRGGBB, degrees, 0 ..< 360.
  public mutating func hue(of rgb: UInt32) -> Double {
    take(rgb)
    return colour.hue
  }

  /// The colour 0xRRGGBB with another hue, degrees, any finite value.
  public mutating func turned(_ rgb: UInt32, to degrees: Double) -> UInt32 {
    take(rgb)
    colour = HSV(hue: degrees, saturation: colour.saturation, value: colour.value)
    self.rgb = colour.rgb
    return self.rgb
  }

  private mutating func take(_ rgb: UInt32) {
    guard rgb != self.rgb else { return }
    (colour, self.rgb) = (HSV(rgb: rgb, like: colour), rgb)
  }
}
