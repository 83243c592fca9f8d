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
  /// Foreground and hue as the program told them last.
  private var told: (rgb: UInt32, hue: Double)

  init(_ context: WidgetContext) {
    self.context = context
    told = (context.state.foreground, context.state.hue)
    hsv = HSV(rgb: current)
  }

  /// The colour, 0xRRGGBB.
  var rgb: UInt32 { hsv.rgb }

  private var current: UInt32 { isBackground ? context.state.background : context.state.foreground }

  /// Takes the program's colour, where it is another one.
  func show() {
    let state = context.state
    var hsv = current == self.hsv.rgb ? self.hsv : HSV(rgb: current, like: self.hsv)
    // The dial can turn the hue of a colour that does not show it.
    if !isBackground, state.foreground == told.rgb, state.hue != told.hue {
      let turned = HSV(hue: state.hue, saturation: hsv.saturation, value: hsv.value)
      if turned.rgb == current { hsv = turned }
    }
    told = (state.foreground, state.hue)
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
