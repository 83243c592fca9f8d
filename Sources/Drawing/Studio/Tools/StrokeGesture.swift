import Document
import Geometry
import Ink
import Input
import Paint

/// A stroke being drawn. Escape does not end it: the pen is still down.
final class StrokeGesture: PenGesture {
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
  init(_ e: PointerEvent, _ brush: Brush, erases: Bool, blends: Bool, in context: ToolContext) {
    let (style, scale) = (context.style, 1 / context.view.zoom)
    let brush = context.steadied(brush)
    stroke = StrokeInProgress(
      on: context.document, brush: brush, inputScale: scale,
      style: erases ? InkStyle(colour: 0, opacity: 255, blend: .erase) : style, filler: context.filler,
      prediction: context.predictionHorizon, symmetry: context.toolSettings.symmetry,
      conditions: context.paintConditions, slice: context.inkSlice)
    stroke.add(context.toCanvas(e.sample))
    recordedBrush =
      blends
      ? nil
      : Recording.Brush(
        size: brush.size, colour: style.colour, opacity: style.exactOpacity, isEraser: erases, scale: scale,
        strength: brush.strength, kind: brush.name, stabiliser: brush.stabiliser)
    self.blends = blends
    (penEnd, hold) = (e.sample.tool, StrokeHold(at: e.sample.position))
  }

  var drawsAtEnd: Bool { true }
  var isCancellable: Bool { false }
  var earlierEdits: Int? { 0 }
  var erases: Bool { stroke.style.blend == .erase }
  var record: StrokeRecord? { stroke.record }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    stroke.add(context.toCanvas(e.sample))
    hold.place = e.sample.position
    modifiers = e.modifiers
    context.awaitDrawing()
    return Effects()
  }

  func draw(now: Double?, in context: ToolContext) -> Effects {
    if let now {
      hold.flush(now: now, isNew: true, scale: context.interfaceScale)
      if let effects = makeFigure(now: now, in: context) { return effects }
    }
    return show(now: now, in: context)
  }

  /// Removes the predicted ink of a pen that rests, moves guided ink on, and makes a figure of the
  /// stroke if the pen has been held still.
  func wake(now: Double, in context: ToolContext) -> Effects {
    hold.flush(now: now, isNew: false, scale: context.interfaceScale)
    if let effects = makeFigure(now: now, in: context) { return effects }
    stroke.withdrawPrediction()
    if let sample = stroke.rest(for: now - hold.newest) { context.tap(sample, recordedBrush) }
    return show(now: now, in: context)
  }

  private func show(now: Double?, in context: ToolContext) -> Effects {
    // Earlier ink comes first.
    var effects = !context.hasLaggingInk ? context.updated { stroke.draw(on: &$0) } : Effects()
    effects.requests += noteEdge(in: context)
    let next =
      stroke.isBehind
      ? 0 : stroke.isCatchingUp ? Self.catchUpStep : stroke.showsPrediction ? Self.predictionTimeout : nil
    deadline = now.flatMap { now in [next.map { now + $0 }, holdEnd(in: context)].compactMap(\.self).min() }
    return effects
  }

  func lift(at time: Double) { stroke.rest(until: time) }

  /// Records the stroke as an edit.
  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    stroke.lift()
    var effects = Effects()
    if stroke.isBehind || context.hasLaggingInk {
      context.paintLater(stroke)
    } else {
      effects = context.updated { stroke.finish(on: &$0) }
      effects.panelsChanged = true
    }
    effects.requests += noteEdge(in: context)
    if !erases, !blends { effects.add(context.remember(stroke.style.colour)) }
    return effects
  }

  func withdraw(from document: inout Document) {
    var copy = stroke
    _ = copy.revert(on: &document)
  }

  func rope(in context: ToolContext) -> (pen: Point, ink: Point)? {
    guard stroke.record.brush.stabiliser.isRope, let end = stroke.inkEnd else { return nil }
    return (hold.place, context.view.canvasToWindow(end))
  }

  /// The message when the stroke leaves an endless canvas, once.
  private func noteEdge(in context: ToolContext) -> [Effects.Request] {
    guard !isBeyondEdge, context.isBeyondEdge(hold.place) else { return [] }
    isBeyondEdge = true
    return [.message(Session.edgeMessage)]
  }

  /// When the pen will have been held still for long enough to make a figure; nil for never.
  private func holdEnd(in context: ToolContext) -> Double? {
    context.aids.holdTime.flatMap { hold.deadline(after: $0) }
  }

  /// If the pen has been held still and the stroke was certainly meant to be a figure, records the
  /// stroke as it was drawn, and begins a figure in its place. Returns nil otherwise.
  private func makeFigure(now: Double, in context: ToolContext) -> Effects? {
    guard let end = holdEnd(in: context), now >= end else { return nil }
    hold.use()
    let (record, unit) = (stroke.record, context.interfaceScale / context.view.zoom)
    guard let figure = FigureRecogniser.figure(of: record.samples.map(\.position), unit: unit) else { return nil }
    let count = context.document.history.recordedCount
    var effects = context.finishGesture()
    let hasStroke = context.document.history.recordedCount > count
    let shape =
      hasStroke
      ? context.withDocument { ShapeInProgress(replacing: record, filler: context.filler, on: &$0) }
      : ShapeInProgress(like: record, filler: context.filler)
    context.begin(
      FigureDrag(
        figure, shape, record.samples, modifiers: modifiers, threshold: StrokeHold.reach * unit,
        earlierEdits: hasStroke ? 1 : 0, blends: blends))
    effects.add(context.drawGesture())
    return effects
  }
}
