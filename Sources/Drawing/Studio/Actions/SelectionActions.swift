import Document
import Language

/// The actions on what is selected.
public enum SelectionActions {
  /// All of them, in the menu's order.
  static let all: [Action] = [
    .selectAll, .deselect, again, .invertSelection, ofLayer, ofStrokes, quickMask, keep, edge, transform, lineOnly,
    .flipSelection, .flipSelectionVertically, line, bar,
  ]

  public static let again = Action(
    "select-again", Message("Select again what was selected last"), .selection, "Ctrl+Shift+A",
    also: Message("reselect previous back", context: "search words")
  ) { $0.selectAgain() }
  public static let edge = Action(
    "selection-edge", Message("Edge of the selection"), .selection, "Ctrl+Alt+F",
    also: Message("grow shrink feather border smooth soft expand contract", context: "search words"))
  public static let transform = Action(
    "transform-selection", Message("Move, scale and rotate the selection"), .selection, "Ctrl+T",
    also: Message("transform free frame handles", context: "search words")
  ) { $0.transformSelection() }
  public static let lineOnly = Action(
    "move-selection-only", Message("Move the selection without its pixels"), .selection, "Ctrl+Shift+T",
    also: Message("transform line outline border", context: "search words")
  ) { $0.toggleMovingLine() }
  static let ofLayer = Action(
    "select-layer", Message("Select the pixels of the layer"), .selection, "Ctrl+Alt+A",
    also: Message("opacity alpha pixels ink", context: "search words")
  ) { $0.select(opacityOf: $0.document.activeSurface) }
  static let ofStrokes = Action(
    "select-strokes", Message("Select the pixels of the chosen strokes"), .selection, "Ctrl+Alt+K",
    also: Message("ink area lines", context: "search words")
  ) { $0.selectChosenStrokes() }
  public static let quickMask = Action(
    "quick-mask", Message("Paint the selection"), .selection, "Q",
    also: Message("quick mask brush draw", context: "search words")
  ) { $0.toggleQuickMask() }
  static let keep = Action(
    "keep-selection", Message("Keep the selection"), .selection, "Ctrl+Alt+Q",
    also: Message("save store channel layer", context: "search words")
  ) { $0.keepSelection() }
  static let line = Action(
    "selection-line", Message("Show or hide the selection's line"), .selection, "Ctrl+H",
    also: Message("edge dashes marching ants outline", context: "search words")
  ) { $0.toggleSelectionLine() }
  public static let bar = Action(
    "selection-bar", Message("Show or hide the bar at the selection"), .selection, "Ctrl+Shift+H",
    also: Message("launcher buttons", context: "search words"))
}
