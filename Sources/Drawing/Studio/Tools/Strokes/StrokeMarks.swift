/// The paths of strokes that a tool shows, polylines in canvas px.
public struct StrokeMarks: Sendable, Hashable {
  /// Those of the chosen strokes.
  public var chosen: [[SIMD2<Float>]] = []
  /// That of the stroke under the pen, and those of its copies by a symmetry.
  public var hovered: [[SIMD2<Float>]] = []
}
