import Document
import Geometry
import Ink
import Input

/// The line of the chosen strokes being changed by hand. They follow the pen at once, except for a part that is drawn
/// again, which counts when it is complete.
final class StrokeReshaping: Gesture {
  private let hand: StrokeHand
  /// What was changed before and is not recorded yet.
  private let before: StrokeChange
  private let reach: Double
  /// The way of the pen, px of the canvas.
  private var samples: [PenSample]
  private let start: PointerEvent
  /// Which end of the stroke is moved; nil for neither.
  private let movedEnd: MovedEnd?
  private var hasMoved = false
  private var isRefused = false

  enum MovedEnd { case start, end }

  /// The factor of the width where the pen passes.
  private static let factor = 1.25
  /// How far the pen goes before a tap is a drag, window px.
  private static let slop = 3.0

  init(_ hand: StrokeHand, _ e: PointerEvent, _ movedEnd: MovedEnd?, in context: ToolContext) {
    (self.hand, start, self.movedEnd) = (hand, e, movedEnd)
    (before, reach) = (context.heldStrokeChange, context.toolSettings.strokeReach)
    samples = [context.toCanvas(e.sample)]
  }

  var undoCancels: Bool { true }

  var marks: ToolMarks {
    var marks = ToolMarks()
    if hand == .redraw { marks.draft = samples.map(\.position) }
    return marks
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let sample = context.toCanvas(e.sample)
    // Denser ones find nothing more.
    if hand != .redraw, let last = samples.last, last.position.distance(to: sample.position) < 0.5 / context.view.zoom {
      return Effects()
    }
    samples.append(sample)
    let way = e.sample.position.distance(to: start.sample.position)
    if way > Self.slop * context.interfaceScale { hasMoved = true }
    guard hasMoved, !isRefused else { return Effects() }
    if hand == .redraw { return context.adornmentEffects }
    return change(in: context)
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = Effects()
    if end == .cancelled {
      if hasMoved, !isRefused, hand != .redraw { effects = context.changeChosenStrokes(to: before) }
    } else if hand == .redraw ? hasMoved : !hasMoved && hand != .bend {
      effects = change(in: context)
    }
    effects.adornmentsChanged = true
    return effects
  }

  private func change(in context: ToolContext) -> Effects {
    guard let shape = shape(in: context) else { return Effects() }
    if !isRefused, let refusal = context.refusalOfChosenStrokes {
      // It is said once.
      isRefused = true
      return refusal
    }
    var value = before
    value.shape = shape
    var effects = context.changeChosenStrokes(to: value)
    if effects.requests.contains(where: { if case .message = $0 { true } else { false } }) { isRefused = true }
    effects.adornmentsChanged = true
    return effects
  }

  /// What the hand has done so far; nil for nothing.
  private func shape(in context: ToolContext) -> StrokeReshape? {
    let places = samples.map(\.position)
    guard let first = places.first, let last = places.last else { return nil }
    switch hand {
    case .choose: return nil
    case .bend: return .bend(from: first, to: last, reach: reach)
    case .redraw: return .redraw(samples, near: 2 * context.strokeReach.slop)
    case .thicken: return .widen(by: Self.factor, StrokeTouch(places, radius: reach))
    case .thin: return .widen(by: 1 / Self.factor, StrokeTouch(places, radius: reach))
    case .cut:
      if !hasMoved { return .split(first) }
      switch movedEnd {
      case .start: return .ends(start: last, end: nil)
      case .end: return .ends(start: nil, end: last)
      case nil: return nil
      }
    }
  }
}

/// A drag with Shift that sets how far the hand reaches. The ring stays where the pen touched.
final class StrokeReachDrag: Gesture {
  private let start: PenSample
  private let before: Double

  init(_ start: PenSample, in context: ToolContext) { (self.start, before) = (start, context.toolSettings.strokeReach) }

  var marks: ToolMarks { ToolMarks(brush: start) }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    context.setStrokeReach(before + (e.sample.position.x - start.position.x) / context.view.zoom)
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    end == .cancelled ? context.setStrokeReach(before) : context.adornmentEffects
  }
}
