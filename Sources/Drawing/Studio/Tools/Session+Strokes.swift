import Document
import Geometry
import Ink
import Input
import Paint

/// Strokes from touch to lift, and their recording.
extension Session {
  func beginStroke(_ e: PointerEvent) -> Effects {
    if let refusal = drawingRefusal { return refusal }
    let effects = dropFloating()
    let erases = isErasing || e.sample.tool == .eraser
    var ink = style
    if erases { ink = InkStyle(color: 0, opacity: 255, blend: .erase) }
    var stroke = StrokeInProgress(
      on: document, brush: steadied(erases ? eraser : brush), inputScale: 1 / view.zoom, style: ink, filler: filler,
      prediction: predictionHorizon, symmetry: toolSettings.symmetry)
    stroke.add(toCanvas(e.sample))
    toolState = .drawing(StrokeGesture(stroke, at: e.sample))
    hasNewSamples = true
    return effects
  }

  /// Adds a sample to the stroke in progress; false where there is none.
  func extendStroke(_ e: PointerEvent) -> Bool {
    guard case .drawing(let gesture) = toolState else { return false }
    gesture.stroke.add(toCanvas(e.sample))
    gesture.hold.place = e.sample.position
    gesture.modifiers = e.modifiers
    hasNewSamples = true
    return true
  }

  /// Draws the stroke in progress up to its newest sample. The result is empty if nothing is due.
  /// - Parameter now: as for `flush`.
  func flush(_ gesture: StrokeGesture, now: Double?) -> Effects {
    var effects = Effects()
    let isDue = if let now, let deadline { now >= deadline } else { false }
    guard hasNewSamples || isDue else { return effects }
    if let now { gesture.hold.flush(now: now, isNew: hasNewSamples, scale: interfaceScale) }
    let holdEnd = settings.aids.holdTime.flatMap { gesture.hold.deadline(after: $0) }
    if let now, let holdEnd, now >= holdEnd {
      gesture.hold.use()
      if let figure = figure(of: gesture) { return replace(gesture, by: figure) }
    }
    if !hasNewSamples {
      gesture.stroke.withdrawPrediction()
      if let now { gesture.stroke.rest(for: now - gesture.hold.newest) }
    }
    hasNewSamples = false
    effects.damage = gesture.stroke.draw(on: &document)
    effects.requests += noteEdge(gesture)
    var next = gesture.stroke.showsPrediction ? Self.predictionTimeout : nil
    if gesture.stroke.isCatchingUp { next = Self.catchUpStep }
    let hold = settings.aids.holdTime.flatMap { gesture.hold.deadline(after: $0) }
    deadline = now.flatMap { now in [next.map { now + $0 }, hold].compactMap(\.self).min() }
    update(effects.damage)
    return effects
  }

  /// Ends a stroke and records it as an edit.
  func finish(_ gesture: StrokeGesture) -> Effects {
    toolState = .idle
    var effects = Effects()
    effects.damage = gesture.stroke.finish(on: &document)
    deadline = nil
    hasNewSamples = false
    effects.historyChanged = true
    effects.requests += noteEdge(gesture)
    if !gesture.erases { effects.add(remember(gesture.stroke.style.color)) }
    update(effects.damage)
    return effects
  }

  /// Ends a stroke. If the touch screen reports that a resting hand drew it, the stroke is undone,
  /// so that redo brings it back.
  func finish(_ gesture: StrokeGesture, _ end: StrokeEnd, at e: PointerEvent) -> Effects {
    gesture.stroke.rest(until: e.sample.time)
    let state = document.history.state
    var effects = finish(gesture)
    // A stroke outside the canvas is no edit.
    if end == .overruled, document.history.state != state { effects.add(perform(.undo)) }
    return effects
  }

  /// The rope that pulls the ink of the stroke in progress, window px; nil for none.
  public var rope: (pen: Point, ink: Point)? {
    guard case .drawing(let gesture) = toolState, gesture.stroke.record.brush.guide.isRope,
      let end = gesture.stroke.inkEnd
    else { return nil }
    return (gesture.hold.place, view.canvasToWindow(end))
  }

  /// Converts a sample from window px to canvas px. Tilt and roll are rotated with the view.
  func toCanvas(_ sample: PenSample) -> PenSample {
    let map = view.windowToCanvas
    var s = sample
    s.position = map(sample.position)
    if sample.altitude < .quarterTurn {
      s.azimuth = map(Vector(length: 1, direction: sample.azimuth)).direction
    }
    if let roll = sample.roll {
      // A mirrored view reverses the direction of roll.
      let buttons = map(Vector(length: 1, direction: roll - .quarterTurn)).direction
      s.roll = (buttons + .quarterTurn).wrapped
    }
    return s
  }

  /// Passes a sample to `sampleTap`, before the session uses it.
  func tap(_ e: PointerEvent) {
    guard let sampleTap else { return }
    switch (e.phase, toolState) {
    case (.down, .idle) where startsStroke(e) && document.drawingRefusal == nil, (.drag, .drawing):
      sampleTap(toCanvas(e.sample), recordedBrush(e.sample.tool))
    case (.down, _), (.drag, _), (.hover, _), (.up, _): sampleTap(toCanvas(e.sample), nil)
    default: break
    }
  }

  /// The brush of a stroke that starts now, for recordings.
  func recordedBrush(_ tool: Tool) -> Recording.Brush {
    let erases = isErasing || tool == .eraser
    let used = steadied(erases ? eraser : brush)
    return Recording.Brush(
      size: used.size, color: style.color, opacity: Double(style.opacity) / 255,
      isEraser: erases, scale: 1 / view.zoom, strength: used.strength, kind: used.name, guide: used.guide)
  }
}
