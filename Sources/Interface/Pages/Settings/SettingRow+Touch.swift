import Input
import Language
import Studio
import Toolkit

/// The settings of touch screens and touchpads.
extension SettingRow {
  static let touch: [SettingRow] = [
    .choice(
      translated("One finger on the canvas"), \.touch,
      [(.pan, translated("Moves the view")), (.draw, translated("Draws")), (.none, translated("Nothing"))],
      note: translated("Touches are ignored while a pen is near the screen and for half a second afterwards.")),
    .choice(
      translated("Two fingers"), \.twoFingers,
      [
        (.turn, translated("Move, zoom, rotate")), (.zoom, translated("Move, zoom")), (.none, translated("Nothing")),
      ], note: translated("Also applies to gestures on a touchpad.")),
    .toggle(
      translated("Tap with two fingers to undo"), \.fingerTaps, on: .undo, off: .none,
      note: translated("A tap with three fingers redoes.")),
  ]
}
