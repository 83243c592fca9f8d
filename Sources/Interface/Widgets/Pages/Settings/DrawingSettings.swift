import Language
import Studio

/// The settings of strokes: smoothing, guides, figures, predicted ink; and of their history.
final class DrawingSettings: SettingsForm {
  private let isAlike: Toggle
  private let smoothing: Slider
  private let guide: Choice
  private let rope: Slider
  private let average: Slider
  private let guideEnd: Choice
  private let hold: Slider
  private let prediction: Slider
  private let undoMemory: DropDown
  private let savedHistory: DropDown

  override init(_ context: WidgetContext) {
    isAlike = Toggle(context)
    smoothing = Slider(context, .linear(Settings.smoothings, step: 1))
    guide = Choice(
      context,
      [
        translated("From the brush"), translated("Rope", context: "guide of the ink"),
        translated("Average", context: "guide of the ink"),
      ])
    rope = Slider(context, .linear(StrokeAids.ropes, step: 1))
    average = Slider(context, .linear(StrokeAids.averages, step: 10))
    guideEnd = Choice(context, [translated("Finish the line"), translated("Stop there")])
    hold = Slider(context, .linear(StrokeAids.holds, step: 50))
    prediction = Slider(context, .linear(Settings.predictions, step: 1))
    undoMemory = DropDown(context, Self.memories.map(Self.size))
    savedHistory = DropDown(context, Self.fileSizes.map(Self.size))
    super.init(context)
    isAlike.onChange = { [weak self] isOn in self?.change { $0.smoothing = isOn ? Self.standardSmoothing : nil } ?? [] }
    smoothing.standard = Self.standardSmoothing
    (smoothing.text, smoothing.widestText) = ({ String(Int($0.rounded())) }, "16 ms")
    smoothing.onChange = { [weak self] value, isSettled in
      isSettled ? self?.change { $0.smoothing = value } ?? [] : []
    }
    prediction.standard = Settings().prediction
    (prediction.text, prediction.widestText) = ({ $0 == 0 ? translated("off") : "\(Int($0.rounded())) ms" }, "16 ms")
    prediction.onChange = { [weak self] value, isSettled in
      isSettled ? self?.change { $0.prediction = value } ?? [] : []
    }
    isAlike.title = translated("Same smoothing for all brushes")
    add(
      translated("Same smoothing for all brushes"), bare(isAlike),
      note: translated("Otherwise each brush has its own smoothing."))
    smoothing.title = translated("Smoothing strength")
    add(translated("Smoothing strength"), smoothing)
    prediction.title = translated("Stroke prediction")
    add(
      translated("Stroke prediction"), prediction,
      note:
        translated(
          "Draws ink where the pen is about to be, so that it seems to hang on its tip. At most as far as can be trusted."
        )
    )
    addGuides()
    addHold()
    addHistory()
  }

  private static let standardSmoothing = 20.0
  /// The sizes that the page offers, MiB; the file may have others.
  private static let memories = [4, 16, 64, 256, 1024]
  private static let fileSizes = [0, 16, 64, 256, 1024]

  /// A size in MiB as it is shown.
  private static func size(_ size: Int) -> String {
    if size == 0 { return translated("None", context: "undo steps in files") }
    return size % 1024 == 0 ? "\(size / 1024) GiB" : "\(size) MiB"
  }

  private func addGuides() {
    guide.title = translated("Stabiliser")
    guide.onChoose = { [weak self] i in self?.change { $0.aids.guide = StrokeAids.Guide.allCases[i] } ?? [] }
    add(
      translated("Stabiliser"), guide,
      note: translated(
        "Rope: the line is pulled behind the pen by a rope. Average: the line is the average of the pen's last positions."
      ))
    (rope.title, average.title) = (translated("Rope length"), translated("Averaging time"))
    (rope.standard, average.standard) = (StrokeAids().rope, StrokeAids().average)
    (rope.text, rope.widestText) = ({ "\(Int($0.rounded())) px" }, "1000 ms")
    (average.text, average.widestText) = ({ "\(Int($0.rounded())) ms" }, "1000 ms")
    rope.onChange = { [weak self] value, isSettled in isSettled ? self?.change { $0.aids.rope = value } ?? [] : [] }
    average.onChange = { [weak self] value, isSettled in
      isSettled ? self?.change { $0.aids.average = value } ?? [] : []
    }
    add(rope.title, rope)
    add(average.title, average)
    guideEnd.title = translated("When the pen is lifted")
    guideEnd.onChoose = { [weak self] i in self?.change { $0.aids.guideEnd = i == 0 ? .pen : .ink } ?? [] }
    add(guideEnd.title, guideEnd)
  }

  private func addHold() {
    hold.title = translated("Hold to make a shape")
    hold.standard = StrokeAids().hold
    (hold.text, hold.widestText) = ({ $0 == 0 ? translated("off") : "\(Int($0.rounded())) ms" }, "2000 ms")
    hold.onChange = { [weak self] value, isSettled in isSettled ? self?.change { $0.aids.hold = value } ?? [] : [] }
    add(
      hold.title, hold,
      note: translated(
        "A stroke whose end is held still becomes a straight line, an arc, a circle or a polygon. Undo brings the stroke back."
      ))
  }

  private func addHistory() {
    undoMemory.title = translated("Memory for undo")
    undoMemory.onChoose = { [weak self] i in self?.change { $0.history.memory = Self.memories[i] } ?? [] }
    add(
      undoMemory.title, undoMemory,
      note: translated(
        "All steps of the open drawing can be undone. What exceeds this memory waits in a temporary file."))
    savedHistory.title = translated("Undo steps in files")
    savedHistory.onChoose = { [weak self] i in self?.change { $0.history.file = Self.fileSizes[i] } ?? [] }
    add(
      savedHistory.title, savedHistory,
      note: translated(
        "A saved file keeps the latest steps up to this size. With none, it does not show how the drawing was made."))
  }

  private func bare(_ toggle: Toggle) -> Toggle {
    toggle.showsTitle = false
    return toggle
  }

  override func show() {
    isAlike.isOn = settings.smoothing != nil
    smoothing.isEnabled = settings.smoothing != nil
    smoothing.value = settings.smoothing ?? Self.standardSmoothing
    guide.chosen = StrokeAids.Guide.allCases.firstIndex(of: settings.aids.guide)
    (rope.value, average.value) = (settings.aids.rope, settings.aids.average)
    (rope.isEnabled, average.isEnabled) = (settings.aids.guide == .rope, settings.aids.guide == .average)
    guideEnd.chosen = settings.aids.guideEnd == .pen ? 0 : 1
    guideEnd.isEnabled = settings.aids.guide != .brush
    hold.value = settings.aids.hold
    prediction.value = settings.prediction
    let history = settings.history
    (undoMemory.chosen, undoMemory.otherwise) = (
      Self.memories.firstIndex(of: history.memory), Self.size(history.memory)
    )
    (savedHistory.chosen, savedHistory.otherwise) = (
      Self.fileSizes.firstIndex(of: history.file), Self.size(history.file)
    )
  }
}
