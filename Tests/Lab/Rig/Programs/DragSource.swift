import CX11

/// A program that drags data over another program's window: the source's side of XDND.
///
/// `init` takes the selection XdndSelection. Then call `enter`, `move`, and `leave` or `drop`, in
/// the protocol's order or another. `answers` holds the target's messages. `die` or deallocation
/// ends it like a program that ends.
public final class DragSource {
  /// Owns the selection and receives the target's messages.
  public let holder: SelectionOwner
  private let screen: Screen
  private let target: WindowID
  private let types: [String]

  /// Starts a drag. `answers` has the data for each target.
  public init(
    _ screen: Screen, over target: WindowID, _ answers: [String: SelectionOwner.Answer], types: [String]? = nil
  ) throws(RigError) {
    (self.screen, self.target) = (screen, target)
    self.types = types ?? answers.keys.sorted()
    holder = try SelectionOwner(
      display: screen.display, selection: "XdndSelection", answers, properties: ["XdndTypeList": self.types])
  }

  /// The XDND version that the target window announces; nil for none.
  public var announcedVersion: Int? {
    screen.connection.items(of: screen.connection.atom("XdndAware"), on: target.number)?.first.map { Int($0) }
  }

  /// Sends XdndEnter.
  public func enter(version: Int = 5) throws(RigError) {
    let first = (types + ["", "", ""]).prefix(3).map { $0.isEmpty ? 0 : Int(screen.connection.atom($0)) }
    try send("XdndEnter", version << 24 | (types.count > 3 ? 1 : 0), first[0], first[1], first[2])
  }

  /// Moves to a position on the screen.
  public func move(x: Int, y: Int) throws(RigError) {
    try send("XdndPosition", 0, x << 16 | y & 0xFFFF, 0, Int(screen.connection.atom("XdndActionCopy")))
  }

  /// Sends XdndLeave.
  public func leave() throws(RigError) { try send("XdndLeave", 0, 0, 0, 0) }

  /// Sends XdndDrop.
  public func drop() throws(RigError) { try send("XdndDrop", 0, 0, 0, 0) }

  /// Ends the source without a message, as if the program had crashed.
  public func die() { holder.stop() }

  /// The target's messages of one kind, "XdndStatus" or "XdndFinished", so far.
  public func answers(_ name: String) -> [[Int]] { holder.messages.filter { $0.name == name }.map(\.data) }

  /// Waits for `count` messages of one kind and returns the last one.
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
