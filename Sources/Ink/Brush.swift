import Geometry

/// What a stroke is drawn with: how wide it is where, and how its curve is laid.
public struct Brush: Hashable, Sendable {
  /// Diameter at full pressure, canvas px, 0.5...1000.
  public var size: Double
  /// Diameter at no pressure as a share of `size`, 0...1.
  public var minimumShare: Double
  /// How pressure is felt.
  public var pressureCurve: PressureCurve
  /// How the samples become a curve.
  public var smoother: Smoother
  /// How much shake the modelled smoother takes out: 0 none ... 100, a long rope for slow inking.
  public var strength: Double

  /// The strength that steadies a hand without taking anything from it.
  public static let defaultStrength = 20.0

  /// An eraser: wide, and less thin where it is hardly pressed, than what writes.
  public static let eraser = Brush(size: 40, minimumShare: 0.3)

  /// The sizes that a brush can have, canvas px.
  public static let sizes = 0.5...1000.0

  /// A brush by its properties; a size out of range is clamped.
  public init(
    size: Double = 12, minimumShare: Double = 0.1, pressureCurve: PressureCurve = .linear,
    smoother: Smoother = .modelled, strength: Double = Brush.defaultStrength
  ) {
    self.size = size.isFinite ? max(Self.sizes.lowerBound, min(Self.sizes.upperBound, size)) : 12
    self.minimumShare = max(0, min(1, minimumShare))
    self.pressureCurve = pressureCurve
    self.smoother = smoother
    self.strength = strength.isFinite ? max(0, min(100, strength)) : Self.defaultStrength
  }

  /// The radius, canvas px, of the disc that the brush prints where it is held like this.
  public func radius(at p: InkPoint) -> Double { radius(atPressure: p.pressure) }

  /// The radius, canvas px, at a pressure of 0...1: never falls as pressure grows.
  func radius(atPressure pressure: Double) -> Double {
    size * 0.5 * (minimumShare + (1 - minimumShare) * pressureCurve(pressure))
  }
}
