import CX11
import Glibc

/// A program that pastes: reads what another one offers by a selection, at once or part by part
/// (ICCCM 2.7.2).
///
/// Life: 1. `init` connects; 2. used from one thread; 3. with its owner it goes, as a program that
/// dies.
public final class SelectionReader {
  private let connection: XConnection
  private let window: Window

  /// Connects to a server.
  public init(display: String) throws(RigError) {
    connection = try XConnection(display: display)
    window = XCreateSimpleWindow(try connection.handle(), connection.root, -10, -10, 1, 1, 0, 0, 0)
    XSelectInput(try connection.handle(), window, PropertyChangeMask)
  }

  deinit {
    if let handle = connection.live { XDestroyWindow(handle, window) }
  }

  /// What is offered, in a form of 8 bits an item; nil where it is not to be had in this form.
  /// - Parameters:
  ///   - parts: after so many parts no more is asked for, and what has come is the answer.
  ///   - seconds: how long to wait for each part.
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
  /// Puts items of 32 bits into a property; Xlib wants them as longs.
  func write(_ items: [UInt], to property: Atom, of window: Window, type: Atom) {
    guard let live else { return }
    items.withUnsafeBytes {
      _ = XChangeProperty(
        live, window, property, type, 32, PropModeReplace, $0.baseAddress?.assumingMemoryBound(to: UInt8.self),
        Int32(items.count))
    }
  }

  /// The items of 32 bits that a property holds; nil where it holds none.
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
