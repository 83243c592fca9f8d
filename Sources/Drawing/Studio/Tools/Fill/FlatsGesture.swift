import Document
import Geometry
import Ink
import Input
import Language
import Paint
import Raster

/// Fills all areas of line art with flat colours, a few at a time, as one step. Escape and undo take back what was done.
final class FlatsGesture: InkGesture {
  private enum Phase {
    case finding(Flats)
    /// The fills that are left, the last one first.
    case filling([Filling])
    case ended
  }

  private var phase: Phase
  /// The number of edits before.
  private let begin: Int
  private let isNewLayer: Bool
  private var count = 0
  /// The message that is shown.
  private var told: String?

  private init(_ flats: Flats, since begin: Int, isNewLayer: Bool) {
    (phase, self.begin, self.isNewLayer) = (.finding(flats), begin, isNewLayer)
  }

  /// Begins on the active layer if it has flats, else on a new one below the line art.
  static func begin(in context: ToolContext) -> Effects {
    var effects = context.settle()
    let begin = context.document.history.recordedCount
    let document = context.document
    let isKept =
      document.layers[document.activeLayer].name == Flats.layerName && document.activeSurface.plane == .pixels
    if isKept {
      if let refusal = context.drawingRefusal { return refusal }
      if document.layers[document.activeLayer].isAlphaLocked {
        return effects.adding(
          .message(
            translated("The transparency of this layer is locked, so areas without a colour get none: unlock it")))
      }
    } else {
      let additions = Flats.addition(to: document)
      if let refusal = additions.first.flatMap({ document.refusal(of: $0) }) {
        return effects.adding(.message(refusal))
      }
      effects.add(
        context.edit { document in
          document.joinEdits { document in
            var region = Region()
            for addition in additions { region.add(document.perform(addition) ?? Region()) }
            return region
          }
        })
    }
    var settings = context.toolSettings.filling
    // Its own layer shows no lines.
    if settings.source == .layer { settings.source = .reference }
    let flats = Flats(on: context.document, settings, seen: context.seenPixels)
    let gesture = FlatsGesture(flats, since: begin, isNewLayer: !isKept)
    context.begin(gesture)
    return effects.adding(gesture.tell(translated("Areas are being found …")))
  }

  var button: PointerButton? { nil }
  var undoCancels: Bool { true }
  var deadline: Double? { 0 }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects { Effects() }
  func draw(now: Double?, in context: ToolContext) -> Effects { Effects() }

  func wake(now: Double, in context: ToolContext) -> Effects {
    let (clock, slice) = (ContinuousClock(), Duration.seconds(context.inkSlice))
    let start = clock.now
    var effects = Effects()
    while !isEnded, clock.now - start < slice { effects.add(step(in: context)) }
    if isEnded {
      effects.add(context.finishGesture())
    } else if case .filling(let fills) = phase {
      let text = translated(
        "{done} of {count} areas are filled …", ["done": count - fills.count, "count": count])
      effects.requests.append(tell(text))
    }
    return effects
  }

  private var isEnded: Bool { if case .ended = phase { true } else { false } }

  /// Finds an area, or fills one.
  private func step(in context: ToolContext) -> Effects {
    switch phase {
    case .finding(var flats):
      phase = .ended
      if flats.findNext() {
        phase = .finding(flats)
      } else {
        let fills = flats.finish(on: context.document)
        count = fills.count
        phase = .filling(fills.reversed())
      }
    case .filling(var fills):
      phase = .ended
      guard let fill = fills.popLast() else { return Effects() }
      phase = .filling(fills)
      let operation = OperationContext(filler: context.filler)
      return context.updated { document in
        document.joinEdits(since: begin) { $0.perform(.fill(fill), operation) } ?? Region()
      }
    case .ended: break
    }
    return Effects()
  }

  /// Shows how far it is.
  private func tell(_ text: String?) -> Effects.Request {
    defer { told = text }
    return .progress(text, instead: told)
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    var effects = Effects()
    if end == .finished { while !isEnded { effects.add(step(in: context)) } }
    phase = .ended
    effects.panelsChanged = true
    effects.requests.append(tell(nil))
    let isUndone = end == .cancelled || count == 0
    if isUndone, context.document.history.recordedCount > begin { effects.add(context.undo()) }
    if end == .cancelled { return effects }
    if count == 0 {
      let reason =
        isNewLayer
        ? translated("There are no areas to fill: nothing but lines is left.")
        : translated("All areas on this layer have a colour.")
      return effects.adding(.message(reason))
    }
    let gap = context.toolSettings.filling.gap
    return effects.adding(
      .undoable(
        gap > 0
          ? translated("{count} areas are filled; gaps up to {gap} px are closed", ["count": count, "gap": gap])
          : translated("{count} areas are filled; Gaps of the fill tool is 0, so no gap is closed", ["count": count])))
  }
}
