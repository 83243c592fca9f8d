import Geometry
import Glibc
import Input
import Rig
import Testing

@testable import Desktop

/// What many machines lack for an input method: the program, and a locale that it supports.
private enum Method {
  static let locale = ["ja_JP.UTF-8", "en_US.UTF-8"].first { name in
    guard let locale = newlocale(1 << LC_CTYPE, name, nil) else { return false }
    freelocale(locale)
    return true
  }

  static var isInstalled: Bool { Program.find("uim-xim") != nil && locale != nil }
}

extension TextInputTests {
  /// Starts uim's bridge to XIM, which converts with Anthy, on the stage's server.
  private func startMethod(_ stage: Stage) throws -> Program {
    var environment = ["LANG": try #require(Method.locale)]
    // Locales may be in another folder.
    if let place = getenv("LOCPATH") { environment["LOCPATH"] = String(cString: place) }
    return try Program(
      "uim-xim", ["--engine=anthy-utf8"], display: stage.bench.server.display, environment: environment)
  }

  private func begin(_ stage: Stage) throws -> TextInput {
    let window = stage.window
    let input = TextInput(
      stage.connection, window: window.id, mask: window.coreEvents, modifiers: "@im=uim",
      locale: try #require(Method.locale))
    window.textInput = input
    window.beginTextInput(at: Point(100, 100))
    return input
  }

  /// Types and waits until the last text is `text`. The input method answers asynchronously.
  private func type(_ stage: Stage, _ keys: String..., until text: String) throws {
    for key in keys { try stage.bench.keyboard.tap(key) }
    try stage.collect("\(text)") { if case .text(text) = $0 { true } else { false } }
  }

  /// Needs Debian's uim-xim and uim-anthy, and a locale; skipped without them.
  @Test(
    "Japanese is typed with an input method, that may also come late, go, and come again",
    .enabled(if: Method.isInstalled))
  func japanese() throws {
    let stage = try Stage()
    let input = try begin(stage)
    #expect(!input.isUsers)
    try type(stage, "a", until: "a")
    var uim: Program? = try startMethod(stage)
    try stage.wait(for: "the input method to be taken up") { input.isUsers }
    try type(stage, "b", until: "b")
    stage.forget()
    try type(stage, "shift+space", "n", "i", "h", "o", "n", "g", "o", "space", "Return", until: "日本語")
    #expect(stage.texts == ["日本語"])
    #expect(!stage.keyEvents.contains { $0.isDown && $0.keysym != 0xffe1 })
    // It ends in the middle of a word.
    for key in ["n", "i"] { try stage.bench.keyboard.tap(key) }
    stage.collectAll()
    uim?.signal(SIGKILL)
    try uim?.waitForExit()
    uim = nil
    stage.window.moveTextInput(to: Point(50, 50))
    stage.forget()
    try type(stage, "c", until: "c")
    #expect(!input.isUsers)
    uim = try startMethod(stage)
    try stage.wait(for: "the input method to be taken up again") { input.isUsers }
    try type(stage, "d", until: "d")
    stage.window.endTextInput()
    stage.forget()
    try stage.bench.keyboard.tap("e")
    stage.collectAll()
    #expect(stage.texts == [] && stage.keyEvents.contains { $0.isDown && $0.keysym == 0x65 })
    #expect(stage.connection.failures.unexpectedCount == 0)
  }
}
