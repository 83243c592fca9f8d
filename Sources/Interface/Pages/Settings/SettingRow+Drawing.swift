import Language
import Studio
import Toolkit

/// The settings of strokes: smoothing, stabilisers, figures, predicted ink; and of their history.
extension SettingRow {
  static let drawing: [SettingRow] = [
    .toggle(
      translated("Same smoothing for all brushes"), note: translated("Otherwise each brush has its own smoothing."),
      isOn: { $0.smoothing != nil }, set: { $0.smoothing = $1 ? standardSmoothing : nil }),
    .slider(
      translated("Smoothing strength"), .linear(Settings.smoothings, step: 1), standard: standardSmoothing,
      text: { String(Int($0.rounded())) }, widest: "16 ms", get: { $0.smoothing ?? standardSmoothing },
      set: { $0.smoothing = $1 }
    ).enabled { $0.smoothing != nil },
    .slider(
      translated("Stroke prediction"), \.prediction, .linear(Settings.predictions, step: 1),
      standard: Settings().prediction, text: time, widest: "16 ms",
      note: translated(
        "Draws ink where the pen is about to be, so that it seems to hang on its tip. At most as far as can be trusted."
      )),
    .choice(
      translated("Stabiliser"), \.aids.stabiliser,
      [
        (.brush, translated("From the brush")), (.rope, translated("Rope", context: "guide of the ink")),
        (.average, translated("Average", context: "guide of the ink")),
      ],
      note: translated(
        "Rope: the line is pulled behind the pen by a rope. Average: the line is the average of the pen's last positions."
      )),
    .slider(
      translated("Rope length"), \.aids.rope, .linear(StrokeAids.ropes, step: 1), standard: StrokeAids().rope,
      text: { "\(Int($0.rounded())) px" }, widest: "1000 ms"
    ).enabled { $0.aids.stabiliser == .rope },
    .slider(
      translated("Averaging time"), \.aids.average, .linear(StrokeAids.averages, step: 10),
      standard: StrokeAids().average, text: { "\(Int($0.rounded())) ms" }, widest: "1000 ms"
    ).enabled { $0.aids.stabiliser == .average },
    .choice(
      translated("When the pen is lifted"), \.aids.stabiliserEnd,
      [(.pen, translated("Finish the line")), (.ink, translated("Stop there"))]
    ).enabled { $0.aids.stabiliser != .brush },
    .slider(
      translated("Hold to make a shape"), \.aids.hold, .linear(StrokeAids.holds, step: 50), standard: StrokeAids().hold,
      text: time, widest: "2000 ms",
      note: translated(
        "A stroke whose end is held still becomes a straight line, an arc, a circle or a polygon. Undo brings the stroke back."
      )),
    .list(
      translated("Memory for undo"), \.history.memory, [4, 16, 64, 256, 1024].map { ($0, size($0)) },
      note: translated(
        "All steps of the open drawing can be undone. What exceeds this memory waits in a temporary file."),
      shown: size),
    .list(
      translated("Undo steps in files"), \.history.file, [0, 16, 64, 256, 1024].map { ($0, size($0)) },
      note: translated(
        "A saved file keeps the latest steps up to this size. With none, it does not show how the drawing was made."),
      shown: size),
  ]

  private static let standardSmoothing = 20.0

  /// A size in MiB as it is shown; the file may have others than those offered.
  @Sendable private static func size(_ size: Int) -> String {
    if size == 0 { return translated("None", context: "undo steps in files") }
    return size % 1024 == 0 ? "\(size / 1024) GiB" : "\(size) MiB"
  }

  /// A time in ms as it is shown.
  @Sendable private static func time(_ time: Double) -> String {
    time == 0 ? translated("off") : "\(Int(time.rounded())) ms"
  }
}
