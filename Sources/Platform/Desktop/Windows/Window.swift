internal import CX11
import Geometry
import Glibc
import Language

/// A top-level window.
///
/// Life cycle:
/// 1. `init` creates it unmapped, with all properties for the window manager.
/// 2. The program creates an `EventPump` and a `SharedImage` for it.
/// 3. `show` maps it; `DesktopEvent.mapped` reports that it is visible.
/// 4. The last release destroys it.
///
/// It has no background, so the server does not paint before the first frame. On resizing, the
/// upper left pixels stay.
public final class Window {
  /// Initial properties of a window.
  public struct Options: Sendable {
    /// The title.
    public var title: String
    /// Width in px without the frame, 1...32767. `geometry` overrides it.
    public var width: Int
    /// Height in px without the frame, 1...32767. `geometry` overrides it.
    public var height: Int
    /// The size and place requested with --geometry.
    public var geometry: WindowGeometry?
    /// Saved position of the frame's upper left corner, screen px; nil lets the window manager
    /// choose. `geometry` overrides it.
    public var place: (x: Int, y: Int)?
    /// The launcher's startup notification.
    public var startup: StartupNotification?
    /// Minimum width in px.
    public var minWidth: Int
    /// Minimum height in px.
    public var minHeight: Int
    /// Icons in different sizes.
    public var icons: [WindowIcon]
    /// Whether it starts full screen.
    public var isFullScreen: Bool
    /// Whether it starts maximised.
    public var isMaximised: Bool

    /// Creates options.
    public init(
      title: String = "Fude", width: Int = 1280, height: Int = 800, geometry: WindowGeometry? = nil,
      place: (x: Int, y: Int)? = nil, startup: StartupNotification? = nil,
      minWidth: Int = 200, minHeight: Int = 150, icons: [WindowIcon] = [], isFullScreen: Bool = false,
      isMaximised: Bool = false
    ) {
      self.title = title
      self.width = width
      self.height = height
      self.geometry = geometry
      self.place = place
      self.startup = startup
      self.minWidth = minWidth
      self.minHeight = minHeight
      self.icons = icons
      self.isFullScreen = isFullScreen
      self.isMaximised = isMaximised
    }
  }

  /// The shape of the pointer over the window.
  public enum PointerShape: Sendable, Hashable {
    /// Invisible, because the program draws the pointer.
    case none
    /// An image if the window `showsPictures`, else invisible.
    case picture(PointerPicture)
    /// A crosshair.
    case crosshair
    /// The usual arrow.
    case arrow
    /// Four arrows: the object under the pointer can be moved.
    case move
  }

  let connection: Connection
  let id: XID
  /// The window's X id, for other programs.
  public var number: UInt { id }
  let visual: WindowVisual
  private let colormap: XID?
  let pointer: WindowPointer
  var isShown = false
  /// Whether another program has destroyed it.
  var isDestroyed = false

  /// Width in px, from the last processed event.
  public internal(set) var width: Int
  /// Height in px, from the last processed event.
  public internal(set) var height: Int
  /// Whether the window manager shows it full screen, from the last processed event.
  public internal(set) var isFullScreen: Bool
  /// Whether it is maximised in both directions, from the last processed event.
  public internal(set) var isMaximised: Bool
  /// The core protocol event mask that the event pump selected.
  var coreEvents = 0
  var textInput: TextInput?
  var clipboard: Clipboard?
  /// Transfers copied, pasted and dropped content; nil until first used.
  var clipboardService: ClipboardService?
  /// The number of pending fetches, and when the first of the current series started.
  var (fetchCount, fetchStart) = (0, ContinuousClock.Instant?.none)
  /// Seconds that the clipboard service waits for a silent program; tests shorten it.
  var transferTimeout = ClipboardService.patience
  var drag = DropSession()
  /// Wakes the event loop; nil without an event pump.
  var loopWakeup: Wakeup?
  /// Server time of the user's last press, touch or key; selections are claimed with it.
  var lastInputTime: UInt = 0
  /// Server time of the user's last action in this window, ms, wrapping; 0 before the first.
  public var inputTime: UInt32 { UInt32(truncatingIfNeeded: lastInputTime) }
  /// The last value of `lastInputTime` reported to the window manager.
  var toldInputTime: UInt = 0
  /// The window whose property reports the time; 0 means no one reads it, nil means not yet known.
  var userTimeWindow: XID?
  /// Implements _NET_WM_SYNC_REQUEST; nil if the server has no counters.
  let frameCounter: FrameCounter?
  /// Completed when the window is shown.
  private var startup: StartupNotification?
  /// The frame before the window covered a monitor without a window manager.
  var unfilled: PixelRect?

  /// Creates the window. Throws if the screen has no suitable visual or the server refuses it.
  public init(_ connection: Connection, _ options: Options = Options()) throws(DesktopError) {
    guard connection.isAlive else { throw DesktopError(translated("the X server is gone")) }
    let display = connection.display
    let visual = try WindowVisual.choose(on: connection)
    let sizes = 1...32767
    let width = Self.clamp(options.geometry?.size?.width ?? options.width, to: sizes)
    let height = Self.clamp(options.geometry?.size?.height ?? options.height, to: sizes)
    let screen = connection.screenSize
    let x = options.geometry?.x?.place(size: width, screen: screen.width) ?? options.place?.x ?? 0
    let y = options.geometry?.y?.place(size: height, screen: screen.height) ?? options.place?.y ?? 0

    let colormap =
      visual.needsColormap ? XCreateColormap(display, connection.root, visual.visual, AllocNone) : nil
    var attributes = XSetWindowAttributes()
    attributes.background_pixmap = 0
    attributes.border_pixel = 0
    attributes.bit_gravity = NorthWestGravity
    attributes.colormap = colormap ?? XDefaultColormap(display, connection.screen)
    let mask = UInt(CWBackPixmap | CWBorderPixel | CWBitGravity | CWColormap)
    let (id, failure) = connection.trapping {
      XCreateWindow(
        display, connection.root, Int32(x), Int32(y), UInt32(width), UInt32(height), 0, visual.depth,
        UInt32(InputOutput), visual.visual, mask, &attributes)
    }
    guard let id, failure == nil, connection.isAlive else {
      throw DesktopError(
        translated(
          "the X server refused to make a window of {width}x{height} pixels", ["width": width, "height": height]))
    }
    self.connection = connection
    self.id = id
    connection.failures.window = UInt(id)
    self.visual = visual
    self.colormap = colormap
    self.width = width
    self.height = height
    isFullScreen = options.isFullScreen
    isMaximised = options.isMaximised
    frameCounter = FrameCounter(connection)
    pointer = WindowPointer(connection)
    startup = options.startup
    announce(options)
  }

  deinit {
    clipboardService?.stop()
    guard connection.isAlive else { return }
    if !isDestroyed { XDestroyWindow(connection.display, id) }
    if let colormap { XFreeColormap(connection.display, colormap) }
    XFlush(connection.display)
  }

  static func clamp(_ value: Int, to range: ClosedRange<Int>) -> Int {
    min(max(value, range.lowerBound), range.upperBound)
  }

  /// Maps the window.
  public func show() {
    guard connection.isAlive else { return }
    isShown = true
    XMapWindow(connection.display, id)
    startup?.complete(on: connection)
    startup = nil
    if isFullScreen || isMaximised, !connection.hasWindowManager { fillMonitor() }
    XFlush(connection.display)
  }

  /// Unmaps the window for good (ICCCM 4.1.4).
  public func hide() {
    guard connection.isAlive, !isDestroyed else { return }
    isShown = false
    XWithdrawWindow(connection.display, id, connection.screen)
    XFlush(connection.display)
  }

  /// Requests full screen or the normal state; `DesktopEvent.fullScreen` reports the result.
  public func setFullScreen(_ wanted: Bool) {
    guard connection.isAlive else { return }
    let atoms = connection.atoms
    // An unmapped window states its wish in the property itself (EWMH, "_NET_WM_STATE").
    guard isShown else {
      setProperty(.netWMState, type: Atom(XA_ATOM), wanted ? [atoms[.netWMStateFullscreen]] : [])
      isFullScreen = wanted
      return
    }
    guard connection.hasWindowManager else { return setFullScreenAlone(wanted) }
    let (remove, add, fromApplication) = (0, 1, 1)
    sendToRoot(
      .netWMState, (wanted ? add : remove, Int(atoms[.netWMStateFullscreen]), 0, fromApplication, 0))
  }

  /// The upper left corner of the window in screen px. Queries the server.
  public func originOnScreen() -> (x: Int, y: Int) {
    guard connection.isAlive, !isDestroyed else { return (0, 0) }
    var (x, y): (Int32, Int32) = (0, 0)
    var child: XID = 0
    XTranslateCoordinates(connection.display, id, connection.root, 0, 0, &x, &y, &child)
    return (Int(x), Int(y))
  }
}
