import Document
import Geometry
import Ink
import Pixels
import Raster

/// The gradient with handles: the last edit, as long as nothing else was done.
///
/// Each change of it takes the edit back and records the changed gradient, so that it is one step, and a saved file has it.
struct GradientDraft {
  var gradient: Gradient
  /// The state of the history with it (`History.state`).
  private(set) var state: Int
  /// The stop that takes colours and keys.
  var chosen: Int

  /// The gradient whose handles are shown; nil for none.
  static func current(in context: ToolContext) -> GradientDraft? {
    guard let draft = context.gradientDraft, draft.state == context.document.history.state,
      draft.gradient.surface == context.document.activeSurface, context.document.floating == nil
    else { return nil }
    return draft
  }

  /// Records a gradient, in the place of an earlier one if there is one.
  static func record(_ gradient: Gradient, chosen: Int, insteadOf old: GradientDraft?, in context: ToolContext)
    -> Effects
  {
    if let old, old.gradient == gradient {
      context.gradientDraft?.chosen = chosen
      return context.adornmentEffects
    }
    var effects = old == nil ? Effects() : context.undo()
    let count = context.document.history.recordedCount
    effects.add(context.edit { $0.perform(.gradient(gradient), OperationContext(filler: context.filler)) })
    let isRecorded = context.document.history.recordedCount > count
    context.gradientDraft =
      isRecorded ? GradientDraft(gradient: gradient, state: context.document.history.state, chosen: chosen) : nil
    effects.adornmentsChanged = true
    effects.panelsChanged = true
    return effects
  }

  /// Changes it. `body` gets the gradient and the chosen stop.
  func change(in context: ToolContext, _ body: (inout Gradient, inout Int) -> Void) -> Effects {
    var (gradient, chosen) = (gradient, chosen)
    body(&gradient, &chosen)
    return Self.record(gradient, chosen: chosen, insteadOf: self, in: context)
  }

  /// Gives the gradient with handles, if there is one, the kind and the end of settings.
  static func follow(_ settings: GradientSettings, in context: ToolContext) -> Effects {
    guard let draft = current(in: context) else { return Effects() }
    return draft.change(in: context) { gradient, _ in
      gradient.kind = settings.kind
      let end = gradient.stops.stops.count - 1
      var last = gradient.stops.stops[end]
      let isClear = settings.end == .nothing
      guard isClear != (last.opacity == 0) else { return }
      last.opacity = isClear ? 0 : 255
      // Nothing has the colour beside it, so that no other one is seen on the way.
      last.colour = isClear ? gradient.stops.stops[end - 1].colour : context.background
      gradient.stops = gradient.stops.replacing(end, by: last)
    }
  }

  /// Gives the chosen stop a colour 0xRRGGBB.
  func recoloured(_ colour: UInt32, in context: ToolContext) -> Effects {
    change(in: context) { gradient, chosen in
      let stops = gradient.stops.stops
      // Stops of nothing beside it keep its colour, so that the old one is not seen on the way.
      for index in [chosen - 1, chosen, chosen + 1] where stops.indices.contains(index) {
        var stop = stops[index]
        guard index == chosen || stop.opacity == 0 && stop.colour == stops[chosen].colour else { continue }
        stop.colour = colour
        gradient.stops = gradient.stops.replacing(index, by: stop)
      }
    }
  }

  /// Removes the chosen stop; nil if it is one of the last two.
  func withoutStop(in context: ToolContext) -> Effects? {
    guard let stops = gradient.stops.removing(chosen) else { return nil }
    return change(in: context) { gradient, chosen in
      gradient.stops = stops
      chosen = min(chosen, stops.stops.count - 1)
    }
  }

  /// Moves the chosen stop, canvas px: an end of the line by any way, another stop along it.
  func moved(by way: Vector, in context: ToolContext) -> Effects {
    change(in: context) { gradient, chosen in gradient.moveStop(chosen, to: gradient.place(ofStop: chosen) + way) }
  }
}

extension Gradient {
  /// Where a stop is, canvas px.
  func place(ofStop index: Int) -> Point { from + (to - from) * stops.stops[index].place }

  /// Moves the first or last stop with its end of the line if it is there, and any other along the line.
  mutating func moveStop(_ index: Int, to place: Point) {
    let stop = stops.stops[index]
    if index == 0, stop.place == 0 {
      from = place
    } else if index == stops.stops.count - 1, stop.place == 1 {
      to = place
    } else {
      var stop = stop
      stop.place = share(of: place)
      stops = stops.replacing(index, by: stop)
    }
  }

  /// The place along the line that is nearest to a position, 0...1.
  func share(of place: Point) -> Double {
    let (way, reach) = (to - from, place - from)
    let square = way.dx * way.dx + way.dy * way.dy
    return square > 0 ? max(0, min(1, (reach.dx * way.dx + reach.dy * way.dy) / square)) : 0
  }

  func marks(chosen: Int?) -> GradientMarks {
    GradientMarks(
      from: from, to: to,
      stops: stops.stops.indices.map {
        let stop = stops.stops[$0]
        return GradientMarks.Stop(
          place: place(ofStop: $0), colour: stop.colour, opacity: Double(stop.opacity) / 255)
      }, chosen: chosen)
  }
}
