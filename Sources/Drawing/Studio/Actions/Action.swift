import Language

/// An action that a key, a menu or the command palette can request. `Action.entry` is the table of
/// their properties.
///
/// The raw value is the name in the settings file, so it never changes.
public enum Action: String, Sendable, Hashable, CaseIterable {
  case new
  case newWindow = "new-window"
  case open, save
  case saveAs = "save-as"
  case export
  case exportAs = "export-as"
  case timeLapse = "time-lapse"
  case newAtOnce = "new-at-once"
  case close, quit
  case undo, redo
  case copy, cut, paste, delete
  case fillWithColour = "fill-with-colour"
  case selectAll = "select-all"
  case invertSelection = "invert-selection"
  case flipSelection = "flip-selection"
  case flipSelectionVertically = "flip-selection-vertically"
  case deselect, clear, cancel, apply
  case recolourStrokes = "recolour-strokes"
  case rebrushStrokes = "rebrush-strokes"
  case deleteStrokes = "delete-strokes"
  case canvasSize = "canvas-size"
  case scaleImage = "scale-image"
  case paperColour = "paper-colour"
  case cropToSelection = "crop-to-selection"
  case cropToInk = "crop-to-drawn"
  case flipImage = "flip-image"
  case flipImageVertically = "flip-image-vertically"
  case turnImageLeft = "turn-image-left"
  case turnImageRight = "turn-image-right"
  case addLayer = "add-layer"
  case duplicateLayer = "duplicate-layer"
  case copyLayer = "copy-layer"
  case deleteLayer = "delete-layer"
  case renameLayer = "rename-layer"
  case mergeDown = "merge-down"
  case mergeVisible = "merge-visible"
  case groupLayer = "group-layer"
  case ungroupLayer = "ungroup-layer"
  case raiseLayer = "raise-layer"
  case lowerLayer = "lower-layer"
  case layerAbove = "layer-above"
  case layerBelow = "layer-below"
  case toggleLayer = "toggle-layer"
  case lockLayer = "lock-layer"
  case lockTransparency = "lock-transparency"
  case clipLayer = "clip-layer"
  case addMask = "add-mask"
  case editMask = "edit-mask"
  case toggleMask = "toggle-mask"
  case layerOpacity = "layer-opacity"
  case layerBlend = "layer-blend"
  case pen
  case brushPen = "brush-pen"
  case pencil
  case tiltPencil = "tilt-pencil"
  case marker, airbrush
  case brushes
  case editBrush = "edit-brush"
  case previousBrush = "previous-brush"
  case secondLastBrush = "second-last-brush"
  case eraser, blend
  case eyedropper
  case pickFromScreen = "pick-from-screen"
  case fill, line, rectangle, ellipse
  case selectRectangle = "select-rectangle"
  case selectLasso = "select-lasso"
  case crop
  case hand, symmetry
  case nextGuide = "next-guide"
  case larger = "larger-brush"
  case smaller = "smaller-brush"
  case swapColours = "swap-colours"
  case defaultColours = "default-colours"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case zoomWhole = "zoom-whole"
  case zoomActual = "zoom-actual"
  case zoomWidth = "zoom-width"
  case zoomSelection = "zoom-selection"
  case rotateLeft = "rotate-left"
  case rotateUpright = "rotate-upright"
  case rotateRight = "rotate-right"
  case mirror = "mirror-view"
  case nextDialMode = "dial-mode"
  case foldDial = "fold-dial"
  case navigator
  case references
  case togglePanels = "panels"
  case resetPanels = "reset-panels"
  case toggleFullScreen = "full-screen"
  case popUp = "brushes-and-colours"
  case menu
  case commandPalette = "command-palette"
  case settings
  case messages
  case showKeys = "keys"
  case penDoctor = "pen-doctor"

  /// The section of the menu.
  public enum Section: String, Sendable, Hashable, CaseIterable {
    case drawing, edit, image, layers, tools, view, window, help

    /// The title in the user's language.
    public var title: String {
      switch self {
      case .drawing: translated("File", context: "menu")
      case .edit: translated("Edit", context: "menu")
      case .image: translated("Image", context: "menu")
      case .layers: translated("Layers", context: "menu")
      case .tools: translated("Tools", context: "menu")
      case .view: translated("View", context: "menu")
      case .window: translated("Window", context: "menu")
      case .help: translated("Help", context: "menu")
      }
    }

    /// The section's actions, in the menu's order.
    public var actions: [Action] { Action.allCases.filter { $0.section == self } }
  }

  /// The name in the settings file: a-z and `-`.
  public var identifier: String { rawValue }
  /// The title in the user's language.
  public var title: String { entry.title.translation }
  /// The section of the menu.
  public var section: Section { entry.section }
  /// The name of the icon; nil for none.
  public var icon: String? { entry.icon }
  /// The default keys.
  public var defaultKeys: [Keystroke] { entry.keys.split(separator: " ").compactMap { Keystroke(String($0)) } }
  /// Whether holding the key repeats the action.
  public var repeats: Bool { entry.repeats }
}
