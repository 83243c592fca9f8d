import Document
import Geometry
import Ink
import Input

/// A drag that takes the strokes in an area, or a tap on one.
final class StrokeArea: Gesture {
  private var area: AreaDraft
  private let mode: StrokePicking.Mode

  /// An outline that starts at a canvas position. Shift adds, Alt takes away.
  /// - Parameter scale: canvas px per window px.
  init(isLasso: Bool, at start: Point, modifiers: Modifiers, scale: Double) {
    area = AreaDraft(isLasso ? .lasso : .rectangle, at: start, modifiers: modifiers, scale: scale)
    mode = modifiers.contains(.shift) ? .add : modifiers.contains(.alt) ? .remove : .replace
  }

  var marks: ToolMarks { area.marks }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    area.add(context.view.windowToCanvas(e.sample.position), modifiers: e.modifiers)
    return context.adornmentEffects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    if end == .cancelled { return context.adornmentEffects }
    let reach = context.strokeReach
    guard area.isTap else {
      return context.chooseStrokes { [area, mode] picking, document in
        guard let mask = SelectionRecipe(area.shape).mask(in: document) else { return }
        picking.choose(mask, mode, reach, document)
      }
    }
    var isThere = false
    var effects = context.chooseStrokes { [area, mode] picking, document in
      isThere = picking.tap(area.start, mode, reach, document)
    }
    if !isThere, let hint = context.missingStrokesHint { effects.requests.append(.message(hint)) }
    return effects
  }
}
