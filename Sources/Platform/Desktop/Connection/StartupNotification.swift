internal import CX11
import Glibc

/// What a launcher says of the program's start: a desktop shows that the program is on its way until it says that it has come, and
/// gives its window the keyboard only if the user has done nothing else meanwhile.
///
/// Source: freedesktop.org, "Startup Notification Protocol" 0.1.
public struct StartupNotification: Sendable, Hashable {
  /// By what the launcher knows this start.
  public let id: String
  /// The server's time of what the user did to start the program, ms; nil where the launcher does not tell.
  public let time: UInt32?

  /// A start by its id; nil where that is empty.
  public init?(id: String) {
    guard !id.isEmpty else { return nil }
    self.id = id
    let mark = "_TIME"
    // The last counts: what stands before it is the launcher's own.
    guard let end = id.ranges(of: mark).last?.upperBound, let number = UInt64(id[end...]) else {
      time = nil
      return
    }
    let time = UInt32(truncatingIfNeeded: number)
    // 0 stands for no time anywhere in X.
    self.time = time == 0 ? nil : time
  }

  /// A start of the program by the program itself.
  /// - Parameters:
  ///   - time: the server's, of what the user did, ms.
  ///   - number: tells apart what one process starts.
  public init?(startedBy process: Int32, number: Int, time: UInt32) {
    self.init(id: "fude-\(process)-\(number)_TIME\(time)")
  }

  /// The variable that tells a program of it.
  public static let variable = "DESKTOP_STARTUP_ID"

  /// What the launcher said, nil where it did not; and takes it out of the environment, as it is not for programs that this one
  /// starts. To be called before there are threads.
  public static func take() -> StartupNotification? {
    defer {
      unsetenv(variable)
      // The same on Wayland.
      unsetenv("XDG_ACTIVATION_TOKEN")
    }
    return getenv(variable).flatMap { StartupNotification(id: String(cString: $0)) }
  }

  /// Whether a desktop has started this very process by its menu entry: GLib, by which most do, says so.
  public static func isLaunched(environment: [String: String]) -> Bool {
    environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == "\(getpid())"
  }

  /// The words by which the desktop learns that the program has come.
  var completion: [UInt8] {
    // Only these would end a quoted text, or be taken for more than they are.
    var text = "remove: ID=\""
    for character in id {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return Array((text + "\"").utf8) + [0]
  }

  /// Tells the desktop that the program has come, or has nothing to show.
  public func complete(on connection: Connection) {
    guard connection.isAlive else { return }
    let display = connection.display
    // The parts of a message are told apart from others' by a window.
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
  /// Tells window managers when the user did something in this window last, so that a window that nobody asked for does not take
  /// the keyboard away from one in which something is being done (EWMH, "_NET_WM_USER_TIME"). Once a turn.
  func tellUserTime() {
    guard lastInputTime != reportedInputTime, connection.isAlive, !isDestroyed else { return }
    reportedInputTime = lastInputTime
    let teller = userTimeWindow ?? makeUserTimeWindow()
    userTimeWindow = teller
    if teller != 0 { setProperty(.netWMUserTime, type: Atom(XA_CARDINAL), [lastInputTime & 0xffff_ffff], of: teller) }
  }

  /// The window whose property is to say it: one beside this, if the window manager looks there, so that nobody who waits for news of
  /// this one, its own program first, is woken by every press. 0 where the manager does not look anywhere.
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
