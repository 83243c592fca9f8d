import Geometry

/// The handles of a gradient: its line with a mark for each stop.
public struct GradientMarks: Sendable, Hashable {
  public struct Stop: Sendable, Hashable {
    /// Canvas px.
    public let place: Point
    /// 0xRRGGBB.
    public let colour: UInt32
    /// 0...1.
    public let opacity: Double
  }

  /// The ends of the line, canvas px.
  public let from: Point
  public let to: Point
  public let stops: [Stop]
  /// The stop that takes colours and keys; nil for none.
  public let chosen: Int?
}
