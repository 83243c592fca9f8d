import Input

/// What a key or a menu can ask for. One table names every action, and everything that lists or looks up actions reads it.
public enum Action: String, Sendable, Hashable, CaseIterable {
  case undo, redo, clear
  case pen, pencil, tiltPencil, brushPen, marker, airbrush, eraser
  case larger, smaller
  case zoomIn, zoomOut, zoomWhole, zoomActual
  case rotateLeft, rotateUpright, rotateRight, mirror
  case export
  case togglePanels, toggleFullScreen, quit

  /// What it does, in a few words for people.
  public var title: String {
    switch self {
    case .undo: "Undo"
    case .redo: "Redo"
    case .clear: "Clear the drawing"
    case .pen: "Pen"
    case .pencil: "Pencil"
    case .tiltPencil: "Tilt pencil"
    case .brushPen: "Brush pen"
    case .marker: "Marker"
    case .airbrush: "Airbrush"
    case .eraser: "Eraser"
    case .larger: "Larger brush"
    case .smaller: "Smaller brush"
    case .zoomIn: "Zoom in"
    case .zoomOut: "Zoom out"
    case .zoomWhole: "Whole canvas"
    case .zoomActual: "100 %"
    case .rotateLeft: "Turn left"
    case .rotateUpright: "Upright"
    case .rotateRight: "Turn right"
    case .mirror: "Mirror the view"
    case .export: "Export as PNG"
    case .togglePanels: "Hide or show the panels"
    case .toggleFullScreen: "Full screen"
    case .quit: "Quit"
    }
  }
}

/// A key with the modifiers that must be held.
public struct KeyBinding: Sendable, Hashable {
  /// Keysym of the unshifted key in a Latin layout (lower case for letters), as in X's keysymdef.h.
  public var keysym: UInt32
  /// Modifiers that must be held, no others.
  public var modifiers: Modifiers
  /// What the key asks for.
  public var action: Action

  /// A binding by its parts.
  public init(_ keysym: UInt32, _ modifiers: Modifiers = [], _ action: Action) {
    self.keysym = keysym
    self.modifiers = modifiers
    self.action = action
  }

  /// The keys that Fude has unless told otherwise.
  public static let standard: [KeyBinding] = [
    KeyBinding(Key.z, .control, .undo),
    KeyBinding(Key.z, [.control, .shift], .redo),
    KeyBinding(Key.y, .control, .redo),
    KeyBinding(Key.delete, [], .clear),
    KeyBinding(Key.b, [], .pen),
    KeyBinding(Key.b, .shift, .brushPen),
    KeyBinding(Key.p, [], .pencil),
    KeyBinding(Key.p, .shift, .tiltPencil),
    KeyBinding(Key.m, [], .marker),
    KeyBinding(Key.a, [], .airbrush),
    KeyBinding(Key.e, [], .eraser),
    KeyBinding(Key.bracketRight, [], .larger),
    KeyBinding(Key.bracketLeft, [], .smaller),
    KeyBinding(Key.plus, [], .zoomIn),
    KeyBinding(Key.plus, .control, .zoomIn),
    KeyBinding(Key.equal, [], .zoomIn),
    KeyBinding(Key.equal, .control, .zoomIn),
    KeyBinding(Key.keypadAdd, [], .zoomIn),
    KeyBinding(Key.keypadAdd, .control, .zoomIn),
    KeyBinding(Key.minus, [], .zoomOut),
    KeyBinding(Key.minus, .control, .zoomOut),
    KeyBinding(Key.keypadSubtract, [], .zoomOut),
    KeyBinding(Key.keypadSubtract, .control, .zoomOut),
    KeyBinding(Key.digit0, [], .zoomWhole),
    KeyBinding(Key.digit0, .control, .zoomWhole),
    KeyBinding(Key.digit1, [], .zoomActual),
    KeyBinding(Key.digit1, .control, .zoomActual),
    KeyBinding(Key.digit4, [], .rotateLeft),
    KeyBinding(Key.digit5, [], .rotateUpright),
    KeyBinding(Key.digit6, [], .rotateRight),
    KeyBinding(Key.v, [], .mirror),
    KeyBinding(Key.e, .control, .export),
    KeyBinding(Key.tab, [], .togglePanels),
    KeyBinding(Key.f11, [], .toggleFullScreen),
    KeyBinding(Key.q, .control, .quit),
    KeyBinding(Key.w, .control, .quit),
  ]

  /// The action that a key asks for, or nil. The key as typed is tried first, so that a character counts wherever a
  /// layout has it, even on a shifted key; then the key's place in a Latin layout.
  public static func action(for key: KeyEvent, in bindings: [KeyBinding] = standard) -> Action? {
    let typed = Key.lowercased(key.keysym)
    if let exact = bindings.first(where: { $0.keysym == typed && $0.modifiers == key.modifiers }) {
      return exact.action
    }
    // Shift that was needed to type a character (plus on many layouts) does not count as held.
    if typed != Key.lowercased(key.latin), key.modifiers.contains(.shift),
      let shifted = bindings.first(where: { $0.keysym == typed && $0.modifiers == key.modifiers.subtracting(.shift) })
    {
      return shifted.action
    }
    let latin = Key.lowercased(key.latin)
    return bindings.first { $0.keysym == latin && $0.modifiers == key.modifiers }?.action
  }
}

/// The keysyms that Fude knows by name (values of X's keysymdef.h).
public enum Key {
  static let a: UInt32 = 0x61
  static let b: UInt32 = 0x62
  static let e: UInt32 = 0x65
  static let m: UInt32 = 0x6D
  static let p: UInt32 = 0x70
  static let q: UInt32 = 0x71
  static let v: UInt32 = 0x76
  static let w: UInt32 = 0x77
  static let y: UInt32 = 0x79
  static let z: UInt32 = 0x7A
  static let bracketLeft: UInt32 = 0x5B
  static let bracketRight: UInt32 = 0x5D
  static let plus: UInt32 = 0x2B
  static let minus: UInt32 = 0x2D
  static let equal: UInt32 = 0x3D
  static let digit0: UInt32 = 0x30
  static let digit1: UInt32 = 0x31
  static let digit4: UInt32 = 0x34
  static let digit5: UInt32 = 0x35
  static let digit6: UInt32 = 0x36
  static let keypadAdd: UInt32 = 0xFFAB
  static let keypadSubtract: UInt32 = 0xFFAD
  static let delete: UInt32 = 0xFFFF
  static let tab: UInt32 = 0xFF09
  static let f11: UInt32 = 0xFFC8
  /// The space bar.
  public static let space: UInt32 = 0x20
  /// Escape.
  public static let escape: UInt32 = 0xFF1B

  /// Lower case for the Latin letters A to Z, else the keysym itself.
  static func lowercased(_ keysym: UInt32) -> UInt32 { (0x41...0x5A).contains(keysym) ? keysym + 0x20 : keysym }

  /// How a binding's key is shown to people, e.g. "Ctrl+Shift+Z".
  public static func name(of binding: KeyBinding) -> String {
    var parts: [String] = []
    if binding.modifiers.contains(.control) { parts.append("Ctrl") }
    if binding.modifiers.contains(.alt) { parts.append("Alt") }
    if binding.modifiers.contains(.shift) { parts.append("Shift") }
    let named: [UInt32: String] = [
      delete: "Delete", tab: "Tab", f11: "F11", keypadAdd: "Keypad +", keypadSubtract: "Keypad -",
      space: "Space", escape: "Esc",
    ]
    if let name = named[binding.keysym] {
      parts.append(name)
    } else if let scalar = Unicode.Scalar(binding.keysym) {
      parts.append(String(scalar).uppercased())
    }
    return parts.joined(separator: "+")
  }
}
