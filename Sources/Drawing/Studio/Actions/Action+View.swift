import Geometry
import Language

/// The actions of the view, the window and help.
extension Action {
  /// Those of the section, in the menu's order.
  static let viewActions: [Action] = [
    .zoomIn, .zoomOut, .zoomWhole, .zoomActual, .zoomWidth, .zoomSelection, .rotateLeft, .rotateUpright, .rotateRight,
    .mirror, .nextDialMode, .foldDial, .navigator, .references,
  ]

  /// Those of the section, in the menu's order.
  static let windowActions: [Action] = [
    .togglePanels, .resetPanels, .toggleFullScreen, .popUp, .menu, .commandPalette, .settings,
  ]

  /// Those of the section, in the menu's order.
  static let helpActions: [Action] = [
    .manual, .messages, .showKeys, .penDoctor,
  ]

  public static let zoomIn = Action(
    "zoom-in", Message("Zoom in"), .view, "plus Ctrl+plus equal Ctrl+equal KP_Add Ctrl+KP_Add",
    also: Message("magnify", context: "search words"), repeats: true
  ) { $0.changeView { $0.zoom(bySteps: 1) } }
  public static let zoomOut = Action(
    "zoom-out", Message("Zoom out"), .view, "minus Ctrl+minus KP_Subtract Ctrl+KP_Subtract",
    repeats: true
  ) { $0.changeView { $0.zoom(bySteps: -1) } }
  public static let zoomWhole = Action(
    "zoom-whole", Message("Fit in window"), .view, "0 Ctrl+0",
    also: Message("whole canvas zoom page all", context: "search words")
  ) { $0.fitWhole() }
  public static let zoomActual = Action(
    "zoom-actual", Message("100 %"), .view, "1 Ctrl+1",
    also: Message("zoom actual size original pixels", context: "search words")
  ) { $0.changeView { $0.setZoom(1) } }
  public static let zoomWidth = Action(
    "zoom-width", Message("Fit the width"), .view, "2", also: Message("zoom canvas page width", context: "search words")
  ) { $0.showWidth() }
  public static let zoomSelection = Action(
    "zoom-selection", Message("Zoom to the selection"), .view, "3", also: Message("fit", context: "search words")
  ) { $0.showSelection() }
  public static let rotateLeft = Action(
    "rotate-left", Message("Rotate the view left"), .view, "4",
    also: Message("turn canvas anticlockwise", context: "search words"), repeats: true
  ) { $0.changeView { $0.setRotation($0.rotation - Angle(degrees: 15)) } }
  public static let rotateUpright = Action(
    "rotate-upright", Message("Reset rotation"), .view, "5",
    also: Message("upright straight turn view", context: "search words")
  ) { $0.changeView { $0.setRotation(.zero) } }
  public static let rotateRight = Action(
    "rotate-right", Message("Rotate the view right"), .view, "6",
    also: Message("turn canvas clockwise", context: "search words"), repeats: true
  ) { $0.changeView { $0.setRotation($0.rotation + Angle(degrees: 15)) } }
  public static let mirror = Action(
    "mirror-view", Message("Mirror the view"), .view, "V",
    also: Message("flip horizontally", context: "search words")
  ) { $0.changeView { $0.toggleMirror() } }
  public static let nextDialMode = Action(
    "dial-mode", Message("Next mode of the dial"), .view, "T",
    also: Message("ring what it turns size zoom hue opacity rotate", context: "search words"))
  public static let foldDial = Action(
    "fold-dial", Message("Fold or unfold the dial"), .view, "Shift+T",
    also: Message("hide small collapse ring", context: "search words"))
  public static let navigator = Action(
    "navigator", Message("Show or hide the navigator"), .view, "Shift+N",
    also: Message("overview map whole drawing miniature", context: "search words"))
  public static let references = Action(
    "references", Message("Show or hide the references"), .view, "Shift+R",
    also: Message("reference pictures photo board moodboard", context: "search words"))
  public static let togglePanels = Action(
    "panels", Message("Hide or show the panels"), .window, "Tab",
    also: Message("toggle canvas only", context: "search words"))
  public static let resetPanels = Action(
    "reset-panels", Message("Reset panel positions"), .window, "Ctrl+Shift+P",
    also: Message("move back layout workspace position default home", context: "search words"))
  public static let toggleFullScreen = Action(
    "full-screen", Message("Full screen"), .window, "F11",
    also: Message("fullscreen toggle", context: "search words"))
  public static let popUp = Action(
    "brushes-and-colours", Message("Brushes and colours"), .window, "Shift+F10",
    also: Message("palette pop-up user brushes", context: "search words"))
  public static let menu = Action(
    "menu", Message("Menu"), .window, "F10 Menu")
  public static let commandPalette = Action(
    "command-palette", Message("Search the commands"), .window, "Ctrl+K",
    also: Message("find command palette", context: "search words"))
  public static let settings = Action(
    "settings", Message("Settings"), .window, "Ctrl+comma",
    also: Message("preferences options configure", context: "search words"))
  public static let manual = Action(
    "manual", Message("Manual"), .help, "Shift+F1",
    also: Message("help handbook documentation", context: "search words"))
  public static let messages = Action(
    "messages", Message("Messages"), .help, "Ctrl+Shift+M",
    also: Message("errors what was said notifications list", context: "search words"))
  public static let showKeys = Action(
    "keys", Message("Keyboard shortcuts"), .help, "F1",
    also: Message("help keys bindings", context: "search words"))
  public static let penDoctor = Action(
    "pen-doctor", Message("Pen doctor"), .help, "Ctrl+F1",
    also: Message("tablet stylus pressure curve tilt test device report calibrate", context: "search words"))
}
