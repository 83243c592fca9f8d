import Geometry
import Input
import Paint
import Studio

/// A rectangle of the interface that draws itself and takes what the user does to it.
///
/// Widgets are a tree: a `Panel` at its root, controls at its leaves. All places are window px.
///
/// Its life:
/// 1. Made with the window's context and added to a parent.
/// 2. `show` tells it the program's state, again whenever that changes; it compares, and calls `invalidate` for what looks
///    different.
/// 3. Its parent asks for its `size` and calls `place`; it places its own children in `layOut`.
/// 4. `draw` paints it into its panel's picture, when a part of it is seen that was invalidated, and at no other time.
/// 5. Input comes through the overlay: hover, press-drag-release of the widget under the pen (`hit`), the wheel, and keys
///    while it has the focus. What the program shall do about it is returned.
///
/// A disabled widget shows and takes nothing but hover.
class Widget {
  let context: WidgetContext
  /// Which one it is of all that its window has or had.
  let number: Int
  /// Its pixels, window px.
  private(set) var frame = PixelRect.empty
  private(set) weak var parent: Widget?
  /// What lies in it, the first lowest.
  private(set) var children: [Widget] = []

  /// Whether it is there at all.
  var isHidden = false {
    // Damage counts while it is shown.
    willSet { if newValue != isHidden, newValue { invalidate() } }
    didSet { if isHidden != oldValue, !isHidden { invalidate() } }
  }
  /// Whether it can be used now.
  var isEnabled = true { didSet { if isEnabled != oldValue { invalidate() } } }
  /// Whether a pointer is over it, it is held, or the keys are its (and that is to be seen): set by the overlay.
  private(set) var isHovered = false
  private(set) var isPressed = false
  private(set) var isFocused = false

  /// What it does, in a few words: shown beside it when a pointer rests on it, and read by screen readers.
  var label: String { "" }
  /// What `label`'s tooltip says beside it: a key.
  var shortcut: String { "" }
  /// Whether what it does is not written on or beside it, so that a tooltip is to say it.
  var hasTip = true
  /// What a tooltip says; nothing for none.
  var tip: String { label }
  /// Whether keys can be given to it.
  var isFocusable: Bool { false }

  init(_ context: WidgetContext) {
    self.context = context
    number = context.takeNumber()
  }

  var theme: Theme { context.theme }
  var colours: Theme.Colours { context.theme.colours }

  // MARK: Tree

  /// Puts a widget on top of the other children. It must have no parent.
  func add(_ child: Widget) {
    precondition(child.parent == nil, "a widget has one parent")
    child.parent = self
    children.append(child)
  }

  /// Takes all children out; an overlay forgets what it knew of them.
  func removeChildren() {
    for child in children {
      child.parent = nil
      context.overlay?.forget(child)
    }
    children.removeAll()
  }

  /// Takes one child out; an overlay forgets what it knew of it.
  func remove(_ child: Widget) {
    guard let at = children.firstIndex(where: { $0 === child }) else { return }
    child.invalidate()
    child.parent = nil
    children.remove(at: at)
    context.overlay?.forget(child)
  }

  /// Whether it is another widget or lies within it.
  func isInside(_ other: Widget) -> Bool { self === other || parent.map { $0.isInside(other) } ?? false }

  /// The panel that it lies in, once it does.
  var panel: Panel? { (self as? Panel) ?? parent?.panel }

  // MARK: State

  /// Takes the program's state (`context.state`), for itself and its children.
  func show() { for child in children { child.show() } }

  // MARK: Layout

  /// How large it wants to be, window px, where it may be `width` wide at most.
  func size(within width: Int) -> (width: Int, height: Int) { (0, 0) }

  /// Gives it its place; draws and lays out anew what that changes.
  final func place(_ frame: PixelRect) {
    if frame != self.frame {
      invalidate()
      self.frame = frame
      invalidate()
    }
    layOut()
  }

  /// Gives its children their places.
  func layOut() {}

  /// Scrolls so that a part of it is seen, window px, wherever it lies in something that scrolls.
  func reveal(_ rect: PixelRect) { parent?.reveal(rect) }

  // MARK: Drawing

  /// The picture of these pixels (all of its own, where none are named) is out of date.
  func invalidate(_ rect: PixelRect? = nil) {
    let rect = (rect ?? drawnFrame)
    if !rect.isEmpty { parent?.invalidate(rect) }
  }

  /// The pixels that it draws on: where it draws beyond its frame (a focus ring), more.
  var drawnFrame: PixelRect { frame.grown(by: context.whole(4)) }

  /// Draws itself, without its children, in window px.
  func draw(on painter: Painter) {}

  /// Draws itself and its children where they touch `dirty`.
  final func drawTree(on painter: Painter, dirty: PixelRect) {
    guard !isHidden, drawnFrame.intersects(dirty) else { return }
    painter.saved { draw(on: painter) }
    clipChildren(painter) { for child in children { child.drawTree(on: painter, dirty: dirty) } }
  }

  /// Draws the children; a widget that scrolls cuts them to its frame.
  func clipChildren(_ painter: Painter, _ body: () -> Void) { body() }

  // MARK: Input

  /// Whether a place is its own. Targets are as large as their frames, at least.
  func contains(_ p: Point) -> Bool { Rect(frame).contains(p) }

  /// The uppermost widget under a place.
  func hit(_ p: Point) -> Widget? {
    guard !isHidden, contains(p) else { return nil }
    for child in children.reversed() { if let found = child.hit(p) { return found } }
    return takesTouch ? self : nil
  }

  /// Whether it takes presses itself, rather than letting its parent have them.
  var takesTouch: Bool { false }

  /// It is pressed. From now on the touch is its own, wherever it goes.
  func press(_ touch: Touch) -> [Overlay.Effect] { [] }
  /// The touch moves.
  func drag(_ touch: Touch) -> [Overlay.Effect] { [] }
  /// The touch ends.
  func release(_ touch: Touch) -> [Overlay.Effect] { [] }
  /// The touch is taken back (Escape): everything is to be as before.
  func cancel() -> [Overlay.Effect] { [] }
  /// The pointer moves over it without touching.
  func hover(_ touch: Touch) {}
  /// The pointer is over it no more.
  func hoverEnded() {}
  /// The wheel turns over it, notches; nil where it has no use for that and its parent may have it.
  func scroll(dx: Double, dy: Double, _ touch: Touch) -> [Overlay.Effect]? { nil }
  /// A key is pressed while it has the focus; nil where it has no use for it and its parent may have it.
  func key(_ key: KeyEvent) -> [Overlay.Effect]? { nil }
  /// Text is typed while it has the focus (through an input method perhaps).
  func type(_ text: String) -> [Overlay.Effect]? { nil }
  /// Text is pasted while it has the focus; nil where it takes none and its parent may.
  func paste(_ text: String) -> [Overlay.Effect]? { nil }
  /// Where typed text appears, for an input method's windows; nil where it takes no text.
  var textSpot: PixelRect? { nil }
  /// Another button than the contact is pressed on it; nil where it has no use for that and its parent may have it.
  func press(_ button: PointerButton, _ touch: Touch) -> [Overlay.Effect]? { nil }
  /// The time has come that it asked the overlay for (`Overlay.wake`).
  func timeCame() {}
  /// A pointer came over it or left, or it was pressed or let go.
  func touchChanged() {}
  /// The focus came or went.
  func focusChanged() {}

  // MARK: For those who do not see it

  /// What it is to them, and which parts it has that are no widgets.
  var access: Access { .nothing }

  /// Does what they want of it, or of one of its parts.
  func act(_ action: AccessibleAction, on part: Int?) -> [Overlay.Effect] {
    // What a press does, Space does.
    guard action == .press, part == nil, access.isPressable else { return [] }
    return key(KeyEvent(keysym: KeyCode.space)) ?? []
  }

  // MARK: Set by the overlay

  final func setHovered(_ value: Bool) {
    guard value != isHovered else { return }
    isHovered = value
    touchChanged()
    if !value { hoverEnded() }
    invalidate()
  }
  final func setPressed(_ value: Bool) {
    guard value != isPressed else { return }
    isPressed = value
    touchChanged()
    invalidate()
  }
  final func setFocused(_ value: Bool) {
    guard value != isFocused else { return }
    isFocused = value
    focusChanged()
    invalidate()
  }

  /// Whether the focus is to be seen: it is after it was moved by keys.
  var showsFocus: Bool { isFocused && (context.overlay?.isFocusVisible ?? false) }

  /// Draws the ring round a focused widget.
  final func drawFocusRing(on painter: Painter, _ r: Rect, radius: Double) {
    guard showsFocus else { return }
    let ring = Path.roundedRect(r.insetBy(-theme.px(1.5)), radius: radius + theme.px(1.5))
    // Seen on any ground, also that of what is chosen: a second ring of the panel's colour (WCAG 2.2, technique C40).
    if colours.isHighContrast { painter.stroke(ring, StrokeStyle(width: theme.px(5)), colours.panel) }
    painter.stroke(ring, StrokeStyle(width: theme.px(colours.isHighContrast ? 2.5 : 2)), colours.focus)
  }

  /// All widgets in it that keys can be given to now, in the order of drawing.
  final var focusables: [Widget] {
    guard !isHidden, isEnabled else { return [] }
    return (isFocusable ? [self] : []) + children.flatMap(\.focusables)
  }
}
