import Geometry

/// What the interface is to those who do not see it: a widget, or a part of one, by its role, its name and what it says.
///
/// `Overlay.accessibleTree` makes a tree of them, a plain value, which can be handed to another thread. Words and places are those of
/// the moment at which it was made.
public struct AccessibleNode: Sendable, Hashable {
  /// Which widget it is, for as long as that exists, and which of its parts.
  public struct ID: Sendable, Hashable {
    /// The widget's number in its window; 0 is the window itself.
    public var widget: Int
    /// A row, an option or a colour of it, from 0 on; nil for the widget as a whole.
    public var part: Int?

    /// An identity by its parts.
    public init(widget: Int, part: Int? = nil) { (self.widget, self.part) = (widget, part) }

    /// The window.
    public static let window = ID(widget: 0)
    /// The drawing, which is no widget.
    public static let canvas = ID(widget: 0, part: 0)
  }

  /// What a thing is, as screen readers tell them apart.
  public enum Role: Sendable, Hashable, CaseIterable {
    case window, canvas, panel, dialog, menu, menuItem, heading, button, toggleButton, toggle, radioGroup, radioButton
    case dropDown, slider, dial, colourChooser, list, listItem, textField, label, statusBar, message, tooltip, image
    case scrollArea, separator
  }

  /// How things stand with it.
  public struct States: OptionSet, Sendable, Hashable {
    /// One bit for each.
    public let rawValue: Int
    /// A set by its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It can be used now.
    public static let enabled = States(rawValue: 1)
    /// Keys can be given to it.
    public static let focusable = States(rawValue: 2)
    /// It has the keys.
    public static let focused = States(rawValue: 4)
    /// It can be on or off.
    public static let checkable = States(rawValue: 8)
    /// It is on.
    public static let checked = States(rawValue: 16)
    /// It is the chosen one of several.
    public static let selected = States(rawValue: 32)
    /// It can be seen now, not scrolled away.
    public static let showing = States(rawValue: 64)
    /// Nothing else can be used while it is there.
    public static let modal = States(rawValue: 128)
    /// It opens a menu or a popup.
    public static let opensPopup = States(rawValue: 256)
    /// What stands in it is wrong.
    public static let invalid = States(rawValue: 512)
    /// It can be one of several that are chosen from.
    public static let selectable = States(rawValue: 1024)
    /// Its text can be changed.
    public static let editable = States(rawValue: 2048)
  }

  /// A number that it stands for.
  public struct Value: Sendable, Hashable {
    /// What it is now, in a unit of its own.
    public var now: Double
    /// What it can be; as wide as numbers go where it has no end.
    public var range: ClosedRange<Double>
    /// How far the least change goes; 0 where there is no least.
    public var step: Double
    /// The same for people, with its unit.
    public var words: String

    /// A value by its parts.
    public init(now: Double, range: ClosedRange<Double>, step: Double = 0, words: String) {
      (self.now, self.range, self.step, self.words) = (now, range, step, words)
    }
  }

  /// The text that stands in it.
  public struct Text: Sendable, Hashable {
    /// All of it.
    public var content: String
    /// Where the caret is, characters from the start.
    public var caret: Int
    /// What is selected, characters; empty for nothing.
    public var selection: Range<Int>

    /// A text by its parts.
    public init(content: String, caret: Int, selection: Range<Int>) {
      (self.content, self.caret, self.selection) = (content, caret, selection)
    }
  }

  /// Which one it is.
  public var id: ID
  /// What it is.
  public var role: Role
  /// What it is called; never empty for what can be pressed.
  public var name: String
  /// What else there is to say about it: what its tooltip says beside its name, a key.
  public var description = ""
  /// How things stand with it.
  public var states: States
  /// Its pixels, window px.
  public var frame: PixelRect
  /// Its value; nil for none.
  public var value: Value?
  /// Its text; nil where none can be written.
  public var text: Text?
  /// Whether it can be pressed.
  public var isPressable = false
  /// What lies in it, as one reads.
  public var children: [AccessibleNode] = []

  /// A thing by its parts.
  public init(
    id: ID, role: Role, name: String, description: String = "", states: States, frame: PixelRect, value: Value? = nil,
    text: Text? = nil, isPressable: Bool = false, children: [AccessibleNode] = []
  ) {
    (self.id, self.role, self.name, self.description) = (id, role, name, description)
    (self.states, self.frame, self.value, self.text) = (states, frame, value, text)
    (self.isPressable, self.children) = (isPressable, children)
  }

  /// All of the tree, each before what lies in it.
  public var all: [AccessibleNode] { [self] + children.flatMap(\.all) }
}

/// What somebody who does not use a pointer nor a keyboard wants of a widget.
public enum AccessibleAction: Sendable, Hashable {
  /// What a press does.
  case press
  /// To have the keys.
  case focus
  /// Another value, in the unit that `AccessibleNode.Value` told; brought into its range.
  case setValue(Double)
  /// Another text.
  case setText(String)
}

/// What a widget says of itself for `AccessibleNode`.
struct Access {
  /// A part of a widget that is no widget of its own.
  struct Part {
    var role: AccessibleNode.Role
    var name: String
    var description = ""
    var states: AccessibleNode.States = []
    var frame = PixelRect.empty
    var isPressable = true
    /// Which one it is, where not all are told.
    var index: Int?

    /// Whether it is the one of several.
    var isChosen: Bool { states.contains(.selected) || role == .radioButton && states.contains(.checked) }
  }

  /// nil: it is only where others lie, and these are told as if they lay in its parent.
  var role: AccessibleNode.Role?
  /// nil: its label.
  var name: String?
  var description: String?
  var states: AccessibleNode.States = []
  var value: AccessibleNode.Value?
  var text: AccessibleNode.Text?
  var isPressable = false
  var parts: [Part] = []

  /// Something that only is there.
  static let nothing = Access()

  static func pressable(_ role: AccessibleNode.Role, _ states: AccessibleNode.States = []) -> Access {
    Access(role: role, states: states, isPressable: true)
  }
}
