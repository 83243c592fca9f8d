import Document
import Geometry
import Ink
import Input
import Language
import Paint
import Pixels
import Raster

/// Paints a gradient along a drag. Its handles stay until Enter, another tool or another edit.
struct GradientTool: ToolBehaviour {
  private static let action: Action = .init(
    "gradient", Message("Gradient"), .tools, "J", also: Message("fade blend sky shade ramp", context: "search words")
  ) { $0.choose(.gradient) }
  static let reverse: Action = .init(
    "reverse-gradient", Message("Reverse the gradient"), .tools, "Shift+J",
    also: Message("swap turn round", context: "search words")
  ) { session in
    change(in: session) { gradient, _ in gradient.stops = gradient.stops.reversed }
  }
  static let removeStop: Action = .init(
    "remove-gradient-stop", Message("Remove the chosen stop of the gradient"), .tools, "Ctrl+Shift+J",
    also: Message("delete colour color handle", context: "search words")
  ) { session in
    let context = ToolContext(session)
    var effects = context.finishGesture()
    guard let draft = GradientDraft.current(in: context) else { return effects.adding(.message(noGradient)) }
    guard let removed = draft.withoutStop(in: context) else {
      return effects.adding(.message(translated("A gradient needs two stops.")))
    }
    effects.add(removed)
    return effects
  }
  static let tool: CanvasTool = .init(
    "gradient", Message("Gradient"), action: action, others: [reverse, removeStop], group: .fills, keepsPanels: true,
    icon: CanvasTool.Icon("M4,5h16v14h-16zM11,8.5v7M14.5,10v4M17.5,11.5v1", filled: "M4,5h4.5v14h-4.5z"), GradientTool()
  )

  /// How near to a stop or to the line a press takes it, px at 96 dpi.
  private static let (reach, lineReach) = (14.0, 7.0)

  private static var noGradient: String {
    translated("There is no gradient with handles: draw one first with the gradient tool.")
  }

  var draws: Bool { true }

  /// Changes the gradient with handles.
  private static func change(in session: Session, _ body: (inout Gradient, inout Int) -> Void) -> Effects {
    let context = ToolContext(session)
    var effects = context.finishGesture()
    guard let draft = GradientDraft.current(in: context) else { return effects.adding(.message(noGradient)) }
    effects.add(draft.change(in: context, body))
    return effects
  }

  func marks(in context: ToolContext) -> ToolMarks {
    var marks = ToolMarks()
    marks.gradient = GradientDraft.current(in: context).map { $0.gradient.marks(chosen: $0.chosen) }
    return marks
  }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    if let refusal = refusal(in: context) { return refusal }
    let place = context.view.windowToCanvas(e.sample.position)
    guard place.isFinite else { return Effects() }
    let draft = GradientDraft.current(in: context)
    if let draft, let (gradient, stop) = taken(draft, at: e.sample.position, in: context) {
      if let drag = GradientDrag(gradient, stop: stop, insteadOf: draft, at: e, in: context) { context.begin(drag) }
      return context.adornmentEffects
    }
    let gradient = new(from: place, to: place, in: context)
    let last = gradient.stops.stops.count - 1
    guard let drag = GradientDrag(gradient, stop: last, insteadOf: draft, at: e, in: context) else { return Effects() }
    context.begin(drag)
    return context.remember(context.colour)
  }

  private func refusal(in context: ToolContext) -> Effects? {
    if let refusal = context.drawingRefusal { return refusal }
    if context.document.canCover { return nil }
    let reason = translated("An endless canvas cannot be filled to its edges: select a part of it first")
    return Effects(.message(reason))
  }

  private func new(from: Point, to: Point, in context: ToolContext) -> Gradient {
    let settings = context.toolSettings.gradient
    return Gradient(
      surface: context.document.activeSurface, selection: context.document.selection, kind: settings.kind, from: from,
      to: to, stops: settings.stops(context.colour, context.background), opacity: context.style.opacity)
  }

  /// The gradient with the stop that a press takes, window px: one of its stops, or a new one on its line; nil for none.
  private func taken(_ draft: GradientDraft, at press: Point, in context: ToolContext) -> (Gradient, Int)? {
    let (toWindow, scale) = (context.view.canvasToWindow, context.interfaceScale)
    var gradient = draft.gradient
    func distance(_ place: Point) -> Double { toWindow(place).distance(to: press) }
    // Where stops lie on each other, the last one can be moved away.
    let nearest = gradient.stops.stops.indices.reversed().min {
      distance(gradient.place(ofStop: $0)) < distance(gradient.place(ofStop: $1))
    }
    if let nearest, distance(gradient.place(ofStop: nearest)) <= Self.reach * scale { return (gradient, nearest) }
    let share = gradient.share(of: context.view.windowToCanvas(press))
    guard distance(gradient.from + (gradient.to - gradient.from) * share) <= Self.lineReach * scale,
      let added = gradient.stops.adding(at: share)
    else { return nil }
    gradient.stops = added.stops
    return (gradient, added.index)
  }

  /// An arrow key moves the chosen stop by 1 canvas px, with Shift by 10 px. Home and End choose the one before and after it,
  /// Backspace removes it.
  func press(_ e: KeyEvent, in context: ToolContext) -> Effects? {
    guard let draft = GradientDraft.current(in: context), e.modifiers.subtracting(.shift).isEmpty else { return nil }
    if let arrow = Vector.arrow(e.keysym) {
      return draft.moved(by: arrow * (e.modifiers.contains(.shift) ? 10 : 1), in: context)
    }
    guard e.modifiers.isEmpty else { return nil }
    let last = draft.gradient.stops.stops.count - 1
    switch e.keysym {
    case Self.home: return draft.change(in: context) { $1 = max(0, $1 - 1) }
    case Self.end: return draft.change(in: context) { $1 = min(last, $1 + 1) }
    case Self.backspace: return draft.withoutStop(in: context)
    default: return nil
    }
  }

  private static let (backspace, home, end): (UInt32, UInt32, UInt32) = (0xFF08, 0xFF50, 0xFF57)

  /// Hides the handles. Without them, paints a gradient from the top to the bottom of the selection or canvas.
  func apply(in context: ToolContext) -> Effects? {
    if GradientDraft.current(in: context) != nil {
      context.gradientDraft = nil
      return context.adornmentEffects
    }
    if let refusal = refusal(in: context) { return refusal }
    let area = Rect(context.document.selection?.bounds ?? context.document.bounds)
    let gradient = new(
      from: Point(area.center.x, area.minY), to: Point(area.center.x, area.maxY), in: context)
    var effects = GradientDraft.record(gradient, chosen: gradient.stops.stops.count - 1, insteadOf: nil, in: context)
    effects.add(context.remember(context.colour))
    return effects
  }

  /// Takes the gradient back.
  func cancel(in context: ToolContext) -> Effects? {
    guard GradientDraft.current(in: context) != nil else { return nil }
    context.gradientDraft = nil
    return context.undo()
  }
}
