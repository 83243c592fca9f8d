/// What a stroke sets beside its brush.
public struct MyPaintStyle: Hashable, Sendable {
  /// Radius, px of the canvas; nil for the brush's own.
  public var radius: Double?
  /// Colour, 0xRRGGBB, sRGB.
  public var colour: UInt32
  /// A factor for the brush's opacity, 0...1.
  public var opacity: Double
  /// Whether the stroke erases, whatever the brush does.
  public var isEraser: Bool
  /// Chooses among 64 sequences of random numbers; the remainder by 64 counts.
  public var seed: Int

  /// The allowed radii, px.
  public static let radii = 0.05...8000.0

  /// Creates a style.
  public init(radius: Double? = nil, colour: UInt32, opacity: Double = 1, isEraser: Bool = false, seed: Int = 0) {
    (self.radius, self.colour, self.opacity) = (radius, colour, opacity)
    (self.isEraser, self.seed) = (isEraser, seed)
  }

  /// Hue, saturation and value of the colour, 0...1 each.
  var hueSaturationValue: (Float, Float, Float) {
    func channel(_ shift: UInt32) -> Float { Float(colour >> shift & 255) / 255 }
    let (red, green, blue) = (channel(16), channel(8), channel(0))
    let value = max(red, green, blue)
    let range = value - min(red, green, blue)
    guard range > 0 else { return (0, 0, value) }
    let hue: Float =
      if value == red {
        ((green - blue) / range + 6).truncatingRemainder(dividingBy: 6) / 6
      } else if value == green {
        ((blue - red) / range + 2) / 6
      } else {
        ((red - green) / range + 4) / 6
      }
    return (hue, range / value, value)
  }
}
