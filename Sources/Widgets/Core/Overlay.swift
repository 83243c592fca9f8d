import Geometry
import Input
import Paint
import Raster
import Studio

/// Everything that floats on the drawing: panels, popups, dialogs and passing messages.
///
/// Its life:
/// 1. Made for a window's size and a theme. Nothing is drawn nor any font loaded yet.
/// 2. `show` gives it the program's state, whenever that has changed.
/// 3. Every input of the window comes to it first (`handle`). The answer says whether it took the input, and what is to be
///    carried out; what it did not take is the canvas's. A press belongs to whom it began on until its release, wherever
///    it goes.
/// 4. `takeDamage` tells, after any of these, which pixels look different; `draw` draws those of them that are its own, on
///    top of whatever pixels are there.
/// 5. `tick` is called with the time after each turn of the event loop, and when `nextDeadline` has come.
///
/// It knows no window system, no clock and no drawing: plain values go in and effects come out.
public final class Overlay {
  /// Whom a press belongs to.
  enum Owner {
    case canvas
    case widget(Widget)
    /// Nobody: it did what it was for, and until its release it does nothing more.
    case nobody
  }

  let context: WidgetContext
  /// Window px.
  public internal(set) var size: (width: Int, height: Int)
  /// Whether the panels are shown (Tab hides them). Messages are shown in any case.
  public internal(set) var arePanelsShown = true

  /// The panels that stay, lowest first.
  let panels: [Panel]
  let bar: TopBar
  let options: OptionsPanel
  let tools: ToolStrip
  let sliders: SliderPanel
  let preview: BrushPreview
  /// The panels at the right, from the top down to the dial.
  let column: [Panel]
  let colours: ColourPanel
  let layers: LayerPanel
  let dial: DialPanel
  let status: StatusPanel
  /// Menus, popups and dialogs, the latest last.
  var popups: [Panel] = [] { didSet { clearance = nil } }
  let message: MessagePanel
  let tooltip: Tooltip
  /// What opens the menu, which appears beside it.
  var menuButton: Widget { bar.menu }

  /// Whom the contact belongs to; nil while nothing touches.
  var owner: Owner?
  /// Other buttons that were pressed on the overlay and not released yet.
  var buttons: Set<PointerButton> = []
  /// Other buttons that were pressed on the canvas and not released yet.
  var canvasButtons: Set<PointerButton> = []
  /// The last press and its time, seconds: two in a row are a double press.
  var lastPress: (touch: Touch, time: Double)?
  weak var hovered: Widget?
  weak var focused: Widget?
  /// Whether the focus was moved by keys, so that it is to be seen.
  var isFocusVisible = false
  /// Panels that were faded, because the canvas is being drawn on near them.
  var isFading = false
  /// Who waits for a time (`wake`).
  var alarms: [Alarm] = []
  /// What is known to be free of panels; forgotten with every change of theirs.
  var clearance: Clearance?
  private var pendingDamage = Region()
  private var cursor = CanvasCursor()
  private var adornments = AdornmentLayer()

  /// Colours and sizes.
  public var theme: Theme { context.theme }

  /// An overlay for a window of `width` x `height` px.
  public init(theme: Theme = Theme(), typesetter: Typesetter = Typesetter(), width: Int, height: Int) {
    context = WidgetContext(theme: theme, typesetter: typesetter)
    size = (width, height)
    dial = DialPanel(context)
    status = StatusPanel(context)
    message = MessagePanel(context)
    tooltip = Tooltip(context)
    // It says what it turns itself.
    dial.hasTip = false
    bar = TopBar(context)
    options = OptionsPanel(context)
    tools = ToolStrip(context)
    sliders = SliderPanel(context)
    preview = BrushPreview(context)
    colours = ColourPanel(context)
    layers = LayerPanel(context)
    column = [colours, layers]
    panels = [status, bar, options, tools, sliders] + column + [dial, preview]
    context.overlay = self
    layOut()
  }

  // MARK: What is shown

  /// Shows the program's state.
  public func show(_ state: InterfaceState) {
    guard state != context.state else { return }
    let before = context.state
    context.state = state
    let colours = Theme.Colours(state.settings, desktop: state.desktopContrast)
    if colours != Theme.Colours(before.settings, desktop: before.desktopContrast)
      || state.settings.textScale != before.settings.textScale
    {
      resize(
        width: size.width, height: size.height,
        theme: Theme(colours: colours, scale: theme.scale, textScale: state.settings.textScale))
    } else {
      for panel in panels + popups { panel.show() }
    }
  }

  /// What the status strip shows of the pen and the view.
  public func show(_ readings: StatusReadings) { status.show(readings) }

  /// Shows a message until the time `end` (seconds, of the clock that `tick` is told), with a button where there is
  /// something to do about it.
  ///
  /// The latest message is shown first. One that offers an action, or that was hardly seen, comes back when those after it
  /// are over. With an infinite `end` it stays until it is withdrawn or its action is taken. A message stays longer while a
  /// pointer rests on it. The same text again changes its time and action; no text takes the shown one away. Where `old` is
  /// shown or waits, the message takes its place, so that a button stays under the pointer while its sentence goes on.
  public func show(message text: String, action: MessageAction? = nil, until end: Double, replacing old: String? = nil)
  {
    message.show(text, action: action, until: end, replacing: old)
  }

  /// Shows a message for as long as it takes to read it (`MessageTime`), or until it is sent away where the user wants that.
  /// What was said is found again in a list (`showMessages`).
  /// - Parameter now: seconds of the clock that `tick` is told.
  public func say(_ text: String, action: MessageAction? = nil, now: Double) {
    let stays = context.state.settings.messages == .stay
    message.show(
      text, action: action, until: stays ? .infinity : now + MessageTime.seconds(text, hasAction: action != nil),
      isDismissable: true)
  }

  /// Takes a message away by its text, shown or waiting: what it was about is resolved.
  public func withdraw(message text: String) { message.withdraw(text) }

  /// When `tick` has something to do, seconds; nil for never. For the event loop's timeout.
  public var nextDeadline: Double? { [message.end, tooltip.deadline, nextAlarm].compactMap { $0 }.min() }

  /// Whether a pointer is over something of it.
  public var isPointedAt: Bool { hovered != nil }

  /// Does what is due at `now`, seconds: takes away what has had its time, shows what was waited for.
  public func tick(now: Double) {
    context.now = now
    message.expire(at: now)
    tooltip.tick(now: now)
    ring(now: now)
  }

  /// Lays everything out for another size of the window or another theme.
  public func resize(width: Int, height: Int, theme: Theme? = nil) {
    size = (width, height)
    if let theme, theme != context.theme {
      // As it was as well: what it drew on, shadows too, was larger perhaps.
      for surface in surfaces { surface.invalidate() }
      context.theme = theme
      for surface in surfaces { surface.invalidate() }
    }
    tooltip.dismiss()
    layOut()
    layOutPopups()
    for surface in surfaces { surface.show() }
  }

  /// Shows or hides the panels. What a touch on one of them was about to do ends where it is.
  public func showPanels(_ areShown: Bool) -> Response {
    guard areShown != arePanelsShown else { return Response() }
    var response = Response(isConsumed: true)
    if !areShown, case .widget(let widget) = owner, widget.panel?.isHideable ?? false {
      response.effects = endTouch(at: nil)
      owner = .nobody
    }
    if !areShown, focused?.panel?.isHideable ?? false { focus(nil) }
    if !areShown, hovered?.panel?.isHideable ?? false { hover(nil) }
    arePanelsShown = areShown
    layOut()
    return response
  }

  /// Shows the outline of what the pen is about to do at a place (window px), or nowhere.
  public func show(cursor shape: CursorShape, at place: Point?) {
    // As while ink is drawn: there is nothing to show and nothing to take away.
    if place == nil, !cursor.isShown { return }
    var changed = Region()
    cursor.show(shape, at: place, scale: theme.scale, damage: &changed)
    changed.clip(to: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    pendingDamage.add(changed)
  }

  /// The same outline as a picture that the pointer can be shown as; nil where it has none that stays the same, or one of more than `most` px
  /// each way.
  public func pointerPicture(of shape: CursorShape, most: Int) -> CursorPicture? {
    cursor.pointerPicture(of: shape, scale: theme.scale, most: most)
  }

  /// Shows what the tools are about to do.
  public func show(_ new: Adornments) {
    var changed = Region()
    adornments.show(new, theme: theme, damage: &changed)
    changed.clip(to: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    pendingDamage.add(changed)
  }

  // MARK: Damage

  /// The pixels that look different since the last call, window px.
  public func takeDamage() -> Region {
    // Most turns change nothing.
    if pendingDamage.isEmpty { return pendingDamage }
    let taken = pendingDamage
    pendingDamage = Region()
    return taken
  }

  func damage(_ rect: PixelRect, by panel: Panel) {
    clearance = nil
    let seen = rect.intersection(PixelRect(x: 0, y: 0, width: size.width, height: size.height))
    if !panel.isHidden, !seen.isEmpty { pendingDamage.add(seen) }
  }

  /// All that a panel shows looks different, if it is there.
  func damage(_ panel: Panel) { damage(panel.drawnFrame, by: panel) }

  /// Draws the part of the overlay within `dirty` over what is there. The painter's px must be the window's.
  public func draw(on painter: Painter, dirty: PixelRect) {
    adornments.draw(on: painter, dirty: dirty)
    cursor.draw(on: painter, dirty: dirty)
    for surface in surfaces { surface.show(on: painter, dirty: dirty) }
  }

  /// Lays what the overlay has within `rect` over the window's pixels, `stride` words a row, where that is no more than the picture of
  /// the outline under the pen, or nothing: a painter for that alone would cost more than all else of a frame.
  /// - Returns: false where there may be more; nothing was changed then.
  public func lay(_ rect: PixelRect, over target: inout MutableSpan<UInt32>, stride: Int) -> Bool {
    guard isClear(rect) else { return false }
    // Most of the time there are none of either.
    if adornments.isShown, adornments.intersects(rect) { return false }
    if !cursor.isShown { return true }
    return cursor.lay(rect, over: &target, stride: stride)
  }

  /// Whether anything of the overlay may lie in `rect`, window px: where not, `draw` has nothing to do there.
  public func intersects(_ rect: PixelRect) -> Bool {
    if cursor.intersects(rect) || adornments.intersects(rect) { return true }
    if isClear(rect) { return false }
    // Asked of every rectangle of every frame, so without a list of all made for it.
    func reaches(_ panel: Panel) -> Bool { !panel.isHidden && panel.drawnFrame.intersects(rect) }
    return panels.contains(where: reaches) || popups.contains(where: reaches) || reaches(message) || reaches(tooltip)
  }

  /// Where the overlay lies, window px.
  public var places: [PixelRect] {
    cursor.places + adornments.places + surfaces.compactMap { $0.isHidden ? nil : $0.drawnFrame }
  }

  /// Everything that may be shown, lowest first.
  var surfaces: [Panel] { panels + popups + [message, tooltip] }

  /// A widget is gone.
  func forget(_ widget: Widget) {
    if let hovered, hovered.isInside(widget) {
      self.hovered = nil
      tooltip.point(at: nil, .zero)
    }
    if let focused, focused.isInside(widget) { self.focused = nil }
    if case .widget(let owner) = owner, owner.isInside(widget) { self.owner = .nobody }
  }
}
