import Document

/// What the pen's writing end does on the canvas.
public enum CanvasTool: String, Sendable, Hashable, CaseIterable {
  /// Draws with the brush.
  case brush
  /// Erases with the eraser.
  case eraser
  /// Takes the colour under it.
  case eyedropper
  /// Fills what is of one colour.
  case fill
  /// Draws a straight line with the brush.
  case line
  /// Draws a rectangle with the brush.
  case rectangle
  /// Draws an ellipse with the brush.
  case ellipse
  /// Moves the view.
  case hand
  /// Selects a rectangle, and moves what is selected.
  case selectRectangle
  /// Selects what it goes round, and moves what is selected.
  case selectLasso

  /// Whether it leaves colour or takes it away: then Ctrl makes it the eyedropper.
  public var draws: Bool {
    switch self {
    case .brush, .eraser, .fill, .line, .rectangle, .ellipse: true
    case .eyedropper, .hand, .selectRectangle, .selectLasso: false
    }
  }

  /// Whether it selects.
  public var selects: Bool { self == .selectRectangle || self == .selectLasso }

  /// The figure that it draws.
  var shape: Shape.Kind? {
    switch self {
    case .line: .line
    case .rectangle: .rectangle
    case .ellipse: .ellipse
    default: nil
    }
  }
}

/// How the tools work: all that their panels set.
public struct ToolSettings: Sendable, Hashable {
  /// How a fill finds where it may go.
  public var filling = Filling()
  /// How strokes and figures are repeated while they are drawn.
  public var symmetry = Symmetry()
  /// Whether the eyedropper takes the colour of the whole drawing on its paper; else that of the active sheet, where there
  /// is any.
  public var picksMerged = true

  /// The settings of a new drawing.
  public init() {}
}
