import Document
import Geometry
import Studio

extension Overlay {
  /// Something that an input did for somebody else to carry out. Effects are returned, never called back.
  public enum Effect: Sendable, Hashable {
    /// What a key could ask for as well.
    case perform(Action)
    /// The dial is being turned and shows this value now (in the mode's unit; a rotation is not wrapped).
    case turning(DialMode, Double)
    /// The dial was let go, reset or turned by a step, and this value stays. Once for each turn.
    case released(DialMode, Double)
    /// Use another tool.
    case choose(CanvasTool)
    /// Draw with another brush, by its name.
    case chooseBrush(String)
    /// The brush's diameter, canvas px.
    case setSize(Double)
    /// The brush's opacity, 0...1.
    case setOpacity(Double)
    /// The colour to draw with, 0xRRGGBB.
    case setForeground(UInt32)
    /// The other colour, 0xRRGGBB.
    case setBackground(UInt32)
    /// Have the tools work otherwise.
    case setTool(ToolSettings)
    /// Let the next press on the canvas set the centre of symmetry, or no longer.
    case placeCenter(Bool)
    /// Put other settings in force and keep them.
    case changeSettings(Settings)
    /// Show the menu (`Overlay.showMenu`).
    case openMenu
    /// Show another palette, by its name.
    case choosePalette(String)
    /// Do something to the layers; `isContinued` as in `Document.perform`.
    case layer(LayerOperation, isContinued: Bool)
    /// Draw on another layer.
    case activateLayer(Layer.ID)
    /// Show a file in its folder, by its path.
    case showInFolder(String)
    /// Look into a folder, by its path from the root, and show what is in it (`Overlay.show(_:FolderListing)`).
    case list(String)
    /// Open a drawing, by its path from the root.
    case openFile(String)
    /// Save the drawing to a path from the root. What is there already may be replaced where the user has agreed to that
    /// (`replaces`); else he is to be asked (`Overlay.askReplacing`).
    case saveFile(String, replaces: Bool)
    /// Save the drawing to a path from the root, in place of what is there, write-protected or not.
    case replaceFile(String)
    /// Have the file that is being asked for chosen in Fude's own dialog instead of the desktop's.
    case useOwnDialog
    /// Copy what is known of the pens and their surroundings, for a report, for other programs to paste.
    case copyPenReport
    /// Copy a text, not empty, for other programs to paste.
    case copyText(String)
    /// Get the text that was copied last, here or elsewhere, and give it to `Overlay.paste`.
    case pasteText
    /// Have a file chosen for a picture of the drawing, which is to be as this says.
    case export(ExportChoice)
    /// Write a picture of the drawing to a path from the root; `replaces` as in `saveFile`.
    case exportFile(String, ExportOptions, replaces: Bool)
    /// End the export that is going on.
    case cancelExport
    /// Give up what is on its way from other programs: what was pasted or dropped.
    case cancelPieces
    /// End the program although the drawing is lost.
    case quitWithoutKeeping
    /// Say a sentence to the user, for a while.
    case say(String)
  }

  /// What came of an input.
  public struct Response: Sendable, Equatable {
    /// Whether the overlay took it, so that nobody else should act on it.
    public var isConsumed: Bool
    /// What is to be carried out, in order.
    public var effects: [Effect]

    /// A response by its parts.
    public init(isConsumed: Bool = false, effects: [Effect] = []) {
      self.isConsumed = isConsumed
      self.effects = effects
    }
  }
}
