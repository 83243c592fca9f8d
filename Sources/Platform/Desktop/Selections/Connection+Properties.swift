internal import CX11

/// A part of a property's content.
struct PropertyPart {
  /// The type; 0 if there is no property.
  var type: Atom
  /// Bits per item: 8, 16 or 32.
  var format: Int
  /// Items of 8 bits; empty for others.
  var bytes: [UInt8]
  /// Items of 32 bits; empty for others.
  var items: [UInt]
  /// The number of bytes after this part.
  var rest: Int
}

// Properties of other programs' windows, which may be gone at any time.
extension Connection {
  /// Reads at most `longs` times 4 bytes from `offset` times 4 bytes on; nil if the window or the
  /// server is gone.
  func readProperty(_ property: Atom, of window: XID, offset: Int = 0, longs: Int) -> PropertyPart? {
    var type: Atom = 0
    var (format, count, rest): (Int32, UInt, UInt) = (0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let (status, failure) = trapping(synchronising: false) {
      XGetWindowProperty(
        display, window, property, offset, longs, 0, Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    }
    defer { if let data { XFree(data) } }
    guard status == Success, failure == nil, isAlive else { return nil }
    var part = PropertyPart(type: type, format: Int(format), bytes: [], items: [], rest: Int(rest))
    guard let data, count > 0 else { return part }
    if format == 8 {
      part.bytes = Array(UnsafeBufferPointer(start: data, count: Int(count)))
    } else if format == 32 {
      // Xlib hands items of 32 bits out as longs.
      part.items = data.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    }
    return part
  }

  /// Writes bytes to a property of another program's window. Call it under a trap.
  func write(_ bytes: ArraySlice<UInt8>, to property: Atom, of window: XID, type: Atom) {
    guard isAlive else { return }
    bytes.withUnsafeBufferPointer {
      _ = XChangeProperty(display, window, property, type, 8, PropModeReplace, $0.baseAddress, Int32($0.count))
    }
  }

  /// Writes items of 32 bits, passed to Xlib as longs, to a property. Call it under a trap for
  /// another program's window.
  func write(_ items: [UInt], to property: Atom, of window: XID, type: Atom) {
    guard isAlive else { return }
    items.withUnsafeBytes {
      _ = XChangeProperty(
        display, window, property, type, 32, PropModeReplace, $0.baseAddress?.assumingMemoryBound(to: UInt8.self),
        Int32(items.count))
    }
  }

  /// Sends a message to another program's window. Call it under a trap or forgiving.
  func send(_ name: AtomName, to window: XID, _ data: (Int, Int, Int, Int, Int)) {
    guard isAlive else { return }
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atoms[name]
    event.xclient.format = 32
    event.xclient.data.l = data
    XSendEvent(display, window, 0, 0, &event)
  }

  /// Answers a request for a selection; `property` 0 is a refusal.
  func answer(_ demand: SelectionDemand, property: Atom) {
    guard isAlive else { return }
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = demand.requestor
    event.xselection.selection = demand.selection
    event.xselection.target = demand.target
    event.xselection.property = property
    event.xselection.time = demand.time
    XSendEvent(display, demand.requestor, 0, 0, &event)
  }
}

/// A request of another program for the copy.
struct SelectionDemand: Sendable {
  var requestor: UInt
  var selection: UInt
  var target: UInt
  /// The property of the requestor for the answer.
  var property: UInt
  /// The server's time.
  var time: UInt
}
