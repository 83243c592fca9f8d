import Paint
import Toolkit

/// The hue set by the dial, stored beside the foreground colour.
///
/// 8 bits a channel do not determine the hue well: a grey has none, and that of a dark colour
/// changes in steps of several degrees. So the hue is kept as long as the colour is the one
/// computed from it.
public struct HueMemory: Sendable, Hashable {
  private var colour = HSV(rgb: 0)
  private var rgb: UInt32 = 0

  /// Creates a memory of black with the hue of red.
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
