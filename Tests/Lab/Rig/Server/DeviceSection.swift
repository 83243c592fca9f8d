/// An input device of the X server's configuration: a driver and its options.
///
/// The devices of `inputtest` are configured here. The wacom and libinput drivers find kernel
/// devices on their own (`TabletDriver`, `KernelDevice`).
public struct DeviceSection: Sendable, Hashable {
  /// Whether the server uses the device as its first pointer or keyboard.
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
    /// The option's name.
    public var name: String
    /// The option's value. `@FOLDER@` stands for the server's folder.
    public var value: String

    /// Makes an option.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The device's name, as clients see it, without quotes.
  public var name: String
  /// The driver module.
  public var driver: String
  /// The driver's options.
  public var options: [Option]
  /// The device's role.
  public var role: Role

  /// Makes a device section.
  public init(name: String, driver: String, options: [Option], role: Role = .further) {
    self.name = name
    self.driver = driver
    self.options = options
    self.role = role
  }

  /// The file name of an inputtest device's socket in the server's folder; nil for other drivers.
  var socketName: String? {
    guard driver == "inputtest", let path = options.first(where: { $0.name == "SocketPath" })?.value else { return nil }
    return path.split(separator: "/").last.map(String.init)
  }
}

extension DeviceSection {
  /// A pen with pressure and proximity, named like a tablet driver's stylus.
  public static let pen = inputTest(
    "Test Pen stylus", socket: "pen",
    [
      Option("DeviceType", "PointerAbsoluteProximity"), Option("PointerHasPressure", "true"),
      Option("PointerButtonCount", "8"),
    ])

  /// The eraser of a pen, named like a tablet driver's eraser.
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
      // Otherwise the server accelerates fast movements, and a test would not know the pointer's
      // position.
      Option("AccelerationScheme", "none"),
    ], role: .corePointer)

  /// A touchpad that sends gestures, without acceleration.
  public static let touchpad = inputTest(
    "Test Touchpad", socket: "touchpad",
    [Option("DeviceType", "PointerGesture"), Option("AccelerationScheme", "none")])

  /// A keyboard with the server's default layout.
  public static let keyboard = inputTest(
    "Test Keyboard", socket: "keyboard", [Option("DeviceType", "Keyboard")], role: .coreKeyboard)

  /// A touch screen for up to ten fingers.
  public static let touch = inputTest(
    "Test Touch", socket: "touch", [Option("DeviceType", "Touch"), Option("TouchCount", "10")])

  private static func inputTest(_ name: String, socket: String, _ options: [Option], role: Role = .further)
    -> DeviceSection
  {
    DeviceSection(
      name: name, driver: "inputtest", options: [Option("SocketPath", "@FOLDER@/\(socket)")] + options, role: role)
  }

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
