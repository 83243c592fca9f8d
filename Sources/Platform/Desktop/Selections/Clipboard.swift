internal import CX11
import Glibc

/// The program's copy for other programs: the owner of the selection CLIPBOARD (ICCCM 2).
///
/// `offer` takes the selection. `holds` checks each request of another program, until another
/// program copies something (`lost`) or this one ends, since X keeps no copy. `ClipboardService`
/// answers the requests.
final class Clipboard {
  private let connection: Connection
  private let window: XID
  /// The offer; nil if another program owns the selection.
  private(set) var content: ClipboardOffer?
  /// The server's time of the offer.
  private(set) var time: Time = 0
  /// The serial of the request that took the selection.
  private var serial: UInt = 0

  /// A clipboard without an offer.
  init(_ connection: Connection, window: XID) { (self.connection, self.window) = (connection, window) }

  /// Whether there is no offer.
  var isEmpty: Bool { content == nil }

  /// Takes the selection at the server's time of the user's action. Returns false if another
  /// program has it since a later time.
  func offer(_ content: ClipboardOffer, at time: Time) -> Bool {
    guard connection.isAlive else { return false }
    let selection = connection.atoms[.clipboard]
    let serial = XNextRequest(connection.display)
    XSetSelectionOwner(connection.display, selection, window, time)
    guard XGetSelectionOwner(connection.display, selection) == window else { return false }
    (self.content, self.time, self.serial) = (content, time, serial)
    return true
  }

  /// Handles the loss of the selection. A loss from before the last `offer` is ignored.
  func lost(_ event: XSelectionClearEvent) {
    if event.selection == connection.atoms[.clipboard], event.serial >= serial { content = nil }
  }

  /// The offer for a request; nil if there was none at its time (0 means now).
  func holds(_ demand: SelectionDemand) -> ClipboardOffer? {
    guard demand.selection == connection.atoms[.clipboard] else { return nil }
    // The server's time wraps at 2^32.
    let isSince = demand.time == 0 || Int32(bitPattern: UInt32(truncatingIfNeeded: demand.time &- time)) >= 0
    return isSince ? content : nil
  }
}
