import Document
import Ink
import Input

/// What the user has set, and what Fude remembers from one time to the next.
///
/// A value; every property keeps itself within its range. `SettingsFile` is its text form, `Resources/settings.md` says what
/// each means.
public struct Settings: Sendable, Hashable {
  // MARK: set by the user

  /// What the wheel does without Ctrl.
  public var wheel = WheelUse.zoom
  /// How much shake is taken out of strokes, 0 ... 100; nil: as much as each brush says.
  public var smoothing: Double? { didSet { smoothing = smoothing.map { Self.clamped($0, Self.smoothings, 20) } } }
  /// How far ink runs ahead of the pen, ms, 0 ... 16.
  public var prediction = 8.0 { didSet { prediction = Self.clamped(prediction, Self.predictions, 8) } }
  /// What is shown under the pen.
  public var cursor = CursorUse.outline
  /// What one finger on the canvas does.
  public var touch = TouchUse.pan
  /// What two fingers on the canvas and a pinch on a touchpad do.
  public var twoFingers = TwoFingerUse.turn
  /// What a tap of two or three fingers does.
  public var fingerTaps = TapUse.undo
  /// The colours of the interface.
  public var theme = ThemeChoice.dark
  /// The language of the interface, from the next start on.
  public var language = LanguageChoice.auto
  /// Whether these stand out more than usual.
  public var contrast = ContrastUse.auto
  /// How large the interface is, 1 being 96 dpi, 0.5 ... 4; nil: as the desktop says.
  public var scale: Double? { didSet { scale = scale.map { Self.clamped($0, Self.scales, 1) } } }
  /// How large the interface's text is beside the interface, 1 ... 2.
  public var textScale = 1.0 { didSet { textScale = Self.clamped(textScale, Self.textScales, 1) } }
  /// How long messages stay.
  public var messages = MessageUse.timed
  /// Which dialogs ask for files.
  public var dialogs = DialogUse.desktop
  /// What the buttons at a pen's side do.
  public var penButtons = ButtonUses(middle: .pan, secondary: .pick)
  /// What the buttons of a mouse do.
  public var mouseButtons = ButtonUses(middle: .pan, secondary: .popUp)
  /// What buttons of a tablet do, by their number on the pad, 1 ... `PadEvent.mostButtons`; for those that are not here see
  /// `padUse`.
  public var padButtons: [Int: ButtonUse] = [:] {
    didSet { padButtons = padButtons.filter { (1...PadEvent.mostButtons).contains($0.key) } }
  }
  /// What a tablet's ring does.
  public var ring = RingUse.dial
  /// What the user says of single devices, against what these say of themselves; `InputDecoder.overrides` follows it.
  /// Words that say nothing, and on devices without a name, are dropped.
  public var devices: [DeviceKey: DeviceOverride] = [:] {
    didSet {
      devices = devices.compactMapValues { $0.valid == DeviceOverride() ? nil : $0.valid }
        .filter { SettingsText.text(device: $0.key) != nil }
    }
  }
  /// Which keys ask for which actions.
  public var keys = KeyBindings.standard

  // MARK: remembered

  /// The size of the window when it was neither maximised nor full screen, px.
  public var windowSize: WindowSize?
  /// Where the upper left corner of its frame was left, if the user has moved it.
  public var windowPlace: WindowPlace?
  /// How the window filled the screen.
  public var windowState = WindowState.normal
  /// Whether the panels were shown.
  public var showsPanels = true
  /// The name of the brush that was last drawn with.
  public var brush = "pen"
  /// How each brush was left, by its name: 1 ... 32 of a-z, 0-9 and `-`; others are not written.
  public var brushes: [String: BrushUse] = [:]
  /// The colour to draw with, sRGB, 0xRRGGBB.
  public var foreground = Settings.ink { didSet { foreground &= 0xFF_FFFF } }
  /// The other colour, at first the paper's.
  public var background = Settings.paper { didSet { background &= 0xFF_FFFF } }
  /// The colours that were last drawn with, newest first; at most `mostRecentColours`.
  public var recentColours: [UInt32] = [] {
    didSet { recentColours = recentColours.prefix(Self.mostRecentColours).map { $0 & 0xFF_FFFF } }
  }
  /// How a fill finds where it may go.
  public var filling = Filling()
  /// Whether the eyedropper takes colours of the whole drawing; else those of the layer in hand.
  public var picksMerged = true
  /// The palette's file; nil for the one that Fude comes with.
  public var palette: String? { didSet { if palette?.isEmpty == true { palette = nil } } }

  /// What everything is at first.
  public init() {}

  /// What `smoothing` can be.
  public static let smoothings = 0.0...100.0
  /// What `prediction` can be, ms.
  public static let predictions = 0.0...16.0
  /// What `scale` can be.
  public static let scales = 0.5...4.0
  /// What `textScale` can be.
  public static let textScales = 1.0...2.0
  /// The ink that Fude has at first, sRGB.
  public static let ink: UInt32 = 0x1D1F24
  /// The paper that Fude has at first, sRGB.
  public static let paper = Document.standardPaper
  /// How many colours are remembered.
  public static let mostRecentColours = 32

  static func clamped(_ value: Double, _ range: ClosedRange<Double>, _ otherwise: Double) -> Double {
    value.isFinite ? max(range.lowerBound, min(range.upperBound, value)) : otherwise
  }
}

extension Settings {
  /// What the wheel does.
  public enum WheelUse: String, Sendable, Hashable, CaseIterable {
    /// Zooms at the pointer; with Ctrl it moves the canvas.
    case zoom
    /// Moves the canvas; with Ctrl it zooms.
    case scroll
  }

  /// What is shown under the pen.
  public enum CursorUse: String, Sendable, Hashable, CaseIterable {
    /// The outline of what the tool would leave, of its true size; the program draws it.
    case outline
    /// A cross, which the X server draws.
    case cross
  }

  /// The colours of the interface.
  public enum ThemeChoice: String, Sendable, Hashable, CaseIterable {
    case dark, light
  }

  /// The language of the interface; the raw value is its code, but for `auto`: what the environment says.
  public enum LanguageChoice: String, Sendable, Hashable, CaseIterable {
    case auto
    case english = "en"
    case german = "de"
    case japanese = "ja"
  }

  /// Whether the colours of the interface stand out more than usual.
  public enum ContrastUse: String, Sendable, Hashable, CaseIterable {
    /// They do where the desktop's theme is one of high contrast.
    case auto
    case normal, high
  }

  /// How long messages stay.
  public enum MessageUse: String, Sendable, Hashable, CaseIterable {
    /// As long as it takes to read them.
    case timed
    /// Until they are sent away.
    case stay
  }

  /// Which dialogs ask for files.
  public enum DialogUse: String, Sendable, Hashable, CaseIterable {
    /// The desktop's, where it has some.
    case desktop
    /// Fude's own.
    case own
  }

  /// How a window fills the screen.
  public enum WindowState: String, Sendable, Hashable, CaseIterable {
    case normal, maximised
    case fullScreen = "full-screen"
  }

  /// How a brush was left.
  public struct BrushUse: Sendable, Hashable {
    /// Width at full pressure, canvas px, within `Brush.sizes`; nil: as its file says.
    public var size: Double? { didSet { size = size.map { Settings.clamped($0, Brush.sizes, 12) } } }
    /// Opacity, 0 ... 1; nil: 1.
    public var opacity: Double? { didSet { opacity = opacity.map { Settings.clamped($0, 0...1, 1) } } }

    /// A use by its parts.
    public init(size: Double? = nil, opacity: Double? = nil) {
      self.size = size.map { Settings.clamped($0, Brush.sizes, 12) }
      self.opacity = opacity.map { Settings.clamped($0, 0...1, 1) }
    }
  }

  /// A place on the screen, px from its upper left corner, -32767 ... 32767 each.
  public struct WindowPlace: Sendable, Hashable {
    /// To the right, px.
    public let x: Int
    /// Down, px.
    public let y: Int

    /// A place; nil where it is out of range.
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

    /// A size; nil where it is out of range.
    public init?(width: Int, height: Int) {
      guard (1...32767).contains(width), (1...32767).contains(height) else { return nil }
      self.width = width
      self.height = height
    }
  }
}
