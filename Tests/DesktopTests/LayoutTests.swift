import Geometry
import Input
import Rig
import Testing

@testable import Desktop
@testable import Studio

@Suite("Keyboard layouts on a real server", .serialized)
struct LayoutTests {
  // Keycodes by position (evdev numbers).
  private static let control = 37
  private static let placeOfZ = 52
  private static let placeOfY = 29
  private static let placeOfBracket = 34
  private static let placeOfOne = 10

  /// The event of a key at a position, with Control held.
  private func press(_ stage: Stage, _ code: Int) throws -> KeyEvent {
    stage.forget()
    let keyboard = stage.bench.keyboard
    try keyboard.press(code: Self.control)
    try keyboard.press(code: code)
    try keyboard.release(code: code)
    try keyboard.release(code: Self.control)
    try keyboard.synchronize()
    try stage.collect("the key") {
      if case .key(let key) = $0 { !key.isDown && key.modifiers == .control } else { false }
    }
    return try #require(stage.keyEvents.first { $0.isDown && $0.modifiers == .control })
  }

  @Test(
    "A layout that is set while the program runs counts at once; where it is not Latin, keys have Latin keysyms beside",
    arguments: [
      // Layouts; keysym and Latin keysym at the positions of Z, Y, [ and 1.
      ("us", [0x7a, 0x7a, 0x79, 0x79, 0x5b, 0x5b, 0x31, 0x31]),
      // With Control, Xlib itself searches other layouts for a Latin keysym.
      ("ru,us", [0x7a, 0x7a, 0x79, 0x79, 0x5b, 0x5b, 0x31, 0x31]),
      ("ru", [0x6d1, 0x7a, 0x6ce, 0x79, 0x6c8, 0x5b, 0x31, 0x31]),
      ("gr", [0x7e6, 0x7a, 0x7f5, 0x79, 0x5b, 0x5b, 0x31, 0x31]),
      ("gr,de", [0x79, 0x79, 0x7a, 0x7a, 0x5b, 0xfc, 0x31, 0x31]),
      ("de", [0x79, 0x79, 0x7a, 0x7a, 0xfc, 0xfc, 0x31, 0x31]),
      ("fr", [0x77, 0x77, 0x79, 0x79, 0xfe52, 0xfe52, 0x26, 0x26]),
      ("il", [0xce6, 0x7a, 0xce8, 0x79, 0x5d, 0x5b, 0x31, 0x31]),
    ] as [(String, [UInt32])])
  func layouts(_ layouts: String, _ expected: [UInt32]) throws {
    let stage = try Stage()
    // The keymap has been read by then.
    #expect(try press(stage, Self.placeOfZ).latin == 0x7a)
    try stage.bench.screen.setLayouts(layouts)
    stage.collectAll()
    let keys = try [Self.placeOfZ, Self.placeOfY, Self.placeOfBracket, Self.placeOfOne].map { try press(stage, $0) }
    #expect(keys.flatMap { [$0.keysym, $0.latin] } == expected)
    #expect(stage.connection.failures.unexpectedCount == 0)
  }
}

@Suite("Names of keys")
struct KeyNameTests {
  @Test("X's tools know every key by the name that the settings file has for it")
  func names() throws {
    let screen = try Bench().screen
    for (keysym, name) in Key.byKeysym {
      #expect(screen.keysym(named: name) == UInt(keysym), "\(name)")
    }
    for (name, keysym) in [("Page_Up", 0xff55), ("KP_Page_Down", 0xff9b), ("U044F", 0x100_044f)] as [(String, UInt)] {
      #expect(screen.keysym(named: name) == keysym && Keystroke(name)?.keysym == UInt32(keysym))
    }
  }
}

@Suite("Text input on a real server", .serialized)
struct TextInputTests {
  private func type(_ stage: Stage, _ codes: Int...) throws {
    for code in codes {
      try stage.bench.keyboard.press(code: code)
      try stage.bench.keyboard.release(code: code)
    }
    try stage.bench.keyboard.synchronize()
    stage.collectAll()
  }

  @Test("Keys type text while text is taken, and are keys before and after; keys that type none are keys throughout")
  func plain() throws {
    let stage = try Stage()
    try stage.bench.keyboard.tap("a")
    stage.collectAll()
    #expect(stage.texts == [] && stage.keyEvents.map(\.keysym) == [0x61, 0x61])
    stage.forget()
    stage.window.beginTextInput(at: Point(100, 100))
    for key in ["a", "Shift_L+b", "ctrl+z", "Return", "Left", "Escape", "space"] { try stage.bench.keyboard.tap(key) }
    stage.collectAll()
    #expect(stage.texts == ["a", "B", " "])
    #expect(stage.keyEvents.filter(\.isDown).map(\.keysym) == [0xffe1, 0xffe3, 0x7a, 0xff0d, 0xff51, 0xff1b])
    stage.window.moveTextInput(to: Point(200, 50))
    stage.window.endTextInput()
    stage.forget()
    try stage.bench.keyboard.tap("a")
    stage.collectAll()
    #expect(stage.texts == [] && stage.keyEvents.filter(\.isDown).map(\.keysym) == [0x61])
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  @Test("Dead keys and Compose make characters of several keys, and only while text is taken")
  func deadKeys() throws {
    let stage = try Stage()
    try stage.bench.screen.setLayouts("de")
    stage.collectAll()
    let (acute, e, q) = (21, 26, 24)
    stage.window.beginTextInput(at: Point(10, 10))
    try type(stage, acute, e)
    #expect(stage.texts == ["é"])
    #expect(stage.keyEvents.filter(\.isDown).isEmpty)
    try type(stage, q)
    #expect(stage.texts == ["é", "q"])
    // An unfinished composed character is discarded when text input ends.
    try type(stage, acute)
    stage.window.endTextInput()
    stage.forget()
    try type(stage, e)
    #expect(stage.texts == [] && stage.keyEvents.first?.keysym == 0x65)
    stage.window.beginTextInput(at: Point(10, 10))
    try type(stage, e)
    #expect(stage.texts == ["e"])
  }

  @Test("Text of other scripts comes as it is")
  func scripts() throws {
    let stage = try Stage()
    try stage.bench.screen.setLayouts("ru")
    stage.collectAll()
    stage.window.beginTextInput(at: Point(10, 10))
    try type(stage, 52, 29)
    #expect(stage.texts == ["я", "н"])
  }

  @Test("Without the keyboard nothing is typed, and with it again all goes on")
  func focus() throws {
    let stage = try Stage()
    stage.window.beginTextInput(at: Point(10, 10))
    let screen = stage.bench.screen
    try screen.focus(screen.root)
    try stage.collect("the loss of the keyboard") { if case .focus(false) = $0 { true } else { false } }
    try screen.focus(stage.id)
    try stage.collect("the keyboard") { if case .focus(true) = $0 { true } else { false } }
    try stage.bench.keyboard.tap("a")
    stage.collectAll()
    #expect(stage.texts == ["a"])
  }

  @Test("A window that goes while text is taken takes all with it; so does a server")
  func ends() throws {
    let bench = try Bench()
    do {
      let stage = try Stage(on: bench)
      stage.window.beginTextInput(at: Point(10, 10))
    }
    let stage = try Stage(on: bench)
    stage.window.beginTextInput(at: Point(.nan, 1e9))
    try stage.bench.keyboard.tap("a")
    stage.collectAll()
    #expect(stage.texts == ["a"])
    bench.stop()
    try stage.collect("the end") { if case .serverGone = $0 { true } else { false } }
    stage.window.moveTextInput(to: Point(1, 1))
    stage.window.endTextInput()
    stage.window.beginTextInput(at: Point(1, 1))
  }
}
