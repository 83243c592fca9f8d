import Geometry
import Glibc

extension Brush {
  /// The shape of the tip.
  public enum Tip: Hashable, Sendable {
    /// A disc.
    case round
    /// A flat nib, as wide as the brush's size.
    case flat(Nib)
    /// Pictures.
    case image(ImageTip)
  }

  /// The cut of a flat nib and its orientation.
  public struct Nib: Hashable, Sendable {
    /// Thickness as a share of the width, 0.02...1.
    public var thickness: Double
    /// Direction of the broad side, clockwise from the right; relative to the pen's lean if the nib
    /// follows that.
    public var angle: Angle
    /// Whether it turns with the pen.
    public var followsAzimuth: Bool

    /// A nib by its values.
    public init(thickness: Double, angle: Angle, followsAzimuth: Bool) {
      self.thickness = thickness
      self.angle = angle
      self.followsAzimuth = followsAzimuth
    }

    /// A lean below this (sine of the angle from upright) is blended with a fixed direction: the
    /// azimuth of a nearly upright pen is noise.
    static let leastLean = 0.15

    /// Direction of the broad side, rad, at a lean.
    func direction(lean: Vector) -> Double {
      guard followsAzimuth else { return angle.radians }
      return (lean + Brush.upright(lean)).direction.radians + angle.radians
    }
  }

  /// How the tip's prints become ink.
  public enum Rendering: Hashable, Sendable {
    /// The union of the prints, evenly covered.
    case outline
    /// Soft or grainy dabs; the strongest counts, so that a stroke is not darker where it crosses
    /// itself.
    case dabs(Dabs)
    /// Soft dabs that add up: ink builds up where the stroke returns.
    case spray(Dabs)
    /// Paint by libmypaint, which smooths and lays dabs by itself. Of the brush's other properties,
    /// only the name, size, opacity, blend and stabiliser count.
    case mypaint(MyPaintBrush)
  }

  /// Properties of dabs.
  public struct Dabs: Hashable, Sendable {
    /// Distance between dabs as a share of the radius, within `spacings`; for image tips within
    /// `imageSpacings`.
    public var spacing: Double
    /// Share of the radius within which a dab is even, 0 soft ... 1 hard.
    public var hardness: Double
    /// How much of the paper's grain shows, 0...1.
    public var grain: Double
    /// Size of the grain relative to the finest, 1...16.
    public var grainScale: Double
    /// How prints differ by chance.
    public var variation = Variation()

    /// The distances between round dabs.
    public static let spacings = 0.05...1.0
    /// The distances between prints of image tips.
    public static let imageSpacings = 0.02...20.0

    /// Dabs by their values.
    public init(spacing: Double = 0.25, hardness: Double = 1, grain: Double = 0, grainScale: Double = 1) {
      self.spacing = spacing
      self.hardness = hardness
      self.grain = grain
      self.grainScale = grainScale
    }
  }

  /// How ink changes the pixels under it.
  public enum Blend: String, Hashable, Sendable, CaseIterable {
    /// Covers them.
    case over
    case multiply
    case erase
  }

  /// What the width follows besides pressure.
  public struct WidthDynamics: Hashable, Sendable {
    /// If set, the width follows the tilt pencil's rule instead of pressure. The value is the width
    /// along the pen as a share of that across it, 0...1.
    public var tiltPencil: Double?
    /// Width of a pen held flat relative to an upright one, 1...20.
    public var flat = 1.0
    /// Share of the width that a fast pen loses, 0...1.
    public var thinning = 0.0
    /// Speed at which half of `thinning` applies, px of the input surface per s.
    public var speed = 1000.0
    /// Distance over which the width grows towards its target, canvas px; 0 for at once.
    public var rise = 0.0
    /// Distance over which the width shrinks towards its target, canvas px; 0 for at once.
    public var fall = 0.0

    /// No influences besides pressure.
    public init() {}
  }

  /// Influences on the strength of a dab.
  public struct FlowDynamics: Hashable, Sendable {
    /// Strength at full pressure, 0.001...1.
    public var most = 1.0
    /// Strength at no pressure as a share of that, 0...1.
    public var minimumShare = 1.0
    /// Maps measured pressure to effective pressure.
    public var curve = PressureCurve.linear
    /// Strength of a pen held flat as a share of that of an upright one, 0...1.
    public var flat = 1.0

    /// Full strength always.
    public init() {}
  }
}

extension Brush {
  /// The pressure of an average touch with the tilt pencil.
  public static let averageTouch = 0.25

  /// How flat a pen is held: from 0 upright to 1 at 15 degrees and below, linear in the angle.
  static func flatness(altitude: Angle) -> Double {
    let flattest = Double.pi / 12
    return max(0, min(1, 1 - (max(altitude.radians, flattest) - flattest) / (.pi / 2 - flattest)))
  }

  /// The share of a tool's side that touches: 0 upright, 1 at 15 degrees and below. The third power
  /// keeps lines thin at 55 degrees, a usual angle for writing.
  static func side(altitude: Angle) -> Double {
    let flatness = flatness(altitude: altitude)
    return flatness * flatness * flatness
  }

  /// The width, canvas px, of a tilt pencil of greatest width `size` moved in `direction`. Widest
  /// across a flat pen, `share` of that along it or upright. Pressure above average widens it.
  func tiltPencilWidth(_ share: Double, at p: InkPoint, direction: Vector) -> Double {
    // The angle between two lines, 0 ... pi/2.
    let across = Angle(radians: atan2(abs(p.lean.cross(direction)), abs(p.lean.dot(direction)))) / .quarterTurn
    let w = max(size * share, size * Self.flatness(altitude: p.altitude) * across)
    let force = p.pressure / Self.averageTouch
    return force >= 1 ? w * force : w
  }

  /// The target width, canvas px, for a pen held as in `p`; `speed` in px of the input surface per
  /// s.
  func targetWidth(at p: InkPoint, direction: Vector, speed: Double) -> Double {
    if let share = width.tiltPencil { return tiltPencilWidth(share, at: p, direction: direction) }
    var w = radius(atPressure: p.pressure) * 2
    if width.flat > 1 { w *= 1 + (width.flat - 1) * Self.side(altitude: p.altitude) }
    if width.thinning > 0 { w *= 1 - width.thinning * speed / (speed + width.speed) }
    return w
  }

  /// The strength of a dab, 0...1, for a pen held as in `p`.
  func strength(at p: InkPoint) -> Double {
    let share = flow.minimumShare + (1 - flow.minimumShare) * flow.curve(p.pressure)
    let tilted = flow.flat < 1 ? 1 - (1 - flow.flat) * Self.side(altitude: p.altitude) : 1
    return flow.most * share * tilted
  }

  /// The ink point of a sample for this brush. For a nib that turns with the pen, a measured barrel
  /// rotation replaces the lean's direction: buttons facing away from the user count as leaning
  /// towards the user.
  public func held(_ sample: PenSample) -> InkPoint {
    var point = InkPoint(sample)
    guard let roll = sample.roll, case .flat(let nib) = tip, nib.followsAzimuth else { return point }
    point.lean = Vector(length: max(Nib.leastLean, point.lean.length), direction: roll + .quarterTurn)
    return point
  }

  /// The direction of the tip, rad; 0 for a round one.
  /// - Parameter direction: that of the stroke.
  public func tipDirection(at p: InkPoint, along direction: Vector = Vector(1, 0)) -> Double {
    switch tip {
    case .round: 0
    case .flat(let nib): nib.direction(lean: p.lean)
    case .image(let image): image.direction(at: p, along: direction)
    }
  }

  /// What is added to a lean of less than `Nib.leastLean`, so that its direction is not noise: the lower right, where a
  /// right hand's pen leans.
  static func upright(_ lean: Vector) -> Vector {
    Vector(length: max(0, Nib.leastLean - lean.length), direction: Angle(degrees: 45))
  }

  /// The dabs; nil for other brushes.
  public var dabs: Dabs? {
    switch rendering {
    case .dabs(let dabs), .spray(let dabs): dabs
    case .outline, .mypaint: nil
    }
  }

  /// The pictures of an image tip; nil for other tips.
  public var tipImages: TipImages? { if case .image(let tip) = tip { tip.images } else { nil } }

  /// Whether chance changes its prints beside their places, so that strokes need a seed (`PaintConditions`).
  public var usesChance: Bool { tipImages != nil || dabs.map { $0.variation != Variation() } ?? false }

  /// The distance from the middle of the stroke that prints of a radius can reach, canvas px.
  public func reach(ofRadius radius: Double) -> Double {
    dabs.map { Self.reach(ofRadius: radius, dabs: $0, tip: tip) } ?? radius
  }

  /// The distance from the middle of the stroke that dabs of a radius can reach.
  public static func reach(ofRadius radius: Double, dabs: Dabs, tip: Tip) -> Double {
    // Scatter along the stroke adds to that across it.
    let scatter = dabs.variation.scatter * (dabs.variation.scattersAlong ? 2.0.squareRoot() : 1)
    // A picture's corner.
    var corner = 1.0
    if case .image(let tip) = tip {
      // Enlarged pictures are blurred by half of their pixels.
      corner = 2.0.squareRoot() * (1 + 1 / Double(min(tip.images.width, tip.images.height)))
    }
    return radius * (corner + 2 * scatter)
  }
}

extension Angle {
  fileprivate static func / (a: Angle, b: Angle) -> Double { a.radians / b.radians }
}
