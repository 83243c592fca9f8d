import Document
import Geometry
import Ink
import Input
import Language

/// Selects a polygon, corner by corner. A tap on the first corner, a double tap or Enter closes it.
struct PolygonTool: ToolBehaviour {
  private static let action: Action = .init(
    "select-polygon", Message("Polygonal selection"), .tools, "Ctrl+Alt+S",
    also: Message("select corners straight lines", context: "search words")
  ) { $0.choose(.selectPolygon) }
  static let tool: CanvasTool = .init(
    "selectPolygon", Message("Polygonal selection"), action: action, group: .areas,
    icon: CanvasTool.Icon("M5,9.5l4.2,-5l10.3,2.6l-1.6,11.4l-10.4,0.9z", filled: ""), PolygonTool())

  /// The distance within which a tap meets a corner, px at 96 dpi.
  private static let reach = 10.0

  var selects: Bool { true }

  func marks(in context: ToolContext) -> ToolMarks {
    let corners = context.corners
    if corners.isEmpty { return ToolMarks(frame: context.selectionFrame) }
    return ToolMarks(draft: corners + [context.cornerAhead].compactMap(\.self))
  }

  func hover(_ e: PointerEvent, in context: ToolContext) -> Effects {
    if context.corners.isEmpty { return Effects() }
    context.setCornerAhead(e.phase == .hover ? Self.place(e, in: context) : nil)
    return context.adornmentEffects
  }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let corners = context.corners
    guard let first = corners.first, let last = corners.last else {
      let mode = SelectionRecipe.Mode(e.modifiers, else: context.toolSettings.selectionMode)
      if let effects = SelectionTool.pressFrame(e, joins: mode != .replace, in: context) { return effects }
      var effects = context.dropFloatingWithTool()
      context.begin(corners: mode)
      effects.add(add(e, in: context))
      return effects
    }
    let toWindow = context.view.canvasToWindow
    let reach = Self.reach * context.interfaceScale
    if corners.count > 2, [first, last].contains(where: { toWindow($0).distance(to: e.sample.position) <= reach }) {
      return close(in: context)
    }
    return add(e, in: context)
  }

  private func add(_ e: PointerEvent, in context: ToolContext) -> Effects {
    guard let place = Self.place(e, in: context) else { return Effects() }
    context.setCorners(context.corners + [place])
    context.begin(CornerDrag())
    return context.adornmentEffects
  }

  /// The corner that a press makes, canvas px; nil if it is too far away. Shift turns its side by steps of 15 degrees.
  static func place(_ e: PointerEvent, from last: Point? = nil, in context: ToolContext) -> Point? {
    var place = context.view.windowToCanvas(e.sample.position)
    if e.modifiers.contains(.shift), let last = last ?? context.corners.last {
      let (way, step) = (place - last, Double.pi / 12)
      let angle = Angle(radians: (way.direction.radians / step).rounded() * step)
      place = last + Vector(length: way.length, direction: angle)
    }
    let range = SelectionRecipe.places
    return range.contains(place.x) && range.contains(place.y) ? place : nil
  }

  /// Backspace takes back a corner.
  func press(_ e: KeyEvent, in context: ToolContext) -> Effects? {
    if context.corners.isEmpty { return SelectionTool.pressArrow(e, in: context) }
    guard e.keysym == Self.backspace, e.modifiers.isEmpty else { return nil }
    context.setCorners(Array(context.corners.dropLast()))
    return context.adornmentEffects
  }

  private static let backspace: UInt32 = 0xFF08

  func apply(in context: ToolContext) -> Effects? { context.corners.isEmpty ? nil : close(in: context) }

  func cancel(in context: ToolContext) -> Effects? {
    if context.corners.isEmpty { return nil }
    context.setCorners([])
    return context.adornmentEffects
  }

  private func close(in context: ToolContext) -> Effects {
    let corners = context.corners
    context.setCorners([])
    guard corners.count > 2 else {
      return context.adornmentEffects.adding(.message(translated("A polygon needs three corners.")))
    }
    context.keepTool()
    var recipe = SelectionRecipe(.polygon(corners))
    recipe.mode = context.cornerMode
    return context.select(recipe)
  }
}

/// The newest corner of a polygon being moved until the pen is lifted.
private final class CornerDrag: Gesture {
  var isCancellable: Bool { true }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let others = Array(context.corners.dropLast())
    guard let place = PolygonTool.place(e, from: others.last, in: context) else { return Effects() }
    context.setCorners(others + [place])
    return context.adornmentEffects
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    if end == .cancelled { context.setCorners(Array(context.corners.dropLast())) }
    return context.adornmentEffects
  }
}
