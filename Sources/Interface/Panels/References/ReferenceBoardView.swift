import Document
import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// What the reference panel shows.
public struct ReferenceState: Sendable, Hashable {
  /// The references and their places.
  public var board: ReferenceBoard
  /// The pixels that are decoded by now.
  public var pixels: [Reference.ID: ReferencePixels]
  /// The references whose pictures are damaged.
  public var broken: Set<Reference.ID>

  /// A state by its parts.
  public init(
    board: ReferenceBoard, pixels: [Reference.ID: ReferencePixels] = [:], broken: Set<Reference.ID> = []
  ) {
    (self.board, self.pixels, self.broken) = (board, pixels, broken)
  }
}

/// The board of references. One of them can be chosen; it has a handle that scales and turns it.
///
/// A drag of a picture moves it, a drag beside all pictures moves all. The wheel scales the picture
/// under it or all, with Shift it turns; so does a pinch. Where colours are picked, a press takes the
/// colour under it on release.
final class ReferenceBoardView: Widget {
  /// A press in progress.
  enum Hold {
    /// Moves references from their first places.
    case moving(from: [Reference.ID: ReferencePlacement], start: Point)
    /// Scales and turns the chosen reference about its middle.
    case turning(Reference.ID, from: ReferencePlacement, start: Point)
    /// Picks the colour at a window position.
    case picking(at: Point, colour: UInt32?)
  }

  private(set) var board = ReferenceBoard()
  private var pixels: [Reference.ID: ReferencePixels] = [:]
  private var broken: Set<Reference.ID> = []
  private(set) var chosen: Reference.ID?
  var hold: Hold?
  /// The places at the start of a pinch.
  var pinched: [Reference.ID: ReferencePlacement]?
  /// Whether every press picks a colour, set by the panel's button.
  var isPicker = false { didSet { if isPicker != oldValue { pickerChanged() } } }
  /// The position on the board from which Space picks a colour while keys pick.
  var aim = Point.zero
  /// Called when the chosen reference, its placement or `isPicker` has changed.
  var onChange: () -> Void = {}

  private static let handleRadius = 9.0

  override var label: String { translated("Reference pictures") }
  override var isFocusable: Bool { true }
  override var takesTouch: Bool { true }

  override init(_ context: WidgetContext) {
    super.init(context)
    hasTip = false
  }

  // MARK: State

  override func show() {
    let state = context.state.references
    let (pixels, broken) = (state?.pixels ?? [:], state?.broken ?? [])
    let board = state?.board ?? ReferenceBoard()
    guard board != self.board || pixels != self.pixels || broken != self.broken else { return }
    (self.board, self.pixels, self.broken) = (board, pixels, broken)
    if let chosen, board[chosen] == nil { self.chosen = nil }
    onChange()
    invalidate()
  }

  /// Shows a change at once and requests it.
  func change(_ change: ReferenceBoard.Change) {
    guard board.apply(change) else { return }
    if let chosen, board[chosen] == nil { self.chosen = nil }
    onChange()
    invalidate()
    post(.references(.change(change)))
  }

  func choose(_ id: Reference.ID?) {
    guard id != chosen else { return }
    chosen = id
    onChange()
    invalidate()
  }

  var chosenReference: Reference? { chosen.flatMap { board[$0] } }

  var chosenPlaces: [Reference.ID: ReferencePlacement] {
    if let chosenReference { return [chosenReference.id: chosenReference.placement] }
    return Dictionary(uniqueKeysWithValues: board.items.map { ($0.id, $0.placement) })
  }

  private func pickerChanged() {
    aim = .zero
    onChange()
    invalidate()
  }

  // MARK: Places

  /// The size of the board, px at 96 dpi.
  var boardSize: (width: Double, height: Double) {
    (Double(frame.width) / theme.scale, Double(frame.height) / theme.scale)
  }

  private var boardToWindow: Affine {
    .translation(Rect(frame).center - .zero) * .scale(theme.scale, theme.scale)
  }

  /// The position on the board at a window position.
  func boardPoint(at p: Point) -> Point {
    let offset = p - Rect(frame).center
    return Point(offset.dx / theme.scale, offset.dy / theme.scale)
  }

  /// The handle of the chosen reference: at its lower right corner, or where that is outside, at the
  /// edge of the board.
  var handle: Point? {
    guard let chosenReference, !picksByPress else { return nil }
    let corner = boardToWindow(chosenReference.corners[chosenReference.placement.isMirrored ? 3 : 2])
    let inner = Rect(frame).insetBy(theme.px(Self.handleRadius + 2))
    return Point(
      max(inner.minX, min(inner.maxX, corner.x)), max(inner.minY, min(inner.maxY, corner.y)))
  }

  func isOnHandle(_ p: Point) -> Bool { handle.map { $0.distance(to: p) <= theme.px(18) } ?? false }

  /// Whether a press without Ctrl picks a colour.
  var picksByPress: Bool { isPicker || context.state.tool == .eyedropper }

  /// The colour at a position of the board, 0xRRGGBB: of the uppermost picture that is not
  /// transparent there; nil if there is none.
  func colour(at point: Point) -> UInt32? {
    for item in board.items.reversed() {
      if let place = item.place(at: point), let colour = pixels[item.id]?.colour(at: place) { return colour }
    }
    return nil
  }

  // MARK: Drawing

  override func draw(on painter: Painter) {
    let ground = Rect(frame)
    painter.saved {
      painter.clip(to: Path.roundedRect(ground, radius: theme.px(8)))
      // Neutral, so that it does not change how the colours look.
      painter.fill(.rect(ground), colours.surround)
      for item in board.items { draw(item, on: painter) }
      if let chosenReference { drawFrame(of: chosenReference, on: painter) }
      if case .picking(let place, let colour) = hold { drawPick(colour, at: place, on: painter) }
      if picksByPress, showsFocus, hold == nil { drawPick(colour(at: aim), at: boardToWindow(aim), on: painter) }
    }
    if board.isEmpty { drawHint(on: painter) }
    painter.outline(ground, radius: theme.px(8), theme)
    drawFocusRing(on: painter, ground.insetBy(theme.px(2)), radius: theme.px(7))
  }

  private func draw(_ item: Reference, on painter: Painter) {
    let map = boardToWindow * item.pictureToBoard
    guard let pixels = pixels[item.id] else { return drawMissing(item, on: painter) }
    let scale = item.placement.scale * theme.scale
    let level = pixels.level(forScale: scale)
    let (width, height) = (Double(item.picture.width), Double(item.picture.height))
    painter.saved {
      painter.transform(map * .scale(width / Double(level.width), height / Double(level.height)))
      level.pixels.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        // Cairo only reads the memory of a source.
        try? ImageSurface.withLent(
          UnsafeMutableRawPointer(mutating: base), width: level.width, height: level.height, stride: 4 * level.width
        ) { surface in
          painter.draw(
            surface, at: .zero, opacity: item.placement.opacity, filter: scale >= 4 ? .nearest : .bilinear)
        }
      }
    }
  }

  /// Stands for a picture that is not decoded yet, or, with a cross, for a damaged one.
  private func drawMissing(_ item: Reference, on painter: Painter) {
    let corners = item.corners.map { boardToWindow($0) }
    var path = outline(corners)
    painter.fill(path, colours.pressed)
    if broken.contains(item.id) {
      for (a, b) in [(0, 2), (1, 3)] {
        path.move(to: corners[a])
        path.line(to: corners[b])
      }
    }
    painter.stroke(path, StrokeStyle(width: theme.px(1.5)), colours.text)
  }

  private func outline(_ corners: [Point]) -> Path {
    var path = Path()
    path.move(to: corners[0])
    for corner in corners.dropFirst() { path.line(to: corner) }
    path.close()
    return path
  }

  private func drawFrame(of item: Reference, on painter: Painter) {
    let path = outline(item.corners.map { boardToWindow($0) })
    // A light and a coloured line, so that one of them is visible on any picture.
    painter.stroke(path, StrokeStyle(width: theme.px(3.5), join: .round), Colour(rgb: 0xFFFFFF, alpha: 0.9))
    painter.stroke(path, StrokeStyle(width: theme.px(1.5), join: .round), colours.accent)
    guard let handle else { return }
    let disc = Path.circle(center: handle, radius: theme.px(Self.handleRadius))
    painter.fill(disc, Colour(rgb: 0xFFFFFF))
    painter.stroke(disc, StrokeStyle(width: theme.px(2)), colours.accent)
  }

  /// The colour that is picked, in a ring around the position.
  private func drawPick(_ colour: UInt32?, at place: Point, on painter: Painter) {
    let (outer, width) = (theme.px(24), theme.px(10))
    let ring = Path.circle(center: place, radius: outer - width / 2)
    painter.stroke(ring, StrokeStyle(width: width + theme.px(4)), Colour(rgb: 0xFFFFFF))
    painter.stroke(ring, StrokeStyle(width: width + theme.px(2)), Colour(rgb: 0))
    painter.stroke(ring, StrokeStyle(width: width), colour.map { Colour(rgb: $0) } ?? colours.surround)
    let arm = theme.px(3)
    var cross = Path()
    for step in [Vector(arm, 0), Vector(0, arm)] {
      cross.move(to: place - step)
      cross.line(to: place + step)
    }
    painter.stroke(cross, StrokeStyle(width: theme.px(3)), Colour(rgb: 0xFFFFFF))
    painter.stroke(cross, StrokeStyle(width: theme.px(1)), Colour(rgb: 0))
  }

  private func drawHint(on painter: Painter) {
    let text = translated("Drop pictures here, paste them, or open one with the plus.")
    let width = Double(frame.width) - theme.px(32)
    let lines = context.paragraph(text, size: 13, .regular, width: width)
    let height = theme.px(theme.lineHeight(19))
    var y = Rect(frame).center.y - height * (Double(lines.count) / 2 - 0.7)
    for line in lines {
      painter.draw(line, at: Point(Rect(frame).center.x, y), anchor: .middle, colours.text)
      y += height
    }
  }

  // MARK: Input

  override func press(_ touch: Touch) { beginHold(touch) }
  override func drag(_ touch: Touch) { moveHold(touch) }
  override func release(_ touch: Touch) { endHold() }
  override func cancel() { cancelHold() }
  override func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool {
    turnWheel(dy, touch)
    return true
  }
  override func pinch(_ event: PinchEvent) -> Bool {
    takePinch(event)
    return true
  }
  override func key(_ key: KeyEvent) -> Bool { takeKey(key) }

  // MARK: Accessibility

  override var access: Access {
    let parts = board.items.enumerated().map { index, item in
      Access.Part(
        role: .listItem, name: translated("Picture {number}", ["number": index + 1]),
        description: translated(
          "{width} x {height} px", ["width": item.picture.width, "height": item.picture.height]),
        states: item.id == chosen ? [.selected, .selectable] : .selectable, frame: shownFrame(of: item))
    }
    return Access(role: .list, parts: parts)
  }

  override func act(_ action: AccessibleAction, on part: Int?) {
    if action == .press, let part, board.items.indices.contains(part) { choose(board.items[part].id) }
  }

  private func shownFrame(of item: Reference) -> PixelRect {
    let corners = item.corners.map { boardToWindow($0) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return .empty }
    let inside = Rect(frame)
    return PixelRect(
      covering: Rect(
        x: max(inside.minX, left), y: max(inside.minY, top),
        width: max(0, min(inside.maxX, right) - max(inside.minX, left)),
        height: max(0, min(inside.maxY, bottom) - max(inside.minY, top))))
  }
}
