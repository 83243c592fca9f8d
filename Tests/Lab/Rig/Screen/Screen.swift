import CX11
import CXDamage

/// A client of an X server that finds windows, reads pixels and acts as a window manager.
///
/// On windows of other clients it selects only events that any number of clients may select.
///
/// Use it from one thread at a time. If the server ends, throwing calls fail and the others return
/// nothing.
public final class Screen {
  /// The server's display, the value of DISPLAY.
  public let display: String
  /// Width, px.
  public let width: Int
  /// Height, px.
  public let height: Int
  let connection: XConnection
  /// The window manager of this screen; nil without one.
  weak var windowManager: WindowManager?
  private let damageEvent: Int32
  private let rootDamage: Damage
  private var meters: [Damage: (Area) -> Void] = [:]
  private var pongs: Set<Int> = []
  var pingNumber = 0
  /// The number of damage events since this client connected.
  private(set) var drawings = 0
  /// The time of the last damage event; the clock's origin if there was none.
  private(set) var lastDrawing = MonotonicTime(nanoseconds: 0)

  /// Connects to the server at `display` (":7").
  public init(display: String) throws(RigError) {
    self.display = display
    connection = try XConnection(display: display)
    let handle = try connection.handle()
    width = Int(XDisplayWidth(handle, XDefaultScreen(handle)))
    height = Int(XDisplayHeight(handle, XDefaultScreen(handle)))
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 2, 2)
    guard XDamageQueryExtension(handle, &event, &error) != 0 else {
      throw RigError("The X server at \(display) has no DAMAGE extension.")
    }
    guard XIQueryVersion(handle, &major, &minor) == 0 else {
      throw RigError("The X server at \(display) has no XInput 2.2.")
    }
    damageEvent = event
    rootDamage = XDamageCreate(handle, connection.root, Int32(XDamageReportNonEmpty))
    // Answers to _NET_WM_PING come to the root window with this mask.
    XSelectInput(handle, connection.root, SubstructureNotifyMask)
    try connection.synchronize()
  }

  /// The whole screen.
  public var area: Area { Area(x: 0, y: 0, width: width, height: height) }

  /// The root window.
  public var root: WindowID { WindowID(connection.root) }

  /// Whether the server is gone.
  public var isLost: Bool { connection.isLost }

  /// Whether the server has an extension ("MIT-SHM").
  public func hasExtension(_ name: String) -> Bool {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard let handle = connection.live else { return false }
    return XQueryExtension(handle, name, &opcode, &event, &error) != 0
  }

  /// Waits until the server has handled all requests of this client.
  public func synchronize() throws(RigError) {
    try connection.synchronize()
  }

  func drainEvents() {
    while var event = connection.nextEvent() {
      if event.type == damageEvent + Int32(XDamageNotify) {
        let notice = withUnsafeBytes(of: &event) { $0.load(as: XDamageNotifyEvent.self) }
        if notice.damage == rootDamage {
          drawings += 1
          lastDrawing = .now
          if let handle = connection.live { XDamageSubtract(handle, rootDamage, 0, 0) }
        } else {
          let area = notice.area
          meters[notice.damage]?(
            Area(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height)))
        }
      } else if event.type == ClientMessage, event.xclient.message_type == connection.atom("WM_PROTOCOLS"),
        event.xclient.data.l.0 == Int(bitPattern: connection.atom("_NET_WM_PING"))
      {
        pongs.insert(event.xclient.data.l.1)
      }
    }
  }

  /// Reports every drawing request into `window` as a raw rectangle in its coordinates.
  func addMeter(on window: WindowID, _ report: @escaping (Area) -> Void) throws(RigError) -> UInt {
    let damage = try connection.checked("Cannot watch window \(window)") {
      XDamageCreate($0, window.number, Int32(XDamageReportRawRectangles))
    }
    drainEvents()  // the first report is the whole window, as it was before
    meters[damage] = report
    return damage
  }

  func removeMeter(_ damage: UInt) {
    meters[damage] = nil
    guard let handle = connection.live else { return }
    XDamageDestroy(handle, damage)
    connection.forgetErrors()  // the window may be gone, and its damage with it
  }

  /// Whether the answer to the ping with this number has arrived. Forgets the answer.
  func takePong(_ number: Int) -> Bool {
    pongs.remove(number) != nil
  }
}
