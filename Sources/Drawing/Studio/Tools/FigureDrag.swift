import Document
import Geometry
import Ink
import Input
import Raster

/// A figure that a pen has made of its stroke by being held still. The pen, which is still down,
/// drags its end, or resizes and turns it.
final class FigureDrag: InkGesture {
  private let figure: Figure
  private let ink: FigureInk
  /// The pen along the stroke, which the figure keeps.
  private let profile: PenProfile?
  private var shape: ShapeInProgress
  /// The pen's position when it was held, and now, canvas px.
  private let grip: Point
  private var place: Point
  /// How far the pen must move before it drags the figure, canvas px.
  private let threshold: Double
  private var isDragged = false
  /// Shift constrains the figure.
  private var modifiers: Modifiers
  /// 1 if the stroke as drawn is an edit before the figure's, else 0.
  let earlierEdits: Int?
  let blends: Bool

  init(
    _ figure: Figure, _ shape: ShapeInProgress, _ samples: [PenSample], modifiers: Modifiers, threshold: Double,
    earlierEdits: Int, blends: Bool
  ) {
    self.blends = blends
    (self.figure, self.shape, self.modifiers) = (figure, shape, modifiers)
    (self.threshold, self.earlierEdits) = (threshold, earlierEdits)
    ink = FigureInk(samples)
    // Two places of a pen that is held still are at most twice its reach apart.
    profile = PenProfile(samples, along: figure, rest: 2 * threshold)
    grip = samples.last?.position ?? .zero
    place = grip
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    (place, modifiers) = (context.toCanvas(e.sample).position, e.modifiers)
    if place.distance(to: grip) > threshold { isDragged = true }
    context.awaitDrawing()
    return Effects()
  }

  func hold(_ modifiers: Modifiers, in context: ToolContext) -> Effects? {
    self.modifiers = modifiers
    context.awaitDrawing()
    return Effects()
  }

  func draw(now: Double?, in context: ToolContext) -> Effects {
    let isConstrained = modifiers.contains(.shift)
    let shown =
      isDragged || isConstrained
      ? figure.dragged(from: grip, to: isDragged ? place : grip, isConstrained: isConstrained) : figure
    return context.updated { shape.draw(.figure(shown, ink), profile: profile, on: &$0) }
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    if end == .cancelled { return context.updated { shape.cancel(on: &$0) } }
    var effects = context.updated { shape.finish(on: &$0) }
    effects.panelsChanged = true
    return effects
  }

  func withdraw(from document: inout Document) {
    var copy = shape
    _ = copy.cancel(on: &document)
  }
}
