/// What the stroke tool does with strokes.
public enum StrokeHand: String, Sendable, CaseIterable {
  /// Takes and places them.
  case choose
  /// Bends them.
  case bend
  /// Draws parts of them again.
  case redraw
  /// Makes them wider or narrower where it passes.
  case thicken, thin
  /// Cuts them at a tap, and moves their ends.
  case cut

  /// Whether it changes strokes where it passes over them, also several.
  var passesOver: Bool { self == .thicken || self == .thin }

  /// Whether `ToolSettings.strokeReach` counts.
  public var hasReach: Bool { [.bend, .thicken, .thin].contains(self) }
}
