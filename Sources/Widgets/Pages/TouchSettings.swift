import Input
import Studio

/// What fingers do.
final class TouchSettings: SettingsForm {
  private let one: Choice
  private let two: Choice
  private let taps: Toggle

  private static let ones: [(TouchUse, String)] = [(.pan, "Moves it"), (.draw, "Draws"), (.none, "Nothing")]
  private static let twos: [(Settings.TwoFingerUse, String)] = [
    (.turn, "Move, zoom, turn"), (.zoom, "Move, zoom"), (.none, "Nothing"),
  ]

  override init(_ context: WidgetContext) {
    one = Choice(context, Self.ones.map(\.1))
    two = Choice(context, Self.twos.map(\.1))
    taps = Toggle(context)
    super.init(context)
    one.onChoose = { [weak self] i in self?.change { $0.touch = Self.ones[i].0 } ?? [] }
    one.title = "One finger on the canvas"
    add(
      "One finger on the canvas", one,
      note: "While a pen is near the screen, and half a second after, touches do nothing.")
    two.onChoose = { [weak self] i in self?.change { $0.twoFingers = Self.twos[i].0 } ?? [] }
    two.title = "Two fingers"
    add("Two fingers", two, note: "Also those that pinch on a touchpad.")
    taps.onChange = { [weak self] isOn in self?.change { $0.fingerTaps = isOn ? .undo : .none } ?? [] }
    taps.title = "A tap of two fingers undoes"
    taps.showsTitle = false
    add("A tap of two fingers undoes", taps, note: "And one of three fingers redoes.")
  }

  override func show() {
    one.chosen = Self.ones.firstIndex { $0.0 == settings.touch } ?? 0
    two.chosen = Self.twos.firstIndex { $0.0 == settings.twoFingers } ?? 0
    taps.isOn = settings.fingerTaps == .undo
  }
}
