import Geometry
import Glibc
import Input
import Rig
import Testing

@testable import Desktop

/// A window of Desktop on a real server, and its events so far.
///
/// `init` starts the server and waits for the window. The rig acts, and `collect` waits for events.
/// Deallocation ends everything.
final class Stage {
  // Properties are deallocated in this order, so the server ends last.
  let wakeup: Wakeup
  let pump: EventPump
  let window: Window
  let connection: Connection
  let bench: Bench
  /// All events since the last `forget`.
  private(set) var events: [DesktopEvent] = []

  convenience init(
    _ options: Window.Options = Window.Options(title: "stage", width: 800, height: 600), coreOnly: Bool = false,
    hasWindowManager: Bool = false
  ) throws {
    try self.init(on: try Bench(hasWindowManager: hasWindowManager), options, coreOnly: coreOnly)
  }

  init(
    on bench: Bench, _ options: Window.Options = Window.Options(title: "stage", width: 800, height: 600),
    coreOnly: Bool = false
  ) throws {
    self.bench = bench
    let hasWindowManager = bench.windowManager != nil
    connection = try Connection(display: bench.server.display)
    window = try Window(connection, options)
    wakeup = try Wakeup()
    pump = EventPump(window, wakeup: wakeup, coreOnly: coreOnly)
    pump.follow(PenDevices(connection).all())
    window.show()
    if hasWindowManager { try rouseWindowManager() }
    try collect("the window") { if case .exposed = $0 { true } else { false } }
    if !hasWindowManager { try bench.screen.focus(id) }
    try collect("the keyboard") { if case .focus(true) = $0 { true } else { false } }
    forget()
  }

  /// While openbox starts, it reads requests to map windows in advance and handles them only after
  /// another event. So send a message without meaning.
  private func rouseWindowManager() throws {
    let screen = bench.screen
    try screen.wait(for: "the window manager to show the window") {
      window.sendToRoot(.presented, (0, 0, 0, 0, 0))
      return screen.isViewable(id)
    }
  }

  var id: WindowID { WindowID(window.id) }

  /// Takes events until one matches, including earlier ones. Fails after `seconds`.
  func collect(_ what: String, seconds: Double = 10, until isIt: (DesktopEvent) -> Bool) throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    while !events.contains(where: isIt) {
      guard ContinuousClock.now < deadline else { throw RigError("Waited \(seconds) s in vain for \(what): \(events)") }
      pump.wait(deadline: deadline)
      pump.drain(into: &events)
    }
  }

  /// Takes events until a condition holds. Fails after `seconds`.
  func wait(for what: String, seconds: Double = 10, until holds: () -> Bool) throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    while !holds() {
      guard ContinuousClock.now < deadline else { throw RigError("Waited \(seconds) s in vain for \(what): \(events)") }
      pump.wait(deadline: deadline)
      pump.drain(into: &events)
    }
  }

  /// Takes all events of earlier requests to the server.
  func collectAll() {
    connection.synchronise()
    pump.drain(into: &events)
  }

  func forget() { events.removeAll() }

  var pointerEvents: [RawPointerEvent] {
    events.compactMap { if case .pointer(let event) = $0 { event } else { nil } }
  }

  var texts: [String] {
    events.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  var keyEvents: [KeyEvent] {
    events.compactMap { if case .key(let event) = $0 { event } else { nil } }
  }

  func penID() throws -> Int {
    try #require(PenDevices(connection).all().first { $0.name == bench.pen.device.name }).id
  }
}
