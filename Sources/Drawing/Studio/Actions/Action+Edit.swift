import Language

/// The actions of editing.
extension Action {
  /// Those of the section, in the menu's order.
  static let editActions: [Action] = [
    .undo, .redo, .copy, .cut, .paste, .delete, .fillWithColour, .flats, .clear, .cancel, .apply, .repeatSteps,
  ]

  public static let undo = Action(
    "undo", Message("Undo"), .edit, "Ctrl+Z", also: Message("back revert", context: "search words"),
    repeats: true
  ) { $0.undo() }
  public static let redo = Action(
    "redo", Message("Redo"), .edit, "Ctrl+Shift+Z Ctrl+Y",
    also: Message("forward again", context: "search words"), repeats: true
  ) { $0.redo() }
  public static let copy = Action(
    "copy", Message("Copy"), .edit, "Ctrl+C"
  ) { $0.copy() }
  public static let cut = Action(
    "cut", Message("Cut"), .edit, "Ctrl+X"
  ) { $0.cut() }
  public static let paste = Action(
    "paste", Message("Paste"), .edit, "Ctrl+V", also: Message("insert", context: "search words")
  ) { $0.askToPaste() }
  public static let delete = Action(
    "delete", Message("Delete the selection or clear the layer"), .edit, "Delete",
    also: Message("remove", context: "search words")
  ) { $0.deleteOrClear() }
  public static let fillWithColour = Action(
    "fill-with-colour", Message("Fill with the foreground colour"), .edit, "Shift+BackSpace",
    also: Message("color paint selection layer cover", context: "search words")
  ) { $0.fillWithColour() }
  public static let flats = Action(
    "flats", Message("Fill all areas with flat colours"), .edit, "Ctrl+Shift+BackSpace",
    also: Message("flatting flat color colorize line art bucket", context: "search words")
  ) { FlatsGesture.begin(in: ToolContext($0)) }
  public static let selectAll = Action(
    "select-all", Message("Select all"), .selection, "Ctrl+A"
  ) { $0.selectAll() }
  public static let invertSelection = Action(
    "invert-selection", Message("Invert the selection"), .selection, "Ctrl+I",
    also: Message("select inverse other opposite", context: "search words")
  ) { $0.invertSelection() }
  public static let flipSelection = Action(
    "flip-selection", Message("Flip the selection horizontally"), .selection, "Ctrl+F",
    also: Message("mirror left right", context: "search words")
  ) { $0.flipSelection(horizontally: true) }
  public static let flipSelectionVertically = Action(
    "flip-selection-vertically", Message("Flip the selection vertically"), .selection, "Ctrl+Shift+F",
    also: Message("upside down mirror top bottom", context: "search words")
  ) { $0.flipSelection(horizontally: false) }
  public static let deselect = Action(
    "deselect", Message("Deselect"), .selection, "Ctrl+D", also: Message("select none", context: "search words")
  ) { $0.deselect() }
  public static let clear = Action(
    "clear", Message("Clear the layer"), .edit, "Ctrl+Delete",
    also: Message("empty drawing canvas", context: "search words")
  ) { $0.deleteOrClear() }
  public static let cancel = Action(
    "cancel", Message("Cancel"), .edit, "Escape", also: Message("escape abort stop", context: "search words")
  ) { $0.cancel() ?? Effects() }
  public static let apply = Action(
    "apply", Message("Apply"), .edit, "Return KP_Enter", also: Message("confirm finish", context: "search words")
  ) { $0.apply() }
  public static let repeatSteps = Action(
    "repeat-steps", Message("Repeat the last steps"), .edit, "Ctrl+Alt+R",
    also: Message("macro again record script action automatic", context: "search words"))
  public static let recolourStrokes = Action(
    "recolour-strokes", Message("Give strokes this colour"), .strokes, "Ctrl+Shift+R",
    also: Message("change color last selected recolour past", context: "search words")
  ) { $0.recolourStrokes() }
  public static let rebrushStrokes = Action(
    "rebrush-strokes", Message("Draw strokes again with this brush"), .strokes, "Ctrl+Shift+B",
    also: Message("change size last selected redraw past", context: "search words")
  ) { $0.rebrushStrokes() }
  public static let deleteStrokes = Action(
    "delete-strokes", Message("Delete drawn strokes"), .strokes, "Ctrl+Shift+Delete",
    also: Message("remove last selected change past", context: "search words")
  ) { $0.deleteStrokes() }
}
