import Paint
import Studio

/// What the widgets of one window share: its theme, its fonts and the state that they show.
///
/// One is made with the overlay and handed to each widget; only the overlay changes it.
final class WidgetContext {
  /// Colours and sizes.
  var theme: Theme
  /// Sets all text.
  let typesetter: Typesetter
  /// What is shown.
  var state = InterfaceState()
  /// The time that the overlay was last told, seconds.
  var now = 0.0
  /// Texts that there was no room for, gathered while this is not nil: for tests of layouts.
  var shortened: Set<String>?
  /// How many widgets were made.
  private var count = 0
  /// What lies over all; nil only after its end.
  weak var overlay: Overlay?

  init(theme: Theme, typesetter: Typesetter) {
    self.theme = theme
    self.typesetter = typesetter
  }

  /// A number that no other widget of the window has or had, from 1 on.
  func takeNumber() -> Int {
    count += 1
    return count
  }

  /// A line of text in the interface's font, `size` in px at 96 dpi, no wider than `maxWidth` window px.
  func line(
    _ text: String, size: Double = 13, _ weight: TextStyle.Weight = .regular, maxWidth: Double? = nil,
    ellipsis: Ellipsis = .end
  ) -> TextLine {
    let line = typesetter.line(text, theme.text(size, weight), maxWidth: maxWidth, ellipsis: ellipsis)
    if shortened != nil, line.isShortened { shortened?.insert(text) }
    return line
  }

  /// A length in px at 96 dpi as whole window px.
  func whole(_ length: Double) -> Int { Int(theme.whole(length)) }
}
