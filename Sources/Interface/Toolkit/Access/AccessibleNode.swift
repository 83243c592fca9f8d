import Geometry

/// A widget, or a part of one, as a screen reader sees it: role, name and state.
///
/// `Stage.accessibleTree` creates a tree of them, a snapshot that can be passed to another
/// thread.
public struct AccessibleNode: Sendable, Hashable {
  /// The identity of a widget, valid as long as the widget exists, and of one of its parts.
  public struct ID: Sendable, Hashable {
    /// The widget's number in its window; 0 is the window itself.
    public var widget: Int
    /// A row, option or colour of the widget, from 0 on; nil for the widget as a whole.
    public var part: Int?

    /// Creates an identity from its parts.
    public init(widget: Int, part: Int? = nil) { (self.widget, self.part) = (widget, part) }

    /// The window.
    public static let window = ID(widget: 0)
    /// The canvas, which is no widget.
    public static let canvas = ID(widget: 0, part: 0)
  }

  /// The role of a node, for screen readers.
  public enum Role: Sendable, Hashable, CaseIterable {
    case window, canvas, panel, dialog, menu, menuItem, heading, button, toggleButton, toggle, radioGroup, radioButton
    case dropDown, slider, dial, colourChooser, list, listItem, textField, label, statusBar, message, tooltip, image
    case scrollArea, separator
  }

  /// The states of a node.
  public struct States: OptionSet, Sendable, Hashable {
    /// One bit for each state.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It can be used now.
    public static let enabled = States(rawValue: 1)
    /// It can have the focus.
    public static let focusable = States(rawValue: 2)
    /// It has the focus.
    public static let focused = States(rawValue: 4)
    /// It can be on or off.
    public static let checkable = States(rawValue: 8)
    /// It is on.
    public static let checked = States(rawValue: 16)
    /// It is the selected one of several.
    public static let selected = States(rawValue: 32)
    /// It is visible, not scrolled away.
    public static let showing = States(rawValue: 64)
    /// It blocks input to everything else.
    public static let modal = States(rawValue: 128)
    /// It opens a menu or a popup.
    public static let opensPopup = States(rawValue: 256)
    /// Its content is invalid.
    public static let invalid = States(rawValue: 512)
    /// It can be selected.
    public static let selectable = States(rawValue: 1024)
    /// Its text can be edited.
    public static let editable = States(rawValue: 2048)
  }

  /// The numeric value of a node.
  public struct Value: Sendable, Hashable {
    /// The current value, in a unit of the widget.
    public var now: Double
    /// The range of values; the widest range if it is unlimited.
    public var range: ClosedRange<Double>
    /// The least change; 0 if there is none.
    public var step: Double
    /// The value as text with its unit.
    public var words: String

    /// Creates a value from its parts.
    public init(now: Double, range: ClosedRange<Double>, step: Double = 0, words: String) {
      (self.now, self.range, self.step, self.words) = (now, range, step, words)
    }
  }

  /// The editable text of a node.
  public struct Text: Sendable, Hashable {
    /// The whole text.
    public var content: String
    /// The caret's position, characters from the start.
    public var caret: Int
    /// The selected characters; empty for none.
    public var selection: Range<Int>

    /// Creates a text from its parts.
    public init(content: String, caret: Int, selection: Range<Int>) {
      (self.content, self.caret, self.selection) = (content, caret, selection)
    }
  }

  /// Its identity.
  public var id: ID
  /// Its role.
  public var role: Role
  /// Its name; never empty for a node that can be pressed.
  public var name: String
  /// Further information: the tooltip's text, a key.
  public var description = ""
  /// Its states.
  public var states: States
  /// Its pixels, window px.
  public var frame: PixelRect
  /// Its value; nil for none.
  public var value: Value?
  /// Its text; nil if none can be written.
  public var text: Text?
  /// Whether it can be pressed.
  public var isPressable = false
  /// Its children in reading order.
  public var children: [AccessibleNode] = []

  /// Creates a node from its parts.
  public init(
    id: ID, role: Role, name: String, description: String = "", states: States, frame: PixelRect, value: Value? = nil,
    text: Text? = nil, isPressable: Bool = false, children: [AccessibleNode] = []
  ) {
    (self.id, self.role, self.name, self.description) = (id, role, name, description)
    (self.states, self.frame, self.value, self.text) = (states, frame, value, text)
    (self.isPressable, self.children) = (isPressable, children)
  }

  /// All nodes of the tree, parents first.
  public var all: [AccessibleNode] { [self] + children.flatMap(\.all) }
}

/// An action of assistive technology on a widget.
public enum AccessibleAction: Sendable, Hashable {
  /// The same as a press.
  case press
  /// Give it the focus.
  case focus
  /// Set another value, in the unit of `AccessibleNode.Value`; clamped to its range.
  case setValue(Double)
  case setText(String)
}

public struct Access: Sendable {
  /// A part of a widget that is no widget of its own.
  public struct Part: Sendable {
    public var role: AccessibleNode.Role
    public var name: String
    public var description = ""
    public var states: AccessibleNode.States = []
    public var frame = PixelRect.empty
    public var isPressable = true
    /// The part's index, if parts are left out.
    public var index: Int?

    public init(
      role: AccessibleNode.Role, name: String, description: String = "", states: AccessibleNode.States = [],
      frame: PixelRect = .empty, isPressable: Bool = true, index: Int? = nil
    ) {
      (self.role, self.name, self.description, self.states) = (role, name, description, states)
      (self.frame, self.isPressable, self.index) = (frame, isPressable, index)
    }

    public var isChosen: Bool { states.contains(.selected) || role == .radioButton && states.contains(.checked) }
  }

  /// nil if the widget has no node; its children then belong to its parent's node.
  public var role: AccessibleNode.Role?
  /// nil for the widget's label.
  public var name: String?
  public var description: String?
  public var states: AccessibleNode.States = []
  public var value: AccessibleNode.Value?
  public var text: AccessibleNode.Text?
  public var isPressable = false
  public var parts: [Part] = []

  public init(
    role: AccessibleNode.Role? = nil, name: String? = nil, description: String? = nil,
    states: AccessibleNode.States = [], value: AccessibleNode.Value? = nil, text: AccessibleNode.Text? = nil,
    isPressable: Bool = false, parts: [Part] = []
  ) {
    (self.role, self.name, self.description, self.states) = (role, name, description, states)
    (self.value, self.text, self.isPressable, self.parts) = (value, text, isPressable, parts)
  }

  public static let nothing = Access()

  public static func pressable(_ role: AccessibleNode.Role, _ states: AccessibleNode.States = []) -> Access {
    Access(role: role, states: states, isPressable: true)
  }
}
