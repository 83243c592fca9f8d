import CKernelInput
import CXDamage
import Glibc

/// A simulated kernel input device.
///
/// A server with a `TabletDriver` finds it in /dev/input and through udev, and its real driver
/// reads it (see Tests/Lab/KernelInput/include).
///
/// Like the kernel, it does not send keys and axes whose value has not changed. It can be plugged
/// in and unplugged any number of times, also while keys are down.
public final class KernelDevice {
  /// The simulated device's properties.
  public let description: Description
  /// The N of /dev/input/eventN.
  public let number: Int
  private let folder: TemporaryFolder
  private let connection: XConnection
  private var listener: FileDescriptor?
  private var readers: [FileDescriptor] = []
  private var held: Set<UInt16> = []
  private var axes: [UInt16: Int32] = [:]

  /// Makes a device for a server. It is not plugged in yet.
  /// - Parameters:
  ///   - number: 0...31, unique on the server.
  public init(_ description: Description, number: Int = 20, of server: XServer) throws(RigError) {
    guard server.configuration.tabletDriver != nil, 0...Int(KERNEL_INPUT_LAST) ~= number else {
      throw RigError("The server at \(server.display) takes up no kernel's device number \(number).")
    }
    self.description = description
    self.number = number
    connection = try XConnection(display: server.display)
    folder = server.folder
  }

  /// Whether it is plugged in.
  public var isPluggedIn: Bool { listener != nil }

  /// Whether a key, by its BTN_ code, was last sent as down.
  func isDown(_ key: Int32) -> Bool { held.contains(UInt16(key)) }

  /// Plugs the device in and notifies the server. Does not wait until the server uses it.
  public func plugIn() throws(RigError) {
    guard listener == nil else { return }
    listener = try FileDescriptor.listening(at: path + ".socket")
    let file = folder.path + "/event\(number)"
    try writeFile(file, description.bytes)
    guard rename(file, path) == 0 else { throw .system("Cannot make \(path)", code: errno) }
  }

  /// Unplugs the device. Readers get an error, and the server is notified.
  public func unplug() {
    guard listener != nil else { return }
    (listener, readers) = (nil, [])
    (held, axes) = ([], [:])
    unlink(path + ".socket")
    unlink(path)
  }

  /// One entry of a frame.
  public enum Item: Sendable, Hashable {
    /// The state of a key, by its KEY_ or BTN_ code.
    case key(Int32, isDown: Bool)
    /// The value of an axis, by its ABS_ code.
    case axis(Int32, Int32)
    /// The tool's serial number. It is always sent.
    case serial(Int32)
  }

  /// Sends one frame: the changed `items` and an end mark. Returns when the frame is written.
  public func send(_ items: [Item]) throws(RigError) {
    guard isPluggedIn else { throw RigError("The device \"\(description.name)\" is not plugged in.") }
    let (seconds, nanoseconds) = MonotonicTime.now.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var events: [kernel_input_event] = []
    func add(_ type: Int32, _ code: UInt16, _ value: Int32) {
      events.append(
        kernel_input_event(
          seconds: seconds, microseconds: nanoseconds / 1000, type: UInt16(type), code: code, value: value))
    }
    for item in items {
      switch item {
      case .key(let code, let isDown):
        let code = UInt16(code)
        guard held.contains(code) != isDown else { continue }
        if isDown { held.insert(code) } else { held.remove(code) }
        add(EV_KEY, code, isDown ? 1 : 0)
      case .axis(let code, let value):
        let code = UInt16(code)
        guard axes.updateValue(value, forKey: code) ?? 0 != value else { continue }
        add(EV_ABS, code, value)
      case .serial(let number): add(EV_MSC, UInt16(MSC_SERIAL), number)
      }
    }
    guard !events.isEmpty else { return }
    add(EV_SYN, UInt16(SYN_REPORT), 0)
    takeReaders()
    readers.removeAll { reader in !events.withUnsafeBytes { reader.send($0) } }
  }

  /// Waits until the server's driver has read everything and the server has queued the resulting
  /// events for its clients. Fails after a time limit.
  public func synchronize(seconds: Double = 10) throws(RigError) {
    takeReaders()
    let deadline = MonotonicTime.after(seconds: seconds)
    for reader in readers {
      while reader.unreadCount > 0 {
        if deadline.hasPassed { throw RigError("Nobody has read \"\(description.name)\" within \(seconds) s.") }
        // A socket does not notify when its other end has read everything, so poll.
        MonotonicTime.sleep(seconds: 0.000_2)
      }
    }
    // The server's input thread has the input lock from reading events until it has queued them. Making
    // a barrier needs that lock, and the next request is read after the queue is empty. The barrier has
    // no device, so it stops nothing.
    try connection.checked("Cannot wait for the input thread") { display in
      let barrier = XFixesCreatePointerBarrier(display, connection.root, 0, 0, 0, 1, 0, 0, nil)
      XFixesDestroyPointerBarrier(display, barrier)
    }
  }

  private var path: String { "\(folder.path)/\(XServer.kernelFolder)/event\(number)" }

  /// Accepts the processes that have opened the device since. Some only probe it and have closed it
  /// again.
  private func takeReaders() {
    while let reader = listener?.accepted() { readers.append(reader) }
  }
}
