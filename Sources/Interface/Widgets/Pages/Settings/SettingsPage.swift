import Geometry
import Input
import Language
import Paint
import Studio

/// The page of settings; changes apply at once.
///
/// Each control returns an effect with the changed settings, and shows them once they are in the
/// program's state.
final class SettingsPage: Dialog {
  /// The parts of the page, shown one at a time.
  enum Part: Int, CaseIterable {
    case drawing, pen, window, touch, keys

    var title: String {
      switch self {
      case .drawing: translated("Drawing", context: "part of the settings")
      case .pen: translated("Pen and mouse")
      case .window: translated("Interface")
      case .touch: translated("Touch")
      case .keys: translated("Keyboard shortcuts")
      }
    }
  }

  private let tabs: Choice
  private let parts: [Widget]
  /// The controls of each part; nil for the keys.
  private let forms: [SettingsForm?]

  init(_ context: WidgetContext, _ part: Part = .drawing) {
    tabs = Choice(context, Part.allCases.map(\.title))
    let forms = Part.allCases.map { Self.form($0, context) }
    self.forms = forms
    parts = forms.map { $0.map { ScrollArea(context, $0) } ?? KeySettings(context) }
    let body = Stack(context, .down, spacing: 12, [tabs])
    body.add(stretching: SettingsParts(context, parts))
    super.init(context, title: translated("Settings"), width: 640, body)
    add(button: translated("Close")) { [weak self] in
      self?.close()
      return []
    }
    tabs.title = translated("Category")
    tabs.hasTip = false
    tabs.onChoose = { [weak self] in
      self?.show(part: $0)
      return []
    }
    show(part: part.rawValue)
  }

  override var closesOutside: Bool { true }
  override var firstFocus: Widget? { tabs }

  /// The names of all settings, in the order of the page.
  static func entries(_ context: WidgetContext) -> [SettingEntry] {
    Part.allCases.flatMap { part in form(part, context)?.entries(part) ?? [] }
  }

  /// The controls of a part; nil for one that is no form.
  private static func form(_ part: Part, _ context: WidgetContext) -> SettingsForm? {
    switch part {
    case .drawing: DrawingSettings(context)
    case .pen: PenSettings(context)
    case .window: WindowSettings(context)
    case .touch: TouchSettings(context)
    case .keys: nil
    }
  }

  /// Scrolls to a control of the shown part and gives it the keyboard's focus, unless it is disabled.
  func focus(row: Int) {
    guard let part = tabs.chosen, let control = forms[part]?.control(ofRow: row) else { return }
    if control.isEnabled { context.overlay?.focus(control) }
    control.reveal(control.frame)
  }

  private func show(part: Int) {
    tabs.chosen = part
    for (i, widget) in parts.enumerated() { widget.isHidden = i != part }
    if !frame.isEmpty { layOut() }
  }
}

/// The parts of the settings, of which one is shown. They are as high as the highest one, so that
/// nothing moves when another is shown; the list of keys takes what there is.
private final class SettingsParts: Widget {
  init(_ context: WidgetContext, _ parts: [Widget]) {
    super.init(context)
    for part in parts { add(part) }
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (width, children.map { $0 is ScrollArea ? $0.size(within: width).height : 0 }.max() ?? 0)
  }

  override func layOut() {
    for part in children { part.place(frame) }
  }
}

/// Labelled controls that change the settings.
class SettingsForm: Widget {
  let column: Stack
  private var notes: [(row: Widget, note: Widget)] = []
  private var rows: [(name: String, control: Widget, note: String)] = []

  override init(_ context: WidgetContext) {
    column = Stack(context, .down, spacing: 6)
    super.init(context)
    add(column)
  }

  final var settings: Settings { context.state.settings }

  /// The effect of changed settings; none if they are equal.
  final func change(_ body: (inout Settings) -> Void) -> [Overlay.Effect] {
    var changed = settings
    body(&changed)
    return changed == settings ? [] : [.changeSettings(changed)]
  }

  /// Adds a control with its label to the left, and a note below. Returns the row of both.
  @discardableResult
  final func add(_ name: String, _ control: Widget, note: String = "") -> Widget {
    control.hasTip = false
    rows.append((name, control, note))
    let row = Stack(context, .right, spacing: 16, alignment: .middle)
    row.add(stretching: Label(context, name, leastHeight: 40))
    row.add(control)
    column.add(row)
    guard !note.isEmpty else { return row }
    let label = Label(context, note, size: 12, tone: .dim, wraps: true)
    notes.append((row, label))
    column.add(label)
    column.add(Space(context, height: 6))
    return row
  }

  /// The rows with the texts that a search looks through: name, note and options.
  final func entries(_ part: SettingsPage.Part) -> [SettingEntry] {
    rows.enumerated().map { number, row in
      let options = (row.control as? Choice)?.options ?? (row.control as? DropDown)?.options ?? []
      return SettingEntry(
        part: part, row: number, title: row.name, about: ([row.note] + options).joined(separator: " "))
    }
  }

  final func control(ofRow row: Int) -> Widget? { rows.indices.contains(row) ? rows[row].control : nil }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let inside = column.size(within: width - 2 * context.whole(4))
    return (width, inside.height + context.whole(8))
  }

  /// Reveals a control with its focus ring and its note.
  override func reveal(_ rect: PixelRect) {
    let pad = context.whole(4)
    let ring = PixelRect(minX: rect.minX, minY: rect.minY - pad, maxX: rect.maxX, maxY: rect.maxY + pad)
    let note = notes.first { $0.row.frame.contains(rect) }?.note.frame
    super.reveal(note.map { ring.union($0) } ?? ring)
  }

  /// Shows changed rows and texts; the dialog grows where they need more room.
  final func fit() {
    guard !frame.isEmpty else { return }
    if let dialog = panel as? Dialog { dialog.grow() } else { layOut() }
  }

  override func layOut() {
    // Room for the focus ring.
    let pad = context.whole(4)
    column.place(
      PixelRect(minX: frame.minX + pad, minY: frame.minY + pad, maxX: frame.maxX - pad, maxY: frame.maxY - pad))
  }
}

final class PenSettings: SettingsForm {
  private let wheel: Choice
  private let cursor: Choice
  private let ring: Choice
  private var boxes: [(box: DropDown, place: WritableKeyPath<Settings, Settings.ButtonUse>)] = []

  private static let uses: [(Settings.ButtonUse, String)] = [
    (.nothing, translated("Nothing")), (.pan, translated("Move the view")), (.pick, translated("Pick the colour")),
    (.popUp, translated("Brushes and colours")),
    (.erase, translated("Erase while held")), (.action(.blend), Action.blend.title),
  ]

  override init(_ context: WidgetContext) {
    wheel = Choice(context, [translated("Zooms"), translated("Scrolls")])
    cursor = Choice(context, [translated("Brush outline"), translated("Crosshair")])
    ring = Choice(context, [translated("Turns the dial"), translated("Nothing")])
    super.init(context)
    wheel.onChoose = { [weak self] i in self?.change { $0.wheel = i == 0 ? .zoom : .scroll } ?? [] }
    wheel.title = translated("Mouse wheel")
    add(translated("Mouse wheel"), wheel, note: translated("Hold Ctrl for the other one."))
    cursor.onChoose = { [weak self] i in self?.change { $0.cursor = i == 0 ? .outline : .cross } ?? [] }
    cursor.title = translated("Cursor")
    add(translated("Cursor"), cursor)
    wire(\.penButtons.middle, translated("The pen's lower button"))
    wire(\.penButtons.secondary, translated("The pen's upper button"))
    wire(\.mouseButtons.middle, translated("The mouse's middle button"))
    wire(\.mouseButtons.secondary, translated("The mouse's right button"))
    ring.onChoose = { [weak self] i in self?.change { $0.ring = i == 0 ? .dial : .none } ?? [] }
    ring.title = translated("The tablet's ring")
    add(translated("The tablet's ring"), ring)
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

final class WindowSettings: SettingsForm {
  private let colourChoice: Choice
  private let contrast: Choice
  private let scale: DropDown
  private let textScale: Slider
  private let messages: Choice
  private let hand: Choice
  private let dialogs: Choice
  private let language: DropDown
  private static let scales = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]

  override init(_ context: WidgetContext) {
    colourChoice = Choice(context, Settings.ThemeChoice.allCases.map(\.title))
    contrast = Choice(context, [translated("Same as the desktop"), translated("Normal"), translated("High")])
    language = DropDown(context, Settings.LanguageChoice.allCases.map(\.title))
    scale = DropDown(context, [translated("Same as the desktop")] + Self.scales.map(Self.shown))
    textScale = Slider(context, .linear(Settings.textScales, step: 0.1))
    messages = Choice(context, [translated("Automatically"), translated("By hand")])
    hand = Choice(context, [translated("Right", context: "hand"), translated("Left", context: "hand")])
    dialogs = Choice(context, [translated("The desktop's"), translated("Fude's own")])
    super.init(context)
    colourChoice.onChoose = { [weak self] i in self?.change { $0.theme = Settings.ThemeChoice.allCases[i] } ?? [] }
    colourChoice.title = translated("Theme")
    add(translated("Theme"), colourChoice)
    contrast.onChoose = { [weak self] i in self?.change { $0.contrast = Settings.ContrastUse.allCases[i] } ?? [] }
    contrast.title = translated("Contrast")
    add(translated("Contrast"), contrast)
    scale.onChoose = { [weak self] i in self?.change { $0.scale = i == 0 ? nil : Self.scales[i - 1] } ?? [] }
    scale.title = translated("Interface scale")
    add(translated("Interface scale"), scale)
    textScale.isPercent = true
    textScale.title = translated("Text size")
    (textScale.text, textScale.widestText, textScale.standard) = (Self.shown, "200 %", 1)
    textScale.onChange = { [weak self] value, isSettled in
      isSettled ? self?.change { $0.textScale = value } ?? [] : []
    }
    add(translated("Text size"), textScale)
    messages.title = translated("Close messages")
    messages.onChoose = { [weak self] i in
      self?.change { $0.messages = Settings.MessageUse.allCases[i] } ?? []
    }
    add(translated("Close messages"), messages, note: translated("The menu has a list of past messages."))
    language.onChoose = { [weak self] i in
      self?.change { $0.language = Settings.LanguageChoice.allCases[i] } ?? []
    }
    language.title = translated("Language")
    add(translated("Language"), language, note: translated("Takes effect after a restart of Fude."))
    dialogs.onChoose = { [weak self] i in self?.change { $0.dialogs = i == 0 ? .desktop : .own } ?? [] }
    dialogs.title = translated("File dialogs")
    add(
      translated("File dialogs"), dialogs,
      note: translated("If the desktop has no file dialogs, Fude always shows its own."))
    hand.onChoose = { [weak self] i in self?.change { $0.hand = Settings.Hand.allCases[i] } ?? [] }
    hand.title = translated("Drawing hand")
    add(
      translated("Drawing hand"), hand,
      note: translated("For the left hand the tools are at the right; colours, layers and dial at the left."))
  }

  private static func shown(_ scale: Double) -> String { "\(Int((scale * 100).rounded())) %" }

  override func show() {
    language.chosen = Settings.LanguageChoice.allCases.firstIndex(of: settings.language)
    colourChoice.chosen = Settings.ThemeChoice.allCases.firstIndex(of: settings.theme)
    scale.chosen =
      settings.scale.map { value in Self.scales.firstIndex { abs($0 - value) < 0.001 }.map { $0 + 1 } } ?? 0
    scale.otherwise = settings.scale.map(Self.shown) ?? ""
    contrast.chosen = Settings.ContrastUse.allCases.firstIndex(of: settings.contrast)
    textScale.value = settings.textScale
    messages.chosen = Settings.MessageUse.allCases.firstIndex(of: settings.messages)
    hand.chosen = Settings.Hand.allCases.firstIndex(of: settings.hand)
    dialogs.chosen = settings.dialogs == .desktop ? 0 : 1
  }
}

extension Settings.ThemeChoice {
  fileprivate var title: String {
    switch self {
    case .dark: translated("Dark", context: "theme")
    case .light: translated("Light", context: "theme")
    }
  }
}

extension Settings.LanguageChoice {
  /// The name of the language in that language.
  fileprivate var title: String {
    switch self {
    case .auto: translated("Same as the desktop")
    case .english: "English"
    case .german: "Deutsch"
    case .japanese: "日本語"
    }
  }
}
