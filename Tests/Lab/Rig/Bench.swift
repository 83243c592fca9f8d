/// An X server with a virtual pen, mouse, keyboard and touch screen, a `Screen`, and optionally a
/// window manager.
///
/// Each test uses its own bench. `stop` or deallocation ends all processes.
public final class Bench {
  // Properties are deallocated in this order, so the server ends last.
  /// The window manager; nil without one.
  public let windowManager: WindowManager?
  /// The pen.
  public let pen: VirtualPen
  /// The mouse.
  public let mouse: VirtualMouse
  /// The keyboard.
  public let keyboard: VirtualKeyboard
  /// The touch screen.
  public let touch: VirtualTouch
  /// The pen of a kernel tablet; nil if the server has no driver for one.
  public let tablet: KernelPen?
  private let companionDevice: KernelDevice?
  /// The screen.
  public let screen: Screen
  /// The server.
  public let server: XServer

  /// Starts a bench.
  /// - Parameters:
  ///   - width: the screen's width, px.
  ///   - height: the screen's height, px.
  ///   - hasWindowManager: whether openbox is to run; fails where it is not installed.
  public convenience init(width: Int = 1920, height: Int = 1080, hasWindowManager: Bool = false) throws(RigError) {
    try self.init(XServer.Configuration(width: width, height: height), hasWindowManager: hasWindowManager)
  }

  /// Starts a bench with another kind of server, which must have the four usual devices. The tablet
  /// is plugged in if the configuration has a `tabletDriver`.
  public init(_ configuration: XServer.Configuration, hasWindowManager: Bool = false) throws(RigError) {
    let (width, height) = (configuration.width, configuration.height)
    server = try XServer(configuration)
    screen = try Screen(display: server.display)
    pen = VirtualPen(device: try InputTestDevice(.pen, of: server), width: width, height: height)
    touch = VirtualTouch(device: try InputTestDevice(.touch, of: server), width: width, height: height)
    mouse = VirtualMouse(device: try InputTestDevice(.mouse, of: server), screen: screen)
    keyboard = VirtualKeyboard(device: try InputTestDevice(.keyboard, of: server), screen: screen)
    try screen.setKeysRepeat(false)
    if let driver = configuration.tabletDriver {
      let device = try KernelDevice(.intuosPro, of: server)
      tablet = KernelPen(device: device, width: width, height: height)
      if let other = driver.companionDevice {
        companionDevice = try KernelDevice(other, number: 1, of: server)
      } else {
        companionDevice = nil
      }
    } else {
      (tablet, companionDevice) = (nil, nil)
    }
    windowManager = hasWindowManager ? try WindowManager(screen) : nil
    try plugInTablet()
  }

  /// Starts a program on the server.
  public func start(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], folder: TemporaryFolder? = nil
  ) throws(RigError) -> Program {
    try Program(path, arguments, display: server.display, environment: environment, folder: folder)
  }

  /// Unplugs a device. For programs it is disabled, in whatever state it was.
  public func unplug(_ device: InputTestDevice) throws(RigError) {
    try screen.setDevice(named: device.name, isEnabled: false)
  }

  /// Plugs a device in again.
  public func plugIn(_ device: InputTestDevice) throws(RigError) {
    try screen.setDevice(named: device.name, isEnabled: true)
    try device.connect()
  }

  /// Plugs in the tablet and waits until the server uses it. Does nothing if it is plugged in or
  /// there is no tablet.
  public func plugInTablet() throws(RigError) {
    guard let device = tablet?.device, let driver = server.configuration.tabletDriver else { return }
    try companionDevice?.plugIn()
    try device.plugIn()
    let names = driver.names(of: device.description)
    do {
      try screen.wait(for: "the devices \(names)") { names.allSatisfy { screen.deviceID(named: $0) != nil } }
    } catch {
      throw XServer.missingDriver(in: server.log, program: "the X server") ?? error
    }
  }

  /// Moves an end of the tablet's pen into proximity and waits until X has its device. The libinput
  /// driver creates the device only then, and drops events until it exists.
  public func enterProximity(_ end: KernelPen.End = .tip, at point: PenPoint) throws(RigError) {
    guard let tablet, let driver = server.configuration.tabletDriver else { throw RigError("There is no tablet.") }
    try tablet.enterProximity(end, at: point)
    try screen.wait(for: "a device \(driver.prefix(of: end, on: tablet.device.description))") { hasDevice(of: end) }
    try tablet.synchronize()
  }

  /// Whether X has a device for an end of the tablet's pen.
  public func hasDevice(of end: KernelPen.End) -> Bool {
    guard let tablet, let driver = server.configuration.tabletDriver else { return false }
    let prefix = driver.prefix(of: end, on: tablet.device.description)
    return screen.deviceNames.contains { $0.hasPrefix(prefix) }
  }

  /// Unplugs the tablet and waits until the server has noticed.
  public func unplugTablet() throws(RigError) {
    guard let device = tablet?.device else { return }
    device.unplug()
    try screen.wait(for: "the tablet to go") {
      screen.deviceNames.allSatisfy { !$0.hasPrefix(device.description.name) }
    }
  }

  /// Ends the server. Programs on it lose their connection.
  public func stop() {
    server.stop()
  }
}
