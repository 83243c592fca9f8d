import Rig
import Testing

extension EndToEnd {
  /// Drawing, sending and idling cost no more than necessary.
  @Suite struct CostTests {
    /// Fails if drawing repaints more than the surroundings of the pen. The server counts the
    /// pixels drawn.
    @Test func aStrokePutsLittleMoreThanItself() throws {
      let session = try TestSession()
      try session.tap(500, 400)
      try session.settle()
      let before = try session.image()
      let meter = try DamageMeter(session.screen, window: session.window)
      _ = try meter.take()
      try session.line(from: (100, 100), to: (300, 160), count: 50, rate: 500)
      let put = try meter.take()
      let ink = try session.image().difference(from: before).bounds
      #expect(put.bounds.contains(ink))
      #expect(ink.expanded(by: 24).contains(put.bounds), "ink in \(ink), put \(put.bounds)")
      // At most one frame per event (52), each of the changing tail: about 40 px square.
      #expect(put.pixelCount < 8 * ink.count, "\(put.pixelCount) px put for \(ink.count)")
    }

    /// Fails if hovering draws anything in the window.
    @Test func hoveringPutsNothing() throws {
      let session = try TestSession()
      let start = try session.point(100, 100)
      try session.pen.hover(x: start.x, y: start.y)
      try session.settle()
      let meter = try DamageMeter(session.screen, window: session.window)
      _ = try meter.take()
      for step in 0..<100 { try session.pen.move(x: start.x + Double(step) * 4, y: start.y + Double(step)) }
      try session.pen.synchronize()
      try session.moveMouse(300, 300)
      try session.settle()
      #expect(try meter.take().areas.isEmpty)
    }

    /// Fails if a change between two devices causes a round trip to the server. A hand resting on a
    /// mouse while the other draws makes the devices alternate with every movement. The test counts
    /// how often the program sleeps: one device after the other, and alternating.
    @Test func devicesThatTakeTurnsCostNoQuestions() throws {
      let session = try TestSession()
      let place = try session.point(100, 100)
      try session.hover(100, 100)
      func sleeps(_ isMouse: (Int) -> Bool) throws -> Int {
        try session.settle()
        let before = try #require(session.program.wakeUps)
        for k in 0..<80 {
          if isMouse(k) {
            try session.moveMouse(200 + Double(k), 200)
          } else {
            try session.pen.move(x: place.x + Double(k), y: place.y)
            try session.pen.synchronize()
          }
          try session.settle()
        }
        return try #require(session.program.wakeUps) - before
      }
      let apart = try sleeps { $0 < 40 }
      let inTurns = try sleeps { $0 % 2 == 0 }
      #expect(Double(inTurns) < 1.35 * Double(apart), "\(inTurns) times in turns, \(apart) one after the other")
    }

    /// States in which the program must be idle.
    enum Rest: CaseIterable {
      /// The canvas after a stroke, with its journal written.
      case canvas
      /// A pen held still over the canvas.
      case pen
      /// The same, with the pen page open.
      case penDoctor
      case settings
      /// The canvas after the message of an export has disappeared.
      case message
      /// Another program has read our copy, and one that we asked for its data does not answer.
      case exchange
      /// The canvas, with a session bus on which a screen reader could start.
      case bus
    }

    private final class IdleProgram {
      let rest: Rest
      let session: TestSession
      private let meter: DamageMeter
      private let bus: MessageBus?
      private var silent: SelectionOwner?
      /// The number of wake-ups in each interval, and the areas drawn in the last one.
      private(set) var (wakeUps, damage) = ([Int](), [Area]())
      private var before = 0

      init(_ rest: Rest) throws {
        self.rest = rest
        var arrangement = TestSession.Arrangement()
        arrangement.hasPanels = true
        arrangement.hasOutline = true
        bus = rest == .bus && MessageBus.isInstalled ? try MessageBus() : nil
        if let bus { arrangement.environment = bus.environment }
        session = try TestSession(arrangement)
        try session.line(from: (100, 100), to: (300, 160))
        let place = try session.point(200, 200)
        switch rest {
        case .canvas, .bus: break
        case .pen: try session.pen.hover(x: place.x, y: place.y)
        case .penDoctor:
          try session.key("ctrl+F1")
          try session.pen.hover(x: place.x, y: place.y)
        case .settings: try session.key("ctrl+comma")
        case .message: try session.key("ctrl+e")
        case .exchange:
          try session.key("ctrl+a")
          try session.key("ctrl+c")
          #expect(try SelectionReader(display: session.bench.server.display).bytes(as: "image/png") != nil)
          silent = try SelectionOwner(display: session.bench.server.display, ["TARGETS": .silence])
          try session.key("ctrl+v")
        }
        try session.settle()
        meter = try DamageMeter(session.screen, window: session.window)
      }

      deinit { silent?.stop() }

      func begin() throws {
        _ = try meter.take()
        before = try #require(session.program.wakeUps)
      }

      func end() throws {
        wakeUps.append(try #require(session.program.wakeUps) - before)
        damage = try meter.take().areas
      }

      var isStill: Bool { wakeUps.last == 0 && damage.isEmpty }
    }

    /// Fails if the program wakes up or draws while nothing happens. Once it has finished all work
    /// after a stroke, none of its threads may wake. The programs are observed side by side for 2
    /// s, and again if they still had work.
    @Test func idlingCostsNothing() throws {
      var programs = try Rest.allCases.map { try IdleProgram($0) }
      for _ in 0..<10 where !programs.isEmpty {
        for program in programs { try program.begin() }
        MonotonicTime.sleep(seconds: 2)
        for program in programs { try program.end() }
        programs.removeAll(where: \.isStill)
      }
      for program in programs {
        Issue.record("\(program.rest): wake-ups in each 2 s: \(program.wakeUps); drawn in the last: \(program.damage)")
      }
    }

    /// Fails if a server without shared memory, as over a network, shows other pixels or none.
    @Test func withoutSharedMemoryTheSameIsShown() throws {
      func picture(without extensions: [String]) throws -> (Image, Image) {
        var arrangement = TestSession.Arrangement()
        arrangement.disabledExtensions = extensions
        arrangement.hasPanels = true
        let session = try TestSession(arrangement)
        #expect(session.screen.hasExtension("MIT-SHM") == extensions.isEmpty)
        try session.line(from: (80, 80), to: (380, 300), pressure: 0.2...1)
        let drawn = try session.image()
        try session.key("ctrl+z")
        #expect(session.program.errors == "")
        return (drawn, try session.image())
      }
      let shared = try picture(without: [])
      let sent = try picture(without: ["MIT-SHM"])
      #expect(shared.0.inkArea(in: Area(x: 0, y: 0, width: 380, height: 400)) > 1000)
      #expect(sent.0.difference(from: shared.0).isEmpty)
      #expect(sent.1.difference(from: shared.1).isEmpty)
    }
  }
}
