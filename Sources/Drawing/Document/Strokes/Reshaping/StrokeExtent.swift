/// How much of a touched stroke is erased.
public enum StrokeExtent: String, Sendable, CaseIterable {
  /// All of it.
  case stroke
  /// The part between the next places on both sides where strokes cross it.
  case crossing
  /// What was passed over.
  case touched
}
