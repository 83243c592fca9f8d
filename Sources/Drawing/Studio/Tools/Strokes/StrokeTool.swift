import Document
import Geometry
import Ink
import Input
import Language

/// Chooses strokes that were drawn: a tap takes the topmost one, more taps go deeper, a drag takes those in an area.
struct StrokeTool: ToolBehaviour {
  private static let action: Action = .init(
    "strokes", Message("Strokes"), .tools, "K",
    also: Message("object line edit select vector node correct change drawn", context: "search words")
  ) { $0.choose(.strokes) }
  static let next: Action = .init(
    "next-stroke", Message("Choose the next stroke"), .tools, "period", also: Message("later", context: "search words"),
    repeats: true
  ) { $0.stepStroke(forward: true) }
  static let previous: Action = .init(
    "previous-stroke", Message("Choose the stroke before"), .tools, "comma",
    also: Message("previous earlier", context: "search words"), repeats: true
  ) { $0.stepStroke(forward: false) }
  static let tool: CanvasTool = .init(
    "strokes", Message("Strokes"), action: action, others: [next, previous],
    icon: CanvasTool.Icon(
      "M3.5,17.5c2.5,-9 6.2,-12.6 8,-11.4c2.2,1.4 -2.6,7.2 -0.4,8.2c0.6,0.3 1.2,0.1 1.9,-0.4"
        + "M13.2,11.2l7.3,3.4l-3.2,1l-1.3,3.2z"), StrokeTool())

  func marks(in context: ToolContext) -> ToolMarks {
    let isChoosing = context.toolSettings.strokeHand == .choose
    return ToolMarks(frame: isChoosing ? context.strokeFrame : nil, strokes: context.strokeMarks)
  }

  /// The ring shows how far the hand reaches.
  func outlinedBrush(in context: ToolContext) -> Brush? {
    let settings = context.toolSettings
    return settings.strokeHand.hasReach ? Brush(size: 2 * settings.strokeReach, minimumShare: 1) : nil
  }

  func hover(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let isOver = e.phase == .hover
    return context.picking { picking, document in
      picking.hover(isOver ? context.view.windowToCanvas(e.sample.position) : nil, context.strokeReach, document)
    } ? context.adornmentEffects : Effects()
  }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let place = e.sample.position
    let hand = context.toolSettings.strokeHand
    if hand != .choose, !e.modifiers.contains(.alt) { return reshape(with: hand, e, in: context) }
    if hand == .choose, e.modifiers.isDisjoint(with: [.shift, .alt]), let frame = context.strokeFrame,
      let handle = frame.handle(at: place, in: context.view, scale: context.interfaceScale)
    {
      // A worker finds them; a moment later the frame can be taken.
      guard context.knowsPlacesOfChosen else { return Effects() }
      context.begin(StrokePlacing(handle, e, frame.rect, context.heldStrokeChange))
      return context.adornmentEffects
    }
    context.begin(
      StrokeArea(
        isLasso: context.toolSettings.takesStrokesByLasso, at: context.view.windowToCanvas(e.sample.position),
        modifiers: e.modifiers, scale: 1 / context.view.zoom))
    return context.adornmentEffects
  }

  /// Starts a change of the chosen strokes by a hand; of the topmost at the place if none of them is there.
  private func reshape(with hand: StrokeHand, _ e: PointerEvent, in context: ToolContext) -> Effects {
    if hand.hasReach, e.modifiers.contains(.shift) {
      context.begin(StrokeReachDrag(e.sample, in: context))
      return context.adornmentEffects
    }
    if let refusal = context.refusalOfReshaping { return refusal }
    let place = context.view.windowToCanvas(e.sample.position)
    var (reach, effects) = (context.strokeReach, Effects())
    let near = hand.passesOver ? max(2 * reach.slop, context.toolSettings.strokeReach) : 2 * reach.slop
    let isThere = context.picking { picking, document in
      picking.isMeant(at: place, near, reach, document)
    }
    if isThere {
      // Others of the chosen ones stay as they are.
      if !hand.passesOver {
        effects = context.chooseStrokes { picking, _ in picking.choose(picking.chosen(near: place, near)) }
      }
    } else {
      if hand.passesOver { reach.slop = near }
      effects = context.chooseStrokes { picking, document in _ = picking.tap(place, .replace, reach, document) }
      if !context.hasChosenStrokes, let hint = context.missingStrokesHint {
        return effects.adding(.message(hint))
      }
    }
    guard context.hasChosenStrokes else { return effects }
    let end = context.picking { picking, _ in picking.chosenEnd(near: place, 2 * context.strokeReach.slop) }
    context.begin(StrokeReshaping(hand, e, end, in: context))
    effects.adornmentsChanged = true
    return effects
  }

  /// An arrow key moves the chosen strokes by 1 canvas px, by 10 with Shift.
  func press(_ e: KeyEvent, in context: ToolContext) -> Effects? {
    guard context.hasChosenStrokes, let arrow = Vector.arrow(e.keysym), e.modifiers.isSubset(of: .shift) else {
      return nil
    }
    var change = StrokeChange()
    let onCanvas = context.view.windowToCanvas(arrow)
    change.move = (onCanvas.normalized ?? arrow) * (e.modifiers.contains(.shift) ? 10 : 1)
    return context.changeChosenStrokes(change)
  }

  func cancel(in context: ToolContext) -> Effects? {
    context.hasChosenStrokes ? context.chooseStrokes { picking, _ in picking.choose([]) } : nil
  }
}
