import CX11

/// A program from which something is dragged over others' windows: the source's side of XDND, by
/// real messages.
///
/// Life: 1. `init` takes the selection XdndSelection; 2. `enter`, `move`, then `leave` or `drop`,
/// as the protocol has them or not; what the target answers is in `answers`; 3. `die`, or its
/// owner's end, ends it as a program's end does.
public final class DragSource {
  /// What offers the data, and hears the answers.
  public let holder: SelectionOwner
  private let screen: Screen
  private let target: WindowID
  private let types: [String]

  /// Something is dragged, to be had in these forms.
  public init(
    _ screen: Screen, over target: WindowID, _ answers: [String: SelectionOwner.Answer], types: [String]? = nil
  ) throws(RigError) {
    (self.screen, self.target) = (screen, target)
    self.types = types ?? answers.keys.sorted()
    holder = try SelectionOwner(
      display: screen.display, selection: "XdndSelection", answers, properties: ["XdndTypeList": self.types])
  }

  /// The version of the protocol that the target announces; nil for none.
  public var announcedVersion: Int? {
    screen.connection.items(of: screen.connection.atom("XdndAware"), on: target.number)?.first.map { Int($0) }
  }

  /// The pointer comes to the target.
  public func enter(version: Int = 5) throws(RigError) {
    let first = (types + ["", "", ""]).prefix(3).map { $0.isEmpty ? 0 : Int(screen.connection.atom($0)) }
    try send("XdndEnter", version << 24 | (types.count > 3 ? 1 : 0), first[0], first[1], first[2])
  }

  /// It moves to a place of the screen.
  public func move(x: Int, y: Int) throws(RigError) {
    try send("XdndPosition", 0, x << 16 | y & 0xFFFF, 0, Int(screen.connection.atom("XdndActionCopy")))
  }

  /// It goes away.
  public func leave() throws(RigError) { try send("XdndLeave", 0, 0, 0, 0) }

  /// The button is let go.
  public func drop() throws(RigError) { try send("XdndDrop", 0, 0, 0, 0) }

  /// The program ends without another word.
  public func die() { holder.stop() }

  /// The answers of one kind, "XdndStatus" or "XdndFinished", so far.
  public func answers(_ name: String) -> [[Int]] { holder.messages.filter { $0.name == name }.map(\.data) }

  /// Waits for so many answers of one kind, and gives the last.
  public func waitForAnswer(_ name: String, count: Int = 1, seconds: Double = 20) throws(RigError) -> [Int] {
    try screen.wait(for: "\(count) times \(name)", seconds: seconds) { answers(name).count >= count }
    return answers(name).last ?? []
  }

  private func send(_ name: String, _ a: Int, _ b: Int, _ c: Int, _ d: Int) throws(RigError) {
    let handle = try screen.connection.handle()
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = target.number
    event.xclient.message_type = screen.connection.atom(name)
    event.xclient.format = 32
    event.xclient.data.l = (Int(holder.window.number), a, b, c, d)
    XSendEvent(handle, target.number, 0, 0, &event)
    try screen.connection.synchronize()
  }
}
