import Geometry
import Language
import Paint

/// A static text: the name of a control, a heading, a paragraph.
///
/// One shortened line, or with `wraps` as many lines as the width requires.
public final class Label: Widget {
  public enum Tone: Hashable {
    case plain, dim, strong, accent
  }

  public var text: String { didSet { if text != oldValue { changed() } } }
  public let tone: Tone
  /// Font size, px at 96 dpi.
  public let textSize: Double
  public let weight: TextStyle.Weight
  public let wraps: Bool
  public let anchor: TextAnchor
  /// Least height, px at 96 dpi.
  public let leastHeight: Double

  private var lines: [TextLine] = []
  /// The input of the cached lines.
  private var set: (text: String, width: Int, theme: Theme)?

  public init(
    _ context: WidgetContext, _ text: String, size: Double = 13, _ weight: TextStyle.Weight = .regular,
    tone: Tone = .plain, wraps: Bool = false, anchor: TextAnchor = .start, leastHeight: Double = 0
  ) {
    self.text = text
    (textSize, self.weight, self.tone, self.wraps, self.anchor) = (size, weight, tone, wraps, anchor)
    self.leastHeight = leastHeight
    super.init(context)
  }

  public override var access: Access { text.isEmpty ? .nothing : Access(role: .label, name: text) }

  private func changed() {
    set = nil
    invalidate()
  }

  private var lineHeight: Int { context.whole(textSize * theme.textScale * 1.45) }

  private func setLines(within width: Int) -> [TextLine] {
    if let set, set.text == text, set.width == width, set.theme == theme { return lines }
    set = (text, width, theme)
    lines =
      wraps
      ? context.paragraph(text, size: textSize, weight, width: Double(width))
      : [context.line(text, size: textSize, weight, maxWidth: Double(width))]
    return lines
  }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    let lines = setLines(within: max(1, width))
    let widest = lines.map { Int($0.width.rounded(.up)) }.max() ?? 0
    return (min(width, widest), max(context.whole(leastHeight), lines.count * lineHeight))
  }

  public override func draw(on painter: Painter) {
    // One px more: the frame's width may be rounded down by a fraction of a px, which must not
    // shorten the line.
    let lines = setLines(within: frame.width + (wraps ? 0 : 1))
    let colour =
      switch tone {
      case .plain, .strong: isEnabled ? colours.text : colours.disabled
      case .dim: isEnabled ? colours.dim : colours.disabled
      case .accent: isEnabled ? colours.accentText : colours.disabled
      }
    let x =
      switch anchor {
      case .start: Double(frame.minX)
      case .middle: Rect(frame).center.x
      case .end: Double(frame.maxX)
      }
    let top = Double(frame.minY) + Double(frame.height - lines.count * lineHeight) / 2
    for (i, line) in lines.enumerated() {
      let y = top + (Double(i) + 0.5) * Double(lineHeight) + theme.px(textSize * 0.36)
      painter.draw(line, at: Point(x, y), anchor: anchor, colour)
    }
  }
}

extension WidgetContext {
  /// Breaks a text into lines no wider than `width` window px: at spaces, where scripts without
  /// spaces allow it (`LineBreaking`), and inside a word only if it is wider than a line. Line
  /// breaks in the text stay. A text of more than `ShownText.longest` scalars is shortened.
  public func paragraph(_ text: String, size: Double = 13, _ weight: TextStyle.Weight = .regular, width: Double)
    -> [TextLine]
  {
    var lines: [TextLine] = []
    for part in ShownText.limited(text).split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = part[...]
      repeat {
        let end = fitting(rest, size, weight, width)
        lines.append(line(String(rest[..<end]), size: size, weight))
        rest = rest[end...].drop { $0 == " " }
      } while !rest.isEmpty
    }
    return lines
  }

  /// The end of the first line. Cost: O(length of the line), whatever follows it.
  private func fitting(_ text: Substring, _ size: Double, _ weight: TextStyle.Weight, _ width: Double) -> String.Index {
    func fits(_ end: String.Index) -> Bool { line(String(text[..<end]), size: size, weight).width <= width }
    var end = text.startIndex
    var step = 32
    repeat {
      if end == text.endIndex { return end }
      end = text.index(end, offsetBy: step, limitedBy: text.endIndex) ?? text.endIndex
      step *= 2
    } while fits(end)
    // Binary search: a longer prefix is never narrower.
    func last(of ends: [String.Index]) -> String.Index? {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if fits(ends[middle]) { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? ends[low - 1] : nil
    }
    let ends = Array(text[..<end].indices.dropFirst())
    let breaks = ends.filter { i in
      text[i] == " " || LineBreaking.isAllowed(between: text[text.index(before: i)], and: text[i])
    }
    return last(of: breaks) ?? last(of: ends) ?? text.index(after: text.startIndex)
  }
}
