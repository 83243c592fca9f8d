import Language

extension Action {
  /// A row of the table of actions.
  struct Entry {
    let title: Message
    let section: Section
    /// The keys as in the settings file, separated by spaces.
    let keys: String
    let icon: String?
    /// Other names, for the search.
    let also: Message?
    let repeats: Bool
    /// The tool that the action chooses; nil for actions of another kind.
    let choice: ToolChoice?

    init(
      _ title: Message, _ section: Section, _ keys: String, icon: String? = nil, also: Message? = nil,
      repeats: Bool = false, chooses choice: ToolChoice? = nil
    ) {
      self.title = title
      self.section = section
      self.keys = keys
      self.icon = icon
      self.also = also
      self.repeats = repeats
      self.choice = choice
    }
  }

  /// A brush or a tool that an action chooses.
  enum ToolChoice {
    /// A brush, by its file's name.
    case brush(String)
    case tool(CanvasTool)
  }

  /// The table of actions. Keys are those that Krita, MyPaint, GIMP and AzPainter have in common, else a free letter.
  var entry: Entry {
    switch self {
    case .new:
      Entry(
        Message("New"), .drawing, "Ctrl+N", icon: "new",
        also: Message("empty canvas drawing create", context: "search words"))
    case .newWindow:
      Entry(
        Message("New window"), .drawing, "Ctrl+Shift+N",
        also: Message("another second drawing open create", context: "search words"))
    case .open:
      Entry(
        Message("Open"), .drawing, "Ctrl+O", icon: "open",
        also: Message("load file folder import", context: "search words"))
    case .save:
      Entry(
        Message("Save"), .drawing, "Ctrl+S", icon: "save",
        also: Message("write keep file ora OpenRaster", context: "search words"))
    case .saveAs:
      Entry(
        Message("Save as"), .drawing, "Ctrl+Shift+S", also: Message("write copy name file", context: "search words"))
    case .export:
      Entry(
        Message("Export as PNG"), .drawing, "Ctrl+E", icon: "export",
        also: Message("save picture image", context: "search words"))
    case .exportAs:
      Entry(
        Message("Export as"), .drawing, "Ctrl+Shift+E",
        also: Message("svg pdf picture image size scale dpi transparent layer print", context: "search words"))
    case .timeLapse:
      Entry(
        Message("Time-lapse"), .drawing, "Ctrl+Alt+E",
        also: Message("film video movie mp4 webm gif animation history speed", context: "search words"))
    case .newAtOnce:
      Entry(
        Message("New with default size"), .drawing, "Ctrl+Alt+N",
        also: Message("empty canvas drawing create same at once without questions", context: "search words"))
    case .close: Entry(Message("Close"), .drawing, "Ctrl+W", also: Message("drawing end", context: "search words"))
    case .quit: Entry(Message("Quit"), .drawing, "Ctrl+Q", also: Message("exit leave end", context: "search words"))

    case .undo:
      Entry(
        Message("Undo"), .edit, "Ctrl+Z", icon: "undo", also: Message("back revert", context: "search words"),
        repeats: true)
    case .redo:
      Entry(
        Message("Redo"), .edit, "Ctrl+Shift+Z Ctrl+Y", icon: "redo",
        also: Message("forward again", context: "search words"), repeats: true)
    case .copy: Entry(Message("Copy"), .edit, "Ctrl+C", icon: "copy")
    case .cut: Entry(Message("Cut"), .edit, "Ctrl+X", icon: "cut")
    case .paste:
      Entry(Message("Paste"), .edit, "Ctrl+V", icon: "paste", also: Message("insert", context: "search words"))
    case .delete:
      Entry(
        Message("Delete the selection or clear the layer"), .edit, "Delete",
        also: Message("remove", context: "search words"))
    case .fillWithColour:
      Entry(
        Message("Fill with the foreground colour"), .edit, "Shift+BackSpace",
        also: Message("color paint selection layer cover", context: "search words"))
    case .selectAll: Entry(Message("Select all"), .edit, "Ctrl+A")
    case .deselect: Entry(Message("Deselect"), .edit, "Ctrl+D", also: Message("select none", context: "search words"))
    case .invertSelection:
      Entry(
        Message("Invert the selection"), .edit, "Ctrl+I",
        also: Message("select inverse other opposite", context: "search words"))
    case .flipSelection:
      Entry(
        Message("Flip the selection horizontally"), .edit, "Ctrl+F",
        also: Message("mirror left right", context: "search words"))
    case .flipSelectionVertically:
      Entry(
        Message("Flip the selection vertically"), .edit, "Ctrl+Shift+F",
        also: Message("upside down mirror top bottom", context: "search words"))
    case .clear:
      Entry(
        Message("Clear the layer"), .edit, "Ctrl+Delete", icon: "clear",
        also: Message("empty drawing canvas", context: "search words"))
    case .recolourStrokes:
      Entry(
        Message("Give strokes this colour"), .edit, "Ctrl+Shift+R",
        also: Message("change color last selected recolour past", context: "search words"))
    case .rebrushStrokes:
      Entry(
        Message("Draw strokes again with this brush"), .edit, "Ctrl+Shift+B",
        also: Message("change size last selected redraw past", context: "search words"))
    case .deleteStrokes:
      Entry(
        Message("Delete drawn strokes"), .edit, "Ctrl+Shift+Delete",
        also: Message("remove last selected change past", context: "search words"))
    case .cancel: Entry(Message("Cancel"), .edit, "Escape", also: Message("escape abort stop", context: "search words"))
    case .apply:
      Entry(Message("Apply"), .edit, "Return KP_Enter", also: Message("confirm finish", context: "search words"))

    case .canvasSize:
      Entry(
        Message("Canvas size"), .image, "Ctrl+Alt+C",
        also: Message("resize crop extend dpi resolution paper page", context: "search words"))
    case .scaleImage:
      Entry(
        Message("Scale the image"), .image, "Ctrl+Alt+I",
        also: Message("resize resample larger smaller percent", context: "search words"))
    case .paperColour:
      Entry(
        Message("Paper colour"), .image, "Ctrl+Alt+P",
        also: Message("background white transparent color", context: "search words"))
    case .cropToSelection:
      Entry(
        Message("Crop to the selection"), .image, "Ctrl+Shift+X",
        also: Message("trim cut canvas", context: "search words"))
    case .cropToInk:
      Entry(
        Message("Crop to content"), .image, "Ctrl+Alt+X",
        also: Message("trim canvas border what is drawn", context: "search words"))
    case .flipImage:
      Entry(
        Message("Flip the image horizontally"), .image, "Ctrl+Alt+H",
        also: Message("mirror left right all layers", context: "search words"))
    case .flipImageVertically:
      Entry(
        Message("Flip the image vertically"), .image, "Ctrl+Alt+V",
        also: Message("upside down mirror top bottom", context: "search words"))
    case .turnImageLeft:
      Entry(
        Message("Rotate the image 90° left"), .image, "Ctrl+Alt+4",
        also: Message("turn degrees anticlockwise portrait landscape", context: "search words"))
    case .turnImageRight:
      Entry(
        Message("Rotate the image 90° right"), .image, "Ctrl+Alt+6",
        also: Message("turn degrees clockwise portrait landscape", context: "search words"))

    case .addLayer: Entry(Message("Add a layer"), .layers, "Insert", also: Message("new", context: "search words"))
    case .duplicateLayer:
      Entry(Message("Duplicate the layer"), .layers, "Ctrl+J", also: Message("copy", context: "search words"))
    case .copyLayer:
      Entry(
        Message("Copy the layer"), .layers, "Ctrl+Shift+C",
        also: Message("clipboard paste group into another drawing", context: "search words"))
    case .deleteLayer:
      Entry(Message("Delete the layer"), .layers, "Shift+Delete", also: Message("remove", context: "search words"))
    case .renameLayer:
      Entry(Message("Rename the layer"), .layers, "F2", also: Message("name title", context: "search words"))
    case .mergeDown:
      Entry(
        Message("Merge the layer down, or the group"), .layers, "Ctrl+M",
        also: Message("flatten join combine", context: "search words"))
    case .mergeVisible: Entry(Message("Merge with all visible layers below"), .layers, "Ctrl+Alt+J")
    case .groupLayer:
      Entry(
        Message("Group the layer"), .layers, "Ctrl+G", also: Message("folder put into a group", context: "search words")
      )
    case .ungroupLayer:
      Entry(
        Message("Ungroup"), .layers, "Ctrl+Shift+G",
        also: Message("take apart group folder", context: "search words"))
    case .raiseLayer:
      Entry(
        Message("Move the layer up"), .layers, "Ctrl+Page_Up", also: Message("raise order", context: "search words"),
        repeats: true)
    case .lowerLayer:
      Entry(
        Message("Move the layer down"), .layers, "Ctrl+Page_Down",
        also: Message("lower order", context: "search words"), repeats: true)
    case .layerAbove:
      Entry(
        Message("Select the layer above"), .layers, "Page_Up",
        also: Message("choose next higher", context: "search words"),
        repeats: true)
    case .layerBelow:
      Entry(
        Message("Select the layer below"), .layers, "Page_Down",
        also: Message("choose previous lower", context: "search words"),
        repeats: true)
    case .toggleLayer:
      Entry(
        Message("Show or hide the layer"), .layers, "Shift+H", also: Message("visible eye", context: "search words"))
    case .lockLayer:
      Entry(Message("Lock or unlock the layer"), .layers, "slash", also: Message("protect", context: "search words"))
    case .lockTransparency:
      Entry(
        Message("Lock or unlock the layer's transparency"), .layers, "Ctrl+slash",
        also: Message("alpha protect inside preserve opacity", context: "search words"))
    case .clipLayer:
      Entry(
        Message("Clip or unclip the layer"), .layers, "Ctrl+Alt+G",
        also: Message("clipping mask group inherit alpha below", context: "search words"))
    case .addMask:
      Entry(
        Message("Add a mask to the layer"), .layers, "Ctrl+Alt+M",
        also: Message("hide from selection reveal", context: "search words"))
    case .editMask:
      Entry(
        Message("Draw on the mask, or on the layer"), .layers, "Shift+M",
        also: Message("edit paint", context: "search words"))
    case .toggleMask:
      Entry(
        Message("Turn the layer's mask off or on"), .layers, "Alt+M",
        also: Message("disable switch", context: "search words"))
    case .layerOpacity:
      Entry(
        Message("Layer opacity"), .layers, "Ctrl+Alt+O",
        also: Message("transparent percent", context: "search words"))
    case .layerBlend:
      Entry(
        Message("Layer blend mode"), .layers, "Ctrl+Alt+B",
        also: Message("multiply screen overlay add mode dodge burn darken lighten luminosity", context: "search words"))

    case .pen:
      Entry(
        Message("Pen", context: "brush"), .tools, "B", icon: "pen",
        also: Message("brush ink draw", context: "search words"), chooses: .brush("pen"))
    case .brushPen:
      Entry(
        Message("Brush pen", context: "brush"), .tools, "Shift+B", icon: "brush-pen",
        also: Message("fude calligraphy", context: "search words"), chooses: .brush("brush-pen"))
    case .pencil:
      Entry(
        Message("Pencil", context: "brush"), .tools, "P", icon: "pencil",
        also: Message("graphite sketch", context: "search words"), chooses: .brush("pencil"))
    case .tiltPencil:
      Entry(
        Message("Tilt pencil", context: "brush"), .tools, "Shift+P", icon: "tilt-pencil",
        also: Message("shade", context: "search words"), chooses: .brush("tilt-pencil"))
    case .marker:
      Entry(
        Message("Marker", context: "brush"), .tools, "M", icon: "marker",
        also: Message("highlighter", context: "search words"), chooses: .brush("marker"))
    case .airbrush:
      Entry(
        Message("Airbrush", context: "brush"), .tools, "A", icon: "airbrush",
        also: Message("spray", context: "search words"), chooses: .brush("airbrush"))
    case .brushes:
      Entry(
        Message("Brushes"), .tools, "U", icon: "brushes",
        also: Message("all list mypaint myb choose", context: "search words"))
    case .editBrush:
      Entry(
        Message("Edit the brush"), .tools, "F5",
        also: Message(
          "editor settings properties curve tip change preset texture grain hardness scatter dynamics",
          context: "search words"))
    case .previousBrush:
      Entry(
        Message("Previous brush"), .tools, "W",
        also: Message("last preset swap back", context: "search words"))
    case .secondLastBrush:
      Entry(
        Message("Brush before the previous one"), .tools, "Shift+W",
        also: Message("last preset second", context: "search words"))
    case .eraser:
      Entry(
        Message("Eraser", context: "brush"), .tools, "E", icon: "eraser",
        also: Message("rubber erase", context: "search words"), chooses: .tool(.eraser))
    case .blend:
      Entry(
        Message("Blend while held"), .tools, "N",
        also: Message("smudge smear soften mix colors blender", context: "search words"))
    case .eyedropper:
      Entry(
        Message("Eyedropper"), .tools, "I", icon: "eyedropper",
        also: Message("pick colour color picker", context: "search words"), chooses: .tool(.eyedropper))
    case .pickFromScreen:
      Entry(
        Message("Colour from the screen"), .tools, "Shift+I", icon: "eyedropper",
        also: Message("eyedropper color picker desktop window monitor", context: "search words"))
    case .fill:
      Entry(
        Message("Fill"), .tools, "G", icon: "fill", also: Message("bucket flood", context: "search words"),
        chooses: .tool(.fill))
    case .line: Entry(Message("Straight line"), .tools, "L", icon: "line", chooses: .tool(.line))
    case .rectangle:
      Entry(
        Message("Rectangle"), .tools, "R", icon: "rectangle", also: Message("square box", context: "search words"),
        chooses: .tool(.rectangle))
    case .ellipse:
      Entry(
        Message("Ellipse"), .tools, "O", icon: "ellipse", also: Message("circle oval", context: "search words"),
        chooses: .tool(.ellipse))
    case .selectRectangle:
      Entry(
        Message("Rectangular selection"), .tools, "S", icon: "select-rectangle",
        also: Message("marquee select rectangle transform free move scale rotate", context: "search words"),
        chooses: .tool(.selectRectangle))
    case .selectLasso:
      Entry(
        Message("Lasso selection"), .tools, "Shift+S", icon: "select-lasso",
        also: Message("freehand select", context: "search words"), chooses: .tool(.selectLasso))
    case .crop:
      Entry(
        Message("Crop"), .tools, "Shift+C", also: Message("trim canvas size frame handles", context: "search words"),
        chooses: .tool(.crop))
    case .hand:
      Entry(
        Message("Hand"), .tools, "H", icon: "hand", also: Message("pan move canvas scroll", context: "search words"),
        chooses: .tool(.hand))
    case .symmetry:
      Entry(
        Message("Symmetry"), .tools, "Y", icon: "symmetry",
        also: Message("mirror radial kaleidoscope", context: "search words"))
    case .nextGuide:
      Entry(
        Message("Next stabiliser"), .tools, "Shift+Y",
        also: Message("guide of the ink rope lazy mouse stabilizer average steady smooth", context: "search words"))
    case .larger:
      Entry(
        Message("Larger brush"), .tools, "bracketright", also: Message("bigger size increase", context: "search words"),
        repeats: true)
    case .smaller:
      Entry(
        Message("Smaller brush"), .tools, "bracketleft", also: Message("size decrease", context: "search words"),
        repeats: true)
    case .swapColours:
      Entry(
        Message("Swap foreground and background"), .tools, "X", icon: "swap-colours",
        also: Message("colours colors exchange", context: "search words"))
    case .defaultColours:
      Entry(
        Message("Default colours"), .tools, "D", icon: "default-colours",
        also: Message("colors black white reset", context: "search words"))

    case .zoomIn:
      Entry(
        Message("Zoom in"), .view, "plus Ctrl+plus equal Ctrl+equal KP_Add Ctrl+KP_Add", icon: "zoom-in",
        also: Message("magnify", context: "search words"),
        repeats: true)
    case .zoomOut:
      Entry(
        Message("Zoom out"), .view, "minus Ctrl+minus KP_Subtract Ctrl+KP_Subtract", icon: "zoom-out", repeats: true)
    case .zoomWhole:
      Entry(
        Message("Fit in window"), .view, "0 Ctrl+0", icon: "zoom-whole",
        also: Message("whole canvas zoom page all", context: "search words"))
    case .zoomActual:
      Entry(
        Message("100 %"), .view, "1 Ctrl+1", icon: "zoom-actual",
        also: Message("zoom actual size original pixels", context: "search words"))
    case .zoomWidth:
      Entry(
        Message("Fit the width"), .view, "2", also: Message("zoom canvas page width", context: "search words"))
    case .zoomSelection:
      Entry(Message("Zoom to the selection"), .view, "3", also: Message("fit", context: "search words"))
    case .rotateLeft:
      Entry(
        Message("Rotate the view left"), .view, "4", icon: "rotate-left",
        also: Message("turn canvas anticlockwise", context: "search words"), repeats: true)
    case .rotateUpright:
      Entry(
        Message("Reset rotation"), .view, "5", icon: "rotate-upright",
        also: Message("upright straight turn view", context: "search words"))
    case .rotateRight:
      Entry(
        Message("Rotate the view right"), .view, "6", icon: "rotate-right",
        also: Message("turn canvas clockwise", context: "search words"), repeats: true)
    case .mirror:
      Entry(
        Message("Mirror the view"), .view, "V", icon: "mirror-view",
        also: Message("flip horizontally", context: "search words"))
    case .nextDialMode:
      Entry(
        Message("Next mode of the dial"), .view, "T",
        also: Message("ring what it turns size zoom hue opacity rotate", context: "search words"))

    case .foldDial:
      Entry(
        Message("Fold or unfold the dial"), .view, "Shift+T",
        also: Message("hide small collapse ring", context: "search words"))

    case .navigator:
      Entry(
        Message("Show or hide the navigator"), .view, "Shift+N",
        also: Message("overview map whole drawing miniature", context: "search words"))

    case .references:
      Entry(
        Message("Show or hide the references"), .view, "Shift+R",
        also: Message("reference pictures photo board moodboard", context: "search words"))

    case .togglePanels:
      Entry(
        Message("Hide or show the panels"), .window, "Tab", icon: "panels",
        also: Message("toggle canvas only", context: "search words"))
    case .resetPanels:
      Entry(
        Message("Reset panel positions"), .window, "Ctrl+Shift+P",
        also: Message("move back layout workspace position default home", context: "search words"))
    case .toggleFullScreen:
      Entry(
        Message("Full screen"), .window, "F11", icon: "full-screen",
        also: Message("fullscreen toggle", context: "search words"))
    case .popUp:
      Entry(
        Message("Brushes and colours"), .window, "Shift+F10",
        also: Message("palette pop-up user brushes", context: "search words"))
    case .menu: Entry(Message("Menu"), .window, "F10 Menu", icon: "menu")
    case .commandPalette:
      Entry(
        Message("Search the commands"), .window, "Ctrl+K", icon: "search",
        also: Message("find command palette", context: "search words"))
    case .settings:
      Entry(
        Message("Settings"), .window, "Ctrl+comma", icon: "settings",
        also: Message("preferences options configure", context: "search words"))

    case .messages:
      Entry(
        Message("Messages"), .help, "Ctrl+Shift+M",
        also: Message("errors what was said notifications list", context: "search words"))
    case .showKeys:
      Entry(
        Message("Keyboard shortcuts"), .help, "F1", icon: "keys",
        also: Message("help keys bindings", context: "search words"))
    case .penDoctor:
      Entry(
        Message("Pen doctor"), .help, "Ctrl+F1",
        also: Message("tablet stylus pressure curve tilt test device report calibrate", context: "search words"))
    }
  }
}
