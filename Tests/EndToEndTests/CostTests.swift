import Rig
import Testing

extension EndToEnd {
  /// Only what changes is drawn and sent, and nothing while nothing happens.
  @Suite struct CostTests {
    /// Would break if drawing repainted more than the neighbourhood of the pen: the pixels put are
    /// counted by the server.
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
      // At worst one frame for each of 52 events, of the tail that may still change: some 40 px
      // square.
      #expect(put.pixelCount < 8 * ink.count, "\(put.pixelCount) px put for \(ink.count)")
    }

    /// Would break if hovering put anything on the window.
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

    /// Would break if the server were asked anything, which takes a wait for each answer, when
    /// another device has its turn: a hand that rests on a mouse while the other draws makes them
    /// take turns with every movement. What is counted is how often the program goes to sleep, for
    /// the same movements one device after the other and in turns: six answers a turn made it 1.7
    /// times as often.
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
      /// The canvas after a stroke, its journal written.
      case canvas
      /// A pen that is held still over it.
      case pen
      /// The same, and the page that shows what it does.
      case penDoctor
      /// The page of settings.
      case settings
      /// The canvas after a message that has gone: a picture was exported.
      case message
      /// Another program has read what was copied, and one that was asked for its own does not
      /// answer.
      case exchange
      /// The canvas, in a session with a bus on which a screen reader could come.
      case bus
    }

    /// A program in an idle state.
    private final class IdleProgram {
      let rest: Rest
      let session: TestSession
      private let meter: DamageMeter
      private let bus: MessageBus?
      private var silent: SelectionOwner?
      /// How often it woke in each stretch, and what it drew in the last.
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

    /// Would break if the program woke, or drew, while nothing happens: once it has done all that a
    /// stroke brings with it, no thread of it is woken any more. Nothing can only be seen by
    /// waiting: 2 s, side by side, and again for those that had something left to do.
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

    /// Would break if a server without shared memory, as one across a network is, were drawn on
    /// otherwise or not at all: the same hand gives the same pixels.
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
