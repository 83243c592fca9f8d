internal import CX11
import Glibc

/// Owns the selection CLIPBOARD (ICCCM 2) while other programs can paste this program's content.
///
/// `offer` takes the selection. It is lost when another program copies something (`lost`) or this
/// one ends, because X keeps no copy. `ClipboardService` serves the requests.
final class Clipboard {
  private let connection: Connection
  private let window: XID
  /// The content; nil if another program owns the selection.
  private(set) var content: ClipboardOffer?
  /// Server time at which the selection was taken.
  private(set) var time: Time = 0
  /// Serial of the request that took the selection.
  private var serial: UInt = 0

  init(_ connection: Connection, window: XID) { (self.connection, self.window) = (connection, window) }

  var isEmpty: Bool { content == nil }

  /// Takes the selection at the time of the user's action; false if another program owns it.
  func offer(_ content: ClipboardOffer, at time: Time) -> Bool {
    guard connection.isAlive else { return false }
    let selection = connection.atoms[.clipboard]
    let serial = XNextRequest(connection.display)
    XSetSelectionOwner(connection.display, selection, window, time)
    guard XGetSelectionOwner(connection.display, selection) == window else { return false }
    (self.content, self.time, self.serial) = (content, time, serial)
    return true
  }

  /// Handles the loss of the selection. Events from before the last `offer` are ignored.
  func lost(_ event: XSelectionClearEvent) {
    if event.selection == connection.atoms[.clipboard], event.serial >= serial { content = nil }
  }

  /// Returns the content for a demand; nil if the selection was not ours at its time (0 means now).
  func holds(_ demand: SelectionDemand) -> ClipboardOffer? {
    guard demand.selection == connection.atoms[.clipboard] else { return nil }
    // Server times are 32 bits and wrap.
    let isSince = demand.time == 0 || Int32(bitPattern: UInt32(truncatingIfNeeded: demand.time &- time)) >= 0
    return isSince ? content : nil
  }
}
