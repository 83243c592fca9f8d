import CX11

/// A window's hints for its window manager (WM_NORMAL_HINTS), px; nil if not given.
public struct SizeHints: Sendable, Hashable {
  /// The smallest size.
  public var minimum: Size?
  /// The largest size.
  public var maximum: Size?
  /// The steps of width and height.
  public var increment: Size?
  /// Whether the user asked for the position (USPosition).
  public var isPositionByUser: Bool
  /// Whether the user asked for the size (USSize).
  public var isSizeByUser: Bool

  /// A width and a height, px.
  public struct Size: Sendable, Hashable {
    /// Width.
    public var width: Int
    /// Height.
    public var height: Int
  }
}

extension Screen {
  /// A window's title: _NET_WM_NAME, otherwise WM_NAME; nil if it has none.
  public func title(of window: WindowID) -> String? {
    text("_NET_WM_NAME", of: window) ?? text("WM_NAME", of: window)
  }

  /// A window's WM_CLASS: instance and class; nil if it has none.
  public func windowClass(of window: WindowID) -> [String]? {
    text("WM_CLASS", of: window)?.split(separator: "\0").map(String.init)
  }

  /// The process ID that a window announces (_NET_WM_PID); nil if it does not.
  public func processID(of window: WindowID) -> Int? {
    numbers("_NET_WM_PID", of: window)?.first
  }

  /// The names in a window's property of atoms (WM_PROTOCOLS, _NET_WM_STATE ...); empty if it has
  /// none.
  public func atoms(_ name: String, of window: WindowID) -> [String] {
    (numbers(name, of: window) ?? []).compactMap { connection.name(of: Atom(bitPattern: $0)) }
  }

  /// A window's size hints; nil if it has none.
  public func sizeHints(of window: WindowID) -> SizeHints? {
    var hints = XSizeHints()
    var supplied = 0
    guard let handle = connection.live, XGetWMNormalHints(handle, window.number, &hints, &supplied) != 0 else {
      return nil
    }
    func size(_ flag: Int, _ width: Int32, _ height: Int32) -> SizeHints.Size? {
      hints.flags & flag == 0 ? nil : SizeHints.Size(width: Int(width), height: Int(height))
    }
    return SizeHints(
      minimum: size(PMinSize, hints.min_width, hints.min_height),
      maximum: size(PMaxSize, hints.max_width, hints.max_height),
      increment: size(PResizeInc, hints.width_inc, hints.height_inc),
      isPositionByUser: hints.flags & USPosition != 0, isSizeByUser: hints.flags & USSize != 0)
  }

  /// A property of 8-bit items as text; nil if the window has none.
  public func text(_ name: String, of window: WindowID) -> String? {
    withProperty(name, of: window) { format, count, data in
      format == 8 ? String(decoding: UnsafeRawBufferPointer(start: data, count: count), as: UTF8.self) : nil
    }
  }

  /// A property of 32-bit items; nil if the window has none.
  public func numbers(_ name: String, of window: WindowID) -> [Int]? {
    withProperty(name, of: window) { format, count, data in
      guard format == 32 else { return nil }
      // Xlib returns 32-bit items as longs (XGetWindowProperty(3)).
      return data.withMemoryRebound(to: Int.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
  }

  /// Sets the desktop's resources (RESOURCE_MANAGER of the root window), as a settings daemon or
  /// xrdb does. Lines of "NAME: VALUE" replace all earlier ones.
  public func setResources(_ text: String) throws(RigError) {
    let property = connection.atom("RESOURCE_MANAGER")
    let bytes = Array(text.utf8)
    try connection.checked("Cannot set the desktop's resources") { handle in
      _ = XChangeProperty(
        handle, connection.root, property, Atom(XA_STRING), 8, PropModeReplace, bytes, Int32(bytes.count))
    }
    try synchronize()
  }

  private func withProperty<Result>(
    _ name: String, of window: WindowID, _ body: (_ format: Int, _ count: Int, UnsafeMutablePointer<UInt8>) -> Result?
  ) -> Result? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let property = connection.atom(name)
    guard let handle = connection.live else { return nil }
    let status = XGetWindowProperty(
      handle, window.number, property, 0, 1 << 20, 0, UInt(AnyPropertyType), &type, &format,
      &count, &rest, &data)
    guard !isLost, status == Success, let data else { return nil }
    defer { XFree(data) }
    return type == 0 ? nil : body(Int(format), Int(count), data)
  }
}
