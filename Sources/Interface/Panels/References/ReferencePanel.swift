import Document
import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// The board of references, with buttons above it for the board and below it for the chosen
/// reference; at the upper left, beside the tools.
final class ReferencePanel: Panel {
  let board: ReferenceBoardView
  let adder: Button
  let paster: Button
  let picker: Button
  let fitter: Button
  let closer: ActionButton
  let mirror: Button
  let turner: Button
  let strength: Slider
  let remover: Button
  let grip: ReferenceGrip
  private var isWanted = false
  /// The wanted size, px at 96 dpi, while the grip is dragged; else that of the settings counts.
  var draggedSize: Settings.PanelSize?

  private static let (margin, row) = (8.0, 40.0)
  /// The smallest size, px at 96 dpi.
  static let least = Settings.PanelSize(width: 248, height: 220)

  override init(_ context: WidgetContext) {
    board = ReferenceBoardView(context)
    let board = board
    adder = context.button(.plus, translated("Add a reference picture")) { context.post(.references(.add)) }
    paster = context.button(.paste, translated("Paste a reference picture")) { context.post(.references(.paste)) }
    picker = context.button(Icon(.eyedropper), translated("Pick colours from the references")) {
      board.isPicker.toggle()
    }
    fitter = context.button(.whole, translated("Show all references")) { board.fitAll() }
    closer = context.button(.cancel, translated("Hide the references")) { context.post(.perform(.references)) }
    closer.action = .references
    mirror = context.button(.symmetry, translated("Mirror the reference")) { board.mirrorChosen() }
    turner = context.button(.turn, translated("Rotate the reference")) {
      board.turnChosen(by: 1, .quarterTurn)
    }
    remover = context.button(.delete, translated("Remove the reference")) { board.removeChosen() }
    strength = Slider(context, .linear(ReferencePlacement.opacities, step: 0.05))
    grip = ReferenceGrip(context)
    super.init(context)
    for child in [adder, paster, picker, fitter, closer, board, mirror, turner, strength, remover, grip] as [Widget] {
      add(child)
    }
    (strength.title, strength.standard, strength.isPercent) = (translated("Opacity of the reference"), 1, true)
    strength.spoken = { "\(Int(($0 * 100).rounded())) %" }
    strength.onChange = { value, _ in board.setOpacity(value) }
    board.onChange = { [weak self] in self?.showChosen() }
    showChosen()
  }

  override var access: Access { Access(role: .panel, name: translated("References")) }

  override var isOpen: Bool { context.state.references != nil }

  private var wantedSize: Settings.PanelSize { draggedSize ?? context.state.settings.referencesSize }
  private var laidOutSize: Settings.PanelSize?

  override func show() {
    super.show()
    guard isOpen != isWanted || isOpen && laidOutSize != wantedSize else { return }
    isWanted = isOpen
    context.overlay?.layOut()
    if !isWanted { forgetPicture() }
  }

  private func showChosen() {
    let chosen = board.chosenReference
    for part in [mirror, turner, strength, remover] as [Widget] { part.isEnabled = chosen != nil }
    strength.value = chosen?.placement.opacity ?? 1
    fitter.isEnabled = !board.board.isEmpty
    picker.isChosen = board.isPicker
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    laidOutSize = wantedSize
    return (
      max(context.whole(Self.least.width), context.whole(wantedSize.width)),
      max(context.whole(Self.least.height), context.whole(wantedSize.height))
    )
  }

  override func spread(within room: (width: Int, height: Int)) -> (width: Int, height: Int)? {
    let (width, height) = size(within: room.width)
    guard context.whole(Self.least.width) <= room.width, context.whole(Self.least.height) <= room.height else {
      return nil
    }
    return (min(width, room.width), min(height, room.height))
  }

  override func layOut() {
    let (margin, row) = (context.whole(Self.margin), context.whole(Self.row))
    let inner = PixelRect(
      minX: frame.minX + margin, minY: frame.minY + context.whole(2), maxX: frame.maxX - margin,
      maxY: frame.maxY - context.whole(2))
    for (i, button) in [adder, paster, picker, fitter].enumerated() {
      button.place(PixelRect(x: inner.minX + i * row, y: inner.minY, width: row, height: row))
    }
    closer.place(PixelRect(x: inner.maxX - row, y: inner.minY, width: row, height: row))
    let foot = inner.maxY - row
    board.place(PixelRect(minX: inner.minX, minY: inner.minY + row, maxX: inner.maxX, maxY: foot))
    let side = context.whole(24)
    let isLeft = context.state.settings.hand == .left
    // The grip is in the corner that moves, away from the window's edge.
    grip.place(
      PixelRect(x: isLeft ? frame.minX : frame.maxX - side, y: frame.maxY - side, width: side, height: side))
    let (start, end) = isLeft ? (inner.minX + side - margin, inner.maxX) : (inner.minX, inner.maxX - side + margin)
    for (i, button) in [mirror, turner].enumerated() {
      button.place(PixelRect(x: start + i * row, y: foot, width: row, height: row))
    }
    remover.place(PixelRect(x: end - row, y: foot, width: row, height: row))
    strength.place(
      PixelRect(minX: start + 2 * row + margin / 2, minY: foot, maxX: end - row - margin / 2, maxY: foot + row))
  }
}

/// The corner of the panel that is dragged to resize it; arrow keys resize it too.
final class ReferenceGrip: Widget {
  private var hold: (start: Point, size: Settings.PanelSize)?
  private static let step = 20.0

  override var label: String { translated("Size of the panel") }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }
  override var access: Access { Access(role: .button, isPressable: true) }

  private var owner: ReferencePanel? { panel as? ReferencePanel }
  private var isLeft: Bool { context.state.settings.hand == .left }

  /// The size of the panel as it is shown, px at 96 dpi: the window may have no room for the wanted
  /// one.
  private var shownSize: Settings.PanelSize {
    let frame = owner?.frame ?? .empty
    return Settings.PanelSize(
      width: (Double(frame.width) / theme.scale).rounded(), height: (Double(frame.height) / theme.scale).rounded())
  }

  override func press(_ touch: Touch) {
    hold = (touch.position, shownSize)
    pin()
  }

  override func drag(_ touch: Touch) {
    guard let hold else { return }
    let (dx, dy) = (touch.position.x - hold.start.x, touch.position.y - hold.start.y)
    show(
      Settings.PanelSize(
        width: hold.size.width + (isLeft ? -dx : dx) / theme.scale, height: hold.size.height + dy / theme.scale))
  }

  override func release(_ touch: Touch) {
    guard hold != nil else { return }
    hold = nil
    keep()
  }

  override func cancel() {
    hold = nil
    owner?.draggedSize = nil
    owner?.mover?.heldPlace = nil
    context.overlay?.layOut()
  }

  override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    var size = shownSize
    switch key.keysym {
    case KeyCode.left: size.width += isLeft ? Self.step : -Self.step
    case KeyCode.right: size.width += isLeft ? -Self.step : Self.step
    case KeyCode.up: size.height -= Self.step
    case KeyCode.down: size.height += Self.step
    default: return false
    }
    pin()
    show(size)
    keep()
    return true
  }

  private func pin() { if let owner { context.overlay?.pin(owner) } }

  private func show(_ size: Settings.PanelSize) {
    let least = ReferencePanel.least
    owner?.draggedSize = Settings.PanelSize(
      width: max(least.width, size.width.rounded()), height: max(least.height, size.height.rounded()))
    context.overlay?.layOut()
  }

  private func keep() {
    guard let owner else { return }
    let (size, isMoved) = (owner.draggedSize, owner.mover?.heldPlace != nil)
    owner.draggedSize = nil
    owner.mover?.heldPlace = nil
    var settings = context.state.settings
    guard let size, size != settings.referencesSize else { return }
    settings.referencesSize = size
    if isMoved { settings.panelPlaces[.references] = context.overlay?.place(of: owner, at: owner.frame) }
    post(.changeSettings(settings))
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    let ink = isHovered || isPressed ? colours.text : colours.dim
    for reach in [7.0, 12.0] {
      let a = theme.px(reach)
      var line = Path()
      let corner = Point(isLeft ? r.minX + theme.px(4) : r.maxX - theme.px(4), r.maxY - theme.px(4))
      line.move(to: corner + Vector(isLeft ? a : -a, 0))
      line.line(to: corner + Vector(0, -a))
      painter.stroke(line, StrokeStyle(width: theme.px(1.5), cap: .round), ink)
    }
    drawFocusRing(on: painter, r.insetBy(theme.px(3)), radius: theme.px(4))
  }
}

extension Overlay {
  /// Whether the references are visible: the panel is open, the panels are shown, and the window has
  /// room.
  public var areReferencesShown: Bool { !references.isHidden }

  /// The size of the board of references, px at 96 dpi.
  public var referenceBoardSize: (width: Double, height: Double) { references.board.boardSize }

  /// The position on the board of references at a window position; nil if the panel is not there.
  public func referencePlace(at place: Point) -> Point? {
    guard areReferencesShown, Rect(references.frame).contains(place) else { return nil }
    return references.board.boardPoint(at: place)
  }

  /// Places the references beside the tools, below the bar and the tool's options, as large as they
  /// are wanted and there is room.
  func layOutReferences(_ window: PixelRect) {
    let (margin, gap) = (context.whole(Self.margin), context.whole(12))
    let shown = [bar, options, tools, sliders, status, navigator, dial].filter { $0.home.isShown }
    let frames = shown.map { rightHandedFrame(of: $0) }
    let top = ([bar, options].filter { $0.home.isShown }.map(\.home.frame.maxY).max() ?? 0) + margin
    let left = [tools, sliders].filter { $0.home.isShown }.map { rightHandedFrame(of: $0) }
    let x = left.map { $0.maxX + gap }.max() ?? margin
    let right =
      column.filter { $0.home.isShown }.map { rightHandedFrame(of: $0).minX - gap }.min() ?? size.width - margin
    let wanted = references.size(within: size.width)
    var (width, bottom) = (min(wanted.width, right - x), min(top + wanted.height, size.height - margin))
    let least = (width: context.whole(ReferencePanel.least.width), height: context.whole(ReferencePanel.least.height))
    for other in frames where other.minX < x + width + gap && other.maxX > x && other.maxY > top {
      // A panel at the side of a low place costs width, one below it height.
      if other.minY - gap - top >= least.height {
        bottom = min(bottom, other.minY - gap)
      } else {
        width = min(width, other.minX - gap - x)
      }
    }
    let frame = PixelRect(x: x, y: top, width: max(0, width), height: max(0, bottom - top))
    let isFree =
      width >= least.width && bottom - top >= least.height && window.contains(frame)
      && !frames.contains { $0.intersects(frame) }
    settle(references, frame, isShown: references.isOpen && isFree)
  }
}

extension Icon {
  static let turn = Icon("turn", "M18.9,9.5a7.5,7.5 0 1 0 0.4,4.5M19.5,4.5v5.2h-5.2")
}
