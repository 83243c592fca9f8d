import Paint
import Toolkit

/// The colour that wheel, swatches and hex field edit together: the foreground, or the background
/// while that is chosen.
///
/// The program's colour takes precedence. Beside it this stores the hue of a grey and fractions of
/// a level, so that a slow drag does not stick.
final class ColourChoice {
  /// The colour with its hue, also if it is grey.
  private(set) var hsv = HSV(rgb: 0)
  /// Whether the background is edited instead of the foreground.
  var isBackground = false
  var onChange: () -> Void = {}
  private let context: WidgetContext
  /// Foreground and hue of the last state.
  private var lastShown: (rgb: UInt32, hue: Double)

  init(_ context: WidgetContext) {
    self.context = context
    lastShown = (context.state.foreground, context.state.hue)
    hsv = HSV(rgb: current)
  }

  /// The colour, 0xRRGGBB.
  var rgb: UInt32 { hsv.rgb }

  private var current: UInt32 { isBackground ? context.state.background : context.state.foreground }

  /// Takes the program's colour, if it differs.
  func show() {
    let state = context.state
    var hsv = current == self.hsv.rgb ? self.hsv : HSV(rgb: current, like: self.hsv)
    // The dial can change the hue of a grey.
    if !isBackground, state.foreground == lastShown.rgb, state.hue != lastShown.hue {
      let turned = HSV(hue: state.hue, saturation: hsv.saturation, value: hsv.value)
      if turned.rgb == current { hsv = turned }
    }
    lastShown = (state.foreground, state.hue)
    guard hsv != self.hsv else { return }
    self.hsv = hsv
    onChange()
  }

  func choose(_ hsv: HSV) {
    guard hsv != self.hsv else { return }
    let before = rgb
    self.hsv = hsv
    onChange()
    if rgb != before { context.post(isBackground ? .setBackground(rgb) : .setForeground(rgb)) }
  }

  func choose(rgb: UInt32) { choose(HSV(rgb: rgb, like: hsv)) }
}
