import Geometry

extension Brush {
  /// A tip that prints pictures. Its longer side is as long as the brush's size.
  public struct ImageTip: Hashable, Sendable {
    /// The pictures.
    public var images: TipImages
    /// Which of several pictures a print has.
    public var choice = Choice.sequence
    /// Rotation of the pictures, clockwise, beside what `turning` adds.
    public var angle = Angle.zero
    /// What turns the pictures.
    public var turning = Turning.fixed
    /// The height of a print as a share of that of its picture, 0.05...1.
    public var roundness = 1.0
    /// Greatest random turn to each side as a share of half a turn, 0...1.
    public var angleJitter = 0.0
    /// Whether chance mirrors prints left to right.
    public var flipsAcross = false
    /// Whether chance mirrors prints top to bottom.
    public var flipsDown = false

    /// The heights of prints.
    public static let roundnesses = 0.05...1.0

    /// Pictures that are printed in turn, as they are.
    public init(_ images: TipImages) { self.images = images }
  }
}

extension Brush.ImageTip {
  /// How one of several pictures is chosen.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// One after the other.
    case sequence
    /// By chance.
    case chance
    /// By the stroke's direction: the first one upwards, the others clockwise.
    case direction
  }

  /// What turns the pictures.
  public enum Turning: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case fixed
    /// The stroke's direction; 0 to the right.
    case direction
    /// The direction in which the pen leans. An upright pen counts as leaning slightly to the lower right.
    case tilt
    /// The rotation of the pen's barrel; nothing for a pen that does not measure it.
    case roll
  }

  /// The direction of a print, rad.
  /// - Parameter direction: that of the stroke.
  func direction(at p: InkPoint, along direction: Vector) -> Double {
    let turn =
      switch turning {
      case .fixed: 0.0
      case .direction: direction.direction.radians
      case .tilt: (p.lean + Brush.upright(p.lean)).direction.radians
      case .roll: p.rollAngle?.radians ?? 0
      }
    return turn + angle.radians
  }
}

extension Brush {
  /// How prints differ by chance.
  public struct Variation: Hashable, Sendable {
    /// Greatest distance of a print from the stroke, to each side, as a share of the size, 0...10.
    public var scatter = 0.0
    /// Whether prints also move along the stroke.
    public var scattersAlong = false
    /// Prints at each place, 1...16.
    public var count = 1
    /// Share of the size that a print loses at most, 0...1.
    public var size = 0.0
    /// Share of the strength that a print loses at most, 0...1.
    public var strength = 0.0

    /// The distances from the stroke.
    public static let scatters = 0.0...10.0
    /// The numbers of prints at a place.
    public static let counts = 1...16

    /// No differences.
    public init() {}
  }
}
