import Paint
import Studio

/// The shared state of the widgets of one window: theme, fonts and the program's state.
///
/// Only the overlay changes it.
final class WidgetContext {
  var theme: Theme
  let typesetter: Typesetter
  var state = InterfaceState()
  /// The time of the last tick, seconds.
  var now = 0.0
  /// Texts that were shortened to fit, collected for layout tests while not nil.
  var shortened: Set<String>?
  private var count = 0
  /// The effects that were posted and that no response has taken yet, in order.
  private var posted: [Overlay.Effect] = []
  /// The overlay; nil only after its end.
  weak var overlay: Overlay?

  init(theme: Theme, typesetter: Typesetter) {
    self.theme = theme
    self.typesetter = typesetter
  }

  /// Requests something of the program, which carries it out after the input that is being handled. What is posted
  /// outside of an input waits for the next one.
  func post(_ effect: Overlay.Effect) { posted.append(effect) }

  func takePosted() -> [Overlay.Effect] {
    defer { posted.removeAll() }
    return posted
  }

  /// Takes only the effects that a function posts.
  func collect(_ body: () throws -> Void) rethrows -> [Overlay.Effect] {
    let before = takePosted()
    defer { posted = before }
    try body()
    return posted
  }

  /// Returns a number that no other widget of the window has or had, from 1 on.
  func takeNumber() -> Int {
    count += 1
    return count
  }

  /// A line of text in the interface's font, `size` in px at 96 dpi, shortened to `maxWidth` window
  /// px.
  func line(
    _ text: String, size: Double = 13, _ weight: TextStyle.Weight = .regular, maxWidth: Double? = nil,
    ellipsis: Ellipsis = .end
  ) -> TextLine {
    let line = typesetter.line(text, theme.text(size, weight), maxWidth: maxWidth, ellipsis: ellipsis)
    if shortened != nil, line.isShortened { shortened?.insert(text) }
    return line
  }

  /// Converts a length from px at 96 dpi to whole window px.
  func whole(_ length: Double) -> Int { Int(theme.whole(length)) }
}
