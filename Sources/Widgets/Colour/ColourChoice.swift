import Paint

/// The colour that a wheel, swatches and a hex entry show and change together: the foreground, or the background while that
/// is chosen.
///
/// The program's colour is the truth; beside it this knows only what it does not tell: the hue of a grey, and fractions
/// of a level, so that a slow drag does not stick. As soon as the program has another colour, that counts.
final class ColourChoice {
  /// The colour, with its hue where it is grey.
  private(set) var hsv = HSV(rgb: 0)
  /// Whether the background is chosen and not the foreground.
  var isBackground = false
  /// Told after each change.
  var onChange: () -> Void = {}
  private let context: WidgetContext

  init(_ context: WidgetContext) {
    self.context = context
    hsv = HSV(rgb: current)
  }

  /// The colour, 0xRRGGBB.
  var rgb: UInt32 { hsv.rgb }

  private var current: UInt32 { isBackground ? context.state.background : context.state.foreground }

  /// Takes the program's colour, where it is another one.
  func show() {
    let hsv = current == self.hsv.rgb ? self.hsv : HSV(rgb: current, like: self.hsv)
    guard hsv != self.hsv else { return }
    self.hsv = hsv
    onChange()
  }

  /// Changes the colour.
  func choose(_ hsv: HSV) -> [Overlay.Effect] {
    guard hsv != self.hsv else { return [] }
    let before = rgb
    self.hsv = hsv
    onChange()
    return rgb == before ? [] : [isBackground ? .setBackground(rgb) : .setForeground(rgb)]
  }

  /// Changes the colour to 0xRRGGBB.
  func choose(rgb: UInt32) -> [Overlay.Effect] { choose(HSV(rgb: rgb, like: hsv)) }
}
