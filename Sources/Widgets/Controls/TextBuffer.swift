/// One line of text that is being edited: its characters, the caret, what is selected, and what can be taken back.
///
/// Positions count characters as Swift does, which are grapheme clusters: an accented letter or a flag is one, however
/// many code points it is made of. 0 is before the first.
struct TextBuffer: Hashable, Sendable {
  /// The most characters that it holds; what is inserted beyond that is left out.
  static let longest = 1000

  /// The text: one line.
  private(set) var text = ""
  /// Where the caret stands.
  private(set) var caret = 0
  /// Where the selection began; the caret is its other end.
  private(set) var anchor = 0

  private struct State: Hashable, Sendable {
    var text: String
    var caret: Int
    var anchor: Int
  }
  /// What a change was, so that letters typed in a row are taken back at once.
  private enum Change: Hashable, Sendable { case typing, deleting, other }

  private var undone: [State] = []
  private var done: [State] = []
  private var last: Change?

  /// A text with the caret at its end.
  init(_ text: String = "") {
    self.text = Self.line(text, atMost: Self.longest)
    caret = count
    anchor = caret
  }

  /// How many characters there are.
  var count: Int { text.count }
  /// The positions between which all is selected; empty where nothing is.
  var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
  /// What is selected.
  var selected: String { piece(selection) }

  private func piece(_ range: Range<Int>) -> String { String(text.dropFirst(range.lowerBound).prefix(range.count)) }

  // MARK: Positions and bytes

  /// The offset of a position, bytes of UTF-8.
  func offset(of position: Int) -> Int { text.prefix(max(0, position)).utf8.count }

  /// The position at an offset of bytes, or the next one where the offset lies within a character.
  func position(at offset: Int) -> Int { Self.position(at: offset, in: text) }

  private static func position(at offset: Int, in text: String) -> Int {
    var (position, bytes) = (0, 0)
    for character in text {
      if bytes >= offset { break }
      bytes += character.utf8.count
      position += 1
    }
    return position
  }

  // MARK: Moving

  /// Moves the caret; what is between it and where it came from becomes selected too, where `isSelecting`.
  mutating func move(to position: Int, isSelecting: Bool = false) {
    caret = max(0, min(count, position))
    if !isSelecting { anchor = caret }
    last = nil
  }

  /// Selects all, the caret at the end.
  mutating func selectAll() {
    (anchor, caret, last) = (0, count, nil)
  }

  /// Selects the word, gap or run of signs at a position.
  mutating func selectWord(at position: Int) {
    let characters = Array(text)
    guard !characters.isEmpty else { return }
    let at = max(0, min(position, characters.count - 1))
    let kind = Self.kind(characters[at])
    var (start, end) = (at, at + 1)
    while start > 0, Self.kind(characters[start - 1]) == kind { start -= 1 }
    while end < characters.count, Self.kind(characters[end]) == kind { end += 1 }
    (anchor, caret, last) = (start, end, nil)
  }

  /// Where the word before or behind a position starts or ends.
  func wordEdge(from position: Int, forward: Bool) -> Int {
    let characters = Array(text)
    var at = max(0, min(position, characters.count))
    func next() -> Kind? {
      forward
        ? (at < characters.count ? Self.kind(characters[at]) : nil) : (at > 0 ? Self.kind(characters[at - 1]) : nil)
    }
    while next() == .gap { at += forward ? 1 : -1 }
    let kind = next()
    while let now = next(), now == kind { at += forward ? 1 : -1 }
    return at
  }

  private enum Kind { case word, gap, sign }

  private static func kind(_ c: Character) -> Kind {
    c.isWhitespace ? .gap : c.isLetter || c.isNumber || c == "_" ? .word : .sign
  }

  // MARK: Changing

  /// Puts text in place of what is selected. `isTyped` is for letters that come one after the other, which are taken
  /// back together.
  mutating func insert(_ new: String, isTyped: Bool = false) {
    let range = selection
    let room = Self.longest - (count - range.count)
    let line = Self.line(new, atMost: room)
    guard !line.isEmpty || !range.isEmpty else { return }
    let isWord = line.allSatisfy { !$0.isWhitespace }
    replace(range, with: line, isTyped && range.isEmpty && isWord ? .typing : .other)
    if isTyped { last = .typing }
  }

  /// Takes away what is selected, or else all from the caret to a position.
  mutating func delete(to position: Int) {
    let range =
      selection.isEmpty
      ? min(caret, max(0, position))..<max(caret, min(count, position)) : selection
    if !range.isEmpty { replace(range, with: "", range.count == 1 && selection.isEmpty ? .deleting : .other) }
  }

  private mutating func replace(_ range: Range<Int>, with new: String, _ change: Change) {
    if change == .other || change != last { remember(\.done) }
    undone.removeAll()
    last = change
    let before = String(text.prefix(range.lowerBound)) + new
    text = before + text.dropFirst(range.upperBound)
    // A combining mark joins the character before it, so that characters do not add up: bytes do.
    caret = position(at: before.utf8.count)
    anchor = caret
  }

  /// Takes the last change back; false where there is none.
  mutating func undo() -> Bool {
    guard let state = done.popLast() else { return false }
    remember(\.undone)
    restore(state)
    return true
  }

  /// Does what was taken back last again; false where there is nothing.
  mutating func redo() -> Bool {
    guard let state = undone.popLast() else { return false }
    remember(\.done)
    restore(state)
    return true
  }

  private mutating func restore(_ state: State) {
    (text, caret, anchor, last) = (state.text, state.caret, state.anchor, nil)
  }

  private mutating func remember(_ stack: WritableKeyPath<TextBuffer, [State]>) {
    self[keyPath: stack].append(State(text: text, caret: caret, anchor: anchor))
    if self[keyPath: stack].count > 200 { self[keyPath: stack].removeFirst() }
  }

  /// A text without line breaks and other control characters, cut to a number of characters: breaks become spaces,
  /// those at its ends go.
  private static func line(_ text: String, atMost limit: Int) -> String {
    // A text from a clipboard can be huge.
    var kept = text.prefix(4 * longest)
    while kept.first?.isNewline ?? false { kept.removeFirst() }
    while kept.last?.isNewline ?? false { kept.removeLast() }
    var line = ""
    for c in kept {
      if c.isNewline || c == "\t" {
        line.append(" ")
      } else if !c.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        line.append(c)
      }
    }
    return String(line.prefix(max(0, limit)))
  }
}
