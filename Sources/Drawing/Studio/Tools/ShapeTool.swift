import Document
import Geometry
import Ink
import Input
import Paint

/// Draws a line, rectangle or ellipse with the brush.
struct ShapeTool: ToolBehaviour {
  let kind: Shape.Kind

  var draws: Bool { true }

  func outlinedBrush(in session: Session) -> Brush? { session.brush }

  func press(_ e: PointerEvent, in session: Session) -> Effects {
    let brush = session.asHeld(session.brush)
    if let refusal = session.drawingRefusal ?? session.refusal(of: brush) { return refusal }
    // Shapes of ink are not smoothed, so the view's scale does not count. Brushes of MyPaint follow it.
    let shape = ShapeInProgress(
      brush: brush, inputScale: brush.paint == nil ? 1 : 1 / session.view.zoom, style: session.style,
      filler: session.filler, symmetry: session.toolSettings.symmetry, conditions: session.paintConditions)
    session.begin(
      ShapeDrag(kind, shape, at: session.toCanvas(e.sample), modifiers: e.modifiers, blends: session.isBlendHeld))
    session.hasNewSamples = true
    return Effects()
  }
}

/// A line, rectangle or ellipse being dragged.
final class ShapeDrag: Gesture {
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

  func move(_ e: PointerEvent, in session: Session) -> Effects {
    (pen, modifiers) = (session.toCanvas(e.sample), e.modifiers)
    session.hasNewSamples = true
    return Effects()
  }

  func hold(_ modifiers: Modifiers, in session: Session) -> Effects? {
    self.modifiers = modifiers
    session.hasNewSamples = true
    return Effects()
  }

  func draw(now: Double?, in session: Session) -> Effects {
    let figure = Shape(
      kind, dragged: start, pen.position, isConstrained: modifiers.contains(.shift),
      isCentered: !modifiers.isDisjoint(with: [.alt, .control]))
    return session.updated { shape.draw(figure, pen: pen, on: &$0) }
  }

  func end(_ end: GestureEnd, in session: Session) -> Effects {
    if end == .cancelled { return session.updated { shape.cancel(on: &$0) } }
    var effects = session.updated { shape.finish(on: &$0) }
    effects.panelsChanged = true
    if !blends { effects.add(session.remember(session.colour)) }
    return effects
  }

  func withdraw(from document: inout Document) {
    var copy = shape
    _ = copy.cancel(on: &document)
  }
}
