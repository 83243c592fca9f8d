import Document
import Geometry
import Ink
import Input
import Library
import Studio
import Toolkit

/// The part of the program's state that widgets show, as one value.
///
/// State flows one way. The program builds this value from the session and passes it to
/// `Overlay.show`; widgets update what differs. Widgets request changes by effects and keep no
/// second copy of the state.
public struct InterfaceState: Sendable, Hashable {
  /// The tool in use.
  public var tool = CanvasTool.brush
  /// The name of the chosen brush's file; kept while another tool is in use.
  public var brush = "pen"
  /// Width of the brush or eraser in use at full pressure, canvas px, > 0.
  public var size = 12.0
  /// Opacity of the brush in use, 0...1.
  public var opacity = 1.0
  /// The size in the file of the brush in use, canvas px, > 0.
  public var neutralSize = 12.0
  /// The brush in use (or the eraser, while that is chosen), for previews of its strokes.
  public var drawing = Brush()
  /// The settings of the tools.
  public var toolSettings = ToolSettings()
  /// Whether strokes are repeated by symmetry.
  public var isSymmetric: Bool { toolSettings.symmetry.isActive }
  /// Whether the next press on the canvas sets the centre of symmetry.
  public var isPlacingCenter = false
  /// Whether there is a selection or a floating selection.
  public var hasSelection = false
  /// Whether a selection floats, so that it can be applied or cancelled.
  public var isFloating = false
  /// The place of the selection in the window, px, also beyond its edges; nil for none, or while it is being changed.
  public var selectionPlace: PixelRect?
  /// The edge of the selection that was set last.
  public var selectionEdge = SelectionEdge()
  /// The strokes that are chosen; nil for none.
  public var chosenStrokes: ChosenStrokes?
  /// The foreground colour, 0xRRGGBB.
  public var foreground: UInt32 = 0x1D1F24
  /// The background colour, 0xRRGGBB.
  public var background: UInt32 = 0xFDFCF9
  /// The hue of the foreground, degrees on the colour wheel. The program stores it, because grey
  /// and dark colours do not determine their hue.
  public var hue = 0.0
  /// Recently used colours, the latest first, 0xRRGGBB.
  public var recentColours: [UInt32] = []
  /// The available palettes, by name.
  public var palettes: [Palette] = []
  /// The name of the palette that is shown; the first palette is shown if none has this name.
  public var palette = PaletteLibrary.standardName
  /// What can be done to the palette that is shown; nil where palettes cannot be edited.
  public var paletteEditing: PaletteEditing?
  /// The available brushes, by name.
  public var brushes: [String] = []
  /// Whether the brush in use picks up colours from where it paints, by itself or because it blends
  /// now.
  public var brushSmudges = false
  /// Whether the strokes of the brush in use show a paper.
  public var brushTakesPaper = false
  /// The paper that was chosen for the brush in use; nil for the brush's own.
  public var brushPaper: Settings.PaperUse?
  /// The available papers, by name.
  public var papers: [String] = []
  /// The brush that is being edited; nil for none.
  public var editing: BrushEditing?
  /// The brushes that were chosen last, the one in use first.
  public var recentBrushes: [String] = []
  /// MyPaint's brushes, as far as they are known.
  public var catalogue = BrushCatalogue()
  /// The brushes of the user's among `brushes`.
  public var userBrushes: Set<String> = []
  /// The folder of the user's brushes; nil without a home folder.
  public var userBrushFolder: String?
  /// A line that says what MyPaint's brushes need; nil if they can be used.
  public var paintAbsence: String?
  /// The user's macros, as far as they are known, by their titles.
  public var macros: [MacroItem] = []
  /// The layers, the lowest first.
  public var layers: [LayerItem] = []
  /// The active layer.
  public var activeLayer: Layer.ID?
  /// The canvas, px from its own corner.
  public var canvas = PixelRect(x: 0, y: 0, width: 1, height: 1)
  /// The paper's colour, 0xRRGGBB.
  public var paper: UInt32 = 0xFDFCF9
  /// Whether the paper is shown.
  public var isPaperShown = true
  /// Edits that can be undone.
  public var undoCount = 0
  /// Edits that can be redone.
  public var redoCount = 0
  /// The view's magnification, window px per canvas px.
  public var zoom = 1.0
  /// Whether the view shows the whole canvas.
  public var showsWhole = false
  /// The view's rotation, degrees, any finite value.
  public var rotation = 0.0
  /// What the navigator shows; nil while it is hidden.
  public var navigator: NavigatorState?
  /// What the references' panel shows; nil while it is hidden.
  public var references: ReferenceState?
  /// Whether the view is mirrored.
  public var isMirrored = false
  /// Recently opened or saved drawings, the latest first: paths from the root.
  public var recentFiles: [String] = []
  /// The readings for the pen doctor's page; nil while it is closed.
  public var pen: PenReadings?
  /// The reference latency shown on that page; nil while it is closed, or if none was published.
  public var publishedLatency: PublishedLatency?
  /// The current settings, including keys.
  public var settings = Settings()
  /// The desktop's theme if it is a high contrast theme; else nil.
  public var desktopContrast: Settings.ThemeChoice?

  /// Whether the file of a brush is in the user's folder.
  public func isOfUser(brush name: String) -> Bool { catalogue[name].map(isOfUser) ?? userBrushes.contains(name) }

  /// Whether a file is in the user's folder of brushes.
  func isOfUser(_ entry: BrushCatalogue.Entry) -> Bool {
    userBrushFolder.map { entry.path.hasPrefix($0 + "/") } ?? false
  }

  /// The state of a program that has just started.
  public init() {}
}
