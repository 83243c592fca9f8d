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
  var desktop = (bus: "", path: GVariantCoding.nothing)
  /// The id that the registry assigned to Fude.
  var number: Int32 = 0
  let request: @Sendable (AccessibilityRequest) -> Void

  private func reference(_ id: String?) -> GVariantCoding.Value {
    id.map { GVariantCoding.reference(name, GVariantCoding.path($0)) }
      ?? GVariantCoding.reference("", GVariantCoding.nothing)
  }

  /// The interfaces of an object; nil if it does not exist.
  func interfaces(of id: String) -> [String]? {
    if id == ObjectIndex.root { return Interfaces.application }
    return index[id].map(Interfaces.names)
  }

  // MARK: Properties

  /// The value of a property; nil if the object or property does not exist.
  func property(_ name: String, of interface: String, _ id: String) -> GVariantCoding.Value {
    if id == ObjectIndex.root { return applicationProperty(name) }
    guard let object = index[id], let entry = index.entries[id] else { return nil }
    switch (interface, name) {
    case ("Accessible", "Name"): return GVariantCoding.text(object.name)
    case ("Accessible", "Description"): return GVariantCoding.text(object.description)
    case ("Accessible", "Parent"): return reference(entry.parent)
    case ("Accessible", "ChildCount"): return GVariantCoding.int(object.children.count)
    case ("Accessible", "Locale"): return GVariantCoding.text(locale)
    case ("Accessible", "AccessibleId"): return GVariantCoding.text(id)
    case ("Action", "NActions"): return GVariantCoding.int(object.isPressable ? 1 : 0)
    case ("Value", "MinimumValue"): return GVariantCoding.double(object.value?.least ?? 0)
    case ("Value", "MaximumValue"): return GVariantCoding.double(object.value?.most ?? 0)
    case ("Value", "MinimumIncrement"): return GVariantCoding.double(object.value?.step ?? 0)
    case ("Value", "CurrentValue"): return GVariantCoding.double(object.value?.now ?? 0)
    case ("Value", "Text"): return GVariantCoding.text(object.value?.words ?? "")
    case ("Text", "CharacterCount"): return GVariantCoding.int(object.text?.content.unicodeScalars.count ?? 0)
    case ("Text", "CaretOffset"): return GVariantCoding.int(object.text?.caret ?? 0)
    default: return nil
    }
  }

  private func applicationProperty(_ name: String) -> GVariantCoding.Value {
    switch name {
    case "Name": GVariantCoding.text(application)
    case "Description": GVariantCoding.text("")
    case "Parent": GVariantCoding.reference(desktop.bus, desktop.path)
    case "ChildCount": GVariantCoding.int(index.window == nil ? 0 : 1)
    case "Locale": GVariantCoding.text(locale)
    case "AccessibleId": GVariantCoding.text(application)
    case "ToolkitName": GVariantCoding.text(application)
    case "Version": GVariantCoding.text(version)
    case "AtspiVersion": GVariantCoding.text("2.1")
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
  func call(_ method: String, of interface: String, _ id: String, _ given: OpaquePointer?) -> GVariantCoding.Value {
    switch interface {
    case "Accessible": accessible(method, id, given)
    case "Application": method == "GetLocale" ? GVariantCoding.tuple(GVariantCoding.text(locale)) : nil
    case "Component": index[id].flatMap { component(method, $0, given) }
    case "Action": index[id].flatMap { action(method, $0, given) }
    case "Text": index[id].flatMap { text(method, $0, given) }
    case "EditableText": index[id].flatMap { edit(method, $0, given) }
    case "Cache":
      method == "GetItems" ? GVariantCoding.tuple(GVariantCoding.array("((so)(so)(so)iiassusau)", items)) : nil
    default: nil
    }
  }

  private func accessible(_ method: String, _ id: String, _ given: OpaquePointer?) -> GVariantCoding.Value {
    let object = index[id]
    let isRoot = id == ObjectIndex.root
    guard object != nil || isRoot else { return nil }
    let children = isRoot ? [index.window].compactMap { $0 } : object?.children.map(\.id) ?? []
    let role = isRoot ? AccessibleObject.Role.application : object?.role ?? .panel
    switch method {
    case "GetChildAtIndex":
      let at = GVariantCoding.readInt(given, 0)
      return GVariantCoding.tuple(reference(children.indices.contains(at) ? children[at] : nil))
    case "GetChildren": return GVariantCoding.tuple(GVariantCoding.array("(so)", children.map(reference)))
    case "GetIndexInParent":
      return GVariantCoding.tuple(GVariantCoding.int(isRoot ? -1 : index.entries[id]?.index ?? -1))
    case "GetRelationSet": return GVariantCoding.tuple(GVariantCoding.array("(ua(so))", []))
    case "GetRole": return GVariantCoding.tuple(GVariantCoding.unsigned(role.rawValue))
    case "GetRoleName", "GetLocalizedRoleName": return GVariantCoding.tuple(GVariantCoding.text(role.name))
    case "GetState": return GVariantCoding.tuple(GVariantCoding.states(object?.states ?? []))
    case "GetAttributes": return GVariantCoding.tuple(GVariantCoding.array("{ss}", attributes(of: object)))
    case "GetApplication": return GVariantCoding.tuple(reference(ObjectIndex.root))
    case "GetInterfaces": return GVariantCoding.tuple(GVariantCoding.interfaces(interfaces(of: id) ?? []))
    default: return nil
    }
  }

  /// The value's text, named as in ARIA's mapping (Core Accessibility API Mappings,
  /// aria-valuetext). Most screen readers do not know AT-SPI's newer property.
  private func attributes(of object: AccessibleObject?) -> [GVariantCoding.Value] {
    guard let words = object?.value?.words, !words.isEmpty else { return [] }
    return [g_variant_new_dict_entry(GVariantCoding.text("valuetext"), GVariantCoding.text(words))]
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

  private func component(_ method: String, _ object: AccessibleObject, _ given: OpaquePointer?) -> GVariantCoding.Value
  {
    let box = object.box
    switch method {
    case "Contains", "GetAccessibleAtPoint":
      let shift = shift(GVariantCoding.readUnsigned(given, 2), object.id)
      let (x, y) = (GVariantCoding.readInt(given, 0) &+ shift.x, GVariantCoding.readInt(given, 1) &+ shift.y)
      if method == "Contains" { return GVariantCoding.tuple(GVariantCoding.boolean(box.contains(x, y))) }
      return GVariantCoding.tuple(reference(index.object(at: x, y, in: object.id)))
    case "GetExtents", "GetPosition":
      let shift = shift(GVariantCoding.readUnsigned(given, 0), object.id)
      let (x, y) = (GVariantCoding.int(box.x - shift.x), GVariantCoding.int(box.y - shift.y))
      if method == "GetPosition" { return GVariantCoding.tuple(x, y) }
      return GVariantCoding.tuple(
        GVariantCoding.tuple(x, y, GVariantCoding.int(box.width), GVariantCoding.int(box.height)))
    case "GetSize": return GVariantCoding.tuple(GVariantCoding.int(box.width), GVariantCoding.int(box.height))
    // AT-SPI's layers: 7 for windows, 3 for widgets.
    case "GetLayer": return GVariantCoding.tuple(GVariantCoding.unsigned(object.role == .frame ? 7 : 3))
    case "GetMDIZOrder": return GVariantCoding.tuple(g_variant_new_int16(0))
    case "GetAlpha": return GVariantCoding.tuple(GVariantCoding.double(1))
    case "GrabFocus":
      let canHave = object.states.isSuperset(of: [.focusable, .enabled])
      if canHave { request(.focus(object.id)) }
      return GVariantCoding.tuple(GVariantCoding.boolean(canHave))
    case "ScrollTo": return GVariantCoding.tuple(GVariantCoding.boolean(false))
    default: return nil
    }
  }

  private func action(_ method: String, _ object: AccessibleObject, _ given: OpaquePointer?) -> GVariantCoding.Value {
    let isThere = GVariantCoding.readInt(given, 0) == 0
    switch method {
    case "GetName", "GetLocalizedName": return GVariantCoding.tuple(GVariantCoding.text(isThere ? "press" : ""))
    case "GetDescription", "GetKeyBinding": return GVariantCoding.tuple(GVariantCoding.text(""))
    case "GetActions":
      return GVariantCoding.tuple(
        GVariantCoding.array(
          "(sss)",
          [GVariantCoding.tuple(GVariantCoding.text("press"), GVariantCoding.text(""), GVariantCoding.text(""))]))
    case "DoAction":
      let canBe = isThere && object.states.isSuperset(of: .enabled)
      if canBe { request(.press(object.id)) }
      return GVariantCoding.tuple(GVariantCoding.boolean(canBe))
    default: return nil
    }
  }

  private func text(_ method: String, _ object: AccessibleObject, _ given: OpaquePointer?) -> GVariantCoding.Value {
    guard let text = object.text else { return nil }
    let pieces = TextParts(text.content)
    let count = pieces.scalars.count
    switch method {
    case "GetText":
      return GVariantCoding.tuple(
        GVariantCoding.text(pieces.text(GVariantCoding.readInt(given, 0), GVariantCoding.readInt(given, 1))))
    case "GetStringAtOffset", "GetTextAtOffset":
      let (at, kind) = (GVariantCoding.readInt(given, 0), GVariantCoding.readUnsigned(given, 1))
      // Characters are 0 in both. Words are 1 in GetStringAtOffset, 1 or 2 in GetTextAtOffset.
      let isWord = method == "GetStringAtOffset" ? kind == 1 : kind == 1 || kind == 2
      let piece = kind == 0 ? pieces.character(at: at) : isWord ? pieces.word(at: at) : pieces.whole
      return GVariantCoding.tuple(
        GVariantCoding.text(piece.text), GVariantCoding.int(piece.start), GVariantCoding.int(piece.end))
    case "GetCharacterAtOffset":
      let at = GVariantCoding.readInt(given, 0)
      return GVariantCoding.tuple(
        GVariantCoding.int(pieces.scalars.indices.contains(at) ? Int(pieces.scalars[at].value) : 0))
    case "SetCaretOffset": return GVariantCoding.tuple(GVariantCoding.boolean(false))
    case "GetNSelections": return GVariantCoding.tuple(GVariantCoding.int(text.selection.isEmpty ? 0 : 1))
    case "GetSelection":
      return GVariantCoding.tuple(
        GVariantCoding.int(text.selection.lowerBound), GVariantCoding.int(text.selection.upperBound))
    case "GetAttributes", "GetAttributeRun":
      return GVariantCoding.tuple(GVariantCoding.array("{ss}", []), GVariantCoding.int(0), GVariantCoding.int(count))
    case "GetDefaultAttributes", "GetDefaultAttributeSet": return GVariantCoding.tuple(GVariantCoding.array("{ss}", []))
    default: return nil
    }
  }

  private func edit(_ method: String, _ object: AccessibleObject, _ given: OpaquePointer?) -> GVariantCoding.Value {
    guard let text = object.text, object.states.isSuperset(of: .enabled) else {
      return GVariantCoding.tuple(GVariantCoding.boolean(false))
    }
    let pieces = TextParts(text.content)
    let new: String
    switch method {
    case "SetTextContents": new = GVariantCoding.readText(given, 0)
    case "InsertText":
      let at = pieces.held(GVariantCoding.readInt(given, 0))
      new = pieces.text(0, at) + GVariantCoding.readText(given, 1) + pieces.text(at, -1)
    case "DeleteText":
      let (a, b) = (pieces.held(GVariantCoding.readInt(given, 0)), pieces.held(GVariantCoding.readInt(given, 1)))
      new = pieces.text(0, min(a, b)) + pieces.text(max(a, b), -1)
    default: return nil
    }
    request(.setText(object.id, new))
    return GVariantCoding.tuple(GVariantCoding.boolean(true))
  }

  // MARK: The cache that readers keep

  private var items: [GVariantCoding.Value] { ([ObjectIndex.root] + index.order).map(item) }

  func item(_ id: String) -> GVariantCoding.Value {
    let (object, entry) = (index[id], index.entries[id])
    let isRoot = id == ObjectIndex.root
    return GVariantCoding.tuple(
      reference(id), reference(ObjectIndex.root),
      isRoot ? GVariantCoding.reference(desktop.bus, desktop.path) : reference(entry?.parent),
      GVariantCoding.int(isRoot ? -1 : entry?.index ?? -1),
      GVariantCoding.int(isRoot ? (index.window == nil ? 0 : 1) : object?.children.count ?? 0),
      GVariantCoding.interfaces(interfaces(of: id) ?? []),
      GVariantCoding.text(isRoot ? application : object?.name ?? ""),
      GVariantCoding.unsigned((isRoot ? .application : object?.role ?? .panel).rawValue),
      GVariantCoding.text(object?.description ?? ""),
      GVariantCoding.states(object?.states ?? []))
  }

  /// The signals for an event, including those for libraries that keep a cache.
  func signals(for event: ObjectIndex.Event) -> [Signal] {
    func object(_ id: String, _ name: String, _ detail: String, _ a: Int, _ b: Int, _ value: GVariantCoding.Value)
      -> Signal
    {
      Signal(
        path: GVariantCoding.path(id), interface: "Event.Object", name: name,
        values: GVariantCoding.tuple(
          GVariantCoding.text(detail), GVariantCoding.int(a), GVariantCoding.int(b), GVariantCoding.boxed(value),
          GVariantCoding.array("{sv}", [])))
    }
    func cache(_ name: String, _ value: GVariantCoding.Value) -> Signal {
      Signal(path: Self.cachePath, interface: "Cache", name: name, values: GVariantCoding.tuple(value))
    }
    switch event {
    case .added(let id, let parent, let at):
      return [cache("AddAccessible", item(id)), object(parent, "ChildrenChanged", "add", at, 0, reference(id))]
    case .removed(let id, let parent, let at):
      return [
        object(parent, "ChildrenChanged", "remove", at, 0, reference(id)), cache("RemoveAccessible", reference(id)),
      ]
    case .state(let id, let name, let isOn):
      var all = [object(id, "StateChanged", name, isOn ? 1 : 0, 0, GVariantCoding.int(0))]
      if name == "sensitive" {
        all.append(object(id, "StateChanged", "enabled", isOn ? 1 : 0, 0, GVariantCoding.int(0)))
      }
      if name == "active", let title = index[id]?.name {
        all.append(
          Signal(
            path: GVariantCoding.path(id), interface: "Event.Window", name: isOn ? "Activate" : "Deactivate",
            values: GVariantCoding.tuple(
              GVariantCoding.text(""), GVariantCoding.int(0), GVariantCoding.int(0),
              GVariantCoding.boxed(GVariantCoding.text(title)), GVariantCoding.array("{sv}", []))))
      }
      return all
    case .name(let id, let name):
      return [object(id, "PropertyChange", "accessible-name", 0, 0, GVariantCoding.text(name))]
    case .description(let id, let words):
      return [object(id, "PropertyChange", "accessible-description", 0, 0, GVariantCoding.text(words))]
    case .value(let id, let now):
      // Libraries cache the attributes.
      let words = GVariantCoding.text(index[id]?.value?.words ?? "")
      return [
        object(id, "AttributesChanged", "valuetext", 0, 0, words),
        object(id, "PropertyChange", "accessible-value", 0, 0, GVariantCoding.double(now)),
      ]
    case .deleted(let id, let at, let text):
      return [object(id, "TextChanged", "delete", at, text.unicodeScalars.count, GVariantCoding.text(text))]
    case .inserted(let id, let at, let text):
      return [object(id, "TextChanged", "insert", at, text.unicodeScalars.count, GVariantCoding.text(text))]
    case .caret(let id, let at): return [object(id, "TextCaretMoved", "", at, 0, GVariantCoding.int(0))]
    // Screen readers read a notification when it shows. An additional Announcement would be read
    // twice by newer ones (Orca 45).
    case .said(let id): return [object(id, "StateChanged", "showing", 1, 0, GVariantCoding.int(0))]
    }
  }

  static let cachePath = "/org/a11y/atspi/cache"

  struct Signal {
    var path: String
    var interface: String
    var name: String
    var values: GVariantCoding.Value
  }
}
