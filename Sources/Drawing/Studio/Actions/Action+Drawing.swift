import Language

/// The actions of the drawing and its file.
extension Action {
  /// Those of the section, in the menu's order.
  static let drawingActions: [Action] = [
    .new, .newWindow, .open, .save, .saveAs, .export, .exportAs, .timeLapse, .newAtOnce, .close, .quit,
  ]

  public static let new = Action(
    "new", Message("New"), .drawing, "Ctrl+N",
    also: Message("empty canvas drawing create", context: "search words"))
  public static let newWindow = Action(
    "new-window", Message("New window"), .drawing, "Ctrl+Shift+N",
    also: Message("another second drawing open create", context: "search words"))
  public static let open = Action(
    "open", Message("Open"), .drawing, "Ctrl+O",
    also: Message("load file folder import", context: "search words"))
  public static let save = Action(
    "save", Message("Save"), .drawing, "Ctrl+S",
    also: Message("write keep file ora OpenRaster", context: "search words"))
  public static let saveAs = Action(
    "save-as", Message("Save as"), .drawing, "Ctrl+Shift+S",
    also: Message("write copy name file", context: "search words"))
  public static let export = Action(
    "export", Message("Export as PNG"), .drawing, "Ctrl+E",
    also: Message("save picture image", context: "search words"))
  public static let exportAs = Action(
    "export-as", Message("Export as"), .drawing, "Ctrl+Shift+E",
    also: Message("svg pdf picture image size scale dpi transparent layer print", context: "search words"))
  public static let timeLapse = Action(
    "time-lapse", Message("Time-lapse"), .drawing, "Ctrl+Alt+E",
    also: Message("film video movie mp4 webm gif animation history speed", context: "search words"))
  public static let newAtOnce = Action(
    "new-at-once", Message("New with default size"), .drawing, "Ctrl+Alt+N",
    also: Message("empty canvas drawing create same at once without questions", context: "search words"))
  public static let close = Action(
    "close", Message("Close"), .drawing, "Ctrl+W", also: Message("drawing end", context: "search words"))
  public static let quit = Action(
    "quit", Message("Quit"), .drawing, "Ctrl+Q", also: Message("exit leave end", context: "search words"))
}
