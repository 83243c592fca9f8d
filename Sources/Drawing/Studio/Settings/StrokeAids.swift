import Ink

/// How the user's strokes are helped, apart from smoothing. Values clamp themselves.
public struct StrokeAids: Sendable, Hashable {
  /// The stabilisers.
  public enum StabiliserKind: String, Sendable, Hashable, CaseIterable {
    /// Each brush's own.
    case brush
    /// A rope that pulls the ink.
    case rope
    /// The mean of the pen's positions over a time.
    case average
  }

  /// The stabiliser of all brushes.
  public var stabiliser = StabiliserKind.brush
  /// The length of the rope, window px for 96 dpi, within `ropes`.
  public var rope = 60.0 { didSet { rope = Settings.clamped(rope, Self.ropes, 60) } }
  /// The time of the average, ms, within `averages`.
  public var average = 250.0 { didSet { average = Settings.clamped(average, Self.averages, 250) } }
  /// Whether guided ink goes on to the pen when it is lifted.
  public var stabiliserEnd = StabiliserEnd.pen
  /// How long the pen is held still to make a figure of a stroke, ms, within `holds`; 0: never.
  public var hold = 500.0 {
    didSet {
      hold = Settings.clamped(hold, Self.holds, 500)
      if hold > 0 { hold = max(Self.leastHold, hold) }
    }
  }

  /// Where guided ink ends.
  public enum StabiliserEnd: String, Sendable, Hashable, CaseIterable {
    case pen
    /// Where it is when the pen is lifted.
    case ink
  }

  /// The range of `rope`.
  public static let ropes = 1.0...300.0
  /// The range of `average`.
  public static let averages = 20.0...1000.0
  /// The range of `hold`; shorter times than `leastHold` are none.
  public static let holds = 0.0...2000.0
  /// The shortest time but 0, ms.
  public static let leastHold = 200.0

  /// The default aids.
  public init() {}

  /// The time of `hold`, s; nil for never.
  var holdTime: Double? { hold > 0 ? hold / 1000 : nil }

  /// A brush with the user's stabiliser, if there is one, unless its file fixes another.
  /// - Parameter scale: window px for each px of a design for 96 dpi.
  func guiding(_ brush: Brush, scale: Double) -> Brush {
    var stabilised = brush
    switch stabiliser {
    case .brush: break
    case .rope: stabilised.stabiliser = .rope(length: rope * scale, endsAtPen: stabiliserEnd == .pen)
    case .average: stabilised.stabiliser = .average(time: average / 1000, endsAtPen: stabiliserEnd == .pen)
    }
    if brush.hasOwnStabiliser { stabilised.stabiliser = brush.stabiliser }
    stabilised.stabiliser = stabilised.stabiliser.clamped
    return stabilised
  }
}
