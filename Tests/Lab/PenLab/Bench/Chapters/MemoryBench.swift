import Glibc
import Rig

/// Memory and processor time of the program: idle, for a painting of 30 s in real time, and after
/// 1,000 strokes.
///
/// The cost of a painting depends on the processor's caches after sleep, and so on the rest of the
/// machine. The painting is played several times over itself, and the median counts.
struct MemoryBench {
  private let program: String

  /// Strokes after the painting.
  private static let strokes = 1000
  /// How often the painting is played for its time.
  private static let plays = 3

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  /// Measures.
  func chapter() throws(RigError) -> Report.Chapter {
    let seat = try BenchScreen()
    defer { seat.stop() }
    let sitter = try seat.open(program, canvas: (3840, 2160))
    let (process, server) = (sitter.program.processID, seat.bench.server.processID)
    try seat.park()
    try seat.bench.screen.waitUntilQuiet(for: 1)
    let idle = ProcessFigures.memory(of: process)
    let painting = Painting()
    var full: Double?
    let times = try Self.times { () throws(RigError) in
      try painting.play(on: seat.bench.pen)
      try rest(seat, sitter)
      full = full ?? ProcessFigures.memory(of: process)
    } of: {
      (ProcessFigures.processorTime(of: process), ProcessFigures.processorTime(of: server))
    }
    for number in 0..<Self.strokes { try seat.bench.pen.stroke(Self.stroke(number), rate: 2000) }
    try rest(seat, sitter)
    let fuller = ProcessFigures.memory(of: process)
    try seat.leave(sitter)
    let null = try nullClient(painting, seat)

    func memory(_ name: String, _ value: Double?, _ limit: Double? = nil) -> Report.Row {
      Report.Row(
        name: "memory \(name) (PSS)", value: value, unit: "MiB", digits: 1, target: limit.map { .atMost($0) })
    }
    return Report.Chapter(
      title: "memory and processor time, canvas 3840x2160",
      rows: [
        memory("idle", idle, 35), memory("after the painting", full, 45),
        memory("after \(Self.strokes) strokes more", fuller),
        Report.Row(
          name: "processor time for the painting", value: Self.middle(times.map(\.client)), unit: "s",
          target: .atMost(0.5)),
        Report.Row(name: "processor time for the painting, least", value: Self.least(times.map(\.client)), unit: "s"),
        Report.Row(name: "the X server's processor time for it", value: Self.middle(times.map(\.server)), unit: "s"),
        Report.Row(name: "the null client's processor time for it", value: Self.middle(null.map(\.client)), unit: "s"),
        Report.Row(
          name: "the null client's processor time for it, least", value: Self.least(null.map(\.client)), unit: "s"),
        Report.Row(name: "the X server's processor time for that", value: Self.middle(null.map(\.server)), unit: "s"),
      ],
      notes: [
        "The painting: \(painting.inked) samples with ink in \(Painting.strokes) strokes, "
          + "\(Painting.duration.decimal(0)) s in real time; of times the middle one of \(Self.plays) plays. "
          + "The null client only wakes and draws a line per event: what is left to save is "
          + "what lies above its time, which says how fast the machine was then."
      ])
  }

  /// Processor times that a client and the X server have used, s.
  private typealias Times = (client: Double?, server: Double?)

  /// The times that each play adds.
  private static func times(_ play: () throws(RigError) -> Void, of used: () -> Times) throws(RigError) -> [Times] {
    var all: [Times] = []
    for _ in 0..<plays {
      let before = used()
      try play()
      let after = used()
      all.append((difference(after.client, before.client), difference(after.server, before.server)))
    }
    return all
  }

  private static func difference(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { a - $0 } } }

  /// The median and the minimum, s; nil if one is missing.
  private static func middle(_ times: [Double?]) -> Double? { whole(times).map { Quantiles($0).median } }
  private static func least(_ times: [Double?]) -> Double? { whole(times)?.min() }

  private static func whole(_ times: [Double?]) -> [Double]? {
    let known = times.compactMap { $0 }
    return known.count == times.count ? known : nil
  }

  /// The processor times that the least program takes for the painting, and the X server for it.
  private func nullClient(_ painting: Painting, _ seat: BenchScreen) throws(RigError) -> [Times] {
    let client = try NullClient(display: seat.bench.server.display, area: seat.bench.screen.area, liesAbove: true)
    defer { client.stop() }
    let server = seat.bench.server.processID
    return try Self.times { () throws(RigError) in
      try painting.play(on: seat.bench.pen)
      try seat.bench.screen.settle(client.window)
    } of: {
      (client.processorTime, ProcessFigures.processorTime(of: server))
    }
  }

  /// Waits until everything is drawn and later work is done.
  private func rest(_ seat: BenchScreen, _ sitter: BenchScreen.Sitter) throws(RigError) {
    try seat.park()
    try seat.bench.screen.settle(sitter.window)
    try seat.bench.screen.waitUntilQuiet(for: 1)
  }

  /// A short bent stroke at a place of its own: the places fill the part of the screen that is
  /// drawn on evenly.
  static func stroke(_ number: Int, samples: Int = 20) -> [PenPoint] {
    // Parts of the golden ratio and of its like for planes (M. Roberts, "The unreasonable
    // effectiveness of quasirandom sequences", 2018).
    func part(_ step: Double) -> Double { (Double(number) * step).truncatingRemainder(dividingBy: 1) }
    let (x, y) = (Double(BenchScreen.free.x) + 30, Double(BenchScreen.free.y) + 30)
    let (w, h) = (Double(BenchScreen.free.width) - 60, Double(BenchScreen.free.height) - 60)
    return PenPoint.circle(
      x: x + part(0.754_877_666_2) * w, y: y + part(0.569_840_291_0) * h, radius: 12 + 12 * part(0.618_033_988_7),
      from: 2 * .pi * part(0.381_966_011_3), turns: 0.4, count: samples - 1, pressure: 0.3 + 0.5 * part(0.236_067_977_5)
    )
  }
}
