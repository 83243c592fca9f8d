import Geometry

/// What a stroke is drawn with: what the tip prints where, and how the curve under it is laid.
///
/// A value, read from a file of Resources/brushes (`init(parsing:)`, Resources/brushes.md) and then perhaps resized. The
/// brush that `init` makes of defaults is the pen. Values out of range are clamped, so that every brush can draw.
public struct Brush: Hashable, Sendable {
  /// What files and recordings call it: 1...32 of a-z, 0-9 and `-`.
  public var name: String
  /// Diameter at full pressure, canvas px, 0.5...1000.
  public var size: Double
  /// Diameter at no pressure as a share of `size`, 0...1.
  public var minimumShare: Double
  /// How pressure is felt.
  public var pressureCurve: PressureCurve
  /// What else the width follows.
  public var width = WidthDynamics()
  /// How much ink a dab has; outlines have no use for it.
  public var flow = FlowDynamics()
  /// The shape of the tip.
  public var tip = Tip.round
  /// How the tip's prints become ink.
  public var rendering = Rendering.outline
  /// What the ink does to what is under it.
  public var blend = Blend.over
  /// Opacity of a whole stroke, 0...1, times the user's.
  public var opacity = 1.0
  /// How the samples become a curve.
  public var smoother: Smoother
  /// How much shake the modelled smoother takes out: 0 none ... 100, a long rope for slow inking.
  public var strength: Double
  /// Whether `strength` belongs to the brush, as its file says, and not to the user.
  public var hasOwnStrength = false

  /// The strength that steadies a hand without taking anything from it.
  public static let defaultStrength = 20.0

  /// An eraser: wide, and less thin where it is hardly pressed, than what writes.
  public static let eraser: Brush = {
    var brush = Brush(size: 40, minimumShare: 0.3)
    brush.name = "eraser"
    brush.blend = .erase
    return brush
  }()

  /// The sizes that a brush can have, canvas px.
  public static let sizes = 0.5...1000.0

  /// A brush by its properties, a pen but for them; a size out of range is clamped.
  public init(
    size: Double = 12, minimumShare: Double = 0.1, pressureCurve: PressureCurve = .linear,
    smoother: Smoother = .modelled, strength: Double = Brush.defaultStrength
  ) {
    name = "pen"
    self.size = Self.clamped(size: size)
    self.minimumShare = max(0, min(1, minimumShare))
    self.pressureCurve = pressureCurve
    self.smoother = smoother
    self.strength = strength.isFinite ? max(0, min(100, strength)) : Self.defaultStrength
  }

  /// The same brush of another size, canvas px, clamped.
  public func resized(to size: Double) -> Brush {
    var brush = self
    brush.size = Self.clamped(size: size)
    return brush
  }

  /// The same brush for a user who wants that much shake taken out, 0...100, clamped; unless it has a strength of its own.
  public func steadied(by strength: Double) -> Brush {
    guard !hasOwnStrength, strength.isFinite else { return self }
    var brush = self
    brush.strength = max(0, min(100, strength))
    return brush
  }

  private static func clamped(size: Double) -> Double {
    size.isFinite ? max(sizes.lowerBound, min(sizes.upperBound, size)) : 12
  }

  /// The radius, canvas px, of the disc that the brush prints where it is held like this, by pressure alone.
  public func radius(at p: InkPoint) -> Double { radius(atPressure: p.pressure) }

  /// The radius, canvas px, at a pressure of 0...1: never falls as pressure grows.
  func radius(atPressure pressure: Double) -> Double {
    size * 0.5 * (minimumShare + (1 - minimumShare) * pressureCurve(pressure))
  }

  /// Whether what it prints depends on the place and the pressure alone: then the curve needs no tracing of how the pen went.
  var followsPressureAlone: Bool { rendering == .outline && tip == .round && width == WidthDynamics() }
}
