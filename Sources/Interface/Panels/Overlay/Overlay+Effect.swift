import Document
import Geometry
import Input
import Pictures
import Studio
import Toolkit

extension Overlay {
  /// A request to the program that results from an input. Widgets post effects (`InterfaceContext.add`), and the overlay
  /// returns them with its response to the input. The overlay calls nothing back.
  public enum Effect: Sendable, Hashable {
    /// An action that a key could request as well.
    case perform(Action)
    /// The dial is being turned and shows this value (in the mode's unit; a rotation is not
    /// wrapped).
    case turning(DialMode, Double)
    /// The dial was released, reset or turned by a step to this value. Sent once for each turn.
    case released(DialMode, Double)
    /// Move the view so that a position of the canvas is in the window's middle.
    case centerView(Point)
    /// Switch to another tool.
    case choose(CanvasTool)
    /// Set the brush's width at full pressure, canvas px.
    case setSize(Double)
    /// Set the brush's opacity, 0...1.
    case setOpacity(Double)
    /// Set the foreground colour, 0xRRGGBB.
    case setForeground(UInt32)
    /// Set the background colour, 0xRRGGBB.
    case setBackground(UInt32)
    /// Change the chosen strokes as a control says.
    case changeStrokes(StrokeChange)
    /// Change the settings of the tools.
    case setTool(ToolSettings)
    /// Give the selection another edge, shown at once; `isSettled` makes it a step.
    case setEdge(SelectionEdge, isSettled: Bool)
    /// Start or end setting the centre of symmetry by the next press on the canvas.
    case placeCenter(Bool)
    /// Apply and store other settings.
    case changeSettings(Settings)
    /// Show the menu (`Overlay.showMenu`).
    case openMenu
    /// Choose or change palettes.
    case palettes(PaletteRequest)
    /// Change the layers; `isContinued` as in `Document.perform`.
    case layer(LayerOperation, isContinued: Bool)
    /// Change the canvas with all layers.
    case canvas(CanvasOperation)
    /// Make another layer the active one.
    case activateLayer(Layer.ID)
    /// Make a layer's mask the active pixels.
    case activateMask(Layer.ID)
    /// Select what a layer or a mask shows. The keys say how it joins the selection.
    case selectOpacity(of: SurfaceID, Modifiers)
    /// Hide or show in the list what a group contains.
    case foldGroup(Layer.ID, Bool)
    /// Choose layers in the list of layers, one of them as the active one.
    case chooseLayers(Set<Layer.ID>, active: Layer.ID)
    /// Show a file in its folder, by its path.
    case showInFolder(String)
    /// List a folder, by its path from the root, and pass the result to
    /// `Overlay.show(_:FolderListing)`.
    case list(String)
    /// Remove a kept drawing, by its path from the root, and list its folder as `list` does.
    case removeKept(String)
    /// Open a drawing, by its path from the root.
    case openFile(String)
    /// The user chose a file in the dialog, by its path from the root. A file that exists may be written only
    /// with the user's consent (`replaces`); else ask with `Overlay.askReplacing`.
    case fileChosen(String, replaces: Bool)
    /// Save the drawing to a path from the root and replace an existing file, write-protected or
    /// not.
    case replaceFile(String)
    /// Ask for a file to save the drawing to, and suggest this path from the root.
    case saveUnder(String)
    /// Choose the file in Fude's own dialog instead of the desktop's.
    case useOwnDialog
    /// Copy a report about pens and their environment to the clipboard.
    case copyPenReport
    /// Copy a text, not empty, to the clipboard.
    case copyText(String)
    /// Read text from the clipboard and pass it to `Overlay.paste`.
    case pasteText
    /// Export a picture or a time-lapse.
    case export(PictureRequest)
    /// Replace the drawing by an empty one.
    case newDrawing(NewDrawing)
    /// Scale the image to a size in px, and then set the resolution; `ScalePage` shows the
    /// progress.
    case scaleImage(width: Int, height: Int, Resolution?)
    /// Cancel the scaling of the image.
    case cancelScaling
    /// Add, move or remove references.
    case references(ReferenceRequest)
    /// Choose, add or delete brushes.
    case brushes(BrushRequest)
    /// Repeat steps, or change macros.
    case macros(MacroRequest)
    /// A step in the editor of brushes.
    case edit(BrushEdit)
    /// Cancel the change of strokes that is being computed.
    case cancelChange
    /// Cancel transfers of pasted or dropped data from other programs.
    case cancelTransfers
    /// Quit although the drawing will be lost.
    case quitWithoutKeeping
    /// Show a message to the user for a while.
    case say(String)
  }
}
