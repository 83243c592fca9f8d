internal import CX11
import Glibc

/// A claim that only one window of Fude may hold on a display: an open file, or the place of
/// windows.
///
/// It is a selection of X (ICCCM 2) named after the claim, owned by the window. The server keeps
/// one owner at a time, reports it to anyone, and releases it with the window, however the program
/// ends.
public struct Claim: Sendable, Hashable {
  /// The selection's name.
  let name: String

  /// The claim on the remembered place of the window.
  public static let place = Claim(name: AtomName.place.rawValue)

  private init(name: String) { self.name = name }

  /// The greatest number of bytes of a path that a name has. No file has a longer path, and the server ends the
  /// program for a name of more than 65,535 bytes.
  private static let longestPath = 4096

  /// The claim on the place of a file: its absolute path without links. The file may not exist yet.
  /// Paths that are too long for any file share claims.
  public init(file path: some Collection<UInt8>) { self.init(text: path.prefix(Self.longestPath)) }

  /// The claim on a file itself, to which several hard links may lead.
  public init(device: UInt64, number: UInt64, generation: UInt64) {
    // A path begins with a slash.
    self.init(text: "\(device):\(number):\(generation)".utf8)
  }

  /// The name has this machine, since a display may show windows of several.
  private init(text: some Collection<UInt8>) {
    var host = [CChar](repeating: 0, count: 256)
    _ = gethostname(&host, host.count - 1)
    var name = "_FUDE_FILE_" + String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    name += ":"
    // Names of atoms are Latin 1.
    for byte in text {
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
      name += isPlain ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 0x100, radix: 16).dropFirst()
    }
    self.name = name
  }
}

extension Connection {
  /// The window that holds a claim; 0 for none.
  func holder(of claim: Claim) -> XID {
    guard isAlive else { return 0 }
    // A claim that was never made has no atom.
    let atom = atom(of: claim, isNew: false)
    return atom == 0 || !isAlive ? 0 : XGetSelectionOwner(display, atom)
  }

  /// The atom of a claim; 0 if it does not exist and `isNew` is false.
  func atom(of claim: Claim, isNew: Bool) -> Atom {
    claim == .place ? atoms[.place] : XInternAtom(display, claim.name, isNew ? 0 : 1)
  }

  /// Whether any window holds a claim.
  public func isHeld(_ claim: Claim) -> Bool { holder(of: claim) != 0 }

  /// Raises the window that holds a claim. Returns false if there is none.
  /// - Parameter start: the launcher's data of the start that led to this, if any.
  public func showHolder(of claim: Claim, for start: StartupNotification?) -> Bool {
    let window = holder(of: claim)
    guard window != 0 else { return false }
    raise(window, at: start?.time.map { Time($0) } ?? serverTime())
    return true
  }
}

extension Window: ClaimAccess {
  /// Takes a claim unless another window holds it. Returns whether this window holds it now.
  public func claim(_ claim: Claim) -> Bool {
    guard connection.isAlive, !isDestroyed else { return false }
    let display = connection.display
    let atom = connection.atom(of: claim, isNew: true)
    guard connection.isAlive else { return false }
    // No other client may claim it between the check and the claim.
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

  /// Releases a claim of this window.
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

  /// Raises the window that holds a claim, at the time of the user's last action in this window.
  public func showHolder(of claim: Claim) {
    let holder = connection.holder(of: claim)
    if holder != 0, holder != id { connection.raise(holder, at: lastInputTime) }
  }
}
