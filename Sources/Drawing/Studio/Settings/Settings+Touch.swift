/// What fingers do.
extension Settings {
  /// What two fingers on a touch screen, and a pinch on a touchpad, do with the canvas.
  public enum TwoFingerUse: String, Sendable, Hashable, CaseIterable {
    /// They move, zoom and turn it.
    case turn
    /// They move and zoom it.
    case zoom
    /// Nothing.
    case none
  }

  /// What a tap of two or three fingers on the canvas does.
  public enum TapUse: String, Sendable, Hashable, CaseIterable {
    /// Two undo, three redo.
    case undo
    /// Nothing.
    case none
  }
}
