import Geometry
import Input
import Paint
import Raster

/// The widgets of one window: panels, and the menus, popups and dialogs that are opened above them, on a canvas that
/// the program draws.
///
/// A program subclasses it with its panels and places them in `layOut`.
///
/// 1. `take` gets every input of the window first. The answer says whether a widget consumed it; other inputs are for
/// the canvas. A press belongs to its first target until its release.
/// 2. After that, `takeDamage` returns the pixels that changed; `draw` draws the panels' part of them on top of the
/// existing pixels.
/// 3. `tick` is called at the end of each iteration of the event loop, and at `nextDeadline`.
///
/// It knows no window system and no clock.
open class Stage {
  public enum Owner {
    case canvas
    case widget(Widget)
    /// Ignored until its release.
    case ignored
  }

  /// Presses other than the contact, and the last contact.
  public struct Presses {
    /// Other buttons that were pressed on a widget and are not released yet.
    public var buttons: Set<PointerButton> = []
    /// Other buttons that were pressed on the canvas and are not released yet.
    var canvasButtons: Set<PointerButton> = []
    /// The last press and its time, seconds, to detect double presses.
    var last: (touch: Touch, time: Double)?
    /// The contact, while it may become a stroke that began on a panel.
    var stroke: PanelStroke?
    /// The widget over which a pinch on a touchpad began.
    weak var pinched: Widget?
  }

  /// What becomes of an input.
  public struct Answer {
    /// Whether a widget consumed it, so that nothing else may act on it.
    public var isConsumed = false
    /// Earlier events that turn out to belong to the canvas, oldest first: they come before the input itself.
    public var earlier: [PointerEvent] = []

    public init(isConsumed: Bool = false) { self.isConsumed = isConsumed }
  }

  public final let context: WidgetContext
  /// Window px.
  public private(set) final var size: (width: Int, height: Int)
  /// Whether the panels are shown. Notices are shown in any case.
  public private(set) final var arePanelsShown = true

  /// The permanent panels in reading order.
  public final let panels: [Panel]
  /// The permanent panels, lowest first.
  public final var stack: [Panel] {
    didSet { for (old, new) in zip(oldValue, stack) where old !== new { damage(new) } }
  }
  /// Menus, popups and dialogs, the latest last.
  public internal(set) final var popups: [Panel] = []
  /// The panels above all popups.
  public final let notices: [Panel]
  final let tooltip: Tooltip

  /// The owner of the contact; nil while nothing touches.
  public internal(set) final var owner: Owner?
  public final var presses = Presses()
  public internal(set) weak final var hovered: Widget?
  public internal(set) weak final var focused: Widget?
  /// Whether keys moved the focus, so that the focus ring is visible.
  public final var isFocusVisible = false
  public final var timers = WidgetTimers()
  private var pendingDamage = Region()

  public init(_ context: WidgetContext, width: Int, height: Int, panels: [Panel], notices: [Panel]) {
    self.context = context
    size = (width, height)
    (self.panels, self.notices, stack) = (panels, notices, panels)
    tooltip = Tooltip(context)
    context.stage = self
  }

  public final var theme: Theme { context.theme }
  /// The whole window.
  public final var bounds: PixelRect { PixelRect(x: 0, y: 0, width: size.width, height: size.height) }

  // MARK: For subclasses

  /// Places all panels and notices.
  open func layOut() {}
  /// Popups were opened, closed or moved: places the notices.
  open func popupsChanged() {}
  /// The pointer is over another widget, or another one has the focus.
  open func attentionChanged() {}
  /// A press on the canvas begins.
  open func canvasPressed() {}
  /// Whether panels fade while the canvas is drawn on near them.
  open var fadesPanels: Bool { true }

  // MARK: Time

  /// The time when `tick` must be called, seconds; nil for never. For the event loop's timeout.
  open var nextDeadline: Double? { [tooltip.deadline, timers.next].compactMap { $0 }.min() }

  /// Does what is due at `now`, seconds: shows the tooltip, fires timers.
  open func tick(now: Double) {
    context.now = now
    tooltip.tick(now: now)
    timers.update(now: now)
    while let widget = timers.takeDue(now: now) { widget.timerFired() }
  }

  /// Whether the pointer is over a widget.
  public final var isPointedAt: Bool { hovered != nil }

  // MARK: Layout

  /// Lays everything out for another size of the window or another theme.
  public final func resize(width: Int, height: Int, theme: Theme? = nil) {
    size = (width, height)
    if let theme, theme != context.theme {
      // Before the change too: the old frames and shadows may have been larger.
      for surface in surfaces { surface.invalidate() }
      if theme.colours.surround != context.theme.colours.surround { pendingDamage.add(bounds) }
      context.theme = theme
      for surface in surfaces { surface.invalidate() }
    }
    tooltip.dismiss()
    layOut()
    layOutPopups()
    for surface in surfaces { surface.show() }
  }

  /// Shows or hides the panels. Hiding ends a touch on a panel.
  public final func setPanelsShown(_ areShown: Bool) {
    guard areShown != arePanelsShown else { return }
    if !areShown, case .widget(let widget) = owner, widget.panel?.isHideable ?? false {
      endTouch(at: nil)
      owner = .ignored
    }
    if !areShown, focused?.panel?.isHideable ?? false { focus(nil) }
    if !areShown, hovered?.panel?.isHideable ?? false { hover(nil) }
    arePanelsShown = areShown
    layOut()
  }

  // MARK: Damage

  /// Returns the pixels that changed since the last call, window px.
  public final func takeDamage() -> Region {
    if pendingDamage.isEmpty { return pendingDamage }
    let taken = pendingDamage
    pendingDamage = Region()
    return taken
  }

  /// Adds changed pixels, window px.
  public final func damage(_ region: Region) {
    let bounds = bounds
    for rect in region.rects { pendingDamage.add(rect.intersection(bounds)) }
  }

  public final func damage(_ rect: PixelRect, by panel: Panel) {
    let seen = rect.intersection(bounds)
    if !panel.isHidden, !seen.isEmpty { pendingDamage.add(seen) }
  }

  public final func damage(_ panel: Panel) { damage(panel.drawnFrame, by: panel) }

  // MARK: Drawing

  /// Draws the panels' part within `dirty`. The painter's px must be the window's.
  open func draw(on painter: Painter, dirty: PixelRect) {
    for surface in surfaces { surface.show(on: painter, dirty: dirty) }
  }

  /// Whether a panel, popup or notice is drawn in `rect`. O(surfaces); allocates nothing, because
  /// it is called for every rectangle of every frame.
  public final func hasSurface(in rect: PixelRect) -> Bool {
    func isIn(_ panel: Panel) -> Bool { !panel.isHidden && panel.drawnFrame.intersects(rect) }
    return panels.contains(where: isIn) || popups.contains(where: isIn) || notices.contains(where: isIn)
      || isIn(tooltip)
  }

  /// All panels, popups and notices, lowest first. Creates an array, so not for each sample of a
  /// pen.
  public final var surfaces: [Panel] { stack + popups + notices + [tooltip] }

  /// Clears all references to a removed widget.
  public final func forget(_ widget: Widget) {
    if let hovered, hovered.isInside(widget) {
      self.hovered = nil
      tooltip.point(at: nil, .zero)
    }
    if let focused, focused.isInside(widget) { self.focused = nil }
    if case .widget(let owner) = owner, owner.isInside(widget) { self.owner = .ignored }
  }
}
