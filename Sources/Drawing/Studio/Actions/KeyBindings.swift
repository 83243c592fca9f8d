import Input
import Language

/// Which key asks for which action: the keys of the table of actions, changed as the user likes.
///
/// A value. An action has any number of keys, also none. Where a key is bound to two actions, `conflicts` names it, and
/// the one that the user chose a key for counts before one that has it by default; among equals the first in the table.
public struct KeyBindings: Sendable, Hashable {
  /// The keys of those actions whose keys the user has changed.
  public private(set) var changes: [Action: [Keystroke]] = [:]
  /// What each key asks for.
  private var actions: [Keystroke: Action]

  /// A key that is bound to more than one action.
  public struct Conflict: Sendable, Hashable, CustomStringConvertible {
    /// The key.
    public let key: Keystroke
    /// The actions that it is bound to; the first is the one that it asks for.
    public let actions: [Action]
    /// "Ctrl+Z is bound to several actions: Undo, Redo".
    public var description: String {
      translated(
        "{key} is bound to several actions: {actions}",
        ["key": key.label, "actions": actions.map(\.title).joined(separator: ", ")])
    }
  }

  /// The keys of the table.
  public static let standard = KeyBindings()

  /// The keys of the table, but for those of some actions.
  public init(changes: [Action: [Keystroke]] = [:]) {
    actions = [:]
    for (action, keys) in changes { change(action, to: keys) }
    actions = Self.lookup(self.changes)
  }

  /// The keys of an action, the first being the one to show beside it.
  public func keys(for action: Action) -> [Keystroke] { changes[action] ?? action.defaultKeys }

  /// How the first key of an action is shown to people: "Ctrl+Z"; nil where it has none.
  public func label(for action: Action) -> String? { keys(for: action).first?.label }

  /// Gives an action these keys and no others. The same key twice counts once.
  public mutating func set(_ keys: [Keystroke], for action: Action) {
    change(action, to: keys)
    actions = Self.lookup(changes)
  }

  /// Gives an action the keys of the table again.
  public mutating func reset(_ action: Action) {
    changes[action] = nil
    actions = Self.lookup(changes)
  }

  private mutating func change(_ action: Action, to keys: [Keystroke]) {
    var seen: Set<Keystroke> = []
    let unique = keys.filter { seen.insert($0).inserted }
    changes[action] = unique == action.defaultKeys ? nil : unique
  }

  /// The keys that are bound to more than one action, in the table's order.
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

  /// The actions that a key is bound to, beside `action`: what stands in the way of giving it to that.
  public func others(boundTo key: Keystroke, beside action: Action) -> [Action] {
    Action.allCases.filter { $0 != action && keys(for: $0).contains(key) }
  }

  /// The action that a keystroke asks for, or nil.
  public subscript(key: Keystroke) -> Action? { actions[key] }

  /// The action that a key asks for, or nil. The key as typed is tried first, so that a character counts wherever a layout
  /// has it, even on a shifted key; then the key's place in a Latin layout.
  public func action(for key: KeyEvent) -> Action? {
    let typed = Keystroke(keysym: key.keysym, modifiers: key.modifiers)
    if let exact = actions[typed] { return exact }
    // Shift that was needed to type a character (plus on many layouts) does not count as held.
    if typed.keysym != Key.canonical(key.latin), key.modifiers.contains(.shift),
      let shifted = actions[Keystroke(keysym: key.keysym, modifiers: key.modifiers.subtracting(.shift))]
    {
      return shifted
    }
    return actions[Keystroke(keysym: key.latin, modifiers: key.modifiers)]
  }

  private static func byPrecedence(_ changes: [Action: [Keystroke]]) -> [Action] {
    Action.allCases.filter { changes[$0] != nil } + Action.allCases.filter { changes[$0] == nil }
  }

  private static func lookup(_ changes: [Action: [Keystroke]]) -> [Keystroke: Action] {
    var actions: [Keystroke: Action] = [:]
    for action in byPrecedence(changes) {
      for key in changes[action] ?? action.defaultKeys where actions[key] == nil { actions[key] = action }
    }
    return actions
  }
}
