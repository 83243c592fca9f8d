extension Action {
  /// A row of the table of actions.
  struct Entry {
    let title: String
    let section: Section
    /// The keys as the settings file writes them, set apart by spaces.
    let keys: String
    let icon: String?
    /// What else people call it, for the search.
    let also: String
    let repeats: Bool

    init(
      _ title: String, _ section: Section, _ keys: String, icon: String? = nil, also: String = "", repeats: Bool = false
    ) {
      self.title = title
      self.section = section
      self.keys = keys
      self.icon = icon
      self.also = also
      self.repeats = repeats
    }
  }

  /// The table of actions. Keys are those that Krita, MyPaint, GIMP and AzPainter have in common; where they differ, a
  /// free letter of the tool's name.
  var entry: Entry {
    switch self {
    case .new: Entry("New", .drawing, "Ctrl+N", icon: "new", also: "empty canvas drawing create")
    case .newWindow: Entry("New window", .drawing, "Ctrl+Shift+N", also: "another second drawing open create")
    case .open: Entry("Open", .drawing, "Ctrl+O", icon: "open", also: "load file folder import")
    case .save: Entry("Save", .drawing, "Ctrl+S", icon: "save", also: "write keep file ora OpenRaster")
    case .saveAs: Entry("Save as", .drawing, "Ctrl+Shift+S", also: "write copy name file")
    case .export: Entry("Export as PNG", .drawing, "Ctrl+E", icon: "export", also: "save picture image")
    case .exportAs:
      Entry("Export as", .drawing, "Ctrl+Shift+E", also: "svg pdf picture image size scale dpi transparent layer print")
    case .close: Entry("Close", .drawing, "Ctrl+W", also: "drawing end")
    case .quit: Entry("Quit", .drawing, "Ctrl+Q", also: "exit leave end")

    case .undo: Entry("Undo", .edit, "Ctrl+Z", icon: "undo", also: "back revert", repeats: true)
    case .redo: Entry("Redo", .edit, "Ctrl+Shift+Z Ctrl+Y", icon: "redo", also: "forward again", repeats: true)
    case .copy: Entry("Copy", .edit, "Ctrl+C", icon: "copy")
    case .cut: Entry("Cut", .edit, "Ctrl+X", icon: "cut")
    case .paste: Entry("Paste", .edit, "Ctrl+V", icon: "paste", also: "insert")
    case .delete: Entry("Delete the selection or clear the layer", .edit, "Delete", also: "remove")
    case .selectAll: Entry("Select all", .edit, "Ctrl+A")
    case .deselect: Entry("Deselect", .edit, "Ctrl+D", also: "select none")
    case .clear: Entry("Clear the layer", .edit, "Ctrl+Delete", icon: "clear", also: "empty drawing canvas")
    case .cancel: Entry("Cancel", .edit, "Escape", also: "escape abort stop")
    case .apply: Entry("Apply", .edit, "Return KP_Enter", also: "confirm finish")

    case .addLayer: Entry("Add a layer", .layers, "Insert", also: "new")
    case .duplicateLayer: Entry("Duplicate the layer", .layers, "Ctrl+J", also: "copy")
    case .deleteLayer: Entry("Remove the layer", .layers, "Shift+Delete", also: "delete")
    case .renameLayer: Entry("Rename the layer", .layers, "F2", also: "name title")
    case .mergeDown: Entry("Merge the layer down", .layers, "Ctrl+M", also: "flatten join combine")
    case .raiseLayer: Entry("Move the layer up", .layers, "Ctrl+Page_Up", also: "raise order", repeats: true)
    case .lowerLayer: Entry("Move the layer down", .layers, "Ctrl+Page_Down", also: "lower order", repeats: true)
    case .layerAbove: Entry("The layer above", .layers, "Page_Up", also: "select next", repeats: true)
    case .layerBelow: Entry("The layer below", .layers, "Page_Down", also: "select previous", repeats: true)
    case .toggleLayer: Entry("Show or hide the layer", .layers, "Shift+H", also: "visible eye")
    case .lockLayer: Entry("Lock or unlock the layer", .layers, "slash", also: "protect")

    case .pen: Entry("Pen", .tools, "B", icon: "pen", also: "brush ink draw")
    case .brushPen: Entry("Brush pen", .tools, "Shift+B", icon: "brush-pen", also: "fude calligraphy")
    case .pencil: Entry("Pencil", .tools, "P", icon: "pencil", also: "graphite sketch")
    case .tiltPencil: Entry("Tilt pencil", .tools, "Shift+P", icon: "tilt-pencil", also: "shade")
    case .marker: Entry("Marker", .tools, "M", icon: "marker", also: "highlighter")
    case .airbrush: Entry("Airbrush", .tools, "A", icon: "airbrush", also: "spray")
    case .eraser: Entry("Eraser", .tools, "E", icon: "eraser", also: "rubber erase")
    case .eyedropper: Entry("Eyedropper", .tools, "I", icon: "eyedropper", also: "pick colour color picker")
    case .fill: Entry("Fill", .tools, "G", icon: "fill", also: "bucket flood")
    case .line: Entry("Straight line", .tools, "L", icon: "line")
    case .rectangle: Entry("Rectangle", .tools, "R", icon: "rectangle", also: "square box")
    case .ellipse: Entry("Ellipse", .tools, "O", icon: "ellipse", also: "circle oval")
    case .selectRectangle: Entry("Select a rectangle", .tools, "S", icon: "select-rectangle", also: "marquee selection")
    case .selectLasso: Entry("Select with the lasso", .tools, "Shift+S", icon: "select-lasso", also: "free selection")
    case .hand: Entry("Hand", .tools, "H", icon: "hand", also: "pan move canvas scroll")
    case .symmetry: Entry("Symmetry", .tools, "Y", icon: "symmetry", also: "mirror radial kaleidoscope")
    case .larger: Entry("Larger brush", .tools, "bracketright", also: "bigger size increase", repeats: true)
    case .smaller: Entry("Smaller brush", .tools, "bracketleft", also: "size decrease", repeats: true)
    case .swapColours:
      Entry("Swap the colours", .tools, "X", icon: "swap-colours", also: "colors exchange foreground background")
    case .defaultColours:
      Entry("Default colours", .tools, "D", icon: "default-colours", also: "colors black white reset")

    case .zoomIn:
      Entry(
        "Zoom in", .view, "plus Ctrl+plus equal Ctrl+equal KP_Add Ctrl+KP_Add", icon: "zoom-in", also: "magnify",
        repeats: true)
    case .zoomOut:
      Entry("Zoom out", .view, "minus Ctrl+minus KP_Subtract Ctrl+KP_Subtract", icon: "zoom-out", repeats: true)
    case .zoomWhole: Entry("Whole canvas", .view, "0 Ctrl+0", icon: "zoom-whole", also: "zoom fit page all")
    case .zoomActual: Entry("100 %", .view, "1 Ctrl+1", icon: "zoom-actual", also: "zoom actual size original pixels")
    case .rotateLeft: Entry("Turn left", .view, "4", icon: "rotate-left", also: "rotate anticlockwise", repeats: true)
    case .rotateUpright: Entry("Upright", .view, "5", icon: "rotate-upright", also: "rotate reset straight turn")
    case .rotateRight: Entry("Turn right", .view, "6", icon: "rotate-right", also: "rotate clockwise", repeats: true)
    case .mirror: Entry("Mirror the view", .view, "V", icon: "mirror-view", also: "flip horizontally")
    case .nextDialMode:
      Entry("Next mode of the dial", .view, "T", also: "ring what it turns size zoom hue opacity rotate")

    case .togglePanels: Entry("Hide or show the panels", .window, "Tab", icon: "panels", also: "toggle canvas only")
    case .toggleFullScreen: Entry("Full screen", .window, "F11", icon: "full-screen", also: "fullscreen toggle")
    case .popUp: Entry("Brushes and colours", .window, "Shift+F10", also: "palette pop-up user brushes")
    case .menu: Entry("Menu", .window, "F10 Menu", icon: "menu")
    case .commandPalette: Entry("Search the commands", .window, "Ctrl+K", icon: "search", also: "find command palette")
    case .settings: Entry("Settings", .window, "Ctrl+comma", icon: "settings", also: "preferences options configure")

    case .messages: Entry("Messages", .help, "Ctrl+Shift+M", also: "errors what was said notifications list")
    case .showKeys: Entry("Keys", .help, "F1", icon: "keys", also: "help shortcuts keyboard")
    case .penDoctor:
      Entry("Pen doctor", .help, "Ctrl+F1", also: "tablet stylus pressure curve tilt test device report calibrate")
    }
  }
}
