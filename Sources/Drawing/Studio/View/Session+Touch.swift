import Document
import Geometry
import Input

/// Fingers that hold the canvas: where it is held, and what it is to go back to.
struct CanvasHold {
  /// The view before the first finger moved it.
  let before: View
  /// The view as the fingers left it: what else changes it is kept.
  var shown: View
  /// Where the fingers are, window px.
  var grip: Grip
  /// The places of the canvas that they hold, canvas px.
  var places: (first: Point, second: Point?)
}

/// A pinch on a touchpad.
struct CanvasPinch {
  /// The scale that the last step told.
  var scale = 1.0
  /// The zoom that the fingers ask for, which may be beyond what a view can have.
  var wanted: Double
  /// How much of the fingers' turn the canvas has followed.
  var turned = Angle.zero
}

/// Fingers on the canvas and on touchpads. A stroke, or whatever else is being done, is never disturbed by them.
extension Session {
  func handle(_ e: TouchEvent) -> Effects {
    guard case .none = gesture else {
      hold = nil
      return Effects()
    }
    switch e {
    case .hold(let grip):
      hold = taken(grip, before: hold?.before ?? view)
      return Effects()
    case .move(let grip): return move(grip)
    case .release:
      hold = nil
      return Effects()
    case .cancel: return putBack()
    case .tap(let fingers):
      var effects = putBack()
      guard settings.fingerTaps == .undo else { return effects }
      effects.add(perform(fingers == 2 ? .undo : .redo))
      return effects
    }
  }

  private func taken(_ grip: Grip, before: View) -> CanvasHold {
    let map = view.windowToCanvas
    return CanvasHold(before: before, shown: view, grip: grip, places: (map(grip.first), grip.second.map { map($0) }))
  }

  private func move(_ grip: Grip) -> Effects {
    guard var held = hold else { return Effects() }
    // A wheel, a key or another window size came in between: what lies under the fingers now is what they hold.
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
    hold = held
    return view == before ? Effects() : viewEffects
  }

  /// Shows what was shown before the fingers moved it, unless something else has changed it, too.
  private func putBack() -> Effects {
    guard let held = hold else { return Effects() }
    hold = nil
    guard held.shown == view, held.before != view, held.before.windowWidth == view.windowWidth,
      held.before.windowHeight == view.windowHeight
    else { return Effects() }
    view = held.before
    return viewEffects
  }

  func handle(_ e: PinchEvent) -> Effects {
    guard case .none = gesture, e.phase != .end, settings.twoFingers != .none else {
      pinch = nil
      return Effects()
    }
    let before = view
    var now = pinch ?? CanvasPinch(wanted: view.zoom)
    if e.phase == .begin { now = CanvasPinch(wanted: view.zoom) }
    // What else changed the zoom counts; fingers that are beyond its limits come back before it does.
    if abs(view.zoom - max(View.zooms.lowerBound, min(View.zooms.upperBound, now.wanted))) > 1e-9 * view.zoom {
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
    pinch = now
    return view == before ? Effects() : viewEffects
  }

  /// How far the canvas follows fingers that have turned by an angle on a touchpad. Nobody pinches without turning a little,
  /// which must not tilt an upright canvas: below 2 degrees it does not follow, from 6 degrees on it has followed all the
  /// way, and in between it catches up.
  private static func followed(_ turn: Angle) -> Angle {
    let share = (abs(turn.degrees) - 2) / 4
    return share <= 0 ? .zero : share >= 1 ? turn : turn * share
  }
}

extension Session {
  /// Ends a stroke. The mark of a hand that was laid down is taken back, as undo takes it back: so redo has it.
  func finish(_ hand: StrokeInHand, _ end: StrokeEnd) -> Effects {
    let state = document.history.state
    var effects = finish(hand)
    // Outside the canvas there was no mark.
    if end == .overruled, document.history.state != state { effects.add(perform(.undo)) }
    return effects
  }
}
