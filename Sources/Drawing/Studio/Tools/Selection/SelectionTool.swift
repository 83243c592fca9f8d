import Document
import Geometry
import Ink
import Input
import Language
import Raster

/// Selects a rectangle, an ellipse or the inside of a freehand line. A press on the frame of a selection moves,
/// scales or rotates the selection.
struct SelectionTool: ToolBehaviour {
  private static let selectRectangleAction: Action = .init(
    "select-rectangle", Message("Rectangular selection"), .tools, "S",
    also: Message("marquee select rectangle transform free move scale rotate", context: "search words")
  ) { $0.choose(.selectRectangle) }
  static let selectRectangle: CanvasTool = .init(
    "selectRectangle", Message("Rectangular selection"),
    action: selectRectangleAction, group: .areas,
    icon: CanvasTool.Icon(
      "M4,8.5v-3a1,1 0 0 1 1,-1h3M10.6,4.5h2.8M16,4.5h3a1,1 0 0 1 1,1v3M20,10.7v2.6M20,15.5v3a1,1 0 0 1 -1,1h-3"
        + "M13.4,19.5h-2.8M8,19.5h-3a1,1 0 0 1 -1,-1v-3M4,13.3v-2.6"), SelectionTool(kind: .rectangle))
  private static let selectLassoAction: Action = .init(
    "select-lasso", Message("Lasso selection"), .tools, "Shift+S",
    also: Message("freehand select", context: "search words")
  ) { $0.choose(.selectLasso) }
  static let selectLasso: CanvasTool = .init(
    "selectLasso", Message("Lasso selection"),
    action: selectLassoAction, group: .areas,
    icon: CanvasTool.Icon(
      "M6.4,14.7c-1.8,-1 -2.9,-2.5 -2.9,-4.2c0,-3.3 3.8,-6 8.5,-6s8.5,2.7 8.5,6s-3.8,6 -8.5,6c-0.6,0 -1.2,0 -1.7,-0.1"
        + "M6.1,16.3a2.1,2.1 0 1 0 4.2,0a2.1,2.1 0 1 0 -4.2,0zM7.6,18.4c0,1.4 -0.7,2.3 -2,2.8"),
    SelectionTool(kind: .lasso))
  private static let selectEllipseAction: Action = .init(
    "select-ellipse", Message("Elliptical selection"), .tools, "Alt+Shift+S",
    also: Message("select circle oval round", context: "search words")
  ) { $0.choose(.selectEllipse) }
  static let selectEllipse: CanvasTool = .init(
    "selectEllipse", Message("Elliptical selection"),
    action: selectEllipseAction, group: .areas,
    icon: CanvasTool.Icon(
      "M3.9,9.6a8.5,7 0 0 1 3.2,-3.4M10,5.2a8.5,7 0 0 1 4.2,0M17,6.3a8.5,7 0 0 1 3.1,3.4M20.4,13a8.5,7 0 0 1 -2.4,4"
        + "M15.1,18.6a8.5,7 0 0 1 -4.4,0.3M7.7,18a8.5,7 0 0 1 -3.6,-3.8"), SelectionTool(kind: .ellipse))

  let kind: AreaDraft.Kind

  var selects: Bool { true }

  func marks(in context: ToolContext) -> ToolMarks { ToolMarks(frame: context.selectionFrame) }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let mode = SelectionRecipe.Mode(e.modifiers, else: context.toolSettings.selectionMode)
    if let effects = Self.pressFrame(e, joins: mode != .replace, in: context) { return effects }
    // A tap here puts down what was pasted; a drag is the use of this tool (`SelectionDrag.end`).
    var effects = context.dropFloatingWithTool()
    context.begin(
      SelectionDrag(
        kind, at: context.view.windowToCanvas(e.sample.position), mode: mode, modifiers: e.modifiers,
        scale: 1 / context.view.zoom))
    effects.adornmentsChanged = true
    return effects
  }

  /// The largest selection that is moved alone, px² of its bounds.
  static let largestMove = 1 << 28

  /// Handles a press on the frame of the selection; nil for a press beside it.
  /// - Parameter joins: whether what is selected joins the selection. Then, and with a key, the frame of a selection that
  ///   does not float is in the way, but for the handle above it.
  static func pressFrame(_ e: PointerEvent, joins: Bool, in context: ToolContext) -> Effects? {
    let place = e.sample.position
    guard let handle = context.selectionHandle(at: place), let frame = context.selectionFrame else { return nil }
    let isFloating = context.document.floating != nil
    let isInTheWay = handle != .rotation && (joins || !e.modifiers.isEmpty)
    guard isFloating ? handle != .inside || e.modifiers.isEmpty : !isInTheWay else { return nil }
    if context.toolSettings.movesSelectionLine, !isFloating,
      let mask = context.document.selection, mask.bounds.area <= Self.largestMove
    {
      context.begin(SelectionLineDrag(handle, at: place, modifiers: e.modifiers, of: mask))
      return context.adornmentEffects
    }
    if !isFloating, let refusal = context.drawingRefusal { return refusal }
    context.begin(
      FloatingSelectionDrag(
        handle, at: place, modifiers: e.modifiers, floated: context.document.floating?.placement, rect: frame.rect))
    return context.adornmentEffects
  }
}
