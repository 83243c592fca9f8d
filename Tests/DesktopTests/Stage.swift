import Geometry
import Glibc
import Input
import Rig
import Testing

@testable import Desktop

/// A Desktop window on a real server of the rig, with its events so far.
///
/// `init` starts the server, opens the window and waits for it. `collect` waits for events of the
/// rig's input. Everything ends with its owner.
final class Stage {
  // Released in this order: the server last.
  let wakeup: Wakeup
  let pump: EventPump
  let window: Window
  let connection: Connection
  let bench: Bench
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

  /// Openbox, while it starts, reads requests to map windows ahead and forgets them until another
  /// event. A message without meaning is such an event.
  private func rouseWindowManager() throws {
    let screen = bench.screen
    try screen.wait(for: "the window manager to show the window") {
      window.sendToRoot(.presented, (0, 0, 0, 0, 0))
      return screen.isViewable(id)
    }
  }

  var id: WindowID { WindowID(window.id) }

  /// Takes events until one satisfies `isIt`, earlier ones included. Fails after `seconds`.
  func collect(_ what: String, seconds: Double = 10, until isIt: (DesktopEvent) -> Bool) throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    while !events.contains(where: isIt) {
      guard ContinuousClock.now < deadline else { throw RigError("Waited \(seconds) s in vain for \(what): \(events)") }
      pump.wait(deadline: deadline)
      pump.drain(into: &events)
    }
  }

  /// Takes events until `holds` is true. Fails after `seconds`.
  func wait(for what: String, seconds: Double = 10, until holds: () -> Bool) throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    while !holds() {
      guard ContinuousClock.now < deadline else { throw RigError("Waited \(seconds) s in vain for \(what): \(events)") }
      pump.wait(deadline: deadline)
      pump.drain(into: &events)
    }
  }

  /// Takes all events of requests sent so far.
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
