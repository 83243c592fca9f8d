import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

/// A text field in a popup, used by keys, pointer and input method.
@Suite struct TextFieldTests {
  private final class Sheet: Panel {
    let field: TextField
    override var isHideable: Bool { false }

    override init(_ context: WidgetContext) {
      field = TextField(context)
      super.init(context)
      add(field)
    }

    override func size(within width: Int) -> (width: Int, height: Int) { (120, 60) }
    override func layOut() { field.place(PixelRect(x: frame.minX + 10, y: frame.minY + 10, width: 100, height: 40)) }
  }

  private struct Fixture {
    let screen: Screen
    let field: TextField
    final class Recorder { var changes: [String] = [], commits: [String] = [], copied = "" }
    let recorder = Recorder()

    init(_ text: String = "") throws {
      screen = try Screen()
      let sheet = Sheet(screen.overlay.context)
      field = sheet.field
      field.text = text
      field.onChange = { [recorder] in
        recorder.changes.append($0)
      }
      field.onCommit = { [recorder] in
        recorder.commits.append($0)
      }
      screen.overlay.openCentred(sheet)
    }

    func type(_ text: String) { for c in text { _ = screen.overlay.type(String(c)) } }
    func key(_ keysym: UInt32, _ modifiers: Modifiers = []) {
      for effect in screen.overlay.handle(.key(KeyEvent(keysym: keysym, modifiers: modifiers))).effects {
        switch effect {
        case .copyText(let text): recorder.copied = text
        case .pasteText: #expect(screen.overlay.paste(recorder.copied).isConsumed)
        default: break
        }
      }
    }

    func press(_ x: Double, at time: Double, to end: Double? = nil) {
      let y = Double(field.frame.minY + 20)
      func event(_ phase: PointerEvent.Phase, _ x: Double) -> PointerEvent {
        PointerEvent(phase, PenSample(position: Point(x, y), time: time))
      }
      _ = screen.overlay.handle(event(.down, x))
      if let end { _ = screen.overlay.handle(event(.drag, end)) }
      _ = screen.overlay.handle(event(.up(.lifted), end ?? x))
    }

    /// The position before a character.
    func place(_ position: Int) -> Double {
      let line = field.context.typesetter.line(field.text, field.theme.text(13))
      return Double(field.frame.minX) + 8 + line.caret(at: field.buffer.offset(of: position))
    }
  }

  /// Fails if typing, deleting, committing or copying and pasting do not work by keys.
  @Test("typing, selecting, copying, pasting and committing by keys")
  func keys() throws {
    let fixture = try Fixture()
    fixture.type("wine red")
    #expect(fixture.field.text == "wine red" && fixture.recorder.changes.count == 8)
    fixture.key(KeyCode.left, [.control, .shift])
    #expect(fixture.field.buffer.selected == "red")
    fixture.key(0x63, .control)
    #expect(fixture.recorder.copied == "red")
    fixture.key(KeyCode.home)
    fixture.key(0x76, .control)
    #expect(fixture.field.text == "redwine red")
    fixture.key(KeyCode.backspace)
    fixture.key(KeyCode.delete)
    #expect(fixture.field.text == "reine red")
    fixture.key(0x7a, .control)
    fixture.key(0x61, .control)
    fixture.key(0x78, .control)
    // Deletions in a row are undone together.
    #expect(fixture.field.text.isEmpty)
    fixture.key(KeyCode.insert, .shift)
    fixture.key(KeyCode.enter)
    #expect(fixture.recorder.commits == ["redwine red"])
    // Late text finds the field without focus.
    fixture.screen.overlay.focus(nil)
    #expect(!fixture.screen.overlay.paste("late").isConsumed && fixture.field.text == "redwine red")
  }

  /// Fails if a key event's text is lost where no input method delivers it, or Ctrl+letter types.
  @Test("a key event's text is typed, except with Ctrl")
  func keyText() throws {
    let fixture = try Fixture()
    let event = KeyEvent(keysym: 0x6e9, text: "й")
    #expect(fixture.screen.overlay.handle(.key(event)).isConsumed)
    _ = fixture.screen.overlay.handle(.key(KeyEvent(keysym: 0x6b, text: "k", modifiers: .control)))
    #expect(fixture.field.text == "й")
    // Without text (an input method delivers it) the key must not become a command of the canvas; a
    // key that never types may.
    let silent = KeyEvent(keysym: 0x62)
    #expect(fixture.screen.overlay.handle(.key(silent)) == Overlay.Response(isConsumed: true))
    #expect(!fixture.field.key(KeyEvent(keysym: 0xffc8)))
    #expect(fixture.field.text == "й")
  }

  /// Fails if the caret is not at the pointer, a drag does not select, or a double press does not
  /// select the word.
  @Test("a press sets the caret, a drag selects, a double press selects the word, a triple press all")
  func touch() throws {
    let fixture = try Fixture("warm grey")
    fixture.press(fixture.place(2) + 1, at: 10)
    #expect(fixture.field.buffer.caret == 2)
    fixture.press(fixture.place(1), at: 20, to: fixture.place(6))
    #expect(fixture.field.buffer.selected == "arm g")
    for (time, selected) in [(30.0, ""), (30.2, "grey"), (30.4, "warm grey"), (40.0, "")] {
      fixture.press(fixture.place(7) + 1, at: time)
      #expect(fixture.field.buffer.selected == selected)
    }
  }

  /// Fails if a long text leaves its field: the caret must be visible at any position.
  @Test("a long text scrolls with the caret")
  func scrolling() throws {
    let fixture = try Fixture()
    fixture.type(String(repeating: "wide ", count: 20))
    func isSeen() -> Bool { fixture.field.textInputFrame.map { fixture.field.frame.contains($0) } ?? false }
    #expect(isSeen())
    for _ in 0..<60 {
      fixture.key(KeyCode.left)
      #expect(isSeen())
    }
    fixture.key(KeyCode.home)
    #expect(isSeen() && (fixture.field.textInputFrame?.minX ?? 0) == fixture.field.frame.minX + 8)
  }

  /// Fails if pixels change without reported damage.
  @Test("changed pixels of the field are inside the damage")
  func damage() throws {
    let fixture = try Fixture("grey")
    try fixture.screen.repaint(fixture.screen.bounds)
    _ = fixture.screen.overlay.takeDamage()
    for step in 0..<6 {
      let dirty = fixture.screen.dirtied {
        switch step {
        case 0: fixture.type("x")
        case 1: fixture.key(KeyCode.home, .shift)
        case 2: _ = fixture.screen.overlay.type("かな")
        case 3: fixture.press(fixture.place(2), at: 5)
        case 4: fixture.field.isWrong = true
        default: fixture.field.text = ""
        }
      }
      try fixture.screen.repaint(dirty)
      #expect(try Golden.differences(fixture.screen.shown, fixture.screen.whole()).isEmpty, "step \(step)")
    }
  }
}
