import Input
import Language
import Studio

final class TouchSettings: SettingsForm {
  private let one: Choice
  private let two: Choice
  private let taps: Toggle

  private static let ones: [(TouchUse, String)] = [
    (.pan, translated("Moves the view")), (.draw, translated("Draws")), (.none, translated("Nothing")),
  ]
  private static let twos: [(Settings.TwoFingerUse, String)] = [
    (.turn, translated("Move, zoom, rotate")), (.zoom, translated("Move, zoom")), (.none, translated("Nothing")),
  ]

  override init(_ context: WidgetContext) {
    one = Choice(context, Self.ones.map(\.1))
    two = Choice(context, Self.twos.map(\.1))
    taps = Toggle(context)
    super.init(context)
    one.onChoose = { [weak self] i in self?.change { $0.touch = Self.ones[i].0 } ?? [] }
    one.title = translated("One finger on the canvas")
    add(
      translated("One finger on the canvas"), one,
      note: translated("Touches are ignored while a pen is near the screen and for half a second afterwards."))
    two.onChoose = { [weak self] i in self?.change { $0.twoFingers = Self.twos[i].0 } ?? [] }
    two.title = translated("Two fingers")
    add(translated("Two fingers"), two, note: translated("Also applies to gestures on a touchpad."))
    taps.onChange = { [weak self] isOn in self?.change { $0.fingerTaps = isOn ? .undo : .none } ?? [] }
    taps.title = translated("Tap with two fingers to undo")
    taps.showsTitle = false
    add(translated("Tap with two fingers to undo"), taps, note: translated("A tap with three fingers redoes."))
  }

  override func show() {
    one.chosen = Self.ones.firstIndex { $0.0 == settings.touch } ?? 0
    two.chosen = Self.twos.firstIndex { $0.0 == settings.twoFingers } ?? 0
    taps.isOn = settings.fingerTaps == .undo
  }
}
