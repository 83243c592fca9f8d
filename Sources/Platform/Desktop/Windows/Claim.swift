internal import CX11
import Glibc

/// Something that only one window of Fude's may have on a display: a file that is open, the place where windows are found again.
///
/// It is a selection of X's (ICCCM 2), named after what is claimed, whose owner is the window: the server keeps one owner at a time,
/// tells anyone who it is, and forgets it with the window, however its program ends.
public struct Claim: Sendable, Hashable {
  /// The selection's name.
  let name: String

  /// The place where a window is put again.
  public static let place = Claim(name: AtomName.place.rawValue)

  private init(name: String) { self.name = name }

  /// The file at a path, from the root on and without links, on this machine: a display may show windows of several.
  public init(file path: some Collection<UInt8>) {
    var host = [CChar](repeating: 0, count: 256)
    _ = gethostname(&host, host.count - 1)
    var name = "_FUDE_FILE_" + String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    name += ":"
    // Names of atoms are Latin 1.
    for byte in path {
      let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
      name += isPlain ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 0x100, radix: 16).dropFirst()
    }
    self.name = name
  }
}

extension Connection {
  /// The window that has a claim; 0 where none has.
  func holder(of claim: Claim) -> XID {
    guard isAlive else { return 0 }
    // What nobody ever claimed has no name.
    let atom = atom(of: claim, isNew: false)
    return atom == 0 || !isAlive ? 0 : XGetSelectionOwner(display, atom)
  }

  /// The selection of a claim; 0 where there is none and none is to be made.
  func atom(of claim: Claim, isNew: Bool) -> Atom {
    claim == .place ? atoms[.place] : XInternAtom(display, claim.name, isNew ? 0 : 1)
  }

  /// Whether a window, of this program or another, has a claim.
  public func isHeld(_ claim: Claim) -> Bool { holder(of: claim) != 0 }

  /// Brings the window that has a claim before the user. False where none has.
  /// - Parameter start: what the launcher said of the start that led to this, if it was one.
  public func showHolder(of claim: Claim, for start: StartupNotification?) -> Bool {
    let window = holder(of: claim)
    guard window != 0 else { return false }
    raise(window, at: start?.time.map { Time($0) } ?? serverTime())
    return true
  }
}

extension Window {
  /// Makes a claim this window's, unless another has it. Returns whether it is this window's now.
  public func claim(_ claim: Claim) -> Bool {
    guard connection.isAlive, !isDestroyed else { return false }
    let display = connection.display
    let atom = connection.atom(of: claim, isNew: true)
    guard connection.isAlive else { return false }
    // Nobody may come between the question and the claim.
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

  /// Gives a claim back, if it is this window's.
  public func release(_ claim: Claim) {
    guard connection.holder(of: claim) == id else { return }
    let atom = connection.atom(of: claim, isNew: false)
    guard connection.isAlive else { return }
    XSetSelectionOwner(connection.display, atom, 0, UInt(CurrentTime))
    XFlush(connection.display)
  }

  /// Whether another window has a claim.
  public func isHeldElsewhere(_ claim: Claim) -> Bool {
    let holder = connection.holder(of: claim)
    return holder != 0 && holder != id
  }

  /// Brings the window that has a claim before the user, because of what the user did last in this one.
  public func showHolder(of claim: Claim) {
    let holder = connection.holder(of: claim)
    if holder != 0, holder != id { connection.raise(holder, at: lastInputTime) }
  }
}
