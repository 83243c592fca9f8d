import Geometry
import Input
import Language
import Paint
import Toolkit

/// The foreground and background colours; the edited one has a strong rim. A press on the other one
/// edits that; a double press or Space swaps the colours.
///
/// A changed foreground has the colour of the last stroke at its left, for comparison. It is also the
/// first of the recent colours, which returns to it.
final class SwatchPair: Widget {
  private let choice: ColourChoice
  var onSwitch: () -> Void = {}
  private var shown: [UInt32?] = []

  init(_ context: WidgetContext, _ choice: ColourChoice) {
    self.choice = choice
    super.init(context)
  }

  override var label: String { choice.isBackground ? translated("Background") : translated("Foreground") }
  override var tip: String { translated("Foreground and background") }
  override var shortcut: String { translated("X swaps", context: "the key, behind a colour's name") }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  override func show() {
    let colours = [context.state.foreground, context.state.background, old]
    guard colours != shown else { return }
    shown = colours
    invalidate()
  }

  private var foreground: PixelRect { inside(frame, 0, 0, 34, 34) }
  /// The colour of the last stroke, if the foreground has another one.
  var old: UInt32? {
    context.state.recentColours.first.flatMap { $0 == context.state.foreground ? nil : $0 }
  }
  /// The part of the foreground that shows the old colour.
  var oldFrame: PixelRect { inside(frame, 0, 0, 13, 34) }
  private var background: PixelRect { inside(frame, 18, 16, 24, 24) }

  private func switchTo(background isBackground: Bool) {
    guard isBackground != choice.isBackground else { return }
    choice.isBackground = isBackground
    choice.show()
    onSwitch()
    invalidate()
  }

  /// Edits the foreground again, which is the colour that a stroke has.
  func returnToForeground() { switchTo(background: false) }

  private func exchange() {
    let state = context.state
    guard state.foreground != state.background else { return }
    post(.setForeground(state.background))
    post(.setBackground(state.foreground))
  }

  override func press(_ touch: Touch) {
    if touch.count == 2 {
      // The first press may have switched to the background; after the swap the foreground is
      // edited.
      switchTo(background: false)
      return exchange()
    }
    switchTo(background: Rect(background).contains(touch.position))
  }

  override var access: Access {
    var access = Access.pressable(.button)
    let state = context.state
    access.description =
      "\(HexColour.text(choice.isBackground ? state.background : state.foreground)), \(shortcut)"
    return access
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    switch key.keysym {
    case KeyCode.space, KeyCode.enter, KeyCode.keypadEnter: exchange()
    case KeyCode.left, KeyCode.up: switchTo(background: false)
    case KeyCode.right, KeyCode.down: switchTo(background: true)
    default: return false
    }
    return true
  }

  override func draw(on painter: Painter) {
    drawFocusRing(on: painter, Rect(frame).insetBy(theme.px(-1)), radius: theme.px(8))
    draw(on: painter, foreground, radius: 8, context.state.foreground, isChosen: !choice.isBackground, old: old)
    draw(on: painter, background, radius: 6, context.state.background, isChosen: choice.isBackground)
  }

  private func draw(
    on painter: Painter, _ frame: PixelRect, radius: Double, _ rgb: UInt32, isChosen: Bool, old: UInt32? = nil
  ) {
    let width = theme.whole(isChosen ? 2 : 1)
    let r = Rect(frame)
    painter.fill(.roundedRect(r, radius: theme.px(radius)), Colour(rgb: rgb))
    if let old {
      painter.saved {
        painter.clip(to: oldFrame)
        painter.fill(.roundedRect(r, radius: theme.px(radius)), Colour(rgb: old))
      }
    }
    painter.stroke(
      .roundedRect(r.insetBy(isChosen ? 0 : width / 2), radius: theme.px(radius)), StrokeStyle(width: width),
      isChosen ? colours.text : colours.faint)
  }
}
