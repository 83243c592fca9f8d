internal import CX11
import Glibc

/// A launcher's startup notification. The desktop shows that the program is starting until
/// `complete`, and gives it focus unless the user has done something else meanwhile.
///
/// Source: freedesktop.org, "Startup Notification Protocol" 0.1.
public struct StartupNotification: Sendable, Hashable {
  /// The launcher's id of this start.
  public let id: String
  /// Server time of the user's action that started the program, ms; nil if the launcher gives none.
  public let time: UInt32?

  /// Creates a notification from an id; nil if the id is empty.
  public init?(id: String) {
    guard !id.isEmpty else { return nil }
    self.id = id
    let mark = "_TIME"
    // The last occurrence counts; the text before it belongs to the launcher.
    guard let end = id.ranges(of: mark).last?.upperBound, let number = UInt64(id[end...]) else {
      time = nil
      return
    }
    let time = UInt32(truncatingIfNeeded: number)
    // In X, 0 means no time.
    self.time = time == 0 ? nil : time
  }

  /// Creates a notification for a start by the program itself.
  /// - Parameters:
  ///   - process: id of the starting process.
  ///   - number: distinguishes the starts of one process.
  ///   - time: server time of the user's action, ms.
  public init?(startedBy process: Int32, number: Int, time: UInt32) {
    self.init(id: "fude-\(process)-\(number)_TIME\(time)")
  }

  /// The environment variable with the id.
  public static let variable = "DESKTOP_STARTUP_ID"

  /// Returns the launcher's notification, if any, and removes it from the environment so that child
  /// processes do not inherit it. Call it before threads are started.
  public static func take() -> StartupNotification? {
    defer {
      unsetenv(variable)
      // The same on Wayland.
      unsetenv("XDG_ACTIVATION_TOKEN")
    }
    return getenv(variable).flatMap { StartupNotification(id: String(cString: $0)) }
  }

  /// Whether GLib, which most desktops use, launched this process from its desktop entry.
  public static func isLaunched(environment: [String: String]) -> Bool {
    environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == "\(getpid())"
  }

  /// The message that reports the end of the start, NUL-terminated.
  var completion: [UInt8] {
    // Only these characters need escapes in a quoted string.
    var text = "remove: ID=\""
    for character in id {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return Array((text + "\"").utf8) + [0]
  }

  /// Reports to the desktop that the program has started, or has nothing to show.
  public func complete(on connection: Connection) {
    guard connection.isAlive else { return }
    let display = connection.display
    // The window id distinguishes the parts of this message from those of others.
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
  /// Reports the time of the user's last action to the window manager (EWMH, "_NET_WM_USER_TIME").
  /// With it the manager does not move keyboard focus to a new window while the user works here.
  /// Called once an iteration.
  func tellUserTime() {
    guard lastInputTime != toldInputTime, connection.isAlive, !isDestroyed else { return }
    toldInputTime = lastInputTime
    let owner = userTimeWindow ?? makeUserTimeWindow()
    userTimeWindow = owner
    if owner != 0 { setProperty(.netWMUserTime, type: Atom(XA_CARDINAL), [lastInputTime & 0xffff_ffff], of: owner) }
  }

  /// Returns the window whose property holds the time; 0 if the window manager reads none.
  ///
  /// A separate window, if supported, spares listeners of this window an event for every press.
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
