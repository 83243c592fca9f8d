internal import CX11
import Glibc

/// Text that the program has copied for others to paste: owns the selection CLIPBOARD (ICCCM 2).
///
/// Its life: `offer` takes the selection; each request of another program is answered (`answer`) until one of them copies
/// something itself (`lost`) or this one ends: X keeps no copy.
final class Clipboard {
  private let connection: Connection
  private let window: XID
  private var text: [UInt8]?
  /// When it was taken, the server's time.
  private var time: Time = 0
  /// The serial number of the request that took it.
  private var serial: UInt = 0

  /// Longer texts would have to go piece by piece (INCR), and are refused.
  static let most = 65536

  /// Owns nothing yet.
  init(_ connection: Connection, window: XID) { (self.connection, self.window) = (connection, window) }

  /// Whether there is nothing of ours to paste.
  var isEmpty: Bool { text == nil }

  /// Takes the selection at the server's time of what the user did. False where the text is too long or the server gave the
  /// selection to somebody else.
  func offer(_ text: String, at time: Time) -> Bool {
    let bytes = Array(text.utf8)
    guard connection.isAlive, bytes.count <= Self.most else { return false }
    let selection = connection.atoms[.clipboard]
    let serial = XNextRequest(connection.display)
    XSetSelectionOwner(connection.display, selection, window, time)
    guard XGetSelectionOwner(connection.display, selection) == window else { return false }
    (self.text, self.time, self.serial) = (bytes, time, serial)
    return true
  }

  /// Another program has copied something. Where that was before the last `offer`, which the server then had not done yet, the
  /// news is of no more account.
  func lost(_ event: XSelectionClearEvent) {
    if event.selection == connection.atoms[.clipboard], event.serial >= serial { text = nil }
  }

  /// Answers a program that wants the text. It may be gone by then, so everything is done under a trap.
  func answer(_ request: XSelectionRequestEvent) {
    // Old programs name no property; the target's name does then (ICCCM 2.2).
    let property = request.property == 0 ? request.target : request.property
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.time = request.time
    _ = connection.trapping {
      let isOurs = request.selection == connection.atoms[.clipboard] && isValid(at: request.time)
      event.xselection.property = isOurs && convert(to: request.target, property, of: request.requestor) ? property : 0
      // The server may have gone while it was asked for something; another request would crash.
      guard connection.isAlive else { return }
      XSendEvent(connection.display, request.requestor, 0, 0, &event)
    }
  }

  /// Whether it was the owner at a time; 0 is now.
  private func isValid(at time: Time) -> Bool {
    // The server's 32 bits wrap.
    text != nil && (time == 0 || Int32(bitPattern: UInt32(truncatingIfNeeded: time &- self.time)) >= 0)
  }

  /// Puts the text, or what is said of it, into a property. False for what cannot be said.
  private func convert(to target: Atom, _ property: Atom, of requestor: XID) -> Bool {
    guard let text else { return false }
    let atoms = connection.atoms
    switch target {
    case atoms[.utf8String], atoms[.plainText]:
      XChangeProperty(
        connection.display, requestor, property, target, 8, PropModeReplace, text, Int32(text.count))
    case atoms[.targets]:
      let names: [AtomName] = [.targets, .timestamp, .multiple, .utf8String, .plainText]
      setLongs(property, of: requestor, type: Atom(XA_ATOM), names.map { atoms[$0] })
    case atoms[.timestamp]:
      setLongs(property, of: requestor, type: Atom(XA_INTEGER), [time])
    case atoms[.multiple]:
      return convertPairs(property, of: requestor)
    default:
      return false
    }
    return true
  }

  /// Several targets at once: pairs of target and property, of which those that failed become 0 (ICCCM 2.6.2).
  private func convertPairs(_ property: Atom, of requestor: XID) -> Bool {
    var type: Atom = 0
    var (format, count, rest): (Int32, UInt, UInt) = (0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      connection.display, requestor, property, 0, 64, 0, connection.atoms[.atomPair], &type, &format, &count, &rest,
      &data)
    defer { if let data { XFree(data) } }
    guard status == Success, format == 32, let data else { return false }
    var atoms = data.withMemoryRebound(to: Atom.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
    for k in stride(from: 0, to: atoms.count - 1, by: 2) {
      let isNested = atoms[k] == connection.atoms[.multiple]
      if isNested || atoms[k + 1] == 0 || !convert(to: atoms[k], atoms[k + 1], of: requestor) { atoms[k + 1] = 0 }
    }
    setLongs(property, of: requestor, type: connection.atoms[.atomPair], atoms)
    return true
  }

  /// Items of 32 bits, which Xlib wants as longs.
  private func setLongs(_ property: Atom, of requestor: XID, type: Atom, _ items: [UInt]) {
    items.withUnsafeBytes {
      _ = XChangeProperty(
        connection.display, requestor, property, type, 32, PropModeReplace,
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(items.count))
    }
  }
}

extension Window {
  /// Copies text for other programs to paste, for as long as this program runs and nothing else is copied. False where it
  /// cannot be: a text of more than 64 KiB, or a server that is gone.
  public func copy(_ text: String) -> Bool {
    let board = clipboard ?? Clipboard(connection, window: id)
    clipboard = board
    return board.offer(text, at: lastInputTime)
  }
}
