import Ink

/// How a recording is inked where that differs from the recorded brushes.
public struct RecordingInk: Hashable, Sendable {
  /// How samples become lines.
  public var smoother = Smoother.steady
  /// The smoother's strength, 0...100; nil keeps the recorded one. Brushes with their own strength
  /// keep it.
  public var strength: Double?
  /// The brush of all strokes, with a size of its own; nil keeps the recorded ones. A stabiliser or
  /// strength that its file fixes counts, not the recorded one.
  public var brush: Brush?
  /// The width of all strokes at full pressure (`Brush.fullWidth`), canvas px, clamped; nil keeps the recorded sizes, or that of `brush`.
  public var size: Double?
  /// The colour of all strokes, 0xRRGGBB; nil keeps the recorded ones.
  public var colour: UInt32?
  /// The chance of the first stroke (`PaintConditions`); each later one has the next number.
  public var seed = 0

  /// The recorded brushes.
  public init() {}

  /// The brush of a recorded stroke.
  func brush(of recorded: Recording.Brush, erases: Bool, from brushes: (String) -> Brush?) -> Brush {
    let kind = erases ? brushes("eraser") ?? .eraser : brushes(recorded.kind) ?? Brush()
    var brush = self.brush ?? kind.resized(to: recorded.size)
    if let size { brush = brush.resized(toFullWidth: size) }
    if self.brush == nil || !brush.hasOwnStabiliser { brush.stabiliser = recorded.stabiliser }
    if brush.paint == nil {
      brush.smoother = smoother
      if self.brush == nil || !brush.hasOwnStrength { brush.strength = recorded.strength }
    }
    return strength.map { brush.steadied(by: $0) } ?? brush
  }
}
