import Input
import Testing

@testable import Studio

@Suite("The table of actions") struct ActionTests {
  /// Fails if two actions have the same key.
  @Test func noKeyIsBoundTwice() { #expect(KeyBindings.standard.conflicts.map(\.description) == []) }

  /// Fails if an action has no key or title, a key of the table cannot be read, or a name is
  /// invalid in a file.
  @Test(arguments: Action.all) func everyActionIsWhole(action: Action) {
    #expect(!action.defaultKeys.isEmpty)
    #expect(action.defaultKeys.count == action.keys.split(separator: " ").count, "\(action.keys)")
    #expect(!action.title.isEmpty && action.section.actions.contains(action))
    #expect(action.identifier.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D })
    #expect(Action.named(action.identifier) == action)
  }

  /// Fails if a held key repeats an export, or does not repeat undo, zoom and rotation.
  @Test func repeatingActions() {
    let repeating: Set<Action> = [
      .undo, .redo, .larger, .smaller, .zoomIn, .zoomOut, .rotateLeft, .rotateRight,
      .raiseLayer, .lowerLayer, .layerAbove, .layerBelow, StrokeTool.next, StrokeTool.previous, StrokeActions.up,
      StrokeActions.down,
    ]
    #expect(Set(Action.all.filter(\.repeats)) == repeating)
  }

  /// Fails if a key of interface.md's table does something else.
  @Test(
    arguments: [
      ("B", .pen), ("P", .pencil), ("M", .marker), ("A", .airbrush), ("E", .eraser), ("I", .eyedropper), ("G", .fill),
      ("H", .hand), ("[", .smaller), ("]", .larger), ("X", .swapColours), ("D", .defaultColours), ("Ctrl+Z", .undo),
      ("Ctrl+Shift+Z", .redo), ("Ctrl+Y", .redo), ("Ctrl+E", .export), ("Ctrl+Shift+E", .exportAs), ("Ctrl+Q", .quit),
      ("Ctrl+W", .close),
      ("Ctrl+N", .new), ("Ctrl+O", .open), ("Ctrl+S", .save), ("Ctrl+Shift+S", .saveAs),
      ("Ctrl+C", .copy), ("Ctrl+X", .cut), ("Ctrl+V", .paste), ("Ctrl+A", .selectAll), ("Ctrl+D", .deselect),
      ("+", .zoomIn), ("-", .zoomOut), ("0", .zoomWhole), ("1", .zoomActual), ("Ctrl++", .zoomIn),
      ("Ctrl+0", .zoomWhole),
      ("4", .rotateLeft), ("5", .rotateUpright), ("6", .rotateRight), ("V", .mirror), ("Tab", .togglePanels),
      ("F11", .toggleFullScreen), ("F1", .showKeys), ("Delete", .delete), ("Ctrl+K", .commandPalette),
      ("Ctrl+,", .settings), ("Escape", .cancel), ("Return", .apply),
    ] as [(String, Action)])
  func theKeysOfTheDesign(_ key: String, _ action: Action) throws {
    #expect(KeyBindings.standard[try #require(Keystroke(key))] == action)
  }
}

@Suite("What a key asks for") struct KeyBindingsTests {
  private let standard = KeyBindings.standard

  /// Fails if Ctrl+Shift+Z, which types a capital, means undo.
  @Test func shiftTellsRedoFromUndo() {
    #expect(standard.action(for: KeyEvent(keysym: 0x7A, modifiers: .control)) == .undo)
    #expect(standard.action(for: KeyEvent(keysym: 0x5A, latin: 0x7A, modifiers: [.control, .shift])) == .redo)
  }

  /// Fails if shortcuts need a Latin layout: Cyrillic "ya" is on the key of Z.
  @Test func cyrillicLayout() {
    #expect(standard.action(for: KeyEvent(keysym: 0x6D1, latin: 0x7A, modifiers: .control)) == .undo)
  }

  /// Fails if plus, typed with Shift on most layouts, does not zoom, or a German Z (on the place of
  /// Y) redoes.
  @Test func charactersCountBeforePlaces() {
    #expect(standard.action(for: KeyEvent(keysym: 0x2B, latin: 0x3D, modifiers: .shift)) == .zoomIn)
    #expect(standard.action(for: KeyEvent(keysym: 0x7A, latin: 0x79, modifiers: .control)) == .undo)
    // A French 0 is typed with Shift.
    #expect(standard.action(for: KeyEvent(keysym: 0x30, latin: 0xE0, modifiers: [.control, .shift])) == .zoomWhole)
  }

  /// Fails if a key with an extra modifier still acts.
  @Test func otherModifiersDoNothing() {
    #expect(standard.action(for: KeyEvent(keysym: 0x7A, modifiers: [.control, .alt])) == nil)
    #expect(standard.action(for: KeyEvent(keysym: 0x7A)) == nil)
  }

  /// Fails if a key cannot be assigned to another action, removed or reset, or Caps Lock matters.
  @Test func keysAreChanged() throws {
    var keys = KeyBindings()
    keys.set([try #require(Keystroke("Ctrl+U")), try #require(Keystroke("F5"))], for: .undo)
    #expect(keys.action(for: KeyEvent(keysym: 0x75, modifiers: .control)) == .undo)
    #expect(keys.action(for: KeyEvent(keysym: 0x55, latin: 0x75, modifiers: .control)) == .undo)
    #expect(keys.action(for: KeyEvent(keysym: 0x7A, modifiers: .control)) == nil)
    #expect(keys.label(for: .undo) == "Ctrl+U")
    keys.set([], for: .redo)
    #expect(keys.action(for: KeyEvent(keysym: 0x79, modifiers: .control)) == nil)
    #expect(keys.label(for: .redo) == nil && keys.changes[.redo] == [])
    keys.reset(.undo)
    keys.set(Action.redo.defaultKeys, for: .redo)
    #expect(keys == .standard && keys.changes.isEmpty)
  }

  /// Fails if a conflict is not reported, or a default key overrides the user's choice.
  @Test func conflictsAreNamed() throws {
    var keys = KeyBindings()
    let z = try #require(Keystroke("Ctrl+Z"))
    keys.set([z], for: .redo)
    #expect(keys.conflicts.map(\.description) == ["Ctrl+Z is bound to several actions: Redo, Undo"])
    #expect(keys[z] == .redo)
    #expect(keys.others(boundTo: z, beside: .redo) == [.undo])
    keys.set([], for: .undo)
    #expect(keys.conflicts.isEmpty)
    // Of two choices by the user, the first action in the table wins.
    keys.set([z], for: .pen)
    #expect(keys[z] == .redo)
    #expect(keys.conflicts.first?.actions == [.redo, .pen])
  }
}

@Suite("Keystrokes as text") struct KeystrokeTests {
  /// Fails if a named key, with any modifiers, changes by writing and reading.
  @Test func namesComeBack() {
    let all: [Modifiers] = [[], .control, .shift, .alt, .super, [.control, .shift], [.control, .alt, .shift, .super]]
    for (keysym, name) in Key.byKeysym {
      #expect(Key.keysym(named: name) == keysym, "\(name)")
      for modifiers in all {
        let key = Keystroke(keysym: keysym, modifiers: modifiers)
        #expect(Keystroke(key.description) == key, "\(key)")
        #expect(!key.label.isEmpty)
      }
    }
  }

  /// Fails if a keysym, with or without a name, changes by writing and reading; keysyms of
  /// modifiers name no key.
  @Test func everyKeysymComesBack() {
    let characters = (0x0100_0100...0x0100_30FF).map { UInt32($0) } + [0x0101_F58C, 0x0110_FFFF]
    for keysym in Array(0x20...0x7E) + Array(0xA0...0x20FF) + Array(0xFD00...0xFFFF) + characters + [0x1008_FF41, .max]
    {
      let key = Keystroke(keysym: keysym, modifiers: .control)
      #expect(Keystroke(key.description) == (Key.isModifier(key.keysym) ? nil : key), "\(key)")
    }
  }

  /// Fails if a common spelling is not understood, or two spellings of a key differ.
  @Test(arguments: [
    ("ctrl+shift+z", "Ctrl+Shift+Z"), ("Shift+Control+Z", "Ctrl+Shift+Z"), ("Ctrl++", "Ctrl+plus"), ("+", "plus"),
    ("Ctrl+plus", "Ctrl+plus"), ("Shift++", "Shift+plus"), ("[", "bracketleft"), ("BRACKETLEFT", "bracketleft"),
    ("f11", "F11"), ("Page_Up", "Prior"), ("Esc", "Escape"), ("я", "Я"), ("Я", "Я"), ("U44F", "U44F"), ("U044F", "Я"),
    ("ü", "Ü"), ("ß", "ß"), ("KP_add", "KP_Add"), ("Super+Alt+a", "Alt+Super+A"), ("0xff1b", "Escape"),
    ("U00A0", "nobreakspace"),
    ("-", "minus"), ("Ctrl+-", "Ctrl+minus"), ("İ", "İ"), ("筆", "筆"),
  ])
  func spellings(_ text: String, _ canonical: String) {
    #expect(Keystroke(text)?.description == (text == "U44F" ? nil : canonical))
  }

  /// Fails if nonsense names a key.
  @Test(arguments: [
    "", "+", "Ctrl", "Ctrl+", "Ctrl+Shift", "Hyper+A", "AB", "Ctrl+AB", "F36", "F0", "KP_10", "0x", "0xZZ", "0x0",
    "U110000",
    "UD800", "Shift_L", "Control_L", "Ctrl A", " A", "\u{7}", "\u{300}", "++", "+++", "Ctrl+++",
  ])
  func nonsense(_ text: String) {
    if text == "+" { return #expect(Keystroke(text)?.description == "plus") }
    #expect(Keystroke(text) == nil)
  }

  /// Fails if users see X's names of keys.
  @Test(arguments: [
    ("Ctrl+bracketleft", "Ctrl+["), ("KP_Add", "Keypad +"), ("Escape", "Esc"), ("Prior", "Page up"), ("space", "Space"),
    ("Ctrl+comma", "Ctrl+,"), ("KP_Home", "Keypad Home"), ("F1", "F1"), ("KP_7", "Keypad 7"), ("z", "Z"),
  ])
  func labels(_ text: String, _ label: String) { #expect(Keystroke(text)?.label == label) }

  /// Fails if a key bound by pressing it is not found by pressing it again.
  @Test func pressedKeysAreBound() throws {
    let pressed = [
      KeyEvent(keysym: 0x5A, latin: 0x7A, modifiers: [.control, .shift]),  // Ctrl+Shift+Z
      KeyEvent(keysym: 0x6D1, latin: 0x7A, modifiers: .control),  // the same key on a Russian layout
      KeyEvent(keysym: 0x6E2, latin: 0x2C, modifiers: .shift),  // Shift and a Russian letter
      KeyEvent(keysym: 0x2B, latin: 0x3D, modifiers: .shift),  // plus
      KeyEvent(keysym: 0xFE20, latin: 0xFF09, modifiers: .shift),  // Shift+Tab
      KeyEvent(keysym: 0xFC, latin: 0xFC), KeyEvent(keysym: 0xDC, latin: 0xFC, modifiers: .shift),  // ü
      KeyEvent(keysym: 0xFFAB),
    ]
    let names = ["Ctrl+Shift+Z", "Ctrl+Z", "Shift+comma", "plus", "Shift+Tab", "Ü", "Shift+Ü", "KP_Add"]
    for (event, name) in zip(pressed, names) {
      let key = try #require(Keystroke(event))
      #expect(key.description == name)
      #expect(KeyBindings(changes: [.undo: [key]]).action(for: event) == .undo)
    }
    #expect(Keystroke(KeyEvent(keysym: 0xFFE1)) == nil)  // Shift alone
    #expect(Keystroke(KeyEvent(keysym: 0x7A, isDown: false)) == nil)
  }
}
