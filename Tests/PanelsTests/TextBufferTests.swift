import RandomSource
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct TextBufferTests {
  /// Fails if a deletion takes a part of a character of several code points.
  @Test("backspace takes a whole grapheme cluster")
  func clusters() {
    var buffer = TextBuffer("a👩‍👩‍👧e\u{301}")
    #expect(buffer.count == 3)
    buffer.delete(to: buffer.caret - 1)
    #expect(buffer.text == "a👩‍👩‍👧")
    buffer.delete(to: buffer.caret - 1)
    #expect(buffer.text == "a")
  }

  /// Fails if the caret advances by the inserted characters: the mark joins the letter before it.
  @Test("a typed combining mark leaves the caret after its letter")
  func combining() {
    var buffer = TextBuffer("e")
    buffer.insert("\u{301}", isTyped: true)
    #expect(buffer.count == 1 && buffer.caret == 1)
    buffer.insert("x", isTyped: true)
    #expect(buffer.text == "e\u{301}x")
  }

  /// Fails if a double press selects more or less than the word, or Ctrl+arrows stop elsewhere.
  @Test("words are runs of letters and digits")
  func words() {
    var buffer = TextBuffer("warm grey, #1D1F24")
    buffer.selectWord(at: 6)
    #expect(buffer.selected == "grey")
    buffer.selectWord(at: 99)
    #expect(buffer.selected == "1D1F24")
    #expect(buffer.wordEdge(from: 0, forward: true) == 4)
    #expect(buffer.wordEdge(from: 4, forward: true) == 9)
    #expect(buffer.wordEdge(from: 18, forward: false) == 12)
    #expect(buffer.wordEdge(from: 12, forward: false) == 11)
    #expect(buffer.wordEdge(from: 0, forward: false) == 0)
  }

  /// Fails if each letter is undone separately, or a word and a paste together.
  @Test("a typed word is undone and redone as a whole")
  func undo() {
    var buffer = TextBuffer()
    for c in "two words" { buffer.insert(String(c), isTyped: true) }
    buffer.insert(" pasted")
    var seen: [String] = []
    while buffer.undo() { seen.append(buffer.text) }
    #expect(seen == ["two words", "two", ""])
    while buffer.redo() {}
    #expect(buffer.text == "two words pasted")
  }

  /// Fails if a line break or a control character gets into the text.
  @Test("pasted text becomes one line")
  func line() {
    var buffer = TextBuffer()
    buffer.insert("\nfirst\r\nsecond\tthird\u{7}\n")
    #expect(buffer.text == "first second third")
    buffer.selectAll()
    buffer.insert(String(repeating: "long ", count: 100_000))
    #expect(buffer.count == TextBuffer.longest)
  }

  /// Fails if the caret leaves the text, or undo does not restore a change.
  @Test("any editing keeps the caret in the text, and undo restores the beginning", arguments: 1...8)
  func random(_ seed: Int) {
    var rng = RandomSource(UInt64(seed))
    let pieces = ["a", " ", "é", "e\u{301}", "\u{301}", "👩‍👩‍👧", "\u{200d}", "日本", "שלום", "#", "\n", "🇫", "🇷"]
    var buffer = TextBuffer("start")
    for _ in 0..<400 {
      let at = Int.random(in: -2...(buffer.count + 2), using: &rng)
      switch Int.random(in: 0..<9, using: &rng) {
      case 0: buffer.move(to: at, isSelecting: Bool.random(using: &rng))
      case 1: buffer.selectWord(at: at)
      case 2: buffer.delete(to: buffer.caret - 1)
      case 3: buffer.delete(to: buffer.caret + 1)
      case 4: buffer.delete(to: buffer.wordEdge(from: buffer.caret, forward: Bool.random(using: &rng)))
      case 5: _ = buffer.undo()
      case 6: _ = buffer.redo()
      default: buffer.insert(pieces.randomElement(using: &rng) ?? "", isTyped: Bool.random(using: &rng))
      }
      #expect((0...buffer.count).contains(buffer.caret) && (0...buffer.count).contains(buffer.anchor))
      #expect(buffer.position(at: buffer.offset(of: buffer.caret)) == buffer.caret)
      #expect(buffer.text.allSatisfy { !$0.isNewline })
    }
    var end = buffer
    var count = 0
    while end.undo() { count += 1 }
    #expect(count > 20 && (end.text == "start" || count == 200))
    while end.redo() {}
    #expect(end.text == buffer.text || buffer != end)
  }
}
