import Geometry
import Input
import Paint
import Raster
import Studio

/// The user interface on top of the drawing: panels, popups, dialogs and messages.
///
/// 1. Create one with the window's size and a theme. This draws nothing and loads no font.
/// 2. Call `show` with the program's state whenever it has changed.
/// 3. Pass every input of the window to `handle` first. The response says whether the overlay
/// consumed it and what to carry out; other inputs are for the canvas. A press belongs to its first
/// target until its release.
/// 4. After any of these, `takeDamage` returns the pixels that changed; `draw` draws the overlay's
/// part of them on top of the existing pixels.
/// 5. Call `tick` at the end of each iteration of the event loop, and at `nextDeadline`.
///
/// The overlay knows no window system, clock or drawing: plain values go in and effects come out.
public final class Overlay {
  enum Owner {
    case canvas
    case widget(Widget)
    /// Ignored until its release.
    case ignored
  }

  /// Presses other than the contact, and the last contact.
  struct Presses {
    /// Other buttons that were pressed on the overlay and are not released yet.
    var buttons: Set<PointerButton> = []
    /// Other buttons that were pressed on the canvas and are not released yet.
    var canvasButtons: Set<PointerButton> = []
    /// The last press and its time, seconds, to detect double presses.
    var last: (touch: Touch, time: Double)?
    /// The contact, while it may become a stroke that began on a panel.
    var stroke: PanelStroke?
    /// The widget over which a pinch on a touchpad began.
    weak var pinched: Widget?
  }

  let context: WidgetContext
  /// Window px.
  public internal(set) var size: (width: Int, height: Int)
  /// Whether the panels are shown (Tab hides them). Messages are shown in any case.
  public internal(set) var arePanelsShown = true

  /// The permanent panels in reading order.
  let panels: [Panel]
  /// The permanent panels, lowest first: the moved ones are on top, the one moved last above them.
  var stack: [Panel]
  let bar: TopBar
  let options: OptionsPanel
  let tools: ToolStrip
  let sliders: SliderPanel
  let preview: BrushPreview
  /// The pictures in the list of brushes.
  let brushPictures = BrushPictures()
  /// The section of brushes that the list showed last; nil for all.
  var brushSection: BrushSection.Kind?
  /// The panels at the right, from the top down to the dial.
  var column: [Panel] { [colours, layers] }
  let colours: ColourPanel
  let layers: LayerPanel
  let dial: DialPanel
  let status: StatusPanel
  let navigator: NavigatorPanel
  let references: ReferencePanel
  /// Menus, popups and dialogs, the latest last.
  var popups: [Panel] = []
  let message: MessagePanel
  let tooltip: Tooltip
  var menuButton: Widget { bar.menu }

  /// The owner of the contact; nil while nothing touches.
  var owner: Owner?
  var presses = Presses()
  weak var hovered: Widget?
  weak var focused: Widget?
  /// Whether keys moved the focus, so that the focus ring is visible.
  var isFocusVisible = false
  var timers: [Timer] = []
  /// The free part of the window for places of panels and a size of the window; nil before the first.
  var knownOpenArea: (taken: [PixelRect], size: (width: Int, height: Int), area: PixelRect?)?
  private var pendingDamage = Region()
  private var cursor = CanvasCursor()
  private var adornments = AdornmentLayer()
  private var rope = RopeLine()

  /// Colours and sizes.
  public var theme: Theme { context.theme }

  /// Creates an overlay for a window of `width` x `height` px.
  public init(theme: Theme = Theme(), typesetter: Typesetter = Typesetter(), width: Int, height: Int) {
    context = WidgetContext(theme: theme, typesetter: typesetter)
    size = (width, height)
    dial = DialPanel(context)
    status = StatusPanel(context)
    navigator = NavigatorPanel(context)
    references = ReferencePanel(context)
    message = MessagePanel(context)
    tooltip = Tooltip(context)
    // The dial shows its mode itself.
    dial.hasTip = false
    bar = TopBar(context)
    options = OptionsPanel(context)
    tools = ToolStrip(context)
    sliders = SliderPanel(context)
    preview = BrushPreview(context)
    colours = ColourPanel(context)
    layers = LayerPanel(context)
    panels = [bar, options, tools, sliders, colours, layers, dial, status, navigator, references, preview]
    stack = panels
    context.overlay = self
    addHandles()
    layOut()
  }

  // MARK: Content

  /// Shows the program's state.
  public func show(_ state: InterfaceState) {
    guard state != context.state else { return }
    let before = context.state
    context.state = state
    let areMoved = state.settings.panelPlaces != before.settings.panelPlaces
    if areMoved { arrange(from: before.settings, to: state.settings) }
    let colours = Theme.Colours(state.settings, desktop: state.desktopContrast)
    if colours != Theme.Colours(before.settings, desktop: before.desktopContrast)
      || state.settings.textScale != before.settings.textScale
    {
      resize(
        width: size.width, height: size.height,
        theme: Theme(colours: colours, scale: theme.scale, textScale: state.settings.textScale))
    } else {
      if areMoved || state.settings.hand != before.settings.hand { layOut() }
      for panel in panels + popups { panel.show() }
    }
  }

  /// Shows readings of the pen and the view in the status strip.
  public func show(_ readings: StatusReadings) { status.show(readings) }

  /// Shows a message until the time `end` (seconds of the clock passed to `tick`), with a button if
  /// it has an action.
  ///
  /// The latest message is shown first. An earlier message with an action, or one shown only
  /// briefly, returns after the later ones. With an infinite `end` a message stays until it is
  /// withdrawn or its action is chosen. Pointing at a message prolongs it. The same text again
  /// changes its time and action; an empty text removes the shown message. If `old` is shown or
  /// waiting, the message replaces it at its place, so that a button stays under the pointer.
  public func show(message text: String, action: MessageAction? = nil, until end: Double, replacing old: String? = nil)
  {
    message.show(text, action: action, until: end, replacing: old)
  }

  /// Shows a message for its reading time (`MessageTime`), or until it is dismissed if the settings
  /// say so. `showMessages` lists earlier messages.
  /// - Parameter now: seconds of the clock passed to `tick`.
  public func say(_ text: String, action: MessageAction? = nil, second: MessageAction? = nil, now: Double) {
    let stays = context.state.settings.messages == .stay
    message.show(
      text, action: action, second: second,
      until: stays ? .infinity : now + MessageTime.seconds(text, hasAction: action != nil),
      isDismissable: true)
  }

  /// Removes a message by its text, shown or waiting.
  public func withdraw(message text: String) { message.withdraw(text) }

  /// The time when `tick` must be called, seconds; nil for never. For the event loop's timeout.
  public var nextDeadline: Double? { [message.end, tooltip.deadline, nextTimer].compactMap { $0 }.min() }

  /// Whether the pointer is over a widget.
  public var isPointedAt: Bool { hovered != nil }

  /// Does what is due at `now`, seconds: expires messages, shows the tooltip, fires timers.
  public func tick(now: Double) {
    context.now = now
    message.expire(at: now)
    tooltip.tick(now: now)
    fireTimers(now: now)
  }

  /// Lays everything out for another size of the window or another theme.
  public func resize(width: Int, height: Int, theme: Theme? = nil) {
    size = (width, height)
    if let theme, theme != context.theme {
      // Before the change too: the old frames and shadows may have been larger.
      for surface in surfaces { surface.invalidate() }
      if theme.colours.surround != context.theme.colours.surround {
        pendingDamage.add(PixelRect(x: 0, y: 0, width: width, height: height))
      }
      context.theme = theme
      for surface in surfaces { surface.invalidate() }
    }
    tooltip.dismiss()
    layOut()
    layOutPopups()
    for surface in surfaces { surface.show() }
  }

  /// Shows or hides the panels. Hiding ends a touch on a panel.
  public func showPanels(_ areShown: Bool) -> Response {
    guard areShown != arePanelsShown else { return Response() }
    var response = Response(isConsumed: true)
    if !areShown, case .widget(let widget) = owner, widget.panel?.isHideable ?? false {
      response.effects = context.collect { endTouch(at: nil) }
      owner = .ignored
    }
    if !areShown, focused?.panel?.isHideable ?? false { focus(nil) }
    if !areShown, hovered?.panel?.isHideable ?? false { hover(nil) }
    arePanelsShown = areShown
    layOut()
    return response
  }

  /// Shows the outline of the brush at a place (window px), or hides it.
  public func show(cursor shape: CursorShape, at place: Point?) {
    if place == nil, !cursor.isShown { return }
    var changed = Region()
    cursor.show(shape, at: place, scale: theme.scale, damage: &changed)
    changed.clip(to: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    pendingDamage.add(changed)
  }

  /// The outline as a picture for the pointer. Returns nil if the shape rotates with the pen, or is
  /// larger than `most` px.
  public func pointerPicture(of shape: CursorShape, most: Int) -> CursorPicture? {
    cursor.pointerPicture(of: shape, scale: theme.scale, most: most)
  }

  /// The pointer of the eyedropper over the whole screen, at most `most` px wide: the colour under
  /// it and the current one, 0xRRGGBB.
  public func eyedropperPicture(_ colour: UInt32, before: UInt32, most: Int) -> CursorPicture? {
    EyedropperRing(colour: colour, before: before).picture(scale: theme.scale, most: most)
  }

  /// Shows the adornments of the tools.
  public func show(_ new: Adornments) {
    var changed = Region()
    let window = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    adornments.show(new, in: window, theme: theme, damage: &changed)
    changed.clip(to: window)
    pendingDamage.add(changed)
  }

  /// Shows the rope from the pen to the ink, window px, or hides it.
  public func show(rope line: Adornments.Segment?) {
    if line == nil, !rope.isShown { return }
    var changed = Region()
    rope.show(line, scale: theme.scale, damage: &changed)
    changed.clip(to: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    pendingDamage.add(changed)
  }

  // MARK: Damage

  /// Returns the pixels that changed since the last call, window px.
  public func takeDamage() -> Region {
    if pendingDamage.isEmpty { return pendingDamage }
    let taken = pendingDamage
    pendingDamage = Region()
    return taken
  }

  func damage(_ rect: PixelRect, by panel: Panel) {
    let seen = rect.intersection(PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    if !panel.isHidden, !seen.isEmpty { pendingDamage.add(seen) }
  }

  func damage(_ panel: Panel) { damage(panel.drawnFrame, by: panel) }

  /// Draws the part of the overlay within `dirty`. The painter's px must be the window's.
  public func draw(on painter: Painter, dirty: PixelRect) {
    adornments.draw(on: painter, dirty: dirty)
    rope.draw(on: painter, dirty: dirty)
    cursor.draw(on: painter, dirty: dirty)
    for surface in surfaces { surface.show(on: painter, dirty: dirty) }
  }

  /// Composites the overlay's pixels within `rect` over the window's, `stride` words a row, if they
  /// are at most the picture of the cursor. This is faster than with a painter.
  /// - Returns: false, with nothing changed, if a painter is needed.
  public func composite(_ rect: PixelRect, over target: inout MutableSpan<UInt32>, stride: Int) -> Bool {
    if hasSurface(in: rect) { return false }
    if adornments.isShown, adornments.intersects(rect) { return false }
    if rope.isShown, rope.intersects(rect) { return false }
    if !cursor.isShown { return true }
    return cursor.composite(rect, over: &target, stride: stride)
  }

  /// Whether anything of the overlay may be in `rect`, window px; if not, `draw` has nothing to do
  /// there.
  public func intersects(_ rect: PixelRect) -> Bool {
    cursor.intersects(rect) || adornments.intersects(rect) || rope.intersects(rect) || hasSurface(in: rect)
  }

  /// Whether a panel, popup or message is drawn in `rect`. O(surfaces); allocates nothing, because
  /// it is called for every rectangle of every frame.
  private func hasSurface(in rect: PixelRect) -> Bool {
    func isIn(_ panel: Panel) -> Bool { !panel.isHidden && panel.drawnFrame.intersects(rect) }
    return panels.contains(where: isIn) || popups.contains(where: isIn) || isIn(message) || isIn(tooltip)
  }

  /// The rectangles that the overlay covers, window px.
  public var places: [PixelRect] {
    cursor.places + adornments.places + rope.places + surfaces.compactMap { $0.isHidden ? nil : $0.drawnFrame }
  }

  /// All panels, popups and messages, lowest first. Creates an array, so not for each sample of a
  /// pen.
  var surfaces: [Panel] { stack + popups + [message, tooltip] }

  /// Clears all references to a removed widget.
  func forget(_ widget: Widget) {
    if let hovered, hovered.isInside(widget) {
      self.hovered = nil
      tooltip.point(at: nil, .zero)
    }
    if let focused, focused.isInside(widget) { self.focused = nil }
    if case .widget(let owner) = owner, owner.isInside(widget) { self.owner = .ignored }
  }
}
