import Paint

/// The shared state of the widgets of one window: theme and fonts. A program subclasses it with its own state.
///
/// Only the stage changes it.
open class WidgetContext {
  public final var theme: Theme
  public final let typesetter: Typesetter
  /// The time of the last tick, seconds.
  public final var now = 0.0
  /// Texts that were shortened to fit, collected for layout tests while not nil.
  public final var shortened: Set<String>?
  private var count = 0
  /// The stage; nil before its beginning and after its end.
  public weak final var stage: Stage?

  public init(theme: Theme, typesetter: Typesetter) {
    self.theme = theme
    self.typesetter = typesetter
  }

  // MARK: For subclasses

  /// Copies a text, not empty, to the clipboard.
  open func copy(_ text: String) {}
  /// Requests the text of the clipboard, which comes by `Stage.take(pasted:)`.
  open func requestPaste() {}

  // MARK: For widgets

  /// Returns a number that no other widget of the window has or had, from 1 on.
  final func takeNumber() -> Int {
    count += 1
    return count
  }

  /// A line of text in the interface's font, `size` in px at 96 dpi, shortened to `maxWidth` window
  /// px.
  public final func line(
    _ text: String, size: Double = 13, _ weight: TextStyle.Weight = .regular, maxWidth: Double? = nil,
    ellipsis: Ellipsis = .end
  ) -> TextLine {
    let line = typesetter.line(text, theme.text(size, weight), maxWidth: maxWidth, ellipsis: ellipsis)
    if shortened != nil, line.isShortened { shortened?.insert(text) }
    return line
  }

  /// Converts a length from px at 96 dpi to whole window px.
  public final func whole(_ length: Double) -> Int { Int(theme.whole(length)) }
}
