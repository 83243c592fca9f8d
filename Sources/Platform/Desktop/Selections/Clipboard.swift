internal import CX11
import Glibc

/// What the program has copied for others to paste: owns the selection CLIPBOARD (ICCCM 2).
///
/// Its life: `offer` takes the selection; each request of another program is let through (`holds`) until one of them copies
/// something itself (`lost`) or this one ends: X keeps no copy. The answers are a courier's (`ClipboardService`).
final class Clipboard {
  private let connection: Connection
  private let window: XID
  /// What is to be had; nil where it is another program's turn.
  private(set) var content: ClipboardOffer?
  /// When it was taken, the server's time.
  private(set) var time: Time = 0
  /// The serial number of the request that took it.
  private var serial: UInt = 0

  /// Owns nothing yet.
  init(_ connection: Connection, window: XID) { (self.connection, self.window) = (connection, window) }

  /// Whether there is nothing of ours to paste.
  var isEmpty: Bool { content == nil }

  /// Takes the selection at the server's time of what the user did. False where the server gave it to somebody else.
  func offer(_ content: ClipboardOffer, at time: Time) -> Bool {
    guard connection.isAlive else { return false }
    let selection = connection.atoms[.clipboard]
    let serial = XNextRequest(connection.display)
    XSetSelectionOwner(connection.display, selection, window, time)
    guard XGetSelectionOwner(connection.display, selection) == window else { return false }
    (self.content, self.time, self.serial) = (content, time, serial)
    return true
  }

  /// Another program has copied something. Where that was before the last `offer`, which the server then had not done yet, the
  /// news is of no more account.
  func lost(_ event: XSelectionClearEvent) {
    if event.selection == connection.atoms[.clipboard], event.serial >= serial { content = nil }
  }

  /// What a request is for; nil where nothing of ours was to be had at its time (0 is now).
  func holds(_ demand: SelectionDemand) -> ClipboardOffer? {
    guard demand.selection == connection.atoms[.clipboard] else { return nil }
    // The server's 32 bits wrap.
    let isSince = demand.time == 0 || Int32(bitPattern: UInt32(truncatingIfNeeded: demand.time &- time)) >= 0
    return isSince ? content : nil
  }
}
