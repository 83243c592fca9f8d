import Geometry
import Paint

extension TextField {
  /// Opacity of the selection's colour in high contrast themes, so that text on it keeps its
  /// contrast.
  static var quietSelection: Double { 0.2 }

  /// The caret's offset in the text, bytes of UTF-8.
  private var caret: Int { buffer.offset(of: buffer.caret) }

  public func shape(_ text: String) -> TextLine {
    let style = theme.text(letterSize)
    if let shaped, shaped.text == text, shaped.style == style { return shaped.line }
    let line = context.typesetter.line(text, style)
    shaped = (text, style, line)
    return line
  }

  /// The field's background, window px.
  public var ground: Rect {
    let r = Rect(frame)
    let height = min(r.height, theme.whole(theme.lineHeight(32, size: letterSize)))
    let top = r.minY + ((r.height - height) / 2).rounded()
    return Rect(x: r.minX, y: top, width: r.width, height: height)
  }
  /// The area of the text, window px.
  public var inner: Rect {
    let r = ground
    let pad = theme.whole(padding)
    return Rect(minX: r.minX + pad, minY: r.minY, maxX: r.maxX - pad, maxY: r.maxY)
  }

  /// Scrolls the text so that the caret is visible and no room is left after its end.
  public func reveal() {
    guard !frame.isEmpty, isFocused else { return }
    let (line, room) = (shape(text), max(1, inner.width - theme.whole(2)))
    let x = line.caret(at: caret)
    scrolled = max(min(scrolled, x), x - room)
    scrolled = max(0, min(scrolled, line.width - room)).rounded()
  }

  var caretRect: Rect {
    let x = (inner.minX + shape(text).caret(at: caret) - scrolled).rounded()
    let height = (theme.px(letterSize) * theme.textScale * 1.4).rounded()
    return Rect(x: x, y: (ground.center.y - height / 2).rounded(), width: theme.whole(1.5), height: height)
  }

  func drawGround(on painter: Painter) {
    let radius = theme.px(7)
    let isOpen = isFocused || isHovered || !isQuiet
    if isOpen { painter.fill(.roundedRect(ground, radius: radius), isFocused ? colours.pressed : colours.hover) }
    painter.outline(ground, radius: radius, theme)
    if isWrong || (isFocused && isOpen) {
      painter.stroke(
        .roundedRect(ground.insetBy(theme.whole(1.5) / 2), radius: radius), StrokeStyle(width: theme.whole(1.5)),
        isWrong ? colours.accent : colours.focus)
    }
  }

  public func drawText(on painter: Painter) {
    let baseline = (ground.center.y + theme.px(letterSize) * 0.37).rounded()
    if text.isEmpty {
      painter.draw(
        context.line(placeholder, size: letterSize, maxWidth: inner.width), at: Point(inner.minX, baseline), colours.dim
      )
    }
    let (line, origin) = (shape(text), inner.minX - scrolled)
    func band(_ start: Int, _ end: Int, _ y: Double, _ height: Double, _ colour: Colour) {
      for stretch in line.stretches(from: start, to: end) {
        painter.fill(
          .rect(
            Rect(
              minX: (origin + stretch.lowerBound).rounded(), minY: y, maxX: (origin + stretch.upperBound).rounded(),
              maxY: y + height)), colour)
      }
    }
    if isFocused {
      let (selection, box) = (buffer.selection, caretRect)
      band(
        buffer.offset(of: selection.lowerBound), buffer.offset(of: selection.upperBound), box.minY, box.height,
        colours.focus.faded(by: colours.isHighContrast ? Self.quietSelection : 0.4))
    }
    let isCut = !isFocused && line.width > inner.width
    painter.draw(
      isCut ? context.line(text, size: letterSize, maxWidth: inner.width) : line, at: Point(origin, baseline),
      isEnabled ? colours.text : colours.disabled)
    guard isFocused else { return }
    painter.fill(.rect(caretRect), colours.text)
  }
}
