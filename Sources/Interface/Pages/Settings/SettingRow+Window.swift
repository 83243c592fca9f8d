import Language
import Studio
import Toolkit

/// The settings of the window and its panels.
extension SettingRow {
  static let window: [SettingRow] = [
    .choice(
      translated("Theme"), \.theme,
      [(.dark, translated("Dark", context: "theme")), (.light, translated("Light", context: "theme"))]),
    .choice(
      translated("Contrast"), \.contrast,
      [(.auto, translated("Same as the desktop")), (.normal, translated("Normal")), (.high, translated("High"))]),
    .list(
      translated("Interface scale"), \.scale,
      [(nil, translated("Same as the desktop"))] + [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4].map { ($0, shown($0)) },
      shown: { $0.map(shown) ?? "" }),
    .slider(
      translated("Text size"), \.textScale, .linear(Settings.textScales, step: 0.1), standard: 1, text: shown,
      widest: "200 %", isPercent: true),
    .choice(
      translated("Close messages"), \.messages,
      [(.timed, translated("Automatically")), (.stay, translated("By hand"))],
      note: translated("The menu has a list of past messages.")),
    .list(
      translated("Language"), \.language,
      // The name of each language in that language.
      [(.auto, translated("Same as the desktop")), (.english, "English"), (.german, "Deutsch"), (.japanese, "日本語")],
      note: translated("Takes effect after a restart of Fude.")),
    .choice(
      translated("File dialogs"), \.dialogs,
      [(.desktop, translated("The desktop's")), (.own, translated("Fude's own"))],
      note: translated("If the desktop has no file dialogs, Fude always shows its own.")),
    .choice(
      translated("Drawing hand"), \.hand,
      [(.right, translated("Right", context: "hand")), (.left, translated("Left", context: "hand"))],
      note: translated("For the left hand the tools are at the right; colours, layers and dial at the left.")),
  ]

  @Sendable private static func shown(_ scale: Double) -> String { "\(Int((scale * 100).rounded())) %" }
}
