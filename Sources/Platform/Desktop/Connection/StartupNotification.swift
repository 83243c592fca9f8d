internal import CX11
import Glibc

/// A launcher's data about the program's start. A desktop shows that the program is starting until
/// it reports its completion, and gives its window the keyboard only if the user has done nothing
/// else meanwhile.
///
/// Source: freedesktop.org, "Startup Notification Protocol" 0.1.
public struct StartupNotification: Sendable, Hashable {
  /// The launcher's identifier of this start.
  public let id: String
  /// The server's time of the user's action, ms; nil if unknown.
  public let time: UInt32?

  /// A start by its id; nil if that is empty.
  public init?(id: String) {
    guard !id.isEmpty else { return nil }
    self.id = id
    let mark = "_TIME"
    // The last mark counts; text before it is the launcher's own.
    guard let end = id.ranges(of: mark).last?.upperBound, let number = UInt64(id[end...]) else {
      time = nil
      return
    }
    let time = UInt32(truncatingIfNeeded: number)
    // In X, 0 means no time.
    self.time = time == 0 ? nil : time
  }

  /// A start of the program by itself.
  /// - Parameters:
  ///   - time: the server's time of the user's action, ms.
  ///   - number: distinguishes the starts of one process.
  public init?(startedBy process: Int32, number: Int, time: UInt32) {
    self.init(id: "fude-\(process)-\(number)_TIME\(time)")
  }

  /// The environment variable with the id.
  public static let variable = "DESKTOP_STARTUP_ID"

  /// Reads the launcher's data and removes it from the environment, so that programs started later
  /// do not get it; nil if there is none. Call it before threads exist.
  public static func take() -> StartupNotification? {
    defer {
      unsetenv(variable)
      // The same variable on Wayland.
      unsetenv("XDG_ACTIVATION_TOKEN")
    }
    return getenv(variable).flatMap { StartupNotification(id: String(cString: $0)) }
  }

  /// Whether a desktop has started this process by its menu entry, as GLib's variables report.
  public static func isLaunched(environment: [String: String]) -> Bool {
    environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == "\(getpid())"
  }

  /// The message that completes the start.
  var completion: [UInt8] {
    // Quotation marks and backslashes must be escaped in a quoted text.
    var text = "remove: ID=\""
    for character in id {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return Array((text + "\"").utf8) + [0]
  }

  /// Reports to the desktop that the start is complete.
  public func complete(on connection: Connection) {
    guard connection.isAlive else { return }
    let display = connection.display
    // A window identifies the parts of one message.
    let window = XCreateSimpleWindow(display, connection.root, -10, -10, 1, 1, 0, 0, 0)
    let bytes = completion
    for start in stride(from: 0, to: bytes.count, by: 20) {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = connection.atoms[start == 0 ? .netStartupInfoBegin : .netStartupInfo]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data.b) {
        $0.copyBytes(from: bytes[start..<min(start + 20, bytes.count)])
      }
      XSendEvent(display, connection.root, 0, PropertyChangeMask, &event)
    }
    XDestroyWindow(display, window)
    XFlush(display)
  }
}

extension Window {
  /// Reports the time of the user's last action in this window to the window manager, so that a new
  /// window does not take the keyboard away from a window in use (EWMH, "_NET_WM_USER_TIME").
  /// Called once an iteration of the event loop.
  func tellUserTime() {
    guard lastInputTime != reportedInputTime, connection.isAlive, !isDestroyed else { return }
    reportedInputTime = lastInputTime
    let teller = userTimeWindow ?? makeUserTimeWindow()
    userTimeWindow = teller
    if teller != 0 { setProperty(.netWMUserTime, type: Atom(XA_CARDINAL), [lastInputTime & 0xffff_ffff], of: teller) }
  }

  /// The window with the property: a separate one if the window manager supports that, so that
  /// listeners of this window are not woken by every press; 0 without support.
  private func makeUserTimeWindow() -> XID {
    let atoms = connection.atoms
    let supported = connection.items(.netSupported, of: connection.root) ?? []
    guard supported.contains(atoms[.netWMUserTimeWindow]) else {
      return supported.contains(atoms[.netWMUserTime]) ? id : 0
    }
    let window = XCreateSimpleWindow(connection.display, id, -10, -10, 1, 1, 0, 0, 0)
    setProperty(.netWMUserTimeWindow, type: Atom(XA_WINDOW), [window])
    return window
  }
}
