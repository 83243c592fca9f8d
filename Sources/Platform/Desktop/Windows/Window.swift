internal import CX11
import Geometry
import Glibc
import Language

/// A top-level window.
///
/// 1. `init` creates it, hidden, with all properties for the window manager.
/// 2. An `EventPump` and a `SharedImage` are made for it.
/// 3. `show` shows it; `DesktopEvent.mapped` reports when it is visible.
/// 4. It is destroyed with the last reference.
///
/// It has no background, so that the server paints nothing before the program does. Resizing keeps
/// its upper left pixels.
public final class Window {
  /// The options of a new window.
  public struct Options: Sendable {
    /// The title.
    public var title: String
    /// Width in px without the frame, 1...32767. A geometry's size takes precedence.
    public var width: Int
    /// Height in px without the frame, 1...32767. A geometry's size takes precedence.
    public var height: Int
    /// The size and position from the command line.
    public var geometry: WindowGeometry?
    /// The remembered position of the frame, px of the screen; nil lets the window manager choose.
    /// A geometry's position takes precedence.
    public var place: (x: Int, y: Int)?
    /// The launcher's data about the program's start.
    public var startup: StartupNotification?
    /// The smallest width, px.
    public var minWidth: Int
    /// The smallest height, px.
    public var minHeight: Int
    /// Icons, each in a size of its own.
    public var icons: [WindowIcon]
    /// Whether it starts full screen.
    public var isFullScreen: Bool
    /// Whether it starts maximised.
    public var isMaximised: Bool

    /// Options by their parts.
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

  /// The cursor over the window.
  public enum PointerShape: Sendable, Hashable {
    /// Nothing, because the program draws it.
    case none
    /// A picture, if the window `showsPictures`; otherwise nothing.
    case picture(PointerPicture)
    /// Two crossing lines.
    case crosshair
    /// The usual arrow.
    case arrow
    /// Four arrows, for things that can be moved.
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

  /// Width in px, from the last event.
  public internal(set) var width: Int
  /// Height in px, from the last event.
  public internal(set) var height: Int
  /// Whether it is full screen, from the last event.
  public internal(set) var isFullScreen: Bool
  /// Whether it is maximised in both directions, from the last event.
  public internal(set) var isMaximised: Bool
  /// The events of the core protocol that its event pump selected.
  var coreEvents = 0
  /// Text input; nil before its first use.
  var textInput: TextInput?
  /// The copy for other programs; nil before its first use.
  var clipboard: Clipboard?
  /// The clipboard service; nil before its first use.
  var clipboardService: ClipboardService?
  /// The number of fetches in progress, and the start of the first.
  var (fetchCount, fetchStart) = (0, ContinuousClock.Instant?.none)
  /// Seconds until a silent program times out; tests shorten it.
  var transferTimeout = ClipboardService.timeout
  /// The drag over the window.
  var drag = DropSession()
  /// The eyedropper over the whole screen; nil for none.
  var screenEyedropper: ScreenEyedropper?
  /// The wakeup of the event loop; nil without one.
  var loopWakeup: Wakeup?
  /// The server's time of the user's last press, touch or key, needed to take the clipboard.
  var lastInputTime: UInt = 0
  /// The server's time of the user's last action in this window, ms, wrapping; 0 before the first.
  public var inputTime: UInt32 { UInt32(truncatingIfNeeded: lastInputTime) }
  /// The time last reported to window managers.
  var reportedInputTime: UInt = 0
  /// The window whose property has that time; 0 without support, nil before the first use.
  var userTimeWindow: XID?
  /// The frame counter for the window manager; nil if the server has none.
  let frameCounter: FrameCounter?
  /// The start to complete when the window is shown.
  private var startup: StartupNotification?
  /// The place before full screen without a window manager.
  var unfilled: PixelRect?

  /// Creates the window. Throws if the screen has no suitable visual, or the server refuses it.
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

  /// Shows the window.
  public func show() {
    guard connection.isAlive else { return }
    isShown = true
    XMapWindow(connection.display, id)
    startup?.complete(on: connection)
    startup = nil
    if isFullScreen || isMaximised, !connection.hasWindowManager { fillMonitor() }
    XFlush(connection.display)
  }

  /// Hides the window for good (ICCCM 4.1.4).
  public func hide() {
    guard connection.isAlive, !isDestroyed else { return }
    isShown = false
    XWithdrawWindow(connection.display, id, connection.screen)
    XFlush(connection.display)
  }

  /// Asks the window manager for full screen or the former size. `DesktopEvent.fullScreen` reports
  /// the change.
  public func setFullScreen(_ wanted: Bool) {
    guard connection.isAlive else { return }
    let atoms = connection.atoms
    // Before a window is shown, its state is set in the property itself (EWMH, "_NET_WM_STATE").
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

  /// The position of the upper left corner on the screen, px. Asks the server.
  public func originOnScreen() -> (x: Int, y: Int) {
    guard connection.isAlive, !isDestroyed else { return (0, 0) }
    var (x, y): (Int32, Int32) = (0, 0)
    var child: XID = 0
    XTranslateCoordinates(connection.display, id, connection.root, 0, 0, &x, &y, &child)
    return (Int(x), Int(y))
  }
}
