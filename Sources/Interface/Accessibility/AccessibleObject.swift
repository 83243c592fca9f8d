/// A thing of the interface as screen readers are told of it, in AT-SPI's own terms.
///
/// A plain value, with all that lies in it: the program makes one of its window whenever that changes and hands it to
/// `AccessibilityService`, which answers readers out of it.
///
/// Source: AT-SPI 2.46 (at-spi2-core: `atspi/atspi-constants.h`, `xml/`).
public struct AccessibleObject: Sendable, Hashable {
  /// What a thing is: AtspiRole.
  public enum Role: UInt32, Sendable, Hashable {
    case checkBox = 7
    case colourChooser = 9
    case comboBox = 11
    case dial = 15
    case dialog = 16
    case drawingArea = 18
    case frame = 23
    case image = 27
    case label = 29
    case list = 31
    case listItem = 32
    case menu = 33
    case menuItem = 35
    case panel = 39
    case pushButton = 43
    case radioButton = 44
    case scrollPane = 49
    case separator = 50
    case slider = 51
    case statusBar = 54
    case toggleButton = 62
    case toolTip = 64
    case application = 75
    case entry = 79
    case heading = 83
    case grouping = 99
    case notification = 101

    /// What libraries call it that ask for no number.
    var name: String {
      switch self {
      case .checkBox: "check box"
      case .colourChooser: "color chooser"
      case .comboBox: "combo box"
      case .dial: "dial"
      case .dialog: "dialog"
      case .drawingArea: "drawing area"
      case .frame: "frame"
      case .image: "image"
      case .label: "label"
      case .list: "list"
      case .listItem: "list item"
      case .menu: "menu"
      case .menuItem: "menu item"
      case .panel: "panel"
      case .pushButton: "push button"
      case .radioButton: "radio button"
      case .scrollPane: "scroll pane"
      case .separator: "separator"
      case .slider: "slider"
      case .statusBar: "status bar"
      case .toggleButton: "toggle button"
      case .toolTip: "tool tip"
      case .application: "application"
      case .entry: "entry"
      case .heading: "heading"
      case .grouping: "grouping"
      case .notification: "notification"
      }
    }
  }

  /// How things stand with it: a bit for each number of AtspiStateType.
  public struct States: OptionSet, Sendable, Hashable {
    /// Bit n: state n.
    public let rawValue: UInt64
    /// States by their bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    private init(_ number: UInt64) { rawValue = 1 << number }

    /// The window that has the keyboard.
    public static let active = States(1)
    /// On.
    public static let checked = States(4)
    /// Its text can be changed.
    public static let editable = States(7)
    /// It can be used now; readers ask for both.
    public static let enabled: States = [States(8), States(24)]
    /// Keys can be given to it.
    public static let focusable = States(11)
    /// It has the keys.
    public static let focused = States(12)
    /// Nothing else can be used while it is there.
    public static let modal = States(16)
    /// A toggle that is held down, as readers call one that is on.
    public static let pressed = States(20)
    /// One of several that are chosen from.
    public static let selectable = States(22)
    /// The chosen one of several.
    public static let selected = States(23)
    /// It is seen now.
    public static let showing = States(25)
    /// Its text is one line.
    public static let singleLine = States(26)
    /// It is there, if perhaps scrolled away.
    public static let visible = States(30)
    /// What stands in it is wrong.
    public static let invalidEntry = States(36)
    /// It can be on or off.
    public static let checkable = States(41)
    /// It opens a menu or a popup.
    public static let hasPopup = States(42)

    /// The names of those that events tell of.
    static let named: [(state: States, name: String)] = [
      (.checked, "checked"), (.enabled, "sensitive"), (.selected, "selected"), (.showing, "showing"),
      (.pressed, "pressed"), (.invalidEntry, "invalid-entry"), (.active, "active"),
    ]
  }

  /// A number that it stands for.
  public struct Value: Sendable, Hashable {
    /// What it is, what it can be at least and at most, and the least step (0 for none).
    public var now: Double, least: Double, most: Double, step: Double
    /// The same for people.
    public var words: String

    /// A value by its parts.
    public init(now: Double, least: Double, most: Double, step: Double, words: String) {
      (self.now, self.least, self.most, self.step, self.words) = (now, least, most, step, words)
    }
  }

  /// The text in it. Places count Unicode's scalars.
  public struct Text: Sendable, Hashable {
    /// All of it.
    public var content: String
    /// Where the caret is.
    public var caret: Int
    /// What is selected; empty for nothing.
    public var selection: Range<Int>

    /// A text by its parts.
    public init(content: String, caret: Int, selection: Range<Int>) {
      (self.content, self.caret, self.selection) = (content, caret, selection)
    }
  }

  /// A rectangle, window px.
  public struct Box: Sendable, Hashable {
    /// Its upper left corner and its sides.
    public var x: Int, y: Int, width: Int, height: Int

    /// A rectangle by its parts.
    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    func contains(_ px: Int, _ py: Int) -> Bool { px >= x && py >= y && px < x + width && py < y + height }
  }

  /// Which one it is: letters, digits and `_` only, and no other of the window has or had it. Not "root".
  public var id: String
  /// What it is.
  public var role: Role
  /// What it is called.
  public var name: String
  /// What else there is to say about it.
  public var description: String
  /// How things stand with it.
  public var states: States
  /// Where it is.
  public var box: Box
  /// Its value; nil for none.
  public var value: Value?
  /// Its text; nil where it has none that could be written.
  public var text: Text?
  /// Whether it can be pressed.
  public var isPressable: Bool
  /// What lies in it.
  public var children: [AccessibleObject]

  /// A thing by its parts.
  public init(
    id: String, role: Role, name: String, description: String = "", states: States = [],
    box: Box = Box(x: 0, y: 0, width: 0, height: 0), value: Value? = nil, text: Text? = nil, isPressable: Bool = false,
    children: [AccessibleObject] = []
  ) {
    (self.id, self.role, self.name, self.description) = (id, role, name, description)
    (self.states, self.box, self.value, self.text) = (states, box, value, text)
    (self.isPressable, self.children) = (isPressable, children)
  }
}

/// What a reader wants.
public enum AccessibilityRequest: Sendable, Hashable {
  /// To be told of the window, from now on, or no longer.
  case listen(Bool)
  /// A thing pressed.
  case press(String)
  /// The keys given to it.
  case focus(String)
  /// Another value of it.
  case setValue(String, Double)
  /// Another text in it.
  case setText(String, String)
}
