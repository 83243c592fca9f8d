import Document
import Geometry
import Input
import Language

/// The fingers on the canvas and on a touchpad; nil while there are none.
struct TouchState {
  var hold: CanvasHold?
  var pinch: CanvasPinch?
}

/// Fingers that hold the canvas.
struct CanvasHold {
  /// The view before the first finger moved it.
  let before: View
  /// The view after the fingers' last move. A different view was changed by something else.
  var shown: View
  /// The positions of the fingers, window px.
  var grip: Grip
  /// The canvas positions under the fingers, canvas px.
  var places: (first: Point, second: Point?)
}

/// A pinch on a touchpad.
struct CanvasPinch {
  /// The scale of the last step.
  var scale = 1.0
  /// The zoom for the fingers' distance. It may be outside `View.zooms`.
  var wanted: Double
  /// The part of the fingers' rotation that the canvas has followed.
  var turned = Angle.zero
}

/// Fingers on the canvas and on touchpads. They never disturb a gesture of the pen or mouse.
extension Session {
  func handle(_ e: TouchEvent) -> Effects {
    guard gesture == nil else {
      touch.hold = nil
      return Effects()
    }
    switch e {
    case .hold(let grip):
      touch.hold = taken(grip, before: touch.hold?.before ?? view)
      return Effects()
    case .move(let grip): return move(grip)
    case .release:
      touch.hold = nil
      return Effects()
    case .cancel: return putBack()
    case .tap(let fingers):
      var effects = putBack()
      guard settings.fingerTaps == .undo else { return effects }
      effects.add(fingers == 2 ? undoByTap() : perform(.redo))
      return effects
    }
  }

  /// Undoes, and says what: the two fingers may be a hand that rests on the screen.
  private func undoByTap() -> Effects {
    let (before, recorded) = (redoCount, document.history.redoCount)
    var effects = perform(.undo)
    guard redoCount > before, effects.requests.isEmpty else { return effects }
    let isEdit = document.history.redoCount == recorded + 1
    effects.requests.append(.redoable(Self.tapSentence(isEdit ? document.history.undoneOperation : nil)))
    return effects
  }

  /// The message about an operation that a tap undid; nil for one without a name.
  private static func tapSentence(_ operation: Operation?) -> String {
    switch operation {
    case .stroke, .strokes, .shape: translated("Two fingers tapped the canvas: a stroke was undone.")
    case .replacement(let operation): tapSentence(operation)
    case .fill, .cover, .gradient: translated("Two fingers tapped the canvas: a fill was undone.")
    case .place(let placing) where placing.isPaste:
      translated("Two fingers tapped the canvas: the pasted pixels were removed.")
    case .place: translated("Two fingers tapped the canvas: the moved pixels are back at their place.")
    case .select: translated("Two fingers tapped the canvas: a change of the selection was undone.")
    case .layer: translated("Two fingers tapped the canvas: a change of the layers was undone.")
    case .canvas: translated("Two fingers tapped the canvas: a change of the canvas was undone.")
    case .clear, .pixels, .omitted, .change, nil:
      translated("Two fingers tapped the canvas: the last step was undone.")
    }
  }

  private func taken(_ grip: Grip, before: View) -> CanvasHold {
    let map = view.windowToCanvas
    return CanvasHold(before: before, shown: view, grip: grip, places: (map(grip.first), grip.second.map { map($0) }))
  }

  private func move(_ grip: Grip) -> Effects {
    guard var held = touch.hold else { return Effects() }
    // A wheel, a key or the window changed the view: the fingers hold what is under them now.
    if held.shown != view { held = taken(held.grip, before: held.before) }
    let before = view
    switch (grip.second, held.places.second) {
    case (let second?, let place?):
      if settings.twoFingers != .none {
        view.put((held.places.first, place), at: (grip.first, second), turns: settings.twoFingers == .turn)
      }
    case (nil, nil): view.put(held.places.first, at: grip.first)
    default: break
    }
    held.grip = grip
    held.shown = view
    touch.hold = held
    return view == before ? Effects() : viewEffects()
  }

  /// Restores the view from before the fingers moved it, unless something else has changed it.
  private func putBack() -> Effects {
    guard let held = touch.hold else { return Effects() }
    touch.hold = nil
    guard held.shown == view, held.before != view, held.before.windowWidth == view.windowWidth,
      held.before.windowHeight == view.windowHeight
    else { return Effects() }
    view = held.before
    return viewEffects()
  }

  func handle(_ e: PinchEvent) -> Effects {
    guard gesture == nil, e.phase != .end, settings.twoFingers != .none else {
      touch.pinch = nil
      return Effects()
    }
    let before = view
    var now = touch.pinch ?? CanvasPinch(wanted: view.zoom)
    if e.phase == .begin { now = CanvasPinch(wanted: view.zoom) }
    // If something else changed the zoom, start from that. Beyond the limits, the zoom stays until
    // the fingers are back within them. The view of a whole large drawing may be below them.
    let least = min(View.zooms.lowerBound, view.zoom)
    if abs(view.zoom - max(least, min(View.zooms.upperBound, now.wanted))) > 1e-9 * view.zoom {
      now.wanted = view.zoom
    }
    now.wanted *= e.scale / now.scale
    now.scale = e.scale
    if abs(now.wanted / view.zoom - 1) > 1e-9 { view.setZoom(now.wanted, at: e.position) }
    if settings.twoFingers == .turn {
      let turn = Self.followed(e.turn)
      if turn != now.turned { view.setRotation(view.rotation + turn - now.turned, about: e.position) }
      now.turned = turn
    }
    touch.pinch = now
    return view == before ? Effects() : viewEffects()
  }

  /// The canvas's rotation for a rotation of the fingers on a touchpad: zero below 2 degrees, so
  /// that a pinch does not tilt an upright canvas; all of it from 6 degrees; between them it
  /// catches up.
  private static func followed(_ turn: Angle) -> Angle {
    let share = (abs(turn.degrees) - 2) / 4
    return share <= 0 ? .zero : share >= 1 ? turn : turn * share
  }
}
