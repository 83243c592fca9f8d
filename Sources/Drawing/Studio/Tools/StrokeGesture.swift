import Document
import Geometry
import Ink
import Input
import Paint

/// A stroke being drawn. Escape does not end it: the pen is still down.
final class StrokeGesture: Gesture {
  private var stroke: StrokeInProgress
  /// The pen's end at the touch.
  let penEnd: Tool?
  /// Nil for a stroke that blends: recordings name brushes and would paint with this one.
  let recordedBrush: Recording.Brush?
  let blends: Bool
  private(set) var deadline: Double?
  /// The modifiers held at the newest sample.
  private var modifiers: Modifiers = []
  /// Whether the pen is held still.
  private var hold: StrokeHold
  /// Whether the pen was beyond the edge of an endless canvas.
  private var isBeyondEdge = false

  /// The time after the last sample for which predicted ink is shown, s: longer than the time
  /// between two samples of any moving pen.
  private static let predictionTimeout = 0.03
  /// The time between two frames in which guided ink moves on to a pen that rests, s.
  private static let catchUpStep = 1.0 / 60

  /// A stroke from its touch.
  init(_ e: PointerEvent, _ brush: Brush, erases: Bool, blends: Bool, in session: Session) {
    let (style, scale) = (session.style, 1 / session.view.zoom)
    let brush = session.steadied(brush)
    stroke = StrokeInProgress(
      on: session.document, brush: brush, inputScale: scale,
      style: erases ? InkStyle(color: 0, opacity: 255, blend: .erase) : style, filler: session.filler,
      prediction: session.predictionHorizon, symmetry: session.toolSettings.symmetry,
      conditions: session.paintConditions, slice: session.inkSlice)
    stroke.add(session.toCanvas(e.sample))
    recordedBrush =
      blends
      ? nil
      : Recording.Brush(
        size: brush.size, color: style.color, opacity: style.exactOpacity, isEraser: erases, scale: scale,
        strength: brush.strength, kind: brush.name, guide: brush.guide)
    self.blends = blends
    (penEnd, hold) = (e.sample.tool, StrokeHold(at: e.sample.position))
  }

  var drawsAtEnd: Bool { true }
  var isCancellable: Bool { false }
  var earlierEdits: Int? { 0 }
  var draws: Bool { true }
  var erases: Bool { stroke.style.blend == .erase }
  var record: StrokeRecord? { stroke.record }

  func move(_ e: PointerEvent, in session: Session) -> Effects {
    stroke.add(session.toCanvas(e.sample))
    hold.place = e.sample.position
    modifiers = e.modifiers
    session.hasNewSamples = true
    return Effects()
  }

  func draw(now: Double?, in session: Session) -> Effects {
    if let now {
      hold.flush(now: now, isNew: true, scale: session.interfaceScale)
      if let effects = makeFigure(now: now, in: session) { return effects }
    }
    return show(now: now, in: session)
  }

  /// Removes the predicted ink of a pen that rests, moves guided ink on, and makes a figure of the
  /// stroke if the pen has been held still.
  func wake(now: Double, in session: Session) -> Effects {
    hold.flush(now: now, isNew: false, scale: session.interfaceScale)
    if let effects = makeFigure(now: now, in: session) { return effects }
    stroke.withdrawPrediction()
    if let sample = stroke.rest(for: now - hold.newest) { session.sampleTap?(sample, recordedBrush) }
    return show(now: now, in: session)
  }

  private func show(now: Double?, in session: Session) -> Effects {
    // Earlier ink comes first.
    var effects = session.lagging.isEmpty ? session.updated { stroke.draw(on: &$0) } : Effects()
    effects.requests += noteEdge(in: session)
    let next =
      stroke.isBehind
      ? 0 : stroke.isCatchingUp ? Self.catchUpStep : stroke.showsPrediction ? Self.predictionTimeout : nil
    deadline = now.flatMap { now in [next.map { now + $0 }, holdEnd(in: session)].compactMap(\.self).min() }
    return effects
  }

  func lift(at time: Double) { stroke.rest(until: time) }

  /// Records the stroke as an edit.
  func end(_ end: GestureEnd, in session: Session) -> Effects {
    stroke.lift()
    var effects = Effects()
    if stroke.isBehind || !session.lagging.isEmpty {
      session.lagging.append(stroke)
    } else {
      effects = session.updated { stroke.finish(on: &$0) }
      effects.panelsChanged = true
    }
    effects.requests += noteEdge(in: session)
    if !erases, !blends { effects.add(session.remember(stroke.style.color)) }
    return effects
  }

  func withdraw(from document: inout Document) {
    var copy = stroke
    _ = copy.revert(on: &document)
  }

  func rope(in session: Session) -> (pen: Point, ink: Point)? {
    guard stroke.record.brush.guide.isRope, let end = stroke.inkEnd else { return nil }
    return (hold.place, session.view.canvasToWindow(end))
  }

  /// The message when the stroke leaves an endless canvas, once.
  private func noteEdge(in session: Session) -> [Effects.Request] {
    guard !isBeyondEdge, session.isBeyondEdge(hold.place) else { return [] }
    isBeyondEdge = true
    return [.message(Session.edgeMessage)]
  }

  /// When the pen will have been held still for long enough to make a figure; nil for never.
  private func holdEnd(in session: Session) -> Double? {
    session.settings.aids.holdTime.flatMap { hold.deadline(after: $0) }
  }

  /// If the pen has been held still and the stroke was certainly meant to be a figure, records the
  /// stroke as it was drawn, and begins a figure in its place. Returns nil otherwise.
  private func makeFigure(now: Double, in session: Session) -> Effects? {
    guard let end = holdEnd(in: session), now >= end else { return nil }
    hold.use()
    let (record, unit) = (stroke.record, session.interfaceScale / session.view.zoom)
    guard let figure = FigureRecogniser.figure(of: record.samples.map(\.position), unit: unit) else { return nil }
    let count = session.document.history.recordedCount
    var effects = session.finishGesture()
    let hasStroke = session.document.history.recordedCount > count
    let shape =
      hasStroke
      ? ShapeInProgress(replacing: record, filler: session.filler, on: &session.document)
      : ShapeInProgress(like: record, filler: session.filler)
    session.begin(
      FigureDrag(
        figure, shape, record.samples, modifiers: modifiers, threshold: StrokeHold.reach * unit,
        earlierEdits: hasStroke ? 1 : 0, blends: blends))
    effects.add(session.drawGesture())
    return effects
  }
}
