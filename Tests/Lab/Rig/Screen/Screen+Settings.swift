import CX11

extension Screen {
  /// Replaces the user's resources, as `xrdb -load` does; nil removes them.
  public func setResources(_ text: String?) throws(RigError) {
    let property = connection.atom("RESOURCE_MANAGER")
    try connection.checked("Cannot set the resources") { handle in
      let root = XRootWindow(handle, 0)
      guard let text else {
        XDeleteProperty(handle, root, property)
        return
      }
      let bytes = Array(text.utf8)
      XChangeProperty(handle, root, property, Atom(XA_STRING), 8, PropModeReplace, bytes, Int32(bytes.count))
    }
  }

  /// Turns key repeat on or off. It is on for a new server and off for every `Bench`, because a
  /// slow machine must not turn a tap into repeats.
  public func setKeysRepeat(_ repeats: Bool) throws(RigError) {
    let handle = try connection.handle()
    if repeats { XAutoRepeatOn(handle) } else { XAutoRepeatOff(handle) }
    try connection.synchronize()
  }

  /// Sets the keyboard's layouts, as `setxkbmap` does: "us,ru". The first is active. setxkbmap must
  /// be installed.
  public func setLayouts(_ layouts: String) throws(RigError) {
    guard Program.find("setxkbmap") != nil else {
      throw RigError("setxkbmap is not installed (Debian package x11-xkb-utils).")
    }
    let program = try Program("setxkbmap", ["-layout", layouts], display: display)
    guard try program.waitForExit() == .exited(0) else {
      throw RigError("The layouts \(layouts) cannot be set: \(program.errors)")
    }
  }
}

/// A program that announces the desktop's settings by XSETTINGS (freedesktop.org), version 0.5.
///
/// `init` announces it as the settings manager. Deallocation ends that.
public final class SettingsManager {
  private let connection: XConnection
  private let window: Window
  private var serial: UInt32 = 0

  /// Becomes the settings manager of the server's first screen.
  public init(_ screen: Screen) throws(RigError) {
    connection = try XConnection(display: screen.display)
    let handle = try connection.handle()
    window = XCreateSimpleWindow(handle, connection.root, -10, -10, 1, 1, 0, 0, 0)
    let selection = connection.atom("_XSETTINGS_S0")
    XSetSelectionOwner(handle, selection, window, UInt(CurrentTime))
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = connection.root
    event.xclient.message_type = connection.atom("MANAGER")
    event.xclient.format = 32
    event.xclient.data.l = (Int(CurrentTime), Int(bitPattern: selection), Int(bitPattern: window), 0, 0)
    XSendEvent(handle, connection.root, 0, StructureNotifyMask, &event)
    try connection.synchronize()
  }

  /// Announces a resolution, dots per inch, among other settings; nil announces only the others.
  public func set(dpi: Double?, theme: String = "Adwaita", isBigEndian: Bool = false) throws(RigError) {
    serial += 1
    func number(_ value: UInt32, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    func padded(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8)
      return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    func head(_ kind: UInt8, _ name: String) -> [UInt8] {
      [kind, 0] + number(UInt32(name.utf8.count), 2) + padded(name) + number(serial, 4)
    }
    var settings = [head(1, "Net/ThemeName") + number(UInt32(theme.utf8.count), 4) + padded(theme)]
    settings.append(head(2, "Test/Colour") + number(1, 2) + number(2, 2) + number(3, 2) + number(4, 2))
    if let dpi { settings.append(head(0, "Xft/DPI") + number(UInt32(bitPattern: Int32(dpi * 1024)), 4)) }
    let bytes =
      [isBigEndian ? 1 : 0, 0, 0, 0] + number(serial, 4) + number(UInt32(settings.count), 4) + settings.joined()
    let property = connection.atom("_XSETTINGS_SETTINGS")
    try connection.checked("Cannot tell of settings") {
      _ = XChangeProperty($0, window, property, property, 8, PropModeReplace, bytes, Int32(bytes.count))
    }
  }
}
