import Geometry
import Ink
import Input
import Paint
import TestSupport
import Testing

@testable import Widgets

/// A field to write in, in a popup, used by keys, pointer and input method.
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

  private struct Stage {
    let screen: Screen
    let field: TextField
    /// What the field told, in order.
    final class Told { var changes: [String] = [], commits: [String] = [], copied = "" }
    let told = Told()

    init(_ text: String = "") throws {
      screen = try Screen()
      let sheet = Sheet(screen.overlay.context)
      field = sheet.field
      field.text = text
      field.onChange = { [told] in
        told.changes.append($0); return []
      }
      field.onCommit = { [told] in
        told.commits.append($0); return []
      }
      screen.overlay.openCentred(sheet)
    }

    func type(_ text: String) { for c in text { _ = screen.overlay.type(String(c)) } }
    func key(_ keysym: UInt32, _ modifiers: Modifiers = []) {
      for effect in screen.overlay.handle(.key(KeyEvent(keysym: keysym, modifiers: modifiers))).effects {
        switch effect {
        case .copyText(let text): told.copied = text
        case .pasteText: #expect(screen.overlay.paste(told.copied).isConsumed)
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

    /// The place of the gap before a character.
    func place(_ position: Int) -> Double {
      let line = field.context.typesetter.line(field.text, field.theme.text(13))
      return Double(field.frame.minX) + 8 + line.caret(at: field.buffer.offset(of: position))
    }
  }

  /// Breaks if typing, deleting, committing or copying and pasting do not work by keys.
  @Test("typing, selecting, copying, pasting and committing by keys")
  func keys() throws {
    let stage = try Stage()
    stage.type("wine red")
    #expect(stage.field.text == "wine red" && stage.told.changes.count == 8)
    stage.key(KeyCode.left, [.control, .shift])
    #expect(stage.field.buffer.selected == "red")
    stage.key(0x63, .control)
    #expect(stage.told.copied == "red")
    stage.key(KeyCode.home)
    stage.key(0x76, .control)
    #expect(stage.field.text == "redwine red")
    stage.key(KeyCode.backspace)
    stage.key(KeyCode.delete)
    #expect(stage.field.text == "reine red")
    stage.key(0x7a, .control)
    stage.key(0x61, .control)
    stage.key(0x78, .control)
    // Deletions in a row are taken back together.
    #expect(stage.field.text.isEmpty)
    stage.key(KeyCode.insert, .shift)
    stage.key(KeyCode.enter)
    #expect(stage.told.commits == ["redwine red"])
    // Text that comes late finds the entry gone.
    stage.screen.overlay.focus(nil)
    #expect(!stage.screen.overlay.paste("late").isConsumed && stage.field.text == "redwine red")
  }

  /// Breaks if the keyboard's own text is lost where no input method delivers it, or Ctrl+letter types.
  @Test("a key's own text is typed; keys with Ctrl are not")
  func keyText() throws {
    let stage = try Stage()
    let event = KeyEvent(keysym: 0x6e9, text: "й")
    #expect(stage.screen.overlay.handle(.key(event)).isConsumed)
    _ = stage.screen.overlay.handle(.key(KeyEvent(keysym: 0x6b, text: "k", modifiers: .control)))
    #expect(stage.field.text == "й")
    // Without text (an input method delivers it) it must not become the canvas's command either; a key of no text may.
    let silent = KeyEvent(keysym: 0x62)
    #expect(stage.screen.overlay.handle(.key(silent)) == Overlay.Response(isConsumed: true))
    #expect(stage.field.key(KeyEvent(keysym: 0xffc8)) == nil)
    #expect(stage.field.text == "й")
  }

  /// Breaks if the caret is not set where the pointer is, a drag does not select, or a double press no word.
  @Test("a press sets the caret, a drag selects, a double press takes the word, a third all")
  func touch() throws {
    let stage = try Stage("warm grey")
    stage.press(stage.place(2) + 1, at: 10)
    #expect(stage.field.buffer.caret == 2)
    stage.press(stage.place(1), at: 20, to: stage.place(6))
    #expect(stage.field.buffer.selected == "arm g")
    for (time, selected) in [(30.0, ""), (30.2, "grey"), (30.4, "warm grey"), (40.0, "")] {
      stage.press(stage.place(7) + 1, at: time)
      #expect(stage.field.buffer.selected == selected)
    }
  }

  /// Breaks if a long text runs out of its field: the caret must be seen wherever it is.
  @Test("a long text scrolls with the caret")
  func scrolling() throws {
    let stage = try Stage()
    stage.type(String(repeating: "wide ", count: 20))
    func isSeen() -> Bool { stage.field.textSpot.map { stage.field.frame.contains($0) } ?? false }
    #expect(isSeen())
    for _ in 0..<60 {
      stage.key(KeyCode.left)
      #expect(isSeen())
    }
    stage.key(KeyCode.home)
    #expect(isSeen() && (stage.field.textSpot?.minX ?? 0) == stage.field.frame.minX + 8)
  }

  /// Breaks if something changes on the screen that no damage was told of.
  @Test("the field draws what it tells")
  func damage() throws {
    let stage = try Stage("grey")
    try stage.screen.repaint(stage.screen.bounds)
    _ = stage.screen.overlay.takeDamage()
    for step in 0..<6 {
      let dirty = stage.screen.dirtied {
        switch step {
        case 0: stage.type("x")
        case 1: stage.key(KeyCode.home, .shift)
        case 2: _ = stage.screen.overlay.type("かな")
        case 3: stage.press(stage.place(2), at: 5)
        case 4: stage.field.isWrong = true
        default: stage.field.text = ""
        }
      }
      try stage.screen.repaint(dirty)
      #expect(try Golden.differences(stage.screen.shown, stage.screen.whole()).isEmpty, "step \(step)")
    }
  }
}
