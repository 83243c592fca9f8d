import Document
import Geometry
import Ink
import Input
import Language
import Paint

/// Draws a line, rectangle or ellipse with the brush.
struct ShapeTool: ToolBehaviour {
  private static let lineAction: Action = .init(
    "line", Message("Straight line"), .tools, "L"
  ) { $0.choose(.line) }
  static let line: CanvasTool = .init(
    "line", Message("Line"),
    action: lineAction, group: .shapes, usesBrush: true,
    icon: CanvasTool.Icon(
      "M7,17l10,-10M3.7,18.6a1.8,1.8 0 1 0 3.6,0a1.8,1.8 0 1 0 -3.6,0zM16.7,5.4a1.8,1.8 0 1 0 3.6,0a1.8,1.8 0 1 0 -3.6,0z"
    ), ShapeTool(kind: .line))
  private static let rectangleAction: Action = .init(
    "rectangle", Message("Rectangle"), .tools, "R",
    also: Message("square box", context: "search words")
  ) { $0.choose(.rectangle) }
  static let rectangle: CanvasTool = .init(
    "rectangle", Message("Rectangle"),
    action: rectangleAction, group: .shapes, usesBrush: true,
    icon: CanvasTool.Icon(
      "M5,6h14a1,1 0 0 1 1,1v10a1,1 0 0 1 -1,1h-14a1,1 0 0 1 -1,-1v-10a1,1 0 0 1 1,-1z"), ShapeTool(kind: .rectangle))
  private static let ellipseAction: Action = .init(
    "ellipse", Message("Ellipse"), .tools, "O", also: Message("circle oval", context: "search words")
  ) { $0.choose(.ellipse) }
  static let ellipse: CanvasTool = .init(
    "ellipse", Message("Ellipse"),
    action: ellipseAction, group: .shapes, usesBrush: true,
    icon: CanvasTool.Icon(
      "M3.5,12a8.5,6.5 0 1 0 17,0a8.5,6.5 0 1 0 -17,0z"), ShapeTool(kind: .ellipse))

  let kind: Shape.Kind

  var draws: Bool { true }

  func outlinedBrush(in context: ToolContext) -> Brush? { context.brush }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let brush = context.asHeld(context.brush)
    if let refusal = context.drawingRefusal ?? context.refusal(of: brush) { return refusal }
    // Shapes of ink are not smoothed, so the view's scale does not count. Brushes of MyPaint follow it.
    let shape = ShapeInProgress(
      brush: brush, inputScale: brush.paint == nil ? 1 : 1 / context.view.zoom, style: context.style,
      filler: context.filler, symmetry: context.toolSettings.symmetry, conditions: context.paintConditions)
    context.begin(
      ShapeDrag(kind, shape, at: context.toCanvas(e.sample), modifiers: e.modifiers, blends: context.isBlendHeld))
    context.awaitDrawing()
    return Effects()
  }
}

/// A line, rectangle or ellipse being dragged.
final class ShapeDrag: InkGesture {
  private var shape: ShapeInProgress
  private let kind: Shape.Kind
  /// The touch, canvas px.
  private let start: Point
  /// The newest sample, canvas px.
  private var pen: PenSample
  /// The modifiers held now. Shift constrains the shape, Alt or Control centres it.
  private var modifiers: Modifiers
  let blends: Bool

  /// A shape that starts at a sample in canvas px.
  init(_ kind: Shape.Kind, _ shape: ShapeInProgress, at sample: PenSample, modifiers: Modifiers, blends: Bool) {
    (self.kind, self.shape, self.modifiers, self.blends) = (kind, shape, modifiers, blends)
    (start, pen) = (sample.position, sample)
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    (pen, modifiers) = (context.toCanvas(e.sample), e.modifiers)
    context.awaitDrawing()
    return Effects()
  }

  func hold(_ modifiers: Modifiers, in context: ToolContext) -> Effects? {
    self.modifiers = modifiers
    context.awaitDrawing()
    return Effects()
  }

  func draw(now: Double?, in context: ToolContext) -> Effects {
    let figure = Shape(
      kind, dragged: start, pen.position, isConstrained: modifiers.contains(.shift),
      isCentered: !modifiers.isDisjoint(with: [.alt, .control]))
    return context.updated { shape.draw(figure, pen: pen, on: &$0) }
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    if end == .cancelled { return context.updated { shape.cancel(on: &$0) } }
    var effects = context.updated { shape.finish(on: &$0) }
    effects.panelsChanged = true
    if !blends { effects.add(context.remember(context.colour)) }
    return effects
  }

  func withdraw(from document: inout Document) {
    var copy = shape
    _ = copy.cancel(on: &document)
  }
}
