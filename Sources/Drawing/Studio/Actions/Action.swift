import Language

/// What a key, a menu or the command palette can ask for: a row of the table of actions.
///
/// A row with a body belongs to the session, which performs it. One without belongs to the program around
/// the session, which has a function of its own for it. A row stands in the file of its section
/// (`Action+Layers`, `Action+View`) and in that section's list. The keys are those that Krita, MyPaint,
/// GIMP and AzPainter have in common, else a free letter.
///
/// Each row exists once, so actions are equal if they are the same object.
public final class Action: Sendable, Hashable, CustomStringConvertible {
  /// The name in the settings file: a-z and `-`. It never changes.
  public let identifier: String
  /// The section of the menu.
  public let section: Section
  /// Whether holding the key repeats the action.
  public let repeats: Bool
  /// The title.
  let message: Message
  /// The keys as in the settings file, separated by spaces.
  let keys: String
  /// Other names, for the search.
  let also: Message?
  /// What the session does; nil for an action of the program.
  let body: (@Sendable (Session) -> Effects)?

  init(
    _ identifier: String, _ title: Message, _ section: Section, _ keys: String,
    also: Message? = nil, repeats: Bool = false, body: (@Sendable (Session) -> Effects)? = nil
  ) {
    self.identifier = identifier
    self.section = section
    self.repeats = repeats
    message = title
    self.keys = keys
    self.also = also
    self.body = body
  }

  /// All actions, in the menu's order.
  public static let all = Section.allCases.flatMap(\.actions)

  private static let named = Dictionary(all.map { ($0.identifier, $0) }) { first, _ in first }

  /// The action of a name in the settings file; nil for none.
  public static func named(_ identifier: String) -> Action? { named[identifier] }

  /// The title in the user's language.
  public var title: String { message.translation }
  /// The default keys.
  public var defaultKeys: [Keystroke] { keys.split(separator: " ").compactMap { Keystroke(String($0)) } }
  /// Whether the program performs it, not the session.
  public var isProgram: Bool { body == nil }

  public static func == (a: Action, b: Action) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var description: String { identifier }

  /// The section of the menu.
  public enum Section: String, Sendable, Hashable, CaseIterable {
    case drawing, edit, selection, strokes, image, layers, tools, view, window, help

    /// The title in the user's language.
    public var title: String {
      switch self {
      case .drawing: translated("File", context: "menu")
      case .edit: translated("Edit", context: "menu")
      case .selection: translated("Selection", context: "menu")
      case .strokes: translated("Strokes", context: "menu")
      case .image: translated("Image", context: "menu")
      case .layers: translated("Layers", context: "menu")
      case .tools: translated("Tools", context: "menu")
      case .view: translated("View", context: "menu")
      case .window: translated("Window", context: "menu")
      case .help: translated("Help", context: "menu")
      }
    }

    /// The section's actions, in the menu's order.
    public var actions: [Action] {
      switch self {
      case .drawing: Action.drawingActions
      case .edit: Action.editActions
      case .selection: SelectionActions.all
      case .strokes: StrokeActions.all
      case .image: Action.imageActions
      case .layers: Action.layersActions
      case .tools: Action.toolsActions
      case .view: Action.viewActions
      case .window: Action.windowActions
      case .help: Action.helpActions
      }
    }
  }
}
