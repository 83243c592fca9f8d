import Input
import Testing

@testable import Studio

@Suite struct ActionTests {
  /// Breaks if two actions fight for one key.
  @Test func noKeyIsBoundTwice() {
    var seen: [String: Action] = [:]
    for b in KeyBinding.standard {
      let name = Key.name(of: b)
      #expect(seen[name] == nil, "\(name) is bound to \(b.action) and \(String(describing: seen[name]))")
      seen[name] = b.action
    }
  }

  /// Breaks if an action cannot be reached by any key or has no words.
  @Test(arguments: Action.allCases) func everyActionHasAKey(action: Action) {
    #expect(KeyBinding.standard.contains { $0.action == action })
    #expect(!action.title.isEmpty)
  }

  /// Breaks if Ctrl+Shift+Z, which types a capital, is taken for undo.
  @Test func shiftTellsRedoFromUndo() {
    #expect(KeyBinding.action(for: KeyEvent(keysym: 0x7A, modifiers: .control)) == .undo)
    #expect(
      KeyBinding.action(for: KeyEvent(keysym: 0x5A, latin: 0x7A, modifiers: [.control, .shift])) == .redo)
  }

  /// Breaks if shortcuts need a Latin layout: Cyrillic "ya" is on the key of Z.
  @Test func cyrillicLayout() {
    #expect(KeyBinding.action(for: KeyEvent(keysym: 0x6D1, latin: 0x7A, modifiers: .control)) == .undo)
  }

  /// Breaks if plus, typed with Shift on most layouts, does not zoom, or a German Z (on the place of Y) redoes.
  @Test func charactersCountBeforePlaces() {
    #expect(KeyBinding.action(for: KeyEvent(keysym: 0x2B, latin: 0x3D, modifiers: .shift)) == .zoomIn)
    #expect(KeyBinding.action(for: KeyEvent(keysym: 0x7A, latin: 0x79, modifiers: .control)) == .undo)
  }

  /// Breaks if a key with a modifier too many still acts.
  @Test func otherModifiersDoNothing() {
    #expect(KeyBinding.action(for: KeyEvent(keysym: 0x7A, modifiers: [.control, .alt])) == nil)
    #expect(KeyBinding.action(for: KeyEvent(keysym: 0x7A)) == nil)
  }
}
