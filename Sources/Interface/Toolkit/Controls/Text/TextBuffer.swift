/// An editable line of text with caret, selection, undo and redo.
///
/// Positions count Swift characters (grapheme clusters); 0 is before the first. Converting
/// positions is O(length).
struct TextBuffer: Hashable, Sendable {
  /// The greatest number of characters; further inserted ones are dropped.
  public static let longest = 1000
  /// The greatest number of Unicode scalars, since a character may have any number of them. Less
  /// than a line may have (`Typesetter.longest`).
  static let mostScalars = 4 * longest

  public private(set) var text = ""
  public private(set) var caret = 0
  /// The start of the selection; the caret is its other end.
  public private(set) var anchor = 0

  private struct State: Hashable, Sendable {
    var text: String
    var caret: Int
    var anchor: Int
  }
  /// The kind of a change; changes of the same kind in a row are undone together.
  private enum Change: Hashable, Sendable { case typing, deleting, other }

  private var undone: [State] = []
  private var done: [State] = []
  private var last: Change?

  /// Creates a buffer with the caret at the end.
  public init(_ text: String = "") {
    self.text = Self.line(text, atMost: Self.longest)
    caret = count
    anchor = caret
  }

  public var count: Int { text.count }
  /// The selected positions; empty if nothing is selected.
  public var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
  public var selected: String { substring(selection) }

  private func substring(_ range: Range<Int>) -> String { String(text.dropFirst(range.lowerBound).prefix(range.count)) }

  // MARK: Positions and bytes

  /// The offset of a position, bytes of UTF-8.
  public func offset(of position: Int) -> Int { text.prefix(max(0, position)).utf8.count }

  /// The position at an offset of bytes, rounded up to the next character.
  public func position(at offset: Int) -> Int { Self.position(at: offset, in: text) }

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

  public mutating func move(to position: Int, isSelecting: Bool = false) {
    caret = max(0, min(count, position))
    if !isSelecting { anchor = caret }
    last = nil
  }

  /// Selects all, with the caret at the end.
  public mutating func selectAll() {
    (anchor, caret, last) = (0, count, nil)
  }

  /// Selects the characters before a position, with the caret at their end.
  public mutating func select(first count: Int) {
    (anchor, caret, last) = (0, max(0, min(self.count, count)), nil)
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

  /// Replaces the selection by text. `isTyped` marks single typed letters, which are undone
  /// together.
  public mutating func insert(_ new: String, isTyped: Bool = false) {
    let range = selection
    let room = Self.longest - (count - range.count)
    let line = Self.line(new, atMost: room)
    guard !line.isEmpty || !range.isEmpty else { return }
    let isWord = line.allSatisfy { !$0.isWhitespace }
    replace(range, with: line, isTyped && range.isEmpty && isWord ? .typing : .other)
    if isTyped { last = .typing }
  }

  /// Deletes the selection, or else the text from the caret to a position.
  public mutating func delete(to position: Int) {
    let range =
      selection.isEmpty
      ? min(caret, max(0, position))..<max(caret, min(count, position)) : selection
    if !range.isEmpty { replace(range, with: "", range.count == 1 && selection.isEmpty ? .deleting : .other) }
  }

  private mutating func replace(_ range: Range<Int>, with new: String, _ change: Change) {
    let kept = text.unicodeScalars.count - substring(range).unicodeScalars.count
    if kept + new.unicodeScalars.count > Self.mostScalars { return }
    if change == .other || change != last { remember(\.done) }
    undone.removeAll()
    last = change
    let before = String(text.prefix(range.lowerBound)) + new
    text = before + text.dropFirst(range.upperBound)
    // Bytes, not characters: a combining mark joins the character before it.
    caret = position(at: before.utf8.count)
    anchor = caret
  }

  public mutating func undo() -> Bool {
    guard let state = done.popLast() else { return false }
    remember(\.undone)
    restore(state)
    return true
  }

  public mutating func redo() -> Bool {
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

  /// A text as one line of at most `limit` characters: line breaks and tabs inside become spaces,
  /// breaks at its ends and control characters are removed.
  private static func line(_ text: String, atMost limit: Int) -> String {
    // Text from a clipboard can be very long.
    var kept = String(text.unicodeScalars.prefix(mostScalars))[...]
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
