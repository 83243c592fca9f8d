/// What a dial turns.
public enum DialMode: Sendable, Hashable, CaseIterable {
  /// The view's rotation: degrees, clockwise on the screen.
  case rotate

  /// Its name, shown below the value.
  public var name: String {
    switch self {
    case .rotate: "Rotate"
    }
  }

  /// The letter on its button beside the dial.
  public var letter: String {
    switch self {
    case .rotate: "R"
    }
  }

  /// The value that a tap in the dial's middle brings back.
  public var neutral: Double {
    switch self {
    case .rotate: 0
    }
  }

  /// How a value is shown: rotations wrapped into 0 <= v < 360, with one decimal, rounded half up ("354.0°").
  public func shown(_ value: Double) -> String {
    switch self {
    case .rotate:
      let tenths = Self.tenths(ofDegrees: value)
      return "\(tenths / 10).\(tenths % 10)°"
    }
  }

  /// A rotation in whole tenths of a degree, 0 ..< 3600, rounded half up; 0 for what is no number.
  public static func tenths(ofDegrees degrees: Double) -> Int {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    guard turn.isFinite else { return 0 }
    let positive = turn < 0 ? turn + 360 : turn
    // Not negative here, so that "away from zero" is "up"; floor(x + 0.5) would err just below a half.
    return Int((positive * 10).rounded(.toNearestOrAwayFromZero)) % 3600
  }
}
