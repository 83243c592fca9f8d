import Geometry
import Input
import Paint

/// Everything that floats on the drawing: the dial at the lower right, the status strip at the lower left, passing
/// messages at the bottom.
///
/// Its life:
/// 1. Made for a window's size and a theme. Nothing is drawn nor any font loaded yet.
/// 2. Told what to show (`show...`), each call returning the pixels that changed.
/// 3. Given every input of the window first (`handle`). The answer says whether the overlay took it; what it did not take
///    is the canvas's. A press belongs to whom it began on until its release, wherever it goes.
/// 4. Asked to `draw` the part of itself that lies in a dirty rectangle, on top of whatever pixels are there.
///
/// It knows no window system, no clock and no drawing: plain values go in and effects come out.
public final class Overlay {
  /// Something that an input did for somebody else to carry out.
  public enum Effect: Sendable, Hashable {
    /// The dial is being turned and shows this value now (in the mode's unit; a rotation is not wrapped).
    case turning(DialMode, Double)
    /// The dial was let go, reset or turned by a step, and this value stays. Once for each turn.
    case released(DialMode, Double)
  }

  /// What came of an input.
  public struct Response: Sendable, Hashable {
    /// Whether the overlay took it, so that nobody else should act on it.
    public var isConsumed = false
    /// What is to be carried out.
    public var effect: Effect?
    /// The pixels of the window that look different now.
    public var dirty = PixelRect.empty
  }

  /// A widget that can own a press.
  enum Part: Sendable, Hashable { case dial, status, toast }
  /// Whom a press belongs to.
  enum Owner: Sendable, Hashable {
    case canvas
    case part(Part)
  }

  /// Colours and sizes.
  public internal(set) var theme: Theme
  /// Window px.
  public internal(set) var size: (width: Int, height: Int)
  /// Whether the panels are shown (Tab hides them). Messages are shown in any case.
  public internal(set) var arePanelsShown = true

  var dial: Dial
  var status: StatusStrip
  var toast: Toast
  /// Whom the contact belongs to; nil while nothing touches.
  var owner: Owner?
  /// Other buttons that were pressed on the overlay and not released yet.
  var buttons: Set<PointerButton> = []

  let typesetter: Typesetter
  private let dialCache = Dial.Cache()
  private let statusCache = LookCache<StatusStrip.Look>()
  private let toastCache = LookCache<Toast.Look>()

  /// An overlay for a window of `width` x `height` px.
  public init(theme: Theme = Theme(), typesetter: Typesetter = Typesetter(), width: Int, height: Int) {
    self.theme = theme
    self.typesetter = typesetter
    size = (width, height)
    dial = Dial(theme: theme, center: .zero)
    status = StatusStrip(theme: theme)
    toast = Toast(theme: theme)
    _ = layOut()
  }

  // MARK: What is shown

  /// The value that the dial shows: the view's rotation in degrees, any finite value.
  public func show(rotation: Double) -> PixelRect {
    seen(dial.show(rotation))
  }

  /// What the status strip shows.
  public func show(_ readings: StatusReadings) -> PixelRect {
    let before = isShown(.status) ? status.frame : .empty
    let dirty = status.show(readings, typesetter)
    // A longer strip may have become one that finds no place beside the dial, or the other way round.
    let after = isShown(.status) ? status.frame : .empty
    return before.isEmpty != after.isEmpty ? before.union(after) : after.isEmpty ? .empty : dirty
  }

  /// Shows a message until the time `end` (seconds, of the clock that `expire` is asked by), in place of the one before.
  public func show(message: String, until end: Double) -> PixelRect {
    toast.show(message, until: end, typesetter)
  }

  /// When `expire` has something to do, seconds; nil for never. For the event loop's timeout.
  public var nextDeadline: Double? { toast.end }

  /// Takes away what has had its time at `now`.
  public func expire(at now: Double) -> PixelRect {
    toast.expire(at: now)
  }

  /// Lays everything out for another size of the window or another theme.
  public func resize(width: Int, height: Int, theme: Theme? = nil) -> PixelRect {
    let before = visibleBounds
    size = (width, height)
    self.theme = theme ?? self.theme
    let changed = layOut()
    return changed ? before.union(visibleBounds) : .empty
  }

  /// Shows or hides the panels. A turn that is under way ends where it is; tell its release from the response.
  public func showPanels(_ areShown: Bool) -> Response {
    guard areShown != arePanelsShown else { return Response() }
    var response = Response(isConsumed: true, dirty: panelBounds)
    if !areShown {
      // The touch goes on as nobody's: until its release it draws nothing and turns nothing.
      let (outcome, _) = dial.input { $0.release() }
      response.effect = effect(outcome)
      _ = dial.hover(false)
      _ = dial.focus(false)
    }
    arePanelsShown = areShown
    response.dirty = response.dirty.union(panelBounds)
    return response
  }

  // MARK: Places

  /// Whether a part is on the window: a panel that finds no place in a small window is not.
  func isShown(_ part: Part) -> Bool {
    switch part {
    case .toast: toast.look != nil
    case .dial: arePanelsShown && fits(dial.frame)
    case .status:
      arePanelsShown && !status.frame.isEmpty && fits(status.panel)
        && !(fits(dial.frame) && status.panel.intersects(dial.frame))
    }
  }

  private func fits(_ r: PixelRect) -> Bool {
    PixelRect(x: 0, y: 0, width: size.width, height: size.height).contains(r)
  }

  private var panelBounds: PixelRect {
    (isShown(.dial) ? dial.frame : .empty).union(isShown(.status) ? status.frame : .empty)
  }

  private var visibleBounds: PixelRect { panelBounds.union(toast.frame) }

  /// The part that lies uppermost under a place.
  func part(at p: Point) -> Part? {
    if toast.contains(p) { return .toast }
    if isShown(.dial), dial.contains(p) { return .dial }
    if isShown(.status), status.contains(p) { return .status }
    return nil
  }

  /// Gives every part its place; tells whether anything changed.
  private func layOut() -> Bool {
    let (width, height) = (Double(size.width), Double(size.height))
    let margin = Int(theme.whole(16))
    let moved = [
      dial.place(center: Point(width - theme.px(116), height - theme.px(124)), theme: theme),
      status.place(left: margin, bottom: size.height - margin, theme: theme, typesetter),
      toast.place(
        middle: size.width / 2, bottom: size.height - margin - Int(theme.whole(50)),
        widest: min(Int(theme.px(560)), size.width - 2 * margin), theme: theme, typesetter),
    ]
    return moved.contains { !$0.isEmpty }
  }

  // MARK: Drawing

  /// Draws the part of the overlay within `dirty` over what is there. The painter's px must be the window's.
  public func draw(on painter: Painter, dirty: PixelRect) {
    if isShown(.dial) { dial.draw(on: painter, dirty: dirty, typesetter, dialCache) }
    if isShown(.status) { status.draw(on: painter, dirty: dirty, typesetter, statusCache) }
    if isShown(.toast) { toast.draw(on: painter, dirty: dirty, typesetter, toastCache) }
  }
}
