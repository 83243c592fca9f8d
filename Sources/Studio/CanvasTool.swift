/// What the pen's writing end does on the canvas.
public enum CanvasTool: String, Sendable, Hashable, CaseIterable {
  /// Draws with the chosen brush.
  case brush
  /// Takes ink away.
  case eraser
  /// Picks a colour.
  case eyedropper
  /// Fills an area.
  case fill
  /// Draws a straight line with the brush.
  case line
  /// Draws a rectangle with the brush.
  case rectangle
  /// Draws an ellipse with the brush.
  case ellipse
  /// Moves the view.
  case hand
  /// Selects a rectangle.
  case selectRectangle
  /// Selects what a line surrounds.
  case selectLasso
}
