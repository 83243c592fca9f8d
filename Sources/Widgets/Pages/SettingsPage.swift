import Geometry
import Input
import Paint
import Studio

/// The page of settings: what is changed counts at once.
///
/// Its life: shows the settings of the program's state; each control tells by an effect what they are to be, and shows
/// that when the state says so.
final class SettingsPage: Dialog {
  /// Its parts, one shown at a time.
  enum Part: Int, CaseIterable {
    case drawing, pen, window, touch, keys

    var title: String {
      switch self {
      case .drawing: "Drawing"
      case .pen: "Pen and mouse"
      case .window: "Window"
      case .touch: "Touch"
      case .keys: "Keys"
      }
    }
  }

  private let tabs: Choice
  private let parts: [Widget]

  init(_ context: WidgetContext, _ part: Part = .drawing) {
    tabs = Choice(context, Part.allCases.map(\.title))
    parts = Part.allCases.map { part in
      switch part {
      case .drawing: ScrollArea(context, DrawingSettings(context))
      case .pen: ScrollArea(context, PenSettings(context))
      case .window: ScrollArea(context, WindowSettings(context))
      case .touch: ScrollArea(context, TouchSettings(context))
      case .keys: KeySettings(context)
      }
    }
    let body = Stack(context, .down, spacing: 12, [tabs])
    for part in parts { body.add(stretching: part) }
    super.init(context, title: "Settings", width: 640, height: 620, body)
    add(button: "Close") { [weak self] in
      self?.close()
      return []
    }
    tabs.title = "Part"
    tabs.hasTip = false
    tabs.onChoose = { [weak self] in
      self?.turn(to: $0)
      return []
    }
    turn(to: part.rawValue)
  }

  override var closesOutside: Bool { true }
  override var firstFocus: Widget? { tabs }

  private func turn(to part: Int) {
    tabs.chosen = part
    for (i, widget) in parts.enumerated() { widget.isHidden = i != part }
    if !frame.isEmpty { layOut() }
  }
}

/// Controls with their names, each of which changes the settings.
class SettingsForm: Widget {
  /// Everything, row by row.
  let column: Stack

  override init(_ context: WidgetContext) {
    column = Stack(context, .down, spacing: 6)
    super.init(context)
    add(column)
  }

  final var settings: Settings { context.state.settings }

  /// The effect of other settings; none where they are the same.
  final func change(_ body: (inout Settings) -> Void) -> [Overlay.Effect] {
    var changed = settings
    body(&changed)
    return changed == settings ? [] : [.changeSettings(changed)]
  }

  /// Adds a control with its name to the left, and perhaps words that explain it below. Returns the row of both.
  @discardableResult
  final func add(_ name: String, _ control: Widget, note: String = "") -> Widget {
    control.hasTip = false
    let row = Stack(context, .right, spacing: 16, alignment: .middle)
    row.add(stretching: Label(context, name, leastHeight: 40))
    row.add(control)
    column.add(row)
    guard !note.isEmpty else { return row }
    column.add(Label(context, note, size: 12, tone: .dim, wraps: true))
    column.add(Space(context, height: 6))
    return row
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let inside = column.size(within: width - 2 * context.whole(4))
    return (width, inside.height + context.whole(8))
  }

  override func layOut() {
    // Room for the ring round what has the focus.
    let pad = context.whole(4)
    column.place(
      PixelRect(minX: frame.minX + pad, minY: frame.minY + pad, maxX: frame.maxX - pad, maxY: frame.maxY - pad))
  }
}

/// How strokes come out.
final class DrawingSettings: SettingsForm {
  private let isAlike: Toggle
  private let smoothing: Slider
  private let prediction: Slider

  override init(_ context: WidgetContext) {
    isAlike = Toggle(context)
    smoothing = Slider(context, .linear(Settings.smoothings, step: 1))
    prediction = Slider(context, .linear(Settings.predictions, step: 1))
    super.init(context)
    isAlike.onChange = { [weak self] isOn in self?.change { $0.smoothing = isOn ? Self.standardSmoothing : nil } ?? [] }
    smoothing.standard = Self.standardSmoothing
    (smoothing.text, smoothing.widestText) = ({ String(Int($0.rounded())) }, "16 ms")
    smoothing.onChange = { [weak self] value, isSettled in
      isSettled ? self?.change { $0.smoothing = value } ?? [] : []
    }
    prediction.standard = Settings().prediction
    (prediction.text, prediction.widestText) = ({ $0 == 0 ? "off" : "\(Int($0.rounded())) ms" }, "16 ms")
    prediction.onChange = { [weak self] value, isSettled in
      isSettled ? self?.change { $0.prediction = value } ?? [] : []
    }
    isAlike.title = "Smooth all brushes alike"
    add(
      "Smooth all brushes alike", bare(isAlike), note: "Otherwise each brush says itself how much shake is taken out.")
    smoothing.title = "Smoothing strength"
    add("Smoothing strength", smoothing)
    prediction.title = "Ink ahead of the pen"
    add(
      "Ink ahead of the pen", prediction,
      note:
        "Draws ink where the pen is about to be, so that it seems to hang on its tip. At most as far as can be trusted."
    )
  }

  private static let standardSmoothing = 20.0

  /// The row has the name already.
  private func bare(_ toggle: Toggle) -> Toggle {
    toggle.showsTitle = false
    return toggle
  }

  override func show() {
    isAlike.isOn = settings.smoothing != nil
    smoothing.isEnabled = settings.smoothing != nil
    smoothing.value = settings.smoothing ?? Self.standardSmoothing
    prediction.value = settings.prediction
  }
}

/// What wheel and buttons do.
final class PenSettings: SettingsForm {
  private let wheel: Choice
  private let cursor: Choice
  private let ring: Choice
  /// Each box with what it sets.
  private var boxes: [(box: DropDown, place: WritableKeyPath<Settings, Settings.ButtonUse>)] = []

  private static let uses: [(Settings.ButtonUse, String)] = [
    (.nothing, "Nothing"), (.pan, "Move the canvas"), (.pick, "Pick the colour"), (.popUp, "Brushes and colours"),
    (.erase, "Erase while held"),
  ]

  override init(_ context: WidgetContext) {
    wheel = Choice(context, ["Zooms", "Scrolls"])
    cursor = Choice(context, ["Brush's outline", "Cross"])
    ring = Choice(context, ["Turns the dial", "Nothing"])
    super.init(context)
    wheel.onChoose = { [weak self] i in self?.change { $0.wheel = i == 0 ? .zoom : .scroll } ?? [] }
    wheel.title = "The wheel"
    add("The wheel", wheel, note: "With Ctrl it does the other.")
    cursor.onChoose = { [weak self] i in self?.change { $0.cursor = i == 0 ? .outline : .cross } ?? [] }
    cursor.title = "Under the pen"
    add("Under the pen", cursor)
    wire(\.penButtons.middle, "The pen's lower button")
    wire(\.penButtons.secondary, "The pen's upper button")
    wire(\.mouseButtons.middle, "The mouse's middle button")
    wire(\.mouseButtons.secondary, "The mouse's right button")
    ring.onChoose = { [weak self] i in self?.change { $0.ring = i == 0 ? .dial : .none } ?? [] }
    ring.title = "The tablet's ring"
    add("The tablet's ring", ring)
  }

  private func wire(_ place: WritableKeyPath<Settings, Settings.ButtonUse>, _ name: String) {
    let box = DropDown(context, Self.uses.map(\.1))
    boxes.append((box, place))
    box.title = name
    box.onChoose = { [weak self] i in self?.change { $0[keyPath: place] = Self.uses[i].0 } ?? [] }
    box.more = { [weak self] in
      [.separator]
        + Action.Section.allCases.map { section in
          .submenu(
            section.title,
            section.actions.map { action in
              .item(action.title, icon: action.glyph) { self?.change { $0[keyPath: place] = .action(action) } ?? [] }
            })
        }
    }
    add(name, box)
  }

  override func show() {
    wheel.chosen = settings.wheel == .zoom ? 0 : 1
    cursor.chosen = settings.cursor == .outline ? 0 : 1
    ring.chosen = settings.ring == .dial ? 0 : 1
    for (box, place) in boxes { show(settings[keyPath: place], in: box) }
  }

  private func show(_ use: Settings.ButtonUse, in box: DropDown) {
    box.chosen = Self.uses.firstIndex { $0.0 == use }
    if case .action(let action) = use { box.otherwise = action.title }
  }
}

/// How the interface looks.
final class WindowSettings: SettingsForm {
  private let colourChoice: Choice
  private let contrast: Choice
  private let scale: DropDown
  private let textScale: Slider
  private let messages: Choice
  private let dialogs: Choice
  private static let scales = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]

  override init(_ context: WidgetContext) {
    colourChoice = Choice(context, Settings.ThemeChoice.allCases.map { $0.rawValue.capitalizedFirst })
    contrast = Choice(context, ["As the desktop says", "Usual", "High"])
    scale = DropDown(context, ["As the desktop says"] + Self.scales.map(Self.shown))
    textScale = Slider(context, .linear(Settings.textScales, step: 0.1))
    messages = Choice(context, ["To be read", "Until sent away"])
    dialogs = Choice(context, ["The desktop's", "Fude's own"])
    super.init(context)
    colourChoice.onChoose = { [weak self] i in self?.change { $0.theme = Settings.ThemeChoice.allCases[i] } ?? [] }
    colourChoice.title = "Theme"
    add("Theme", colourChoice)
    contrast.onChoose = { [weak self] i in self?.change { $0.contrast = Settings.ContrastUse.allCases[i] } ?? [] }
    contrast.title = "Contrast"
    add("Contrast", contrast)
    scale.onChoose = { [weak self] i in self?.change { $0.scale = i == 0 ? nil : Self.scales[i - 1] } ?? [] }
    scale.title = "Size of the interface"
    add("Size of the interface", scale)
    textScale.title = "Size of text"
    (textScale.text, textScale.widestText, textScale.standard) = (Self.shown, "200 %", 1)
    textScale.onChange = { [weak self] value, isSettled in
      isSettled ? self?.change { $0.textScale = value } ?? [] : []
    }
    add("Size of text", textScale)
    messages.title = "Messages stay"
    messages.onChoose = { [weak self] i in
      self?.change { $0.messages = Settings.MessageUse.allCases[i] } ?? []
    }
    add("Messages stay", messages, note: "The menu has a list of all that was said.")
    dialogs.onChoose = { [weak self] i in self?.change { $0.dialogs = i == 0 ? .desktop : .own } ?? [] }
    dialogs.title = "Dialogs for files"
    add("Dialogs for files", dialogs, note: "Where the desktop has none, Fude's own are shown in either case.")
  }

  private static func shown(_ scale: Double) -> String { "\(Int((scale * 100).rounded())) %" }

  override func show() {
    colourChoice.chosen = Settings.ThemeChoice.allCases.firstIndex(of: settings.theme)
    scale.chosen =
      settings.scale.map { value in Self.scales.firstIndex { abs($0 - value) < 0.001 }.map { $0 + 1 } } ?? 0
    scale.otherwise = settings.scale.map(Self.shown) ?? ""
    contrast.chosen = Settings.ContrastUse.allCases.firstIndex(of: settings.contrast)
    textScale.value = settings.textScale
    messages.chosen = Settings.MessageUse.allCases.firstIndex(of: settings.messages)
    dialogs.chosen = settings.dialogs == .desktop ? 0 : 1
  }
}

extension String {
  /// With a capital at the start.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
