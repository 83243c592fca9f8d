import Document
import Ink
import Input

/// The user's settings and the state that Fude remembers.
///
/// Every property clamps itself to its range. `SettingsFile` is the text form;
/// `Resources/settings.md` describes each setting.
public struct Settings: Sendable, Hashable {
  // MARK: set by the user

  /// What the wheel does without Ctrl.
  public var wheel = WheelUse.zoom
  /// How much shake is taken out of strokes, 0 ... 100; nil: as much as each brush says.
  public var smoothing: Double? { didSet { smoothing = smoothing.map { Self.clamped($0, Self.smoothings, 20) } } }
  /// How strokes are helped.
  public var aids = StrokeAids()
  /// How much of the history is kept.
  public var history = HistoryLimits()
  /// The time for which ink is predicted, ms, 0 ... 16.
  public var prediction = 8.0 { didSet { prediction = Self.clamped(prediction, Self.predictions, 8) } }
  /// The cursor of the pen.
  public var cursor = CursorUse.outline
  /// The use of one finger on the canvas.
  public var touch = TouchUse.pan
  /// The use of two fingers on the canvas and of a pinch on a touchpad.
  public var twoFingers = TwoFingerUse.turn
  /// The use of a tap of two or three fingers.
  public var fingerTaps = TapUse.undo
  /// The colours of the interface.
  public var theme = ThemeChoice.dark
  /// The language of the interface, from the next start on.
  public var language = LanguageChoice.auto
  /// The contrast of the interface's colours.
  public var contrast = ContrastUse.auto
  /// The scale of the interface, 0.5 ... 4, 1 for 96 dpi; nil for the desktop's.
  public var scale: Double? { didSet { scale = scale.map { Self.clamped($0, Self.scales, 1) } } }
  /// The additional scale of the interface's text, 1 ... 2.
  public var textScale = 1.0 { didSet { textScale = Self.clamped(textScale, Self.textScales, 1) } }
  /// How long messages stay.
  public var messages = MessageUse.timed
  /// Which file dialogs are used.
  public var dialogs = DialogUse.desktop
  /// The uses of a pen's side buttons.
  public var penButtons = ButtonUses(middle: .pan, secondary: .pick)
  /// The uses of a mouse's buttons.
  public var mouseButtons = ButtonUses(middle: .pan, secondary: .popUp)
  /// The uses of a tablet's buttons by number, 1 ... `PadEvent.mostButtons`. `padUse` has the
  /// defaults.
  public var padButtons: [Int: ButtonUse] = [:] {
    didSet { padButtons = padButtons.filter { (1...PadEvent.mostButtons).contains($0.key) } }
  }
  /// The use of a tablet's ring.
  public var ring = RingUse.dial
  /// The user's settings of single devices, which override the devices' own descriptions
  /// (`InputDecoder.overrides`). Empty ones and those of devices without a name are dropped.
  public var devices: [DeviceKey: DeviceOverride] = [:] {
    didSet {
      devices = devices.compactMapValues { $0.valid == DeviceOverride() ? nil : $0.valid }
        .filter { SettingsText.text(device: $0.key) != nil }
    }
  }
  /// The keys of actions.
  public var keys = KeyBindings.standard

  // MARK: remembered

  /// The size of the window when it was neither maximised nor full screen, px.
  public var windowSize: WindowSize?
  /// The position of the window's frame, if the user has moved it.
  public var windowPlace: WindowPlace?
  /// How the window filled the screen.
  public var windowState = WindowState.normal
  /// Whether the panels are shown at the start.
  public var showsPanels = true
  /// Whether the dial is folded into a small disc.
  public var isDialFolded = false
  /// The hand that draws, which decides the sides of the panels.
  public var hand = Hand.right
  /// Whether the navigator is shown.
  public var showsNavigator = false
  /// Whether a bar with actions is shown beside the selection.
  public var showsSelectionBar = true
  /// Whether the references are shown.
  public var showsReferences = false
  /// The size of the references' panel, px at 96 dpi.
  public var referencesSize = PanelSize.standard
  /// The places of the panels that the user has moved.
  public var panelPlaces: [MovablePanel: PanelPlace] = [:]
  /// The name of the brush that was last drawn with.
  public var brush = "pen"
  /// The brushes that were chosen last, the newest first; at most `mostRecentBrushes`.
  public var recentBrushes: [String] = [] {
    didSet { recentBrushes = Array(recentBrushes.filter(Brush.isRecordedName).prefix(Self.mostRecentBrushes)) }
  }
  /// Favourites and tags of brushes.
  public var shelf = BrushShelf()
  /// The last use of each brush, by its name; without a valid one (`Brush.isRecordedName`) it is
  /// not written.
  public var brushes: [String: BrushUse] = [:]
  /// The colour to draw with, sRGB, 0xRRGGBB.
  public var foreground = Settings.ink { didSet { foreground &= 0xFF_FFFF } }
  /// The background colour, by default the paper's.
  public var background = Settings.paper { didSet { background &= 0xFF_FFFF } }
  /// The colours that were last drawn with, newest first; at most `mostRecentColours`.
  public var recentColours: [UInt32] = [] {
    didSet { recentColours = recentColours.prefix(Self.mostRecentColours).map { $0 & 0xFF_FFFF } }
  }
  /// The settings of the tools that outlast a drawing (`ToolSettings.lasting`).
  public var tools = ToolSettings()
  /// The drawing that was last made on the page for new ones; nil for none.
  public var lastNew: NewDrawing?
  /// The keys of the user's macros, by the names of their files without ".json".
  public var macroKeys: [String: Keystroke] = [:]
  /// The palette's file; nil for Fude's own.
  public var palette: String? { didSet { if palette?.isEmpty == true { palette = nil } } }

  /// The default settings.
  public init() {}

  /// The range of `smoothing`.
  public static let smoothings = 0.0...100.0
  /// The range of `prediction`, ms.
  public static let predictions = 0.0...16.0
  /// The range of `scale`.
  public static let scales = 0.5...4.0
  /// The range of `textScale`.
  public static let textScales = 1.0...2.0
  /// The default colour of the ink, sRGB.
  public static let ink: UInt32 = 0x1D1F24
  /// The default colour of the paper, sRGB.
  public static let paper = Document.standardPaper
  /// The number of colours that are remembered.
  public static let mostRecentColours = 32

  /// The number of brushes that are remembered.
  public static let mostRecentBrushes = 12

  static func clamped(_ value: Double, _ range: ClosedRange<Double>, _ otherwise: Double) -> Double {
    value.isFinite ? max(range.lowerBound, min(range.upperBound, value)) : otherwise
  }
}

extension Settings {
  /// The use of the wheel.
  public enum WheelUse: String, Sendable, Hashable, CaseIterable {
    /// Zooms at the pointer; with Ctrl it moves the canvas.
    case zoom
    /// Moves the canvas; with Ctrl it zooms.
    case scroll
  }

  /// The cursor of the pen.
  public enum CursorUse: String, Sendable, Hashable, CaseIterable {
    /// The outline of the tool in its true size, drawn by the program.
    case outline
    /// A cross, drawn by the X server.
    case cross
  }

  /// The colours of the interface.
  public enum ThemeChoice: String, Sendable, Hashable, CaseIterable {
    case dark, light
  }

  /// The language of the interface. The raw value is its code; `auto` follows the environment.
  public enum LanguageChoice: String, Sendable, Hashable, CaseIterable {
    case auto
    case english = "en"
    case german = "de"
    case japanese = "ja"
  }

  /// The contrast of the interface's colours.
  public enum ContrastUse: String, Sendable, Hashable, CaseIterable {
    /// High if the desktop's theme has high contrast.
    case auto
    case normal, high
  }

  /// How long messages stay.
  public enum MessageUse: String, Sendable, Hashable, CaseIterable {
    /// As long as it takes to read them.
    case timed
    /// Until the user closes them.
    case stay
  }

  /// The hand that draws.
  public enum Hand: String, Sendable, Hashable, CaseIterable {
    /// Tools at the left; colours, layers and dial at the right.
    case right
    /// The other way round.
    case left
  }

  /// Which file dialogs are used.
  public enum DialogUse: String, Sendable, Hashable, CaseIterable {
    /// The desktop's, if it has any.
    case desktop
    /// Fude's own.
    case own
  }

  /// How a window fills the screen.
  public enum WindowState: String, Sendable, Hashable, CaseIterable {
    case normal, maximised
    case fullScreen = "full-screen"
  }

  /// A paper under a brush.
  public struct PaperUse: Sendable, Hashable {
    /// The paper's name (`PaperLibrary.isName`).
    public var name: String
    /// How much of it shows, 0...1.
    public var strength: Double { didSet { strength = Settings.clamped(strength, 0...1, Self.standardStrength) } }
    /// The size of its pixels, canvas px, within `Brush.Paper.scales`.
    public var scale: Double { didSet { scale = Settings.clamped(scale, Brush.Paper.scales, 1) } }

    /// Under a full coverage the lowest parts get 30 % of the ink.
    public static let standardStrength = 0.7

    /// A paper by its parts; numbers out of range are clamped.
    public init(_ name: String, strength: Double = PaperUse.standardStrength, scale: Double = 1) {
      self.name = name
      self.strength = Settings.clamped(strength, 0...1, Self.standardStrength)
      self.scale = Settings.clamped(scale, Brush.Paper.scales, 1)
    }
  }

  /// The last size, opacity and paper of a brush.
  public struct BrushUse: Sendable, Hashable {
    /// Width at full pressure (`Brush.fullWidth`), canvas px, within `Brush.sizes`; nil for its file's value.
    public var width: Double? { didSet { width = width.map { Settings.clamped($0, Brush.sizes, 12) } } }
    /// The diameter of its tip, canvas px, as settings had it before the width. It is read, and never written.
    public var tip: Double?
    /// Opacity, 0 ... 1; nil: 1.
    public var opacity: Double? { didSet { opacity = opacity.map { Settings.clamped($0, 0...1, 1) } } }

    /// The paper; nil for the brush's own.
    public var paper: PaperUse?
    /// What the user calls it, 1...`mostLetters` characters; nil for the title of its name.
    public var title: String?

    /// The greatest length of a title.
    public static let mostLetters = 80

    /// A use by its parts.
    public init(width: Double? = nil, opacity: Double? = nil, paper: PaperUse? = nil, title: String? = nil) {
      (self.paper, self.title) = (paper, title)
      self.width = width.map { Settings.clamped($0, Brush.sizes, 12) }
      self.opacity = opacity.map { Settings.clamped($0, 0...1, 1) }
    }

    /// A brush with the size of its last use.
    func applied(to brush: Brush) -> Brush {
      width.map { brush.resized(toFullWidth: $0) } ?? tip.map { brush.resized(to: $0) } ?? brush
    }
  }

  /// A place on the screen, px from its upper left corner, -32767 ... 32767 each.
  public struct WindowPlace: Sendable, Hashable {
    /// To the right, px.
    public let x: Int
    /// Down, px.
    public let y: Int

    /// A place; nil if out of range.
    public init?(x: Int, y: Int) {
      guard (-32767...32767).contains(x), (-32767...32767).contains(y) else { return nil }
      self.x = x
      self.y = y
    }
  }

  /// The size of a window, px, 1 ... 32767 each.
  public struct WindowSize: Sendable, Hashable {
    /// Width, px.
    public let width: Int
    /// Height, px.
    public let height: Int

    /// A size; nil if out of range.
    public init?(width: Int, height: Int) {
      guard (1...32767).contains(width), (1...32767).contains(height) else { return nil }
      self.width = width
      self.height = height
    }
  }

  /// The size of a panel that the user resizes, px at 96 dpi. The panel keeps it in its limits.
  public struct PanelSize: Sendable, Hashable {
    /// The size before the user resizes it.
    public static let standard = PanelSize(width: 320, height: 300)

    /// Width.
    public var width: Double
    /// Height.
    public var height: Double

    /// A size.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  }
}
