import Geometry
import Glibc

extension Brush {
  /// The shape of the tip.
  public enum Tip: Hashable, Sendable {
    /// A disc.
    case round
    /// A flat nib, as wide as the brush's size.
    case flat(Nib)
  }

  /// How a flat nib is cut and held.
  public struct Nib: Hashable, Sendable {
    /// Thickness as a share of the width, 0.02...1.
    public var thickness: Double
    /// Direction of its broad side, clockwise from the right: on the canvas, or from where the pen leans.
    public var angle: Angle
    /// Whether it turns with the pen.
    public var followsAzimuth: Bool

    /// A nib by its values.
    public init(thickness: Double, angle: Angle, followsAzimuth: Bool) {
      self.thickness = thickness
      self.angle = angle
      self.followsAzimuth = followsAzimuth
    }

    /// The lean (a pen of length 1, projected) below which a nib that follows the pen turns towards a place of its own
    /// instead: the azimuth of a pen that is nearly upright is noise.
    static let leastLean = 0.15

    /// Direction of the broad side, rad, for a pen that leans like this.
    func direction(lean: Vector) -> Double {
      guard followsAzimuth else { return angle.radians }
      // Upright it lies as if the pen leaned to the lower right, as that of a right hand does.
      let missing = max(0, Self.leastLean - lean.length)
      let upright = Vector(length: missing, direction: Angle(degrees: 45))
      return (lean + upright).direction.radians + angle.radians
    }
  }

  /// How the tip's prints become ink.
  public enum Rendering: Hashable, Sendable {
    /// Their union has one edge and is covered evenly.
    case outline
    /// Soft or grainy dabs, of which the strongest counts: a stroke does not darken where it crosses itself.
    case dabs(Dabs)
    /// Soft dabs that add up: ink builds up where the stroke returns.
    case spray(Dabs)
  }

  /// How dabs are made.
  public struct Dabs: Hashable, Sendable {
    /// Distance from one to the next as a share of the radius, 0.05...1.
    public var spacing: Double
    /// Share of the radius within which a dab is even, 0 soft ... 1 hard.
    public var hardness: Double
    /// How much of the paper's grain shows, 0...1.
    public var grain: Double
    /// Size of the grain, canvas px for a px of the finest, 1...16.
    public var grainScale: Double

    /// Dabs by their values.
    public init(spacing: Double = 0.25, hardness: Double = 1, grain: Double = 0, grainScale: Double = 1) {
      self.spacing = spacing
      self.hardness = hardness
      self.grain = grain
      self.grainScale = grainScale
    }
  }

  /// What ink does to what is under it.
  public enum Blend: String, Hashable, Sendable, CaseIterable {
    /// Covers it.
    case over
    /// Darkens it as a filter does.
    case multiply
    /// Takes it away.
    case erase
  }

  /// What the width follows beside pressure.
  public struct WidthDynamics: Hashable, Sendable {
    /// Where it is set, the width follows the rule of the tilt pencil instead of pressure: the width along the pen as a share
    /// of that across it, 0...1.
    public var tiltPencil: Double?
    /// Times as wide as upright that the brush is when the pen lies flat, 1...20.
    public var flat = 1.0
    /// Share of the width that a fast pen loses, 0...1.
    public var thinning = 0.0
    /// Speed at which half of that is lost, px of the hand's surface per s.
    public var speed = 1000.0
    /// Way on which the width grows towards what it should be, canvas px; 0 at once.
    public var rise = 0.0
    /// Way on which it shrinks.
    public var fall = 0.0

    /// The width follows pressure alone.
    public init() {}
  }

  /// What the strength of a dab follows.
  public struct FlowDynamics: Hashable, Sendable {
    /// Strength at full pressure, 0.001...1.
    public var most = 1.0
    /// Strength at no pressure as a share of that, 0...1.
    public var minimumShare = 1.0
    /// How pressure is felt.
    public var curve = PressureCurve.linear
    /// Strength as a share when the pen lies flat, 0...1.
    public var flat = 1.0

    /// Always full.
    public init() {}
  }
}

extension Brush {
  /// The share of full pressure that is an average touch to the tilt pencil.
  public static let averageTouch = 0.25

  /// How flat a pen is held: 0 upright ... 1 at 15 degrees and flatter, evenly with the angle.
  static func flatness(altitude: Angle) -> Double {
    let flattest = Double.pi / 12
    return max(0, min(1, 1 - (max(altitude.radians, flattest) - flattest) / (.pi / 2 - flattest)))
  }

  /// How much of a tool's side touches: 0 upright ... 1 at 15 degrees and flatter. The third power, since a hand that
  /// writes holds its pencil at some 55 degrees, and that is to be a line still.
  static func side(altitude: Angle) -> Double {
    let flatness = flatness(altitude: altitude)
    return flatness * flatness * flatness
  }

  /// The width, canvas px, of a tilt pencil whose widest is `size`, held like `p` and moved in `direction`: across the pen
  /// and flat it is widest, along it or upright `share` of that; more than an average touch widens both.
  func tiltPencilWidth(_ share: Double, at p: InkPoint, direction: Vector) -> Double {
    // Half a turn more or less is the same line: the angle between two lines is 0 ... pi/2.
    let across = Angle(radians: atan2(abs(p.lean.cross(direction)), abs(p.lean.dot(direction)))) / .quarterTurn
    let w = max(size * share, size * Self.flatness(altitude: p.altitude) * across)
    let force = p.pressure / Self.averageTouch
    return force >= 1 ? w * force : w
  }

  /// The width, canvas px, that the brush should have where it is held and moved like this; `speed` in px of the hand's
  /// surface per s.
  func targetWidth(at p: InkPoint, direction: Vector, speed: Double) -> Double {
    if let share = width.tiltPencil { return tiltPencilWidth(share, at: p, direction: direction) }
    var w = radius(atPressure: p.pressure) * 2
    if width.flat > 1 { w *= 1 + (width.flat - 1) * Self.side(altitude: p.altitude) }
    if width.thinning > 0 { w *= 1 - width.thinning * speed / (speed + width.speed) }
    return w
  }

  /// The strength of a dab, 0...1, where the brush is held like this.
  func strength(at p: InkPoint) -> Double {
    let share = flow.minimumShare + (1 - flow.minimumShare) * flow.curve(p.pressure)
    let tilted = flow.flat < 1 ? 1 - (1 - flow.flat) * Self.side(altitude: p.altitude) : 1
    return flow.most * share * tilted
  }

  /// How the pen was held, for this brush. Where its nib turns with the pen and the pen tells how its barrel is turned, that
  /// counts and not where it leans: a barrel whose buttons face away from the user counts as leaning towards them.
  public func held(_ sample: PenSample) -> InkPoint {
    var point = InkPoint(sample)
    guard let roll = sample.roll, case .flat(let nib) = tip, nib.followsAzimuth else { return point }
    point.lean = Vector(length: max(Nib.leastLean, point.lean.length), direction: roll + .quarterTurn)
    return point
  }

  /// The direction of the tip, rad; 0 where it is round.
  public func tipDirection(lean: Vector) -> Double {
    if case .flat(let nib) = tip { nib.direction(lean: lean) } else { 0 }
  }
}

extension Angle {
  fileprivate static func / (a: Angle, b: Angle) -> Double { a.radians / b.radians }
}
