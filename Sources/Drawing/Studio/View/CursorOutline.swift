import Document
import Geometry
import Ink

/// The outline under the pen: where and how wide it would draw.
public struct CursorOutline: Sendable, Hashable {
  /// The tool; `eraser` also for a pen held upside down.
  public var tool: CanvasTool
  /// The middle, canvas px.
  public var center: Point
  /// Half of the tip's width at full pressure, canvas px; 0 for tools without a width.
  public var radius: Double
  /// Thickness of a flat tip as a share of its width, 0...1; 1 for a round one.
  public var thickness: Double
  /// Direction of a flat tip's broad side on the canvas, clockwise from the right.
  public var direction: Angle
  /// Whether a stroke that begins now blends.
  public var isBlending = false
}

extension Session {
  /// The outline for a pen at a position in window px. While the brush is resized, the outline
  /// stays where the pen touched.
  public func cursorOutline(for sample: PenSample) -> CursorOutline {
    let held = gesture?.marks.brush ?? sample
    var tool = tool
    if held.tool == .eraser || isEraserHeld { tool = .eraser }
    if pick != nil { tool = .eyedropper }
    guard let brush = tool.behaviour.outlinedBrush(in: ToolContext(self)) else {
      return CursorOutline(
        tool: tool, center: view.windowToCanvas(held.position), radius: 0, thickness: 1, direction: .zero)
    }
    var outline = CursorOutline(
      tool: tool, center: view.windowToCanvas(held.position), radius: brush.fullWidth / 2, thickness: 1,
      direction: .zero)
    outline.isBlending = isDrawing ? isBlendingNow : isBlendHeld
    if !outline.isBlending, case .flat(let nib) = brush.tip {
      outline.thickness = nib.thickness
      outline.direction = Angle(radians: brush.tipDirection(at: brush.held(toCanvas(held))))
    }
    return outline
  }

  /// Whether the brush is being resized on the canvas.
  public var isResizingBrush: Bool { gesture?.marks.brush != nil }
}
