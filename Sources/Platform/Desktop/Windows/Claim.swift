internal import CX11
import Glibc

/// Something that only one Fude window on a display may hold: an open file or the saved position.
///
/// A claim is an X selection (ICCCM 2) owned by the window. The server keeps one owner at a time
/// and drops the selection when the window is destroyed.
public struct Claim: Sendable, Hashable {
  let name: String

  /// The claim on the saved window position.
  public static let place = Claim(name: AtomName.place.rawValue)

  private init(name: String) { self.name = name }

  /// The claim on an open file. Includes the host name, because a display may show windows of
  /// several machines.
  /// - Parameter path: absolute, with symbolic links resolved.
  public init(file path: some Collection<UInt8>) {
    var host = [CChar](repeating: 0, count: 256)
    _ = gethostname(&host, host.count - 1)
    var name = "_FUDE_FILE_" + String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    name += ":"
    // Atom names are Latin 1.
    for byte in path {
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
      name += isPlain ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 0x100, radix: 16).dropFirst()
    }
    self.name = name
  }
}

extension Connection {
  /// Returns the window that holds a claim, or 0 if there is none.
  func holder(of claim: Claim) -> XID {
    guard isAlive else { return 0 }
    // Without an existing atom the claim was never made.
    let atom = atom(of: claim, isNew: false)
    return atom == 0 || !isAlive ? 0 : XGetSelectionOwner(display, atom)
  }

  /// Returns the selection of a claim. It is created with `isNew`, else 0 if it does not exist.
  func atom(of claim: Claim, isNew: Bool) -> Atom {
    claim == .place ? atoms[.place] : XInternAtom(display, claim.name, isNew ? 0 : 1)
  }

  /// Whether a window of this or another program holds a claim.
  public func isHeld(_ claim: Claim) -> Bool { holder(of: claim) != 0 }

  /// Raises the window that holds a claim. Returns false if there is none.
  /// - Parameter start: the launcher's startup notification that caused this, if any.
  public func showHolder(of claim: Claim, for start: StartupNotification?) -> Bool {
    let window = holder(of: claim)
    guard window != 0 else { return false }
    raise(window, at: start?.time.map { Time($0) } ?? serverTime())
    return true
  }
}

extension Window {
  /// Claims something unless another window holds it. Returns whether this window holds it now.
  public func claim(_ claim: Claim) -> Bool {
    guard connection.isAlive, !isDestroyed else { return false }
    let display = connection.display
    let atom = connection.atom(of: claim, isNew: true)
    guard connection.isAlive else { return false }
    // The grab prevents another client from claiming between the query and the request.
    XGrabServer(display)
    var owner = XGetSelectionOwner(display, atom)
    if owner == 0 {
      XSetSelectionOwner(display, atom, id, UInt(CurrentTime))
      owner = id
    }
    XUngrabServer(display)
    XFlush(display)
    return connection.isAlive && owner == id
  }

  /// Releases a claim if this window holds it.
  public func release(_ claim: Claim) {
    guard connection.holder(of: claim) == id else { return }
    let atom = connection.atom(of: claim, isNew: false)
    guard connection.isAlive else { return }
    XSetSelectionOwner(connection.display, atom, 0, UInt(CurrentTime))
    XFlush(connection.display)
  }

  /// Whether another window holds a claim.
  public func isHeldElsewhere(_ claim: Claim) -> Bool {
    let holder = connection.holder(of: claim)
    return holder != 0 && holder != id
  }

  /// Raises the window that holds a claim, dated with the user's last input in this window.
  public func showHolder(of claim: Claim) {
    let holder = connection.holder(of: claim)
    if holder != 0, holder != id { connection.raise(holder, at: lastInputTime) }
  }
}
