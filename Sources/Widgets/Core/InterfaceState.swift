import Document
import Ink
import Input
import Studio

/// Everything of the program's state that widgets show, as one value.
///
/// State flows one way: the program makes this value from the session and gives it to `Overlay.show`; widgets compare what
/// they showed with what they are to show, and say by effects what the user wants changed. No widget keeps a second copy
/// of the truth.
public struct InterfaceState: Sendable, Hashable {
  /// What the pen does.
  public var tool = CanvasTool.brush
  /// The chosen brush, by its file's name; kept while another tool is in use.
  public var brush = "pen"
  /// Diameter of the brush or eraser in use, canvas px, > 0.
  public var size = 12.0
  /// Opacity of the brush in use, 0...1.
  public var opacity = 1.0
  /// The size that the brush in use has in its file, canvas px, > 0.
  public var neutralSize = 12.0
  /// The brush in use with all that it is (the eraser, while that is chosen), for pictures of its strokes.
  public var drawing = Brush()
  /// How the tools work.
  public var toolSettings = ToolSettings()
  /// Whether strokes are repeated in mirrors or turned round.
  public var isSymmetric: Bool { toolSettings.symmetry.isActive }
  /// Whether the next press on the canvas sets the centre of symmetry.
  public var isPlacingCenter = false
  /// Whether something is selected or floats.
  public var hasSelection = false
  /// What is drawn with, 0xRRGGBB.
  public var foreground: UInt32 = 0x1D1F24
  /// The other colour, 0xRRGGBB.
  public var background: UInt32 = 0xFDFCF9
  /// The hue of the foreground, degrees on the colour wheel: kept by the program where the colour itself has none or, being
  /// dark or grey, tells it only roughly.
  public var hue = 0.0
  /// Colours drawn with lately, the latest first, 0xRRGGBB.
  public var recentColours: [UInt32] = []
  /// The palettes that there are, by name.
  public var palettes: [Palette] = []
  /// The name of the palette that is shown; the first one is, where there is none of this name.
  public var palette = PaletteLibrary.standardName
  /// The brushes that there are, by name.
  public var brushes: [String] = []
  /// The layers, the lowest first.
  public var layers: [LayerItem] = []
  /// The layer that is drawn on.
  public var activeLayer: Layer.ID?
  /// The paper's colour, 0xRRGGBB.
  public var paper: UInt32 = 0xFDFCF9
  /// Whether the paper is shown.
  public var isPaperShown = true
  /// Edits that can be taken back.
  public var undoCount = 0
  /// Edits that can be done again.
  public var redoCount = 0
  /// The view's magnification: 1 is a window px for a canvas px.
  public var zoom = 1.0
  /// Whether the view shows the whole canvas.
  public var showsWhole = false
  /// The view's rotation, degrees, any finite value.
  public var rotation = 0.0
  /// Whether the view is mirrored.
  public var isMirrored = false
  /// The drawings opened or saved lately, the latest first: paths from the root.
  public var recentFiles: [String] = []
  /// The pen that is tried on the pen doctor's page; nil while that is closed.
  public var pen: PenReadings?
  /// What the time to the screen, shown there, is compared with; nil where that is closed, or nothing was published.
  public var publishedLatency: PublishedLatency?
  /// The settings in force, keys among them.
  public var settings = Settings()
  /// The desktop's theme where that is one of high contrast; nil where it is not.
  public var desktopContrast: Settings.ThemeChoice?

  /// The state of a program that has just started.
  public init() {}
}
