import Geometry
import Input
import Paint
import Raster
import Studio
import Toolkit

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
public final class Overlay: Stage {
  let bar: TopBar
  let options: OptionsPanel
  let tools: ToolStrip
  let sliders: SliderPanel
  let preview: BrushPreview
  /// The pictures in the list of brushes.
  public let brushPictures = BrushPictures()
  /// The section of brushes that the list showed last; nil for all.
  public var brushSection: BrushSection.Kind?
  /// The panels at the right, from the top down to the dial.
  var column: [Panel] { [colours, layers] }
  let colours: ColourPanel
  let layers: LayerPanel
  let dial: DialPanel
  let status: StatusPanel
  let navigator: NavigatorPanel
  let references: ReferencePanel
  let message: MessagePanel
  let selectionBar: SelectionBar
  var menuButton: Widget { bar.menu }

  /// The free part of the window for places of panels and a size of the window; nil before the first.
  var knownOpenArea: (taken: [PixelRect], size: (width: Int, height: Int), area: PixelRect?)?
  private var cursor = CanvasCursor()
  private var adornments = AdornmentLayer()
  private var dashes = DashClock()
  private var rope = RopeLine()

  /// Creates an overlay for a window of `width` x `height` px.
  public init(theme: Theme = Theme(), typesetter: Typesetter = Typesetter(), width: Int, height: Int) {
    let context = InterfaceContext(theme: theme, typesetter: typesetter)
    dial = DialPanel(context)
    status = StatusPanel(context)
    navigator = NavigatorPanel(context)
    references = ReferencePanel(context)
    message = MessagePanel(context)
    // The dial shows its mode itself.
    dial.hasTip = false
    bar = TopBar(context)
    options = OptionsPanel(context)
    tools = ToolStrip(context)
    sliders = SliderPanel(context)
    preview = BrushPreview(context)
    colours = ColourPanel(context)
    layers = LayerPanel(context)
    selectionBar = SelectionBar(context)
    super.init(
      context, width: width, height: height,
      panels: [
        bar, options, tools, sliders, colours, layers, dial, status, navigator, references, selectionBar, preview,
      ],
      notices: [message])
    addHandles()
    layOut()
  }

  override public func layOut() { layOutPanels() }
  override public func popupsChanged() { layOutMessage() }
  override public func attentionChanged() {
    // A message stays while the pointer is over it or the focus is in it.
    message.hold((hovered?.isInside(message) ?? false) || (focused?.isInside(message) ?? false))
  }
  override public func canvasPressed() { colours.box.pair.returnToForeground() }
  override public var fadesPanels: Bool { context.state.tool != .hand }

  // MARK: Content

  /// Shows the program's state.
  public func show(_ state: InterfaceState) {
    guard state != context.state else { return }
    let before = context.state
    context.interface.shown = state
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

  /// The messages that were shown, the latest last.
  public var pastMessages: [String] { message.history }

  /// Removes a message by its text, shown or waiting.
  public func withdraw(message text: String) { message.withdraw(text) }

  override public var nextDeadline: Double? {
    [message.end, super.nextDeadline, adornments.dashesMove ? dashes.deadline : nil].compactMap { $0 }.min()
  }

  /// Does what is due at `now`, seconds: expires messages, shows the tooltip, fires timers.
  override public func tick(now: Double) {
    context.now = now
    message.expire(at: now)
    if dashes.isDue(at: now), adornments.dashesMove {
      var changed = Region()
      adornments.moveDashes(damage: &changed)
      damage(changed)
    }
    super.tick(now: now)
  }

  /// Shows or hides the panels (Tab). Hiding ends a touch on a panel. The response is consumed if anything changed.
  public func showPanels(_ areShown: Bool) -> Response {
    guard areShown != arePanelsShown else { return Response() }
    return respond {
      setPanelsShown(areShown)
      return Answer(isConsumed: true)
    }
  }

  /// The pictures that open popups lack.
  public var wantedBrushPictures: [BrushPicture] {
    popups.flatMap { ($0 as? any BrushPictureView)?.wantedPictures ?? [] }
  }

  /// Shows such a picture: `width` * `height` opaque pixels, row by row; nil if it cannot be drawn.
  public func show(_ picture: BrushPicture, pixels: [UInt32]?) {
    brushPictures.keep(picture, pixels: pixels)
    for popup in popups { (popup as? any BrushPictureView)?.showPicture(of: picture.brush) }
  }

  /// Shows the outline of the brush at a place (window px), or hides it.
  public func show(cursor shape: CursorShape, at place: Point?) {
    if place == nil, !cursor.isShown { return }
    var changed = Region()
    cursor.show(shape, at: place, scale: theme.scale, damage: &changed)
    damage(changed)
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
    adornments.show(new, in: bounds, theme: theme, damage: &changed)
    damage(changed)
    dashes.wake()
  }

  /// Shows the rope from the pen to the ink, window px, or hides it.
  public func show(rope line: Adornments.Segment?) {
    if line == nil, !rope.isShown { return }
    var changed = Region()
    rope.show(line, scale: theme.scale, damage: &changed)
    damage(changed)
  }

  // MARK: Drawing

  /// Draws the part of the overlay within `dirty`. The painter's px must be the window's.
  override public func draw(on painter: Painter, dirty: PixelRect) {
    adornments.draw(on: painter, dirty: dirty)
    rope.draw(on: painter, dirty: dirty)
    cursor.draw(on: painter, dirty: dirty)
    super.draw(on: painter, dirty: dirty)
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

  /// The rectangles that the overlay covers, window px.
  public var places: [PixelRect] {
    cursor.places + adornments.places + rope.places + surfaces.compactMap { $0.isHidden ? nil : $0.drawnFrame }
  }
}
