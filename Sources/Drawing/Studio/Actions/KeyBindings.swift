import Input
import Language

/// The keys of actions: those of the table of actions, and the user's changes.
///
/// An action has any number of keys. If a key is bound to two actions, `conflicts` lists it. The
/// action whose keys the user changed counts first, then the first in the table.
public struct KeyBindings: Sendable, Hashable {
  /// The keys that the user changed.
  public private(set) var changes: [Action: [Keystroke]] = [:]
  /// The action of each key.
  private var actions: [Keystroke: Action]

  /// A key that is bound to more than one action.
  public struct Conflict: Sendable, Hashable, CustomStringConvertible {
    /// The key.
    public let key: Keystroke
    /// The actions; the key performs the first.
    public let actions: [Action]
    /// "Ctrl+Z is bound to several actions: Undo, Redo".
    public var description: String {
      translated(
        "{key} is bound to several actions: {actions}",
        ["key": key.label, "actions": actions.map(\.title).joined(separator: ", ")])
    }
  }

  /// The default keys.
  public static let standard = KeyBindings()

  /// The default keys with changes.
  public init(changes: [Action: [Keystroke]] = [:]) {
    actions = [:]
    for (action, keys) in changes { change(action, to: keys) }
    actions = Self.lookup(self.changes)
  }

  /// The keys of an action. Menus show the first.
  public func keys(for action: Action) -> [Keystroke] { changes[action] ?? action.defaultKeys }

  /// The label of an action's first key: "Ctrl+Z"; nil for none.
  public func label(for action: Action) -> String? { keys(for: action).first?.label }

  /// Sets the keys of an action. Duplicates are dropped.
  public mutating func set(_ keys: [Keystroke], for action: Action) {
    change(action, to: keys)
    actions = Self.lookup(changes)
  }

  /// Restores the default keys of an action.
  public mutating func reset(_ action: Action) {
    changes[action] = nil
    actions = Self.lookup(changes)
  }

  private mutating func change(_ action: Action, to keys: [Keystroke]) {
    var seen: Set<Keystroke> = []
    let unique = keys.filter { seen.insert($0).inserted }
    changes[action] = unique == action.defaultKeys ? nil : unique
  }

  /// The keys with more than one action, in the table's order.
  public var conflicts: [Conflict] {
    var bound: [Keystroke: [Action]] = [:]
    var order: [Keystroke] = []
    for action in Self.byPrecedence(changes) {
      for key in keys(for: action) {
        if bound[key] == nil { order.append(key) }
        bound[key, default: []].append(action)
      }
    }
    return order.compactMap { key in
      guard let actions = bound[key], actions.count > 1 else { return nil }
      return Conflict(key: key, actions: actions)
    }
  }

  /// The other actions of a key, which prevent giving it to `action`.
  public func others(boundTo key: Keystroke, beside action: Action) -> [Action] {
    Action.all.filter { $0 != action && keys(for: $0).contains(key) }
  }

  /// The action of a keystroke, or nil.
  public subscript(key: Keystroke) -> Action? { actions[key] }

  /// The action of a key event, or nil. The typed character is tried first, so that a binding to a
  /// character works in every layout; then the key's position in a Latin layout.
  public func action(for key: KeyEvent) -> Action? {
    Self.strokes(of: key).lazy.compactMap { actions[$0] }.first
  }

  /// The keystrokes that a key event may be, the first that is bound counts.
  static func strokes(of key: KeyEvent) -> [Keystroke] {
    let typed = Keystroke(keysym: key.keysym, modifiers: key.modifiers)
    var strokes = [typed]
    // Ignore Shift if it was needed to type the character (plus on many layouts).
    if typed.keysym != Key.canonical(key.latin), key.modifiers.contains(.shift) {
      strokes.append(Keystroke(keysym: key.keysym, modifiers: key.modifiers.subtracting(.shift)))
    }
    return strokes + [Keystroke(keysym: key.latin, modifiers: key.modifiers)]
  }

  private static func byPrecedence(_ changes: [Action: [Keystroke]]) -> [Action] {
    Action.all.filter { changes[$0] != nil } + Action.all.filter { changes[$0] == nil }
  }

  private static func lookup(_ changes: [Action: [Keystroke]]) -> [Keystroke: Action] {
    var actions: [Keystroke: Action] = [:]
    for action in byPrecedence(changes) {
      for key in changes[action] ?? action.defaultKeys where actions[key] == nil { actions[key] = action }
    }
    return actions
  }
}
