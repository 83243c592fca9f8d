import Geometry
import Input
import Paint

/// A rectangle of the interface that draws itself and handles input.
///
/// Widgets form a tree with a `Panel` at its root. All positions are window px.
///
/// 1. Create it with the window's context and add it to a parent.
/// 2. `show` is called whenever the program's state has changed; the widget calls `invalidate` for
/// the pixels that change.
/// 3. The parent asks for its `size` and calls `place`; the widget places its own children in
/// `layOut`.
/// 4. `draw` paints it into its panel's picture when an invalidated part becomes visible.
/// 5. The stage passes input: hover, press, drag and release of the widget under the pen (`hit`),
/// the wheel, and keys while it has focus. Handlers say by true that
/// the input is theirs.
///
/// A disabled widget handles nothing but hover.
open class Widget {
  public let context: WidgetContext
  /// The identity of the widget, unique in its window.
  public let number: Int
  /// Window px.
  public private(set) var frame = PixelRect.empty
  public private(set) weak var parent: Widget?
  /// The children, the lowest first.
  public private(set) var children: [Widget] = []

  public var isHidden = false {
    // Damage counts only while the widget is shown.
    willSet { if newValue != isHidden, newValue { invalidate() } }
    didSet { if isHidden != oldValue, !isHidden { invalidate() } }
  }
  open var isEnabled = true { didSet { if isEnabled != oldValue { invalidate() } } }
  /// Set by the stage: whether a pointer is over it, it is held, or it has focus.
  public private(set) var isHovered = false
  public private(set) var isPressed = false
  public private(set) var isFocused = false

  /// Its purpose in a few words, for tooltips and screen readers.
  open var label: String { "" }
  open var shortcut: String { "" }
  /// Whether it has a tooltip. Off if its purpose is written on or beside it.
  open var hasTip = true
  /// The tooltip's text; empty for none.
  open var tip: String { label }
  open var isFocusable: Bool { false }

  public init(_ context: WidgetContext) {
    self.context = context
    number = context.takeNumber()
  }

  public var theme: Theme { context.theme }
  public var colours: Theme.Colours { context.theme.colours }

  // MARK: Tree

  /// Adds a child on top of the others. It must have no parent.
  public func add(_ child: Widget) {
    precondition(child.parent == nil, "a widget has one parent")
    child.parent = self
    children.append(child)
  }

  open func removeChildren() {
    for child in children {
      child.parent = nil
      context.stage?.forget(child)
    }
    children.removeAll()
  }

  public func remove(_ child: Widget) {
    guard let at = children.firstIndex(where: { $0 === child }) else { return }
    child.invalidate()
    child.parent = nil
    children.remove(at: at)
    context.stage?.forget(child)
  }

  /// Whether it is another widget or a descendant of it.
  public func isInside(_ other: Widget) -> Bool { self === other || parent.map { $0.isInside(other) } ?? false }

  /// The panel at the root of its tree.
  public var panel: Panel? { (self as? Panel) ?? parent?.panel }

  // MARK: State

  /// Shows the program's state, also in its children.
  open func show() { for child in children { child.show() } }

  // MARK: Layout

  /// The preferred size, window px, for a width of at most `width`.
  open func size(within width: Int) -> (width: Int, height: Int) { (0, 0) }

  public final func place(_ frame: PixelRect) {
    if frame != self.frame {
      invalidate()
      self.frame = frame
      invalidate()
    }
    layOut()
  }

  open func layOut() {}

  /// Scrolls all enclosing scroll views so that `rect` (window px) is visible.
  open func reveal(_ rect: PixelRect) { parent?.reveal(rect) }

  // MARK: Drawing

  /// Marks pixels as outdated, all of its own by default.
  open func invalidate(_ rect: PixelRect? = nil) {
    let rect = (rect ?? drawnFrame)
    if !rect.isEmpty { parent?.invalidate(rect) }
  }

  /// The pixels that it draws on; larger than its frame if it draws beyond (a focus ring).
  open var drawnFrame: PixelRect { frame.grown(by: context.whole(4)) }

  /// Draws itself, without its children, in window px.
  open func draw(on painter: Painter) {}

  /// Draws itself and its children where they touch `dirty`.
  final func drawTree(on painter: Painter, dirty: PixelRect) {
    guard !isHidden, drawnFrame.intersects(dirty) else { return }
    painter.saved { draw(on: painter) }
    clipChildren(painter) { for child in children { child.drawTree(on: painter, dirty: dirty) } }
  }

  /// Draws the children; a scroll view clips them to its frame.
  func clipChildren(_ painter: Painter, _ body: () -> Void) { body() }

  // MARK: Input

  /// Whether a point is inside. The target is at least as large as the frame.
  open func contains(_ p: Point) -> Bool { Rect(frame).contains(p) }

  open func hit(_ p: Point) -> Widget? {
    guard !isHidden, contains(p) else { return nil }
    for child in children.reversed() { if let found = child.hit(p) { return found } }
    return takesTouch ? self : nil
  }

  /// Whether it takes presses itself instead of its parent.
  open var takesTouch: Bool { false }

  /// A press begins. The touch belongs to the widget until its release, wherever it goes.
  open func press(_ touch: Touch) {}
  open func drag(_ touch: Touch) {}
  open func release(_ touch: Touch) {}
  /// The touch is cancelled (Escape): restore the state from before.
  open func cancel() {}
  /// The pointer moves over it without touching.
  open func hover(_ touch: Touch) {}
  open func hoverEnded() {}
  /// The wheel turns over it, notches; false passes the event to its parent.
  open func scroll(dx: Double, dy: Double, _ touch: Touch) -> Bool { false }
  /// Two fingers on a touchpad begin, change or end a pinch over it; false passes the beginning to its
  /// parent. The widget that takes the beginning gets the rest.
  open func pinch(_ event: PinchEvent) -> Bool { false }
  /// A key is pressed while it has focus; false passes the event to its parent.
  open func key(_ key: KeyEvent) -> Bool { false }
  /// Text is typed while it has focus, possibly by an input method; false passes it to its parent.
  open func type(_ text: String) -> Bool { false }
  /// Text is pasted while it has focus; false passes it to its parent.
  open func paste(_ text: String) -> Bool { false }
  /// Whether it is a field for text, which gets the focus by a press.
  var takesText: Bool { false }
  /// The position of typed text, for an input method's windows; nil if it takes no text.
  open var textInputFrame: PixelRect? { nil }
  /// Another button is pressed on it; false passes the event to its parent.
  open func press(_ button: PointerButton, _ touch: Touch) -> Bool { false }
  open func timerFired() {}
  func touchChanged() {}
  open func focusChanged() {}

  /// Offers an input to the widget and then to its parents, the disabled ones left out. Returns the one that handles
  /// it; nil if none does.
  @discardableResult
  public final func offer(_ handle: (Widget) -> Bool) -> Widget? {
    if isEnabled, handle(self) { return self }
    return parent?.offer(handle)
  }

  // MARK: Accessibility

  /// Its description for screen readers, with its parts that are not widgets.
  open var access: Access { .nothing }

  /// Carries out an action of a screen reader on it or on one of its parts.
  open func act(_ action: AccessibleAction, on part: Int?) {
    // Space does the same as a press.
    guard action == .press, part == nil, access.isPressable else { return }
    _ = key(KeyEvent(keysym: KeyCode.space))
  }

  // MARK: Set by the stage

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

  /// Whether the focus ring is visible: the focus was moved by keys.
  public var showsFocus: Bool { isFocused && (context.stage?.isFocusVisible ?? false) }

  public final func drawFocusRing(on painter: Painter, _ r: Rect, radius: Double) {
    guard showsFocus else { return }
    let ring = Path.roundedRect(r.insetBy(-theme.px(1.5)), radius: radius + theme.px(1.5))
    // A second ring of the panel's colour makes it visible on any background, also that of a chosen
    // part (WCAG 2.2, technique C40).
    if colours.isHighContrast { painter.stroke(ring, StrokeStyle(width: theme.px(5)), colours.panel) }
    painter.stroke(ring, StrokeStyle(width: theme.px(colours.isHighContrast ? 2.5 : 2)), colours.focus)
  }

  /// All focusable widgets in it, in drawing order.
  final var focusables: [Widget] {
    guard !isHidden, isEnabled else { return [] }
    return (isFocusable ? [self] : []) + children.flatMap(\.focusables)
  }
}
