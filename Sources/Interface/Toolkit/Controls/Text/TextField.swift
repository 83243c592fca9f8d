import Geometry
import Input
import Paint

/// A field for one line of text.
///
/// Edited while it has focus. `onChange` is called after each change and `onCommit` at Enter.
/// Escape restores the text from before and gives up the focus (in a popup Escape closes the
/// popup). The caret does not blink, so that an idle program does not wake.
public final class TextField: Widget {
  /// The text. Setting it from outside clears the undo history.
  public var text: String {
    get { buffer.text }
    set {
      guard newValue != buffer.text else { return }
      buffer = TextBuffer(newValue)
      reveal()
      invalidate()
    }
  }
  public var placeholder = "" { didSet { if placeholder != oldValue { invalidate() } } }
  public var onChange: (String) -> Void = { _ in }
  /// Called at Enter, and at Tab with `commitsOnTab`.
  public var onCommit: (String) -> Void = { _ in }
  public var onLeave: () -> Void = {}
  /// Whether Tab, or a press elsewhere, commits a changed text before the focus moves on.
  public var commitsOnTab = false
  /// Whether a press elsewhere commits a changed text.
  var commitsOnPress = false
  /// Whether Enter is left to the dialog, whose default button it presses.
  public var leavesEnter = false
  /// Whether everything is selected when the field gets the focus, also by a press.
  public var selectsOnFocus = false
  /// Whether its text was begun before it got the focus, so that typing goes on behind it.
  var isBegun = false
  /// Whether the background is hidden until it is hovered or focused.
  public var isQuiet = false
  public var isWrong = false { didSet { if isWrong != oldValue { invalidate() } } }
  /// Font size, px at 96 dpi.
  var letterSize = 13.0
  /// Distance between its edge and the text, px at 96 dpi.
  public var padding = 8.0

  public var title = ""
  public override var label: String { title }

  private(set) var buffer = TextBuffer()
  /// The scroll offset of the text, px.
  public var scrolled = 0.0
  /// Whether the press selected a word or everything, so that dragging does nothing.
  private var selectsMore = false
  private var original = ""
  /// The time at which the field got the focus, s.
  private var focusTime = -Double.infinity
  var shaped: (text: String, style: TextStyle, line: TextLine)?

  public override var isFocusable: Bool { true }
  public override var takesText: Bool { true }
  public override var takesTouch: Bool { true }

  public func selectAll() { edit { $0.selectAll() } }
  /// Selects a file's name without its extension, so that typing keeps that.
  public func selectStem() {
    let stem = text.lastIndex(of: ".").map { text.distance(from: text.startIndex, to: $0) } ?? 0
    edit { $0.select(first: stem > 0 ? stem : $0.count) }
  }

  // MARK: Changes

  private func edit(_ change: (inout TextBuffer) -> Void) {
    let before = buffer
    change(&buffer)
    guard buffer != before else { return }
    reveal()
    invalidate()
    guard buffer.text != before.text else { return }
    onChange(buffer.text)
  }

  public override func focusChanged() {
    if isFocused {
      original = isBegun ? "" : text
      focusTime = context.now
      if !isBegun, selectsOnFocus || context.stage?.isFocusVisible ?? false { selectAll() }
    } else {
      buffer.move(to: buffer.caret)
      scrolled = 0
      onLeave()
    }
  }

  public override func type(_ text: String) -> Bool {
    edit { $0.insert(text, isTyped: true) }
    return true
  }

  public override func paste(_ text: String) -> Bool {
    edit { $0.insert(text) }
    return true
  }

  // MARK: Keys

  public override func key(_ key: KeyEvent) -> Bool {
    let (isShifted, isWord) = (key.modifiers.contains(.shift), key.modifiers.contains(.control))
    guard key.modifiers.isDisjoint(with: [.alt, .super]) else { return false }
    switch key.keysym {
    case KeyCode.left, KeyCode.right:
      move(toTheRight: key.keysym == KeyCode.right, isSelecting: isShifted, byWord: isWord)
    case KeyCode.home: edit { $0.move(to: 0, isSelecting: isShifted) }
    case KeyCode.end: edit { $0.move(to: $0.count, isSelecting: isShifted) }
    case KeyCode.backspace:
      edit { $0.delete(to: isWord ? $0.wordEdge(from: $0.caret, forward: false) : $0.caret - 1) }
    case KeyCode.delete where isShifted: cut()
    case KeyCode.delete:
      edit { $0.delete(to: isWord ? $0.wordEdge(from: $0.caret, forward: true) : $0.caret + 1) }
    case KeyCode.insert where isShifted: context.requestPaste()
    case KeyCode.insert where isWord: copy()
    case KeyCode.enter, KeyCode.keypadEnter:
      guard !isWord, !leavesEnter else { return false }
      commitChange()
    case KeyCode.tab, KeyCode.backTab:
      guard commitsOnTab, text != original, !isWord else { return false }
      commitChange()
      context.stage?.moveFocus(by: isShifted || key.keysym == KeyCode.backTab ? -1 : 1)
    case KeyCode.escape: return leave()
    default: return isWord ? command(key.latin, isShifted) : type(key)
    }
    return true
  }

  private func type(_ key: KeyEvent) -> Bool {
    // Without an input method, the key event's own text is typed.
    let isText = !key.text.isEmpty && key.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    if isText { return type(key.text) }
    // A key that types through an input method or after a dead key must not become a command.
    return !(0xfe00...0xffff).contains(key.keysym)
  }

  /// Commits the text if it has changed and a press elsewhere counts as Tab does.
  func commitByPress() {
    if commitsOnTab || commitsOnPress, text != original { commitChange() }
  }

  private func commitChange() {
    original = text
    onCommit(text)
  }

  private func command(_ keysym: UInt32, _ isShifted: Bool) -> Bool {
    switch Unicode.Scalar(keysym).map({ $0.properties.lowercaseMapping }) {
    case "a": edit { $0.selectAll() }
    case "c": copy()
    case "x": cut()
    case "v": context.requestPaste()
    case "z": edit { _ = isShifted ? $0.redo() : $0.undo() }
    case "y": edit { _ = $0.redo() }
    default: return false
    }
    return true
  }

  private func copy() {
    if !(buffer.selection.isEmpty) { context.copy(buffer.selected) }
  }

  private func cut() {
    copy()
    if !buffer.selection.isEmpty { edit { $0.delete(to: $0.caret) } }
  }

  private func leave() -> Bool {
    guard panel?.isHideable ?? true else { return false }
    if text != original {
      edit {
        $0.selectAll()
        $0.insert(original)
      }
    }
    context.stage?.focus(nil)
    return true
  }

  private func move(toTheRight: Bool, isSelecting: Bool, byWord: Bool) {
    edit { buffer in
      if byWord {
        buffer.move(to: buffer.wordEdge(from: buffer.caret, forward: toTheRight), isSelecting: isSelecting)
      } else if !isSelecting, !buffer.selection.isEmpty {
        // The end of the selection on that side of the screen.
        let line = shape(buffer.text)
        let ends = [buffer.selection.lowerBound, buffer.selection.upperBound]
        let places = ends.map { line.caret(at: buffer.offset(of: $0)) }
        buffer.move(to: (places[0] > places[1]) == toTheRight ? ends[0] : ends[1])
      } else if let next = shape(buffer.text).offset(besides: buffer.offset(of: buffer.caret), toTheRight: toTheRight) {
        let to = buffer.position(at: next)
        // Pango may stop inside a Swift character.
        buffer.move(
          to: to != buffer.caret ? to : buffer.caret + (next > buffer.offset(of: buffer.caret) ? 1 : -1),
          isSelecting: isSelecting)
      } else if !isSelecting {
        buffer.move(to: buffer.caret)
      }
    }
  }

  // MARK: Access

  public override var access: Access {
    var access = Access(role: .textField, states: isWrong ? .invalid : [])
    access.name = title.isEmpty ? placeholder : title
    access.text = .init(content: text, caret: buffer.caret, selection: buffer.selection)
    return access
  }

  public override func act(_ action: AccessibleAction, on part: Int?) {
    guard case .setText(let text) = action else { return }
    edit {
      $0.selectAll()
      $0.insert(text)
    }
  }

  // MARK: Touch

  private func position(at p: Point) -> Int {
    buffer.position(at: shape(buffer.text).offset(at: p.x - inner.minX + scrolled))
  }

  public override func press(_ touch: Touch) {
    selectsMore = touch.count > 1
    if selectsOnFocus, touch.count == 1, context.now == focusTime {
      selectsMore = true
      return
    }
    let at = position(at: touch.position)
    switch touch.count {
    case 1: return edit { $0.move(to: at, isSelecting: touch.modifiers.contains(.shift)) }
    case 2:
      // The word under the pointer, not the one after the nearest gap.
      let place = touch.position.x - inner.minX + scrolled
      return edit { $0.selectWord(at: shape($0.text).caret(at: $0.offset(of: at)) > place ? at - 1 : at) }
    default: return edit { $0.selectAll() }
    }
  }

  public override func drag(_ touch: Touch) {
    guard !selectsMore else { return }
    let at = position(at: touch.position)
    edit { $0.move(to: at, isSelecting: true) }
  }

  // MARK: Drawing

  public override func size(within width: Int) -> (width: Int, height: Int) {
    (min(width, context.whole(180)), context.whole(40))
  }

  public override func layOut() { if isFocused { reveal() } }

  public override var textInputFrame: PixelRect? { isFocused ? PixelRect(covering: caretRect) : nil }

  public override func draw(on painter: Painter) {
    drawGround(on: painter)
    painter.clip(to: inner.insetBy(-theme.whole(1)))
    drawText(on: painter)
  }
}
