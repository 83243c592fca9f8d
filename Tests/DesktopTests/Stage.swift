import Geometry
import Glibc
import Input
import Rig
import Testing

@testable import Desktop

/// A window of Desktop's own on a real server of the rig's, with the events that came so far.
///
/// Life: 1. `init` starts the server, opens the window and waits until it is there; 2. the rig acts, `collect` waits
/// for what the window hears of it; 3. all ends with its owner.
final class Stage {
  // In this order they go: the server last.
  let wakeup: Wakeup
  let pump: EventPump
  let window: Window
  let connection: Connection
  let bench: Bench
  /// Everything heard since the last `forget`.
  private(set) var events: [DesktopEvent] = []

  convenience init(
    _ options: Window.Options = Window.Options(title: "stage", width: 800, height: 600), coreOnly: Bool = false,
    hasWindowManager: Bool = false
  ) throws {
    try self.init(on: try Bench(hasWindowManager: hasWindowManager), options, coreOnly: coreOnly)
  }

  /// On a bench that was prepared.
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

  /// Openbox, while it starts, reads requests to map windows ahead and then forgets them until something else
  /// happens: so let something happen, a message that means nothing.
  private func rouseWindowManager() throws {
    let screen = bench.screen
    try screen.wait(for: "the window manager to show the window") {
      window.sendToRoot(.presented, (0, 0, 0, 0, 0))
      return screen.isViewable(id)
    }
  }

  /// The window as the rig names it.
  var id: WindowID { WindowID(window.id) }

  /// Takes events until one is what is waited for, also among those that came before. Fails after `seconds`.
  func collect(_ what: String, seconds: Double = 10, until isIt: (DesktopEvent) -> Bool) throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    while !events.contains(where: isIt) {
      guard ContinuousClock.now < deadline else { throw RigError("Waited \(seconds) s in vain for \(what): \(events)") }
      pump.wait(deadline: deadline)
      pump.drain(into: &events)
    }
  }

  /// Takes events until something holds that they lead to. Fails after `seconds`.
  func wait(for what: String, seconds: Double = 10, until holds: () -> Bool) throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    while !holds() {
      guard ContinuousClock.now < deadline else { throw RigError("Waited \(seconds) s in vain for \(what): \(events)") }
      pump.wait(deadline: deadline)
      pump.drain(into: &events)
    }
  }

  /// Takes all events of what was sent to the server before.
  func collectAll() {
    connection.synchronise()
    pump.drain(into: &events)
  }

  func forget() { events.removeAll() }

  /// The pointer events heard.
  var pointerEvents: [RawPointerEvent] {
    events.compactMap { if case .pointer(let event) = $0 { event } else { nil } }
  }

  /// The texts heard.
  var texts: [String] {
    events.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The key events heard.
  var keyEvents: [KeyEvent] {
    events.compactMap { if case .key(let event) = $0 { event } else { nil } }
  }

  /// The number of the pen.
  func penID() throws -> Int {
    try #require(PenDevices(connection).all().first { $0.name == bench.pen.device.name }).id
  }
}
