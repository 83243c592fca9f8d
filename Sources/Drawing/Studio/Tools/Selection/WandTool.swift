import Document
import Geometry
import Ink
import Input
import Language

/// Selects what is similar to the pixel under the pen: what is connected with it, or all of it.
struct WandTool: ToolBehaviour {
  private static let wandAction: Action = .init(
    "wand", Message("Magic wand"), .tools, "Shift+G",
    also: Message("select similar fuzzy area", context: "search words")
  ) { $0.choose(.wand) }
  static let wand: CanvasTool = .init(
    "wand", Message("Magic wand"), action: wandAction, group: .areas, keepsPanels: true,
    icon: CanvasTool.Icon(
      "M4.2,19.8l9.3,-9.3M15.8,3.8v3M15.8,10.4v3M10.9,8.6h3M17.6,8.6h3M12.4,5.2l1.5,1.5M19.2,5.2l-1.5,1.5"
        + "M19.2,12l-1.5,-1.5"), WandTool(isContiguous: true))
  private static let selectColourAction: Action = .init(
    "select-color", Message("Select by colour"), .tools, "Alt+Shift+G",
    also: Message("similar everywhere global", context: "search words")
  ) { $0.choose(.selectColour) }
  static let selectColour: CanvasTool = .init(
    "selectColour", Message("Select by colour"), action: selectColourAction, group: .areas, keepsPanels: true,
    icon: CanvasTool.Icon(
      "M14,4.5h5.5v5.5h-5.5zM4.5,14h5.5v5.5h-5.5z", filled: "M4.5,4.5h5.5v5.5h-5.5zM14,14h5.5v5.5h-5.5z"),
    WandTool(isContiguous: false))

  let isContiguous: Bool

  var waitsForInk: Bool { true }

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    var effects = context.dropFloatingWithTool()
    let place = context.view.windowToCanvas(e.sample.position)
    guard Rect(context.document.bounds).contains(place) else { return effects }
    let drag = WandDrag(
      SelectionRecipe.Wand(at: place, context.toolSettings.filling, isContiguous: isContiguous),
      mode: SelectionRecipe.Mode(e.modifiers, else: context.toolSettings.selectionMode), at: e.sample.position,
      in: context.document)
    context.begin(drag)
    effects.add(drag.draw(now: nil, in: context))
    return effects
  }
}
