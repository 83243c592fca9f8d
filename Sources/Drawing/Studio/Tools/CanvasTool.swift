import Document

/// What the pen's writing end does on the canvas.
public enum CanvasTool: String, Sendable, Hashable, CaseIterable {
  /// Draws with the brush.
  case brush
  case eraser
  /// Picks the colour under it.
  case eyedropper
  /// Fills an area of one colour.
  case fill
  /// Draws a straight line with the brush.
  case line
  /// Draws a rectangle with the brush.
  case rectangle
  /// Draws an ellipse with the brush.
  case ellipse
  /// Pans the view.
  case hand
  case selectRectangle
  /// Selects the inside of a freehand line, and moves the selection.
  case selectLasso
  /// Sets the edges of the canvas.
  case crop

  /// The table of tools.
  var behaviour: any ToolBehaviour {
    switch self {
    case .brush: BrushTool(erases: false)
    case .eraser: BrushTool(erases: true)
    case .eyedropper: EyedropperTool()
    case .fill: FillTool()
    case .line: ShapeTool(kind: .line)
    case .rectangle: ShapeTool(kind: .rectangle)
    case .ellipse: ShapeTool(kind: .ellipse)
    case .hand: HandTool()
    case .selectRectangle: SelectionTool(isLasso: false)
    case .selectLasso: SelectionTool(isLasso: true)
    case .crop: CropTool()
    }
  }

  /// Whether the tool changes pixels. Control then makes it the eyedropper.
  public var draws: Bool { behaviour.draws }

  /// Whether the tool selects.
  public var selects: Bool { behaviour.selects }
}
