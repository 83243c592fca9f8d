/// An object of the interface in AT-SPI's terms, with its children.
///
/// Source: AT-SPI 2.46 (at-spi2-core: `atspi/atspi-constants.h`, `xml/`).
public struct AccessibleObject: Sendable, Hashable {
  /// The kind of an object: AtspiRole.
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

    /// AT-SPI's name of the role.
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

  /// A set of AtspiStateType: bit n is state n.
  public struct States: OptionSet, Sendable, Hashable {
    /// Bit n: state n.
    public let rawValue: UInt64
    /// Makes a set from its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    private init(_ number: UInt64) { rawValue = 1 << number }

    /// The window has keyboard focus.
    public static let active = States(1)
    /// A check box or switch is on.
    public static let checked = States(4)
    /// The text can be changed.
    public static let editable = States(7)
    /// The object can be used now: both states that screen readers check.
    public static let enabled: States = [States(8), States(24)]
    /// The object can get keyboard focus.
    public static let focusable = States(11)
    /// The object has keyboard focus.
    public static let focused = States(12)
    /// While the object exists, nothing else can be used.
    public static let modal = States(16)
    /// A toggle button is on.
    public static let pressed = States(20)
    /// The object can be selected in a group.
    public static let selectable = States(22)
    /// The object is selected in its group.
    public static let selected = States(23)
    /// The object is on the screen now.
    public static let showing = States(25)
    /// The text has one line.
    public static let singleLine = States(26)
    /// The object exists, but may be scrolled out of view.
    public static let visible = States(30)
    /// The content is not valid.
    public static let invalidEntry = States(36)
    /// The object can be on or off.
    public static let checkable = States(41)
    /// The object opens a menu or a popup.
    public static let hasPopup = States(42)

    /// The states whose changes are reported, with their names in events.
    static let named: [(state: States, name: String)] = [
      (.checked, "checked"), (.enabled, "sensitive"), (.selected, "selected"), (.showing, "showing"),
      (.pressed, "pressed"), (.invalidEntry, "invalid-entry"), (.active, "active"),
    ]
  }

  /// The number that an object shows.
  public struct Value: Sendable, Hashable {
    /// The current, smallest and largest value, and the smallest step (0 for none).
    public var now: Double, least: Double, most: Double, step: Double
    /// The value as text, with its unit.
    public var words: String

    /// Makes a value from its parts.
    public init(now: Double, least: Double, most: Double, step: Double, words: String) {
      (self.now, self.least, self.most, self.step, self.words) = (now, least, most, step, words)
    }
  }

  /// The text of an entry. Positions count Unicode scalars.
  public struct Text: Sendable, Hashable {
    /// The whole text.
    public var content: String
    /// The position of the caret.
    public var caret: Int
    /// The selected range; may be empty.
    public var selection: Range<Int>

    /// Makes a text from its parts.
    public init(content: String, caret: Int, selection: Range<Int>) {
      (self.content, self.caret, self.selection) = (content, caret, selection)
    }
  }

  /// A rectangle, window px.
  public struct Box: Sendable, Hashable {
    /// The upper left corner and the size.
    public var x: Int, y: Int, width: Int, height: Int

    /// Makes a rectangle from its parts.
    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    func contains(_ px: Int, _ py: Int) -> Bool { px >= x && py >= y && px < x + width && py < y + height }
  }

  /// The identifier: letters, digits and `_`; unique in the window, never reused, not "root".
  public var id: String
  /// The kind of the object.
  public var role: Role
  /// The name for the user.
  public var name: String
  /// An additional description.
  public var description: String
  /// The current states.
  public var states: States
  /// The position and size in the window.
  public var box: Box
  /// The number; nil for none.
  public var value: Value?
  /// The text; nil if the object has no editable text.
  public var text: Text?
  /// Whether the object can be pressed.
  public var isPressable: Bool
  /// The child objects.
  public var children: [AccessibleObject]

  /// Makes an object from its values.
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

/// A request of a screen reader.
public enum AccessibilityRequest: Sendable, Hashable {
  /// Start or stop calling `AccessibilityService.show`.
  case listen(Bool)
  /// Press an object.
  case press(String)
  /// Give an object keyboard focus.
  case focus(String)
  /// Set an object's value.
  case setValue(String, Double)
  /// Set an object's text.
  case setText(String, String)
}
