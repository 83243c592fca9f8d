internal import CGIO

/// Answers the calls of screen readers from the latest tree of objects.
struct Answers {
  let application: String
  let version: String
  let locale: String
  var index = ObjectIndex()
  /// Fude's unique name on the accessibility bus.
  var name = ""
  /// The parent of all applications: bus name and path.
  var desktop = (bus: "", path: Wire.nothing)
  /// The id that the registry assigned to Fude.
  var number: Int32 = 0
  let request: @Sendable (AccessibilityRequest) -> Void

  private func reference(_ id: String?) -> Wire.Value {
    id.map { Wire.reference(name, Wire.path($0)) } ?? Wire.reference("", Wire.nothing)
  }

  /// The interfaces of an object; nil if it does not exist.
  func interfaces(of id: String) -> [String]? {
    if id == ObjectIndex.root { return Interfaces.application }
    return index[id].map(Interfaces.names)
  }

  // MARK: Properties

  /// The value of a property; nil if the object or property does not exist.
  func property(_ name: String, of interface: String, _ id: String) -> Wire.Value {
    if id == ObjectIndex.root { return applicationProperty(name) }
    guard let object = index[id], let entry = index.entries[id] else { return nil }
    switch (interface, name) {
    case ("Accessible", "Name"): return Wire.text(object.name)
    case ("Accessible", "Description"): return Wire.text(object.description)
    case ("Accessible", "Parent"): return reference(entry.parent)
    case ("Accessible", "ChildCount"): return Wire.int(object.children.count)
    case ("Accessible", "Locale"): return Wire.text(locale)
    case ("Accessible", "AccessibleId"): return Wire.text(id)
    case ("Action", "NActions"): return Wire.int(object.isPressable ? 1 : 0)
    case ("Value", "MinimumValue"): return Wire.double(object.value?.least ?? 0)
    case ("Value", "MaximumValue"): return Wire.double(object.value?.most ?? 0)
    case ("Value", "MinimumIncrement"): return Wire.double(object.value?.step ?? 0)
    case ("Value", "CurrentValue"): return Wire.double(object.value?.now ?? 0)
    case ("Value", "Text"): return Wire.text(object.value?.words ?? "")
    case ("Text", "CharacterCount"): return Wire.int(object.text?.content.unicodeScalars.count ?? 0)
    case ("Text", "CaretOffset"): return Wire.int(object.text?.caret ?? 0)
    default: return nil
    }
  }

  private func applicationProperty(_ name: String) -> Wire.Value {
    switch name {
    case "Name": Wire.text(application)
    case "Description": Wire.text("")
    case "Parent": Wire.reference(desktop.bus, desktop.path)
    case "ChildCount": Wire.int(index.window == nil ? 0 : 1)
    case "Locale": Wire.text(locale)
    case "AccessibleId": Wire.text(application)
    case "ToolkitName": Wire.text(application)
    case "Version": Wire.text(version)
    case "AtspiVersion": Wire.text("2.1")
    case "Id": g_variant_new_int32(number)
    default: nil
    }
  }

  /// Sets a property; false if it cannot be set.
  mutating func set(_ name: String, of interface: String, _ id: String, to value: OpaquePointer?) -> Bool {
    guard let value else { return false }
    switch (interface, name, String(cString: g_variant_get_type_string(value))) {
    case ("Application", "Id", "i"): number = g_variant_get_int32(value)
    case ("Value", "CurrentValue", "d"):
      guard index[id]?.value != nil else { return false }
      request(.setValue(id, g_variant_get_double(value)))
    default: return false
    }
    return true
  }

  // MARK: Methods

  /// The result of a method as a tuple; nil if the object or method does not exist.
  func call(_ method: String, of interface: String, _ id: String, _ given: OpaquePointer?) -> Wire.Value {
    switch interface {
    case "Accessible": accessible(method, id, given)
    case "Application": method == "GetLocale" ? Wire.tuple(Wire.text(locale)) : nil
    case "Component": index[id].flatMap { component(method, $0, given) }
    case "Action": index[id].flatMap { action(method, $0, given) }
    case "Text": index[id].flatMap { text(method, $0, given) }
    case "EditableText": index[id].flatMap { edit(method, $0, given) }
    case "Cache": method == "GetItems" ? Wire.tuple(Wire.array("((so)(so)(so)iiassusau)", items)) : nil
    default: nil
    }
  }

  private func accessible(_ method: String, _ id: String, _ given: OpaquePointer?) -> Wire.Value {
    let object = index[id]
    let isRoot = id == ObjectIndex.root
    guard object != nil || isRoot else { return nil }
    let children = isRoot ? [index.window].compactMap { $0 } : object?.children.map(\.id) ?? []
    let role = isRoot ? AccessibleObject.Role.application : object?.role ?? .panel
    switch method {
    case "GetChildAtIndex":
      let at = Wire.int(given, 0)
      return Wire.tuple(reference(children.indices.contains(at) ? children[at] : nil))
    case "GetChildren": return Wire.tuple(Wire.array("(so)", children.map(reference)))
    case "GetIndexInParent": return Wire.tuple(Wire.int(isRoot ? -1 : index.entries[id]?.index ?? -1))
    case "GetRelationSet": return Wire.tuple(Wire.array("(ua(so))", []))
    case "GetRole": return Wire.tuple(Wire.unsigned(role.rawValue))
    case "GetRoleName", "GetLocalizedRoleName": return Wire.tuple(Wire.text(role.name))
    case "GetState": return Wire.tuple(Wire.states(object?.states ?? []))
    case "GetAttributes": return Wire.tuple(Wire.array("{ss}", attributes(of: object)))
    case "GetApplication": return Wire.tuple(reference(ObjectIndex.root))
    case "GetInterfaces": return Wire.tuple(Wire.interfaces(interfaces(of: id) ?? []))
    default: return nil
    }
  }

  /// The value's text, named as in ARIA's mapping (Core Accessibility API Mappings,
  /// aria-valuetext). Most screen readers do not know AT-SPI's newer property.
  private func attributes(of object: AccessibleObject?) -> [Wire.Value] {
    guard let words = object?.value?.words, !words.isEmpty else { return [] }
    return [g_variant_new_dict_entry(Wire.text("valuetext"), Wire.text(words))]
  }

  /// The offset from the window to an AtspiCoordType: 0 screen, 1 window, 2 parent; to subtract.
  private func shift(_ kind: UInt32, _ id: String) -> (x: Int, y: Int) {
    switch kind {
    case 0: return (-index.origin.x, -index.origin.y)
    case 2:
      let box = index.entries[id].flatMap { index[$0.parent] }?.box
      return (box?.x ?? 0, box?.y ?? 0)
    default: return (0, 0)
    }
  }

  private func component(_ method: String, _ object: AccessibleObject, _ given: OpaquePointer?) -> Wire.Value {
    let box = object.box
    switch method {
    case "Contains", "GetAccessibleAtPoint":
      let shift = shift(Wire.unsigned(given, 2), object.id)
      let (x, y) = (Wire.int(given, 0) &+ shift.x, Wire.int(given, 1) &+ shift.y)
      if method == "Contains" { return Wire.tuple(Wire.boolean(box.contains(x, y))) }
      return Wire.tuple(reference(index.object(at: x, y, in: object.id)))
    case "GetExtents", "GetPosition":
      let shift = shift(Wire.unsigned(given, 0), object.id)
      let (x, y) = (Wire.int(box.x - shift.x), Wire.int(box.y - shift.y))
      if method == "GetPosition" { return Wire.tuple(x, y) }
      return Wire.tuple(Wire.tuple(x, y, Wire.int(box.width), Wire.int(box.height)))
    case "GetSize": return Wire.tuple(Wire.int(box.width), Wire.int(box.height))
    // AT-SPI's layers: 7 for windows, 3 for widgets.
    case "GetLayer": return Wire.tuple(Wire.unsigned(object.role == .frame ? 7 : 3))
    case "GetMDIZOrder": return Wire.tuple(g_variant_new_int16(0))
    case "GetAlpha": return Wire.tuple(Wire.double(1))
    case "GrabFocus":
      let canHave = object.states.isSuperset(of: [.focusable, .enabled])
      if canHave { request(.focus(object.id)) }
      return Wire.tuple(Wire.boolean(canHave))
    case "ScrollTo": return Wire.tuple(Wire.boolean(false))
    default: return nil
    }
  }

  private func action(_ method: String, _ object: AccessibleObject, _ given: OpaquePointer?) -> Wire.Value {
    let isThere = Wire.int(given, 0) == 0
    switch method {
    case "GetName", "GetLocalizedName": return Wire.tuple(Wire.text(isThere ? "press" : ""))
    case "GetDescription", "GetKeyBinding": return Wire.tuple(Wire.text(""))
    case "GetActions":
      return Wire.tuple(Wire.array("(sss)", [Wire.tuple(Wire.text("press"), Wire.text(""), Wire.text(""))]))
    case "DoAction":
      let canBe = isThere && object.states.isSuperset(of: .enabled)
      if canBe { request(.press(object.id)) }
      return Wire.tuple(Wire.boolean(canBe))
    default: return nil
    }
  }

  private func text(_ method: String, _ object: AccessibleObject, _ given: OpaquePointer?) -> Wire.Value {
    guard let text = object.text else { return nil }
    let pieces = TextPieces(text.content)
    let count = pieces.scalars.count
    switch method {
    case "GetText": return Wire.tuple(Wire.text(pieces.text(Wire.int(given, 0), Wire.int(given, 1))))
    case "GetStringAtOffset", "GetTextAtOffset":
      let (at, kind) = (Wire.int(given, 0), Wire.unsigned(given, 1))
      // Characters are 0 in both. Words are 1 in GetStringAtOffset, 1 or 2 in GetTextAtOffset.
      let isWord = method == "GetStringAtOffset" ? kind == 1 : kind == 1 || kind == 2
      let piece = kind == 0 ? pieces.character(at: at) : isWord ? pieces.word(at: at) : pieces.whole
      return Wire.tuple(Wire.text(piece.text), Wire.int(piece.start), Wire.int(piece.end))
    case "GetCharacterAtOffset":
      let at = Wire.int(given, 0)
      return Wire.tuple(Wire.int(pieces.scalars.indices.contains(at) ? Int(pieces.scalars[at].value) : 0))
    case "SetCaretOffset": return Wire.tuple(Wire.boolean(false))
    case "GetNSelections": return Wire.tuple(Wire.int(text.selection.isEmpty ? 0 : 1))
    case "GetSelection":
      return Wire.tuple(Wire.int(text.selection.lowerBound), Wire.int(text.selection.upperBound))
    case "GetAttributes", "GetAttributeRun":
      return Wire.tuple(Wire.array("{ss}", []), Wire.int(0), Wire.int(count))
    case "GetDefaultAttributes", "GetDefaultAttributeSet": return Wire.tuple(Wire.array("{ss}", []))
    default: return nil
    }
  }

  private func edit(_ method: String, _ object: AccessibleObject, _ given: OpaquePointer?) -> Wire.Value {
    guard let text = object.text, object.states.isSuperset(of: .enabled) else {
      return Wire.tuple(Wire.boolean(false))
    }
    let pieces = TextPieces(text.content)
    let new: String
    switch method {
    case "SetTextContents": new = Wire.text(given, 0)
    case "InsertText":
      let at = pieces.held(Wire.int(given, 0))
      new = pieces.text(0, at) + Wire.text(given, 1) + pieces.text(at, -1)
    case "DeleteText":
      let (a, b) = (pieces.held(Wire.int(given, 0)), pieces.held(Wire.int(given, 1)))
      new = pieces.text(0, min(a, b)) + pieces.text(max(a, b), -1)
    default: return nil
    }
    request(.setText(object.id, new))
    return Wire.tuple(Wire.boolean(true))
  }

  // MARK: The cache that readers keep

  private var items: [Wire.Value] { ([ObjectIndex.root] + index.order).map(item) }

  func item(_ id: String) -> Wire.Value {
    let (object, entry) = (index[id], index.entries[id])
    let isRoot = id == ObjectIndex.root
    return Wire.tuple(
      reference(id), reference(ObjectIndex.root),
      isRoot ? Wire.reference(desktop.bus, desktop.path) : reference(entry?.parent),
      Wire.int(isRoot ? -1 : entry?.index ?? -1),
      Wire.int(isRoot ? (index.window == nil ? 0 : 1) : object?.children.count ?? 0),
      Wire.interfaces(interfaces(of: id) ?? []), Wire.text(isRoot ? application : object?.name ?? ""),
      Wire.unsigned((isRoot ? .application : object?.role ?? .panel).rawValue), Wire.text(object?.description ?? ""),
      Wire.states(object?.states ?? []))
  }

  /// The signals for an event, including those for libraries that keep a cache.
  func signals(for event: ObjectIndex.Event) -> [Signal] {
    func object(_ id: String, _ name: String, _ detail: String, _ a: Int, _ b: Int, _ value: Wire.Value) -> Signal {
      Signal(
        path: Wire.path(id), interface: "Event.Object", name: name,
        values: Wire.tuple(
          Wire.text(detail), Wire.int(a), Wire.int(b), Wire.boxed(value), Wire.array("{sv}", [])))
    }
    func cache(_ name: String, _ value: Wire.Value) -> Signal {
      Signal(path: Self.cachePath, interface: "Cache", name: name, values: Wire.tuple(value))
    }
    switch event {
    case .added(let id, let parent, let at):
      return [cache("AddAccessible", item(id)), object(parent, "ChildrenChanged", "add", at, 0, reference(id))]
    case .removed(let id, let parent, let at):
      return [
        object(parent, "ChildrenChanged", "remove", at, 0, reference(id)), cache("RemoveAccessible", reference(id)),
      ]
    case .state(let id, let name, let isOn):
      var all = [object(id, "StateChanged", name, isOn ? 1 : 0, 0, Wire.int(0))]
      if name == "sensitive" { all.append(object(id, "StateChanged", "enabled", isOn ? 1 : 0, 0, Wire.int(0))) }
      if name == "active", let title = index[id]?.name {
        all.append(
          Signal(
            path: Wire.path(id), interface: "Event.Window", name: isOn ? "Activate" : "Deactivate",
            values: Wire.tuple(
              Wire.text(""), Wire.int(0), Wire.int(0), Wire.boxed(Wire.text(title)), Wire.array("{sv}", []))))
      }
      return all
    case .name(let id, let name): return [object(id, "PropertyChange", "accessible-name", 0, 0, Wire.text(name))]
    case .description(let id, let words):
      return [object(id, "PropertyChange", "accessible-description", 0, 0, Wire.text(words))]
    case .value(let id, let now):
      // Libraries cache the attributes.
      let words = Wire.text(index[id]?.value?.words ?? "")
      return [
        object(id, "AttributesChanged", "valuetext", 0, 0, words),
        object(id, "PropertyChange", "accessible-value", 0, 0, Wire.double(now)),
      ]
    case .deleted(let id, let at, let text):
      return [object(id, "TextChanged", "delete", at, text.unicodeScalars.count, Wire.text(text))]
    case .inserted(let id, let at, let text):
      return [object(id, "TextChanged", "insert", at, text.unicodeScalars.count, Wire.text(text))]
    case .caret(let id, let at): return [object(id, "TextCaretMoved", "", at, 0, Wire.int(0))]
    // Screen readers read a notification when it shows. An additional Announcement would be read
    // twice by newer ones (Orca 45).
    case .said(let id): return [object(id, "StateChanged", "showing", 1, 0, Wire.int(0))]
    }
  }

  static let cachePath = "/org/a11y/atspi/cache"

  struct Signal {
    var path: String
    var interface: String
    var name: String
    var values: Wire.Value
  }
}
