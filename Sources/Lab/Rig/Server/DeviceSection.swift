/// An input device of the X server's configuration: a driver and its options. The four of
/// `inputtest` are made here; what wacom and libinput take up comes by itself, from the kernel
/// (`TabletDriver`, `KernelDevice`).
public struct DeviceSection: Sendable, Hashable {
  /// Whether the server takes it as its first pointer or keyboard.
  public enum Role: String, Sendable, Hashable {
    /// The first pointer.
    case corePointer = "CorePointer"
    /// The first keyboard.
    case coreKeyboard = "CoreKeyboard"
    /// Any further device.
    case further = ""
  }

  /// An `Option` line.
  public struct Option: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its value. `@FOLDER@` in it stands for the server's folder.
    public var value: String

    /// An option by name and value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The device's name, as clients see it. No quotes.
  public var name: String
  /// The driver module.
  public var driver: String
  /// Its options.
  public var options: [Option]
  /// Its role.
  public var role: Role

  /// A device by its parts.
  public init(name: String, driver: String, options: [Option], role: Role = .further) {
    self.name = name
    self.driver = driver
    self.options = options
    self.role = role
  }

  /// The file name, within the server's folder, of the socket through which an inputtest device is
  /// driven; nil for other drivers.
  var socketName: String? {
    guard driver == "inputtest", let path = options.first(where: { $0.name == "SocketPath" })?.value else { return nil }
    return path.split(separator: "/").last.map(String.init)
  }
}

extension DeviceSection {
  /// A pen with pressure and proximity, named as a tablet's stylus is by its driver.
  public static let pen = inputTest(
    "Test Pen stylus", socket: "pen",
    [
      Option("DeviceType", "PointerAbsoluteProximity"), Option("PointerHasPressure", "true"),
      Option("PointerButtonCount", "8"),
    ])

  /// The other end of a pen, named as a tablet's eraser is by its driver.
  public static let eraser = inputTest(
    "Test Pen eraser", socket: "eraser",
    [
      Option("DeviceType", "PointerAbsoluteProximity"), Option("PointerHasPressure", "true"),
      Option("PointerButtonCount", "8"),
    ])

  /// A mouse with a wheel and smooth scrolling, without acceleration.
  public static let mouse = inputTest(
    "Test Mouse", socket: "mouse",
    [
      Option("DeviceType", "Pointer"), Option("PointerButtonCount", "10"),
      // Without this the server multiplies fast movements, and a test would not know where the
      // pointer ends.
      Option("AccelerationScheme", "none"),
    ], role: .corePointer)

  /// A touchpad that tells of gestures, without acceleration.
  public static let touchpad = inputTest(
    "Test Touchpad", socket: "touchpad",
    [Option("DeviceType", "PointerGesture"), Option("AccelerationScheme", "none")])

  /// A keyboard of the server's default layout.
  public static let keyboard = inputTest(
    "Test Keyboard", socket: "keyboard", [Option("DeviceType", "Keyboard")], role: .coreKeyboard)

  /// A touch screen for up to ten fingers.
  public static let touch = inputTest(
    "Test Touch", socket: "touch", [Option("DeviceType", "Touch"), Option("TouchCount", "10")])

  /// Shows when the server has processed the events of other devices (`KernelDevice.synchronize`). It is a floating
  /// mouse, so no window gets its motion. Not a keyboard: while a libinput tool is being added, Xorg 21.1.7 now and then
  /// processes a key event for a device without keys, and crashes.
  public static let clock = inputTest(
    "Test Clock", socket: "clock",
    [Option("DeviceType", "Pointer"), Option("AccelerationScheme", "none"), Option("Floating", "true")])

  private static func inputTest(_ name: String, socket: String, _ options: [Option], role: Role = .further)
    -> DeviceSection
  {
    DeviceSection(
      name: name, driver: "inputtest", options: [Option("SocketPath", "@FOLDER@/\(socket)")] + options, role: role)
  }

  /// The section of the configuration file.
  func text(folder: String) -> String {
    var lines = ["Section \"InputDevice\"", "  Identifier \"\(name)\"", "  Driver \"\(driver)\""]
    for option in options {
      lines.append("  Option \"\(option.name)\" \"\(Self.replacing("@FOLDER@", with: folder, in: option.value))\"")
    }
    return (lines + ["EndSection"]).joined(separator: "\n") + "\n"
  }

  private static func replacing(_ mark: String, with text: String, in value: String) -> String {
    value.split(separator: mark, omittingEmptySubsequences: false).joined(separator: text)
  }
}
