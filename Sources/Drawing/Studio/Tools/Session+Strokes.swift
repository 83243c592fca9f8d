import Document
import Geometry
import Ink
import Input
import Paint

/// Strokes: from touch to lift, and what is told of them to a recorder.
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
    gesture = .stroke(StrokeInHand(stroke))
    strokeTool = e.sample.tool
    hasNewSamples = true
    return effects
  }

  /// Adds a sample to the stroke in progress; false where there is none.
  func extendStroke(_ e: PointerEvent) -> Bool {
    guard case .stroke(let hand) = gesture else { return false }
    hand.stroke.add(toCanvas(e.sample))
    hasNewSamples = true
    return true
  }

  func finish(_ hand: StrokeInHand) -> Effects {
    var effects = Effects()
    effects.damage = hand.stroke.finish(on: &document)
    deadline = nil
    hasNewSamples = false
    effects.historyChanged = true
    if hand.stroke.style.blend != .erase { effects.add(remember(hand.stroke.style.color)) }
    update(effects.damage)
    return effects
  }

  /// Ends the gesture in progress, if any, and keeps what came of it.
  func finishGesture() -> Effects {
    switch gesture {
    case .stroke(let hand):
      gesture = .none
      return finish(hand)
    case .none, .moveView:
      gesture = .none
      return Effects()
    case .shape, .picking, .selecting, .moving, .resizing, .centering:
      return finishDrag()
    }
  }

  /// A sample of the window, on the canvas. The pen leans where it leans on the paper, however that is turned.
  func toCanvas(_ sample: PenSample) -> PenSample {
    let map = view.windowToCanvas
    var s = sample
    s.position = map(sample.position)
    if sample.altitude < .quarterTurn {
      s.azimuth = map(Vector(length: 1, direction: sample.azimuth)).direction
    }
    if let roll = sample.roll {
      // Its buttons face somewhere: in a mirror the barrel turns the other way.
      let buttons = map(Vector(length: 1, direction: roll - .quarterTurn)).direction
      s.roll = (buttons + .quarterTurn).wrapped
    }
    return s
  }

  /// Hands a sample to the tap, before it does what it does.
  func tap(_ e: PointerEvent) {
    guard let sampleTap else { return }
    switch (e.phase, gesture) {
    case (.down, .none) where startsStroke(e) && document.drawingRefusal == nil, (.drag, .stroke):
      sampleTap(toCanvas(e.sample), recordedBrush(e.sample.tool))
    case (.down, _), (.drag, _), (.hover, _), (.up, _): sampleTap(toCanvas(e.sample), nil)
    default: break
    }
  }

  /// What a stroke that begins with this tool is drawn with, as recordings tell it.
  func recordedBrush(_ tool: Tool) -> Recording.Brush {
    let erases = isErasing || tool == .eraser
    let used = steadied(erases ? eraser : brush)
    return Recording.Brush(
      size: used.size, color: style.color, opacity: Double(style.opacity) / 255,
      isEraser: erases, scale: 1 / view.zoom, strength: used.strength, kind: used.name)
  }
}
