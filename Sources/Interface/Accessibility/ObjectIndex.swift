/// The objects of a window by id, and the differences between two versions.
struct ObjectIndex: Sendable {
  struct Entry: Sendable {
    var object: AccessibleObject
    /// The parent's id; "root" for the window.
    var parent: String
    var index: Int
  }

  /// The id of the application, the window's parent.
  static let root = "root"

  private(set) var entries: [String: Entry] = [:]
  /// All ids, parents before children.
  private(set) var order: [String] = []
  /// The window's id; nil before the first `show`.
  private(set) var window: String?
  /// The window's position on the screen, px.
  var origin = (x: 0, y: 0)

  init() {}

  init(_ window: AccessibleObject, origin: (x: Int, y: Int) = (0, 0)) {
    self.origin = origin
    self.window = window.id
    add(window, parent: Self.root, index: 0)
  }

  private mutating func add(_ object: AccessibleObject, parent: String, index: Int) {
    // If an id is not unique, the first object counts.
    guard entries[object.id] == nil else { return }
    entries[object.id] = Entry(object: object, parent: parent, index: index)
    order.append(object.id)
    for (i, child) in object.children.enumerated() { add(child, parent: object.id, index: i) }
  }

  subscript(_ id: String) -> AccessibleObject? { entries[id]?.object }

  /// The object with keyboard focus; nil for none.
  var focused: String? { order.last { entries[$0]?.object.states.contains(.focused) ?? false } }

  /// The innermost object at a position inside another one, window px; nil if outside.
  func object(at x: Int, _ y: Int, in id: String) -> String? {
    guard let object = self[id] else { return nil }
    for child in object.children.reversed() where child.states.contains(.showing) {
      if let found = self.object(at: x, y, in: child.id) { return found }
    }
    return object.box.contains(x, y) ? id : nil
  }

  // MARK: What changed

  /// A change that is reported to screen readers.
  enum Event: Sendable, Hashable {
    case added(String, parent: String, index: Int)
    case removed(String, parent: String, index: Int)
    case state(String, String, Bool)
    case name(String, String)
    case description(String, String)
    case value(String, Double)
    case deleted(String, at: Int, String)
    case inserted(String, at: Int, String)
    case caret(String, Int)
    /// A message to read aloud.
    case said(String)
  }

  /// The changes from `old` to this version: removed and added objects first, focus last.
  func events(after old: ObjectIndex) -> [Event] {
    var events: [Event] = []
    // Of an added or removed subtree, only its root is reported.
    for id in old.order where entries[id] == nil {
      if let entry = old.entries[id], entries[entry.parent] != nil || entry.parent == Self.root {
        events.append(.removed(id, parent: entry.parent, index: entry.index))
      }
    }
    for id in order where old.entries[id] == nil {
      guard let entry = entries[id] else { continue }
      if old.entries[entry.parent] != nil || entry.parent == Self.root {
        events.append(.added(id, parent: entry.parent, index: entry.index))
      }
      if entry.object.states.contains(.active) { events.append(.state(id, "active", true)) }
      if entry.object.role == .notification { events.append(.said(id)) }
    }
    for id in order {
      guard let new = self[id], let before = old[id], new != before else { continue }
      events += Self.changes(from: before, to: new)
    }
    if let before = old.focused, before != focused, entries[before] != nil {
      events.append(.state(before, "focused", false))
    }
    if let focused, focused != old.focused { events.append(.state(focused, "focused", true)) }
    return events
  }

  private static func words(_ text: String) -> String { text.filter { !$0.isNumber } }

  private static func changes(from old: AccessibleObject, to new: AccessibleObject) -> [Event] {
    var events: [Event] = []
    if new.name != old.name {
      events.append(.name(new.id, new.name))
      // A notification whose text changes only in its numbers (progress) is not read again.
      if new.role == .notification, words(new.name) != words(old.name) { events.append(.said(new.id)) }
    }
    if new.description != old.description { events.append(.description(new.id, new.description)) }
    for (state, name) in AccessibleObject.States.named
    where new.states.isSuperset(of: state) != old.states.isSuperset(of: state) {
      events.append(.state(new.id, name, new.states.isSuperset(of: state)))
    }
    if let value = new.value, value.now != old.value?.now || value.words != old.value?.words {
      events.append(.value(new.id, value.now))
    }
    if let text = new.text, let before = old.text {
      events += changes(of: new.id, from: Array(before.content.unicodeScalars), to: Array(text.content.unicodeScalars))
      if text.caret != before.caret { events.append(.caret(new.id, text.caret)) }
    }
    return events
  }

  /// Reports the difference between the common start and the common end.
  private static func changes(of id: String, from old: [Unicode.Scalar], to new: [Unicode.Scalar]) -> [Event] {
    guard old != new else { return [] }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
    var events: [Event] = []
    if start < old.count - end { events.append(.deleted(id, at: start, text(old[start..<(old.count - end)]))) }
    if start < new.count - end { events.append(.inserted(id, at: start, text(new[start..<(new.count - end)]))) }
    return events
  }
}
