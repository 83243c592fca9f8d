import Document
import Geometry
import Ink
import Input
import Raster

/// A figure that a pen has made of its stroke by being held still. The pen, which is still down,
/// drags its end, or resizes and turns it.
final class FigureDrag: Gesture {
  private let figure: Figure
  private let ink: FigureInk
  private var shape: ShapeInProgress
  /// The pen's position when it was held, and now, canvas px.
  private let grip: Point
  private var place: Point
  /// How far the pen must move before it drags the figure, canvas px.
  private let threshold: Double
  private var isDragged = false
  /// Shift constrains the figure.
  private var modifiers: Modifiers
  /// Whether the stroke as drawn is an edit before the figure's.
  let hasStroke: Bool

  init(
    _ figure: Figure, _ shape: ShapeInProgress, _ samples: [PenSample], modifiers: Modifiers, threshold: Double,
    hasStroke: Bool
  ) {
    (self.figure, self.shape, self.modifiers) = (figure, shape, modifiers)
    (self.threshold, self.hasStroke) = (threshold, hasStroke)
    ink = FigureInk(samples)
    grip = samples.last?.position ?? .zero
    place = grip
  }

  func move(_ e: PointerEvent, in session: Session) -> Effects {
    (place, modifiers) = (session.toCanvas(e.sample).position, e.modifiers)
    if place.distance(to: grip) > threshold { isDragged = true }
    session.hasNewSamples = true
    return Effects()
  }

  func hold(_ modifiers: Modifiers, in session: Session) -> Effects? {
    self.modifiers = modifiers
    session.hasNewSamples = true
    return Effects()
  }

  func draw(in session: Session) -> Effects {
    let isConstrained = modifiers.contains(.shift)
    let shown =
      isDragged || isConstrained
      ? figure.dragged(from: grip, to: isDragged ? place : grip, isConstrained: isConstrained) : figure
    return session.updated { shape.draw(ink.samples(along: shown), on: &$0) }
  }

  func end(_ end: GestureEnd, in session: Session) -> Effects {
    if end == .cancelled { return session.updated { shape.cancel(on: &$0) } }
    var effects = session.updated { shape.finish(on: &$0) }
    effects.historyChanged = true
    return effects
  }

  func withdraw(from document: inout Document) {
    var copy = shape
    _ = copy.cancel(on: &document)
  }
}

extension Session {
  /// The figure that a stroke was meant to be; nil if that is not certain.
  func figure(of gesture: StrokeGesture) -> Figure? {
    FigureRecogniser.figure(of: gesture.stroke.record.samples.map(\.position), unit: interfaceScale / view.zoom)
  }

  /// Records a stroke as it was drawn, and shows a figure in its place.
  func replace(_ gesture: StrokeGesture, by figure: Figure) -> Effects {
    let count = document.history.recordedCount
    var effects = finish(gesture)
    let hasStroke = document.history.recordedCount > count
    let record = gesture.stroke.record
    let shape =
      hasStroke
      ? ShapeInProgress(replacing: record, filler: filler, on: &document)
      : ShapeInProgress(like: record, filler: filler)
    begin(
      FigureDrag(
        figure, shape, record.samples, modifiers: gesture.modifiers,
        threshold: StrokeHold.reach * interfaceScale / view.zoom, hasStroke: hasStroke))
    effects.add(drawGesture())
    return effects
  }

  /// Ends a gesture by lifting the pen. If the touch screen reports that a resting hand did it,
  /// what it drew is undone.
  func finish(_ gesture: any Gesture, _ end: StrokeEnd) -> Effects {
    let state = document.history.state
    var effects = finishGesture()
    guard end == .overruled, let drag = gesture as? FigureDrag else { return effects }
    if document.history.state != state { effects.add(perform(.undo)) }
    if drag.hasStroke { effects.add(perform(.undo)) }
    return effects
  }
}
