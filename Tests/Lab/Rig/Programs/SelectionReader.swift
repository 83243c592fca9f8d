import CX11
import Glibc

/// A program that pastes: reads a selection at once or in parts (ICCCM 2.7.2).
///
/// Use it from one thread. On deallocation its connection closes, as if the program had crashed.
public final class SelectionReader {
  private let connection: XConnection
  private let window: Window

  /// Connects to the server at `display`.
  public init(display: String) throws(RigError) {
    connection = try XConnection(display: display)
    window = XCreateSimpleWindow(try connection.handle(), connection.root, -10, -10, 1, 1, 0, 0, 0)
    XSelectInput(try connection.handle(), window, PropertyChangeMask)
  }

  deinit {
    if let handle = connection.live { XDestroyWindow(handle, window) }
  }

  /// Reads a selection as 8-bit items; nil if the owner refuses the target.
  /// - Parameters:
  ///   - parts: the number of parts after which reading stops and returns the bytes so far.
  ///   - seconds: the longest wait for each part.
  public func bytes(
    of selection: String = "CLIPBOARD", as target: String, parts: Int = .max, seconds: Double = 10
  ) throws(RigError) -> [UInt8]? {
    let handle = try connection.handle()
    let property = connection.atom("RIG_READ")
    XDeleteProperty(handle, window, property)
    XConvertSelection(
      handle, connection.atom(selection), connection.atom(target), property, window, UInt(CurrentTime))
    var bytes: [UInt8] = []
    var (isAnswered, isIncremental, count) = (false, false, 0)
    var deadline = MonotonicTime.after(seconds: seconds)
    while true {
      while let event = connection.nextEvent() {
        if event.type == SelectionNotify {
          if event.xselection.property == 0 { return nil }
          isAnswered = true
        } else if event.type != PropertyNotify || event.xproperty.state != PropertyNewValue
          || event.xproperty.atom != property || !isIncremental
        {
          continue
        }
        guard isAnswered else { continue }
        deadline = .after(seconds: seconds)
        var (type, format, items, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
        var data: UnsafeMutablePointer<UInt8>?
        XGetWindowProperty(
          handle, window, property, 0, 1 << 28, 0, UInt(AnyPropertyType), &type, &format, &items, &rest, &data)
        defer { if let data { XFree(data) } }
        guard type != 0 else { continue }
        if type == connection.atom("INCR") {
          isIncremental = true
        } else {
          if isIncremental, items == 0 { return bytes }
          bytes += UnsafeBufferPointer(start: data, count: Int(items))
          count += 1
          if !isIncremental || count == parts { return bytes }
        }
        XDeleteProperty(handle, window, property)
      }
      if deadline.hasPassed { throw RigError("The owner of \(selection) does not answer.") }
      connection.waitForInput(before: deadline)
    }
  }
}

extension XConnection {
  /// Writes a property of 32-bit items, which Xlib expects as longs.
  func write(_ items: [UInt], to property: Atom, of window: Window, type: Atom) {
    guard let live else { return }
    items.withUnsafeBytes {
      _ = XChangeProperty(
        live, window, property, type, 32, PropModeReplace, $0.baseAddress?.assumingMemoryBound(to: UInt8.self),
        Int32(items.count))
    }
  }

  /// A property's 32-bit items; nil if there are none.
  func items(of property: Atom, on window: Window) -> [UInt]? {
    guard let live else { return nil }
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      live, window, property, 0, 1 << 16, 0, UInt(AnyPropertyType), &type, &format, &count, &rest, &data)
    defer { if let data { XFree(data) } }
    guard status == Success, format == 32, let data else { return nil }
    return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }
}
