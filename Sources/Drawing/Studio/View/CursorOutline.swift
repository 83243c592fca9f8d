import Document
import Geometry
import Ink

/// What is drawn where the pen is, so that it is seen what it would do.
public struct CursorOutline: Sendable, Hashable {
  /// What the pen would do there; `eraser` for a pen that is held upside down, too.
  public var tool: CanvasTool
  /// Where, canvas px.
  public var center: Point
  /// Half of the width that the tip has at full pressure, canvas px; 0 for tools without a width.
  public var radius: Double
  /// Thickness of a flat tip as a share of its width, 0...1; 1 for a round one.
  public var thickness: Double
  /// Direction of a flat tip's broad side on the canvas, clockwise from the right.
  public var direction: Angle
}

extension Session {
  /// What to draw for a pen that is held like this; its position in window px. While the brush is being resized that is
  /// where the pen touched.
  public func cursorOutline(for sample: PenSample) -> CursorOutline {
    var held = sample
    if case .resizing(let drag) = gesture { held = drag.start }
    var tool = tool
    if held.tool == .eraser || isEraserHeld { tool = .eraser }
    if case .picking = gesture { tool = .eyedropper }
    let brush: Brush
    switch tool {
    case .brush, .line, .rectangle, .ellipse: brush = self.brush
    case .eraser: brush = eraser
    case .eyedropper, .fill, .hand, .selectRectangle, .selectLasso:
      return CursorOutline(
        tool: tool, center: view.windowToCanvas(held.position), radius: 0, thickness: 1, direction: .zero)
    }
    var outline = CursorOutline(
      tool: tool, center: view.windowToCanvas(held.position), radius: brush.size / 2, thickness: 1, direction: .zero)
    if case .flat(let nib) = brush.tip {
      outline.thickness = nib.thickness
      outline.direction = Angle(radians: brush.tipDirection(lean: brush.held(toCanvas(held)).lean))
    }
    return outline
  }

  /// Whether the brush is being resized on the canvas: its outline stays where the pen touched then.
  public var isResizingBrush: Bool { if case .resizing = gesture { true } else { false } }
}
