import Geometry
import Paint

/// A passing message: a panel at the bottom that says something and goes away by itself.
///
/// Its life: told a message and until when it stays; asked from time to time whether it is over; a touch sends it away
/// earlier. It reads no clock: all times are given, in seconds since an origin of the caller's.
struct Toast {
  /// Everything that its picture depends on.
  struct Look: Hashable {
    var message: String
    var theme: Theme
    var width: Int
  }

  private(set) var look: Look?
  /// When the message goes, seconds; nil where there is none.
  private(set) var end: Double?
  private var theme: Theme
  /// Middle of its lower edge, and the widest it may be, window px.
  private var (middle, bottom, widest) = (0, 0, 0)

  init(theme: Theme) { self.theme = theme }

  private var height: Int { Int(theme.whole(40)) }

  /// The panel's pixels, without its shadow; empty where nothing is shown.
  var panel: PixelRect {
    guard let look else { return .empty }
    return PixelRect(x: middle - look.width / 2, y: bottom - height, width: look.width, height: height)
  }

  /// Every pixel that it may draw on.
  var frame: PixelRect {
    panel.isEmpty ? .empty : PixelRect(covering: theme.panelShadow.bounds(of: Rect(panel))).grown(by: 1)
  }

  /// Whether a touch there is on the panel.
  func contains(_ p: Point) -> Bool { Rect(panel).contains(p) }

  /// Shows a message until the time `end`, in place of the one before.
  mutating func show(_ message: String, until end: Double, _ typesetter: Typesetter) -> PixelRect {
    guard !message.isEmpty, end.isFinite else { return hide() }
    let (before, shown) = (frame, look)
    self.end = end
    look = Look(message: message, theme: theme, width: width(of: message, typesetter))
    return look == shown ? .empty : before.union(frame)
  }

  /// Takes the message away where its time has come.
  mutating func expire(at now: Double) -> PixelRect {
    guard let end, now >= end else { return .empty }
    return hide()
  }

  /// Takes the message away.
  mutating func hide() -> PixelRect {
    let before = frame
    (look, end) = (nil, nil)
    return before
  }

  /// Moves the middle of its lower edge, in another theme.
  mutating func place(middle: Int, bottom: Int, widest: Int, theme: Theme, _ typesetter: Typesetter) -> PixelRect {
    let (before, shown) = (frame, look)
    (self.middle, self.bottom, self.widest, self.theme) = (middle, bottom, widest, theme)
    if let message = look?.message {
      look = Look(message: message, theme: theme, width: width(of: message, typesetter))
    }
    return frame == before && look == shown ? .empty : before.union(frame)
  }

  private var style: TextStyle { theme.text(13) }

  private func width(of message: String, _ typesetter: Typesetter) -> Int {
    let width = typesetter.line(message, style).width + 2 * theme.px(18)
    // Even, so that the middle falls between two columns.
    return min(Int((width / 2).rounded(.up)) * 2, max(widest, height))
  }

  /// Draws the part within `dirty` over what is there.
  func draw(on painter: Painter, dirty: PixelRect, _ typesetter: Typesetter, _ cache: LookCache<Look>) {
    guard let look else { return }
    let (frame, panel) = (frame, panel)
    cache.show(look, frame: frame, on: painter, dirty: dirty) { painter in
      painter.translate(Double(-frame.minX), Double(-frame.minY))
      painter.panel(Rect(panel), radius: theme.px(12), theme)
      let line = typesetter.line(
        look.message, style, maxWidth: Double(look.width) - 2 * theme.px(18) + 1, ellipsis: .middle)
      painter.draw(
        line, at: Point(Double(panel.minX) + theme.px(18), Double(panel.minY) + Double(height) / 2 + theme.px(5)),
        theme.colours.text)
    }
  }
}
