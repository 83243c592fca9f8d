import Document
import Geometry
import Language
import Library
import Paint
import Toolkit

/// The controls for colours: wheel, foreground and background, hex field, palette and recent
/// colours; in a panel or popup.
///
/// In compact form one row with the two colours, the hex field and a button that opens everything
/// as a popup.
final class ColourBox: Widget {
  let choice: ColourChoice
  let wheel: ColourWheel
  let pair: SwatchPair
  let hex: TextField
  let palette: SwatchGrid
  let recent: SwatchGrid
  /// Opens the list of palettes, or in compact form the popup.
  let more: Button

  var isCompact = false {
    didSet {
      guard isCompact != oldValue else { return }
      for child in [wheel, palette, recent] { child.isHidden = isCompact }
      more.face = .icon(isCompact ? .colourWheel : .expand)
      more.title = isCompact ? translated("Colours") : translated("Palettes")
      invalidate()
    }
  }

  /// Whether the wheel is small, to leave more room for the panels below.
  var isSmall = false {
    didSet {
      guard isSmall != oldValue else { return }
      wheel.measure = isSmall ? .popUp : .panel
      invalidate()
    }
  }

  /// Width, and height in full and compact form, px at 96 dpi.
  static let width = 184.0
  static let height = 312.0
  static let compactHeight = 56.0
  /// The height that a small wheel saves, px at 96 dpi.
  static let smallSaving = 34.0

  /// The height of one of its forms, px at 96 dpi.
  static func height(isCompact: Bool, isSmall: Bool) -> Double {
    isCompact ? compactHeight : isSmall ? height - smallSaving : height
  }

  override init(_ context: WidgetContext) {
    choice = ColourChoice(context)
    wheel = ColourWheel(context, choice)
    pair = SwatchPair(context, choice)
    hex = TextField(context)
    palette = SwatchGrid(context)
    recent = SwatchGrid(context)
    more = Button(context)
    super.init(context)
    for child in [wheel, pair, hex, more, palette, recent] as [Widget] { add(child) }
    palette.title = translated("Palette")
    (recent.title, recent.rows) = (translated("Recent colours"), 1)
    (more.face, more.title) = (.icon(.expand), translated("Palettes"))
    (hex.title, hex.isQuiet, hex.commitsOnTab) = (translated("Colour as #RRGGBB"), true, true)
    choice.onChange = { [weak self] in self?.colourChanged() }
    pair.onSwitch = { [weak self] in self?.colourChanged() }
    for grid in [palette, recent] { grid.onChoose = { [weak self] in self?.choice.choose(rgb: $0) } }
    more.onPress = { [weak self] in self?.openMore() }
    hex.selectsOnFocus = true
    hex.onChange = { [weak self] in self?.hexChanged($0) }
    hex.onCommit = { [weak self] in self?.hexCommitted($0) }
    hex.onLeave = { [weak self] in self?.showHex() }
    show()
    colourChanged()
  }

  // MARK: State

  override func show() {
    choice.show()
    let state = context.state
    let shown = state.palettes.first { $0.name == state.palette } ?? state.palettes.first
    palette.show(shown?.entries ?? [], of: shown?.name ?? "")
    palette.title = shown?.title ?? translated("Palette")
    recent.show(state.recentColours.prefix(recent.columns).map { Palette.Entry(rgb: $0) })
    let isEditable = state.paletteEditing != nil
    palette.onEdit = isEditable ? { [context] in context.post(.palettes(.change($0))) } : nil
    palette.menu = isEditable ? { [weak self] in self?.paletteEntries(for: $0) ?? [] } : nil
    super.show()
  }

  private func colourChanged() {
    wheel.colourChanged()
    palette.chosen = choice.rgb
    recent.chosen = choice.rgb
    if !hex.isFocused { showHex() }
  }

  // MARK: Hex field

  private func showHex() {
    hex.text = HexColour.text(choice.rgb)
    hex.isWrong = false
  }

  /// Only a complete #RRGGBB is used while typing; shorter text may be incomplete.
  private func hexChanged(_ text: String) {
    hex.isWrong = false
    guard text.filter(\.isHexDigit).count == 6, let rgb = HexColour.rgb(text) else { return }
    choice.choose(rgb: rgb)
  }

  private func hexCommitted(_ text: String) {
    guard let rgb = HexColour.rgb(text) else {
      hex.isWrong = true
      return post(.say(HexColour.fault(text)))
    }
    choice.choose(rgb: rgb)
    // Keys go to the canvas again.
    context.overlay?.focus(nil)
  }

  // MARK: More

  private func openMore() {
    guard let overlay = context.overlay else { return }
    guard !isCompact else {
      overlay.open(ColourPopup(context), beside: more.frame)
      return
    }
    let chooser = PaletteChooser(context)
    chooser.onEdit = { [weak self, weak overlay] in
      guard let self else { return }
      overlay?.open(menu: paletteEntries(for: palette.mark), from: more)
    }
    overlay.open(chooser, beside: more.frame)
  }

  // MARK: Layout

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(Self.width(theme)), context.whole(Self.height(isCompact: isCompact, isSmall: isSmall)))
  }

  /// The width of this and of the layer panel below, px at 96 dpi, for the text scale.
  static func width(_ theme: Theme) -> Double { width + 64 * (theme.textScale - 1) }

  override func layOut() {
    let saved = isSmall ? Self.smallSaving : 0
    let y = isCompact ? 8.0 : 184 - saved
    // The hex field gets the additional width for large text; the rest is centred.
    let spare = Self.width(theme) - Self.width
    wheel.place(inside(frame, 1 + spare / 2 + saved / 2, 1, 182 - saved, 182 - saved))
    pair.place(inside(frame, 16, y, 42, 40))
    hex.place(inside(frame, 62, y, 82 + spare, 40))
    more.place(inside(frame, 144 + spare, y, 32, 40))
    palette.place(inside(frame, 14 + spare / 2, 232 - saved, 160, 40))
    recent.place(inside(frame, 14 + spare / 2, 280 - saved, 160, 20))
  }

  override func draw(on painter: Painter) {
    guard !isCompact, !recent.entries.isEmpty else { return }
    let y = 275 - (isSmall ? Self.smallSaving : 0)
    painter.fill(.rect(Rect(inside(frame, 16, y, Self.width(theme) - 28, 1))), colours.separator.faded(by: 0.6))
  }
}

final class ColourPanel: Panel {
  let box: ColourBox
  /// Whether its wheel must be small; set by the layout, respected by `size`.
  var isSmall = false

  override init(_ context: WidgetContext) {
    box = ColourBox(context)
    super.init(context)
    add(box)
  }

  override var cornerRadius: Double { 14 }
  override var access: Access { Access(role: .panel, name: translated("Colours")) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    // The layout asks for all sizes before it chooses a form.
    let height = ColourBox.height(isCompact: isCollapsed, isSmall: isSmall)
    return (context.whole(ColourBox.width(theme)), context.whole(height))
  }

  override func spread(within room: (width: Int, height: Int)) -> (width: Int, height: Int)? {
    guard context.whole(ColourBox.width(theme)) <= room.width, context.whole(ColourBox.compactHeight) <= room.height
    else { return nil }
    (isCollapsed, isSmall) = (context.whole(ColourBox.height) > room.height, false)
    return size(within: room.width)
  }

  override func layOut() {
    (box.isCompact, box.isSmall) = (isCollapsed, isSmall)
    box.place(frame)
  }
}

final class ColourPopup: Panel {
  private let box: ColourBox

  override init(_ context: WidgetContext) {
    box = ColourBox(context)
    super.init(context)
    add(box)
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var cornerRadius: Double { 14 }
  override var access: Access { Access(role: .panel, name: translated("Colours")) }
  override func size(within width: Int) -> (width: Int, height: Int) { box.size(within: width) }
  override func layOut() { box.place(frame) }
}

extension Icon {
  static let expand = Icon("expand", "M8,10.5l4,4l4,-4")
  static let colourWheel = Icon(
    "colourWheel", "M21,12a9,9 0 1 1 -18,0a9,9 0 1 1 18,0zM8.5,8.5h7v7h-7z")
}
