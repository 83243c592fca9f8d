import Geometry

/// The tip, its dynamics and the smoother that a stroke is drawn with.
///
/// Read from a file of Resources/brushes by `init(parsing:)` (format: Resources/brushes.md). The
/// default values of `init` make the pen. Values out of range are clamped.
public struct Brush: Hashable, Sendable {
  /// The name in recordings (`isRecordedName`). That of a brush of Fude is shorter (`isName`); that of
  /// a brush of MyPaint comes from its file (`name(ofFile:)`).
  public var name: String
  /// The diameter of the tip that it is made with, canvas px, within `tipSizes`. Users know `fullWidth`.
  public var size: Double
  /// Diameter at no pressure as a share of `size`, 0...1.
  public var minimumShare: Double
  /// Maps measured pressure to effective pressure.
  public var pressureCurve: PressureCurve
  /// Other influences on the width.
  public var width = WidthDynamics()
  /// The strength of dabs; outlines ignore it.
  public var flow = FlowDynamics()
  /// The shape of the tip.
  public var tip = Tip.round
  /// How the tip's prints become ink.
  public var rendering = Rendering.outline
  /// What shows through its strokes; nil for a brush of outlines, and for one with its own grain or none.
  public internal(set) var paper: Paper?
  /// The blend mode.
  public var blend = Blend.over
  /// Opacity of a whole stroke, 0...1, times the opacity that the user sets.
  public var opacity = 1.0
  /// The smoother that fits a curve to the samples.
  public var smoother: Smoother
  /// Strength of the smoothers `steady` and `modelled`, 0 (none) ... 100 (for slow inking).
  public var strength: Double
  /// How the ink follows the pen.
  public var stabiliser = Stabiliser.none
  /// Whether `stabiliser` is fixed by the brush's file, so that the user's setting does not apply.
  public var hasOwnStabiliser = false
  /// Whether `strength` is fixed by the brush's file, so that the user's setting does not apply.
  public var hasOwnStrength = false

  /// Removes shake without visible lag.
  public static let defaultStrength = 20.0

  /// The built-in eraser.
  public static let eraser: Brush = {
    var brush = Brush(size: 40, minimumShare: 0.3)
    brush.name = "eraser"
    brush.blend = .erase
    return brush
  }()

  /// A brush of MyPaint with the size of its file.
  public init(_ paint: MyPaintBrush, name: String) {
    self.init(size: 2 * paint.radius)
    self.name = name
    rendering = .mypaint(paint)
    // The brush's own smoothing counts.
    (strength, hasOwnStrength) = (0, true)
  }

  /// The brush of MyPaint that it paints with; nil for other brushes.
  public var paint: MyPaintBrush? { if case .mypaint(let paint) = rendering { paint } else { nil } }

  /// Whether its paint is soft, so that its strokes are mixed with 16 bits a channel at any opacity. Outlines are not,
  /// and grain hides the steps of 8 bits.
  public var mixesPaint: Bool {
    switch rendering {
    case .outline: false
    case .dabs(let dabs): dabs.grain == 0 || paper != nil
    case .spray, .mypaint: true
    }
  }

  /// Whether it picks up colours from where it paints.
  public var smudges: Bool { paint?.smudges ?? false }

  /// The sizes that users can choose (`fullWidth`), canvas px. Files of brushes have tips of these sizes.
  public static let sizes = 0.5...1000.0
  /// The sizes that a tip can have, canvas px.
  public static let tipSizes = 0.1...4000.0

  /// A pen with other properties; a size out of range is clamped.
  public init(
    size: Double = 12, minimumShare: Double = 0.1, pressureCurve: PressureCurve = .linear,
    smoother: Smoother = .steady, strength: Double = Brush.defaultStrength
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

  /// The same brush with the user's strength, 0...100, clamped; itself if it has its own strength.
  public func steadied(by strength: Double) -> Brush {
    guard !hasOwnStrength, strength.isFinite else { return self }
    var brush = self
    brush.strength = max(0, min(100, strength))
    return brush
  }

  private static func clamped(size: Double) -> Double {
    size.isFinite ? max(tipSizes.lowerBound, min(tipSizes.upperBound, size)) : 12
  }

  /// The radius by pressure alone, canvas px.
  public func radius(at p: InkPoint) -> Double { radius(atPressure: p.pressure) }

  /// The radius, canvas px, at a pressure of 0...1; rises with pressure.
  func radius(atPressure pressure: Double) -> Double {
    size * 0.5 * (minimumShare + (1 - minimumShare) * pressureCurve(pressure))
  }

  /// Whether prints depend on position and pressure alone, so that the tracer needs no history.
  var followsPressureAlone: Bool { rendering == .outline && tip == .round && width == WidthDynamics() }
}
