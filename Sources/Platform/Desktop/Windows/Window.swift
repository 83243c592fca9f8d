internal import CX11
import Geometry
import Glibc
import Language

/// A top-level window.
///
/// Its life:
/// 1. `init` creates it, unseen, with all that a window manager wants to know of it.
/// 2. An `EventPump` and a `SharedImage` are made for it.
/// 3. `show` puts it on the screen; `DesktopEvent.mapped` says when it is there.
/// 4. It is destroyed when the last reference to it goes.
///
/// It has no background, so that the server paints nothing that a moment later is painted over, and keeps its upper
/// left pixels when it is resized.
public final class Window {
  /// What a window starts with.
  public struct Options: Sendable {
    /// The title.
    public var title: String
    /// Width in px without the frame, 1...32767. A geometry's size goes before it.
    public var width: Int
    /// Height in px without the frame, 1...32767. A geometry's size goes before it.
    public var height: Int
    /// The size and place that the user asked for.
    public var geometry: WindowGeometry?
    /// Where its frame's upper left corner was left, px of the screen; nil where the window manager is to choose. A geometry's
    /// place goes before it.
    public var place: (x: Int, y: Int)?
    /// What the launcher said of the program's start.
    public var startup: StartupNotification?
    /// The least width in px that the user can give it.
    public var minWidth: Int
    /// The least height in px that the user can give it.
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

  /// What the pointer looks like over the window.
  public enum PointerShape: Sendable, Hashable {
    /// Nothing, because the program draws it.
    case none
    /// What the program has drawn for it, where the window `showsPictures`; nothing elsewhere.
    case picture(PointerPicture)
    /// Two crossing lines.
    case crosshair
    /// The usual arrow.
    case arrow
    /// Four arrows: what is under it can be moved.
    case move
  }

  let connection: Connection
  let id: XID
  /// The number that X knows it by, for other programs to refer to it.
  public var number: UInt { id }
  let visual: WindowVisual
  private let colormap: XID?
  let pointer: WindowPointer
  var isShown = false
  /// Whether somebody else has destroyed it.
  var isDestroyed = false

  /// Width in px, as the event pump last heard.
  public internal(set) var width: Int
  /// Height in px, as the event pump last heard.
  public internal(set) var height: Int
  /// Whether the window manager shows it full screen, as the event pump last heard.
  public internal(set) var isFullScreen: Bool
  /// Whether the window manager shows it maximised, both ways, as the event pump last heard.
  public internal(set) var isMaximised: Bool
  /// The events of the core protocol that its event pump selected.
  var coreEvents = 0
  /// The text that is being typed in; nil until the first time.
  var textInput: TextInput?
  /// What was copied for other programs; nil until the first time.
  var clipboard: Clipboard?
  /// Carries what is copied, pasted and dropped; nil until the first time.
  var clipboardService: ClipboardService?
  /// How much it is fetching, and since when.
  var (fetchCount, fetchStart) = (0, ContinuousClock.Instant?.none)
  /// Seconds for which the courier waits for a silent program; for tests to shorten.
  var transferTimeout = ClipboardService.timeout
  /// What is dragged over it.
  var drag = DropSession()
  /// The bell of the loop that its events come to; nil where there is none.
  var loopWakeup: Wakeup?
  /// The server's time of the user's last press, touch or key, which taking the clipboard is dated with.
  var lastInputTime: UInt = 0
  /// The server's time of what the user did last in this window, ms, wrapping; 0 where that is nothing yet.
  public var inputTime: UInt32 { UInt32(truncatingIfNeeded: lastInputTime) }
  /// What of that window managers know.
  var reportedInputTime: UInt = 0
  /// The window whose property tells them, 0 where nobody asks for that; nil before the first time.
  var userTimeWindow: XID?
  /// Tells the window manager of frames; nil where the server cannot.
  let frameCounter: FrameCounter?
  /// What is to be said to the launcher when the window is shown.
  private var startup: StartupNotification?
  /// Where it was before it covered a monitor by itself, without a window manager.
  var unfilled: PixelRect?

  /// Creates the window. Throws where the screen has no pixels of the kind that Fude draws, or the server refuses it.
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

  /// Puts the window on the screen.
  public func show() {
    guard connection.isAlive else { return }
    isShown = true
    XMapWindow(connection.display, id)
    startup?.complete(on: connection)
    startup = nil
    if isFullScreen || isMaximised, !connection.hasWindowManager { fillMonitor() }
    XFlush(connection.display)
  }

  /// Takes the window off the screen for good (ICCCM 4.1.4).
  public func hide() {
    guard connection.isAlive, !isDestroyed else { return }
    isShown = false
    XWithdrawWindow(connection.display, id, connection.screen)
    XFlush(connection.display)
  }

  /// Asks the window manager to show the window full screen, or as before; `DesktopEvent.fullScreen` says when it
  /// has.
  public func setFullScreen(_ wanted: Bool) {
    guard connection.isAlive else { return }
    let atoms = connection.atoms
    // A window that is not on the screen yet states what it wants in the property itself (EWMH, "_NET_WM_STATE").
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

  /// Where its upper left corner is on the screen, px. The server is asked.
  public func originOnScreen() -> (x: Int, y: Int) {
    guard connection.isAlive, !isDestroyed else { return (0, 0) }
    var (x, y): (Int32, Int32) = (0, 0)
    var child: XID = 0
    XTranslateCoordinates(connection.display, id, connection.root, 0, 0, &x, &y, &child)
    return (Int(x), Int(y))
  }
}
