import Foundation
import Ink
import Rig
import Testing

@testable import PenLab

@Suite("Measuring with brushes of MyPaint")
struct PaintBenchTests {
  /// A brush's file with these settings: name, base value, and the points of pressure if it depends on
  /// that.
  private static func file(_ settings: [(name: String, base: Double, isMapped: Bool)]) -> [UInt8] {
    let texts = settings.map { name, base, isMapped in
      let inputs = isMapped ? "{\"pressure\": [[0.0, 0.0], [1.0, 0.5]]}" : "{}"
      return "\"\(name)\": {\"base_value\": \(base), \"inputs\": \(inputs)}"
    }
    return Array("{\"version\": 3, \"settings\": {\(texts.joined(separator: ", "))}}".utf8)
  }

  private static func brush(_ settings: [(name: String, base: Double, isMapped: Bool)]) throws -> MyPaintBrush {
    try MyPaintBrush(parsing: file(settings))
  }

  /// Fails if the radius is not set, another setting changes, or the default of paint_mode is left to
  /// the program.
  @Test("A brush gets a radius; its other settings stay, and how it mixes colours is written down")
  func sized() throws {
    let settings = [("hardness", 0.25, true), ("radius_logarithmic", 0.7, true), ("opaque", 0.5, false)]
    let sized = try #require(PaintBrush.sized(Self.file(settings), radius: 20))
    #expect(abs(sized.radius - 20) < 0.001)
    #expect(sized.baseValue(of: .hardness) == 0.25 && sized.baseValue(of: .opaque) == 0.5)
    #expect(Set(sized.mappings.map(\.setting)).isSuperset(of: [.radiusLogarithmic, .hardness]))
    #expect(String(decoding: sized.bytes, as: UTF8.self).contains("\"paint_mode\": {\"base_value\": 1.0"))
    let plain = try #require(
      PaintBrush.sized(Self.file([("paint_mode", 0, false), ("radius_logarithmic", 5, false)]), radius: 20))
    #expect(plain.baseValue(of: .paintMode) == 0 && abs(plain.radius - 20) < 0.001)
  }

  @Test("What is no brush, or does not name its radius, is refused", arguments: ["", "{}", "{\"settings\": {", "[1]"])
  func unsized(text: String) throws {
    #expect(PaintBrush.sized(Array(text.utf8), radius: 20) == nil)
    #expect(PaintBrush.sized(Self.file([("opaque", 1, false)]), radius: 20) == nil)
  }

  /// Fails if a brush whose ink is not at the pen is timed as if it were.
  @Test("Brushes are measured whose own ink is at the pen")
  func choice() throws {
    #expect(PaintBrush.inksAtPen(try Self.brush([("opaque", 1, false)])))
    #expect(PaintBrush.inksAtPen(try Self.brush([("smudge", 0.9, false), ("offset_angle_adj", 30, false)])))
    // Less smudging by pressure leaves ink.
    #expect(PaintBrush.inksAtPen(try Self.brush([("smudge", 1, true)])))
    for name in ["slow_tracking", "slow_tracking_per_dab", "offset_by_random", "offset_by_speed", "offset_x"] {
      #expect(!PaintBrush.inksAtPen(try Self.brush([(name, 0.5, false)])), "\(name)")
      #expect(!PaintBrush.inksAtPen(try Self.brush([(name, 0, true)])), "\(name)")
    }
    for name in ["smudge", "eraser", "lock_alpha", "colorize"] {
      #expect(!PaintBrush.inksAtPen(try Self.brush([(name, 1, false)])), "\(name)")
    }
    #expect(!PaintBrush.inksAtPen(try Self.brush([("opaque", 0, false)])))
  }

  @Test("Fewer brushes are spread over all")
  func spread() {
    #expect(PaintBrush.spread(Array(0..<10), count: 5) == [0, 2, 4, 6, 8])
    #expect(PaintBrush.spread(Array(0..<3), count: 5) == [0, 1, 2])
    #expect(PaintBrush.spread([Int](), count: 5) == [])
  }

  @Test("Missing packages are named")
  func absence() {
    #expect(PaintBrush.sentence(missing: []) == nil)
    #expect(PaintBrush.sentence(missing: ["a", "b"]) == "MyPaint's brushes need a and b")
  }

  /// Fails if a change before a position counts as the answer to it, or if the first positions count.
  @Test("A position's latency is the time to the first change after it")
  func latency() {
    let sent = (0..<20).map { Double($0) * 0.005 }
    let latency = ChangeLatency(sent: sent, changes: sent.map { $0 + 0.001 } + [0.2])
    #expect(latency.latencies.count == 18 && latency.unanswered == 0)
    #expect(latency.latencies.allSatisfy { abs($0 - 0.001) < 1e-9 })
    #expect(abs(latency.settling - (0.2 - 0.095)) < 1e-9)
    // The change after the last position is not while the pen moves.
    #expect(abs(latency.changesPerPosition - 17.0 / 18) < 1e-9)

    // A brush that paints at every other position: that is late only if it could paint at all.
    let changes = sent.enumerated().filter { $0.offset % 2 == 0 }.map { $1 + 0.001 }
    let half = ChangeLatency(sent: sent, changes: changes, longestSilence: 1)
    #expect(half.unanswered == 0 && half.latencies.count == 9)
    #expect(half.latencies.allSatisfy { abs($0 - 0.001) < 1e-9 })
    let late = ChangeLatency(sent: sent, changes: changes)
    #expect(late.unanswered == 1 && late.latencies.count { $0 > 0.005 } == 8)
    // A program that stops for 20 ms is late at the positions after the first silent one.
    let stopped = ChangeLatency(
      sent: sent, changes: changes.filter { !(0.03...0.05).contains($0) }, longestSilence: 1)
    #expect(stopped.latencies.count { $0 > 0.005 } == 4 && abs((stopped.latencies.max() ?? 0) - 0.021) < 1e-9)
    let none = ChangeLatency(sent: [], changes: [1])
    #expect(none.latencies.isEmpty && none.settling == 0)
  }

  /// Fails if a brush that is slow by itself is held to the limits, or the worst are not named.
  @Test("Limits apply to quick brushes; the worst three are named")
  func chapter() throws {
    func figures(_ name: String, _ latency: Double, own: Double) -> PaintLatencyBench.Figures {
      var figures = PaintLatencyBench.Figures(name: name)
      figures.latency = Array(repeating: latency, count: 100)
      figures.own = (own, own)
      return figures
    }
    let all = [
      figures("a", 0.002, own: 0.0001), figures("b", 0.004, own: 0.0001), figures("c", 0.009, own: 0.006),
      figures("d", 0.001, own: 0.0001),
    ]
    let chapter = PaintLatencyBench.chapter(all, null: Array(repeating: 0.0005, count: 100))
    func row(_ name: String) throws -> Report.Row { try #require(chapter.rows.first { $0.name == name }, "\(name)") }
    let met = try row("a: p50 beyond the null client")
    #expect(abs((met.value ?? 0) - 1.5) < 1e-9 && met.target == .atMost(2))
    #expect(try row("c: p99 beyond the null client").target == nil)
    let together = try row("all brushes that take less than the limits: p50 beyond").value
    #expect(abs((together ?? 0) - 1.5) < 1e-9)
    #expect(chapter.notes.contains { $0.hasPrefix("2 of 3 ") && $0.contains("c (8.50 ms), b (3.50 ms), a (1.50 ms)") })
    #expect(chapter.notes.contains("Slower by themselves: c."))
    let none = PaintLatencyBench.chapter([], null: [])
    #expect(none.rows.allSatisfy { $0.value == nil })
  }

  /// Fails if shares are of the wrong program, or judged without a figure.
  @Test("Shares of MyPaint's figures stand beside their targets")
  func comparison() throws {
    let fude = PaintedFigures(idle: 30, full: 60, cost: 2, serverCost: 1, inked: 10)
    let mypaint = PaintedFigures(idle: 100, full: 100, cost: 10, serverCost: 1, inked: 10)
    let missing = PaintedFigures(notes: ["MyPaint, b: it ended."])
    let chapter = PaintedComparison.chapter([
      .init(brush: "a", fude: fude, mypaint: mypaint), .init(brush: "b", fude: fude, mypaint: missing),
    ])
    let lines = chapter.layout.text.split(separator: "\n")
    #expect(
      lines.contains {
        $0.hasPrefix("a: processor time") && $0.contains(" 0.20 ") && $0.hasSuffix(" at most 0.25: met")
      })
    #expect(lines.contains { $0.hasPrefix("a: memory after") && $0.hasSuffix("at most 0.5: not met") })
    let share = try #require(chapter.rows.first { $0.name == "Fude's share of MyPaint's: b: processor time" })
    #expect(share.value == nil && share.target == .atMost(0.25))
    #expect(chapter.notes.last == "MyPaint, b: it ended.")
  }

  @Test("Changed pixels are counted by brightness")
  func inked() {
    let blank = Image(width: 4, height: 2, filledWith: 0xffffff)
    var image = blank
    (image[0, 0], image[3, 1], image[1, 1]) = (0, 0xc0c0c0, 0xfdfdfd)
    #expect(PeerBench.inked(image, blank) == 2 && PeerBench.inked(blank, blank) == 0)
  }

  /// Fails if a wrong option is accepted, or a program gets no place for its brush.
  @Test("The number of brushes and the part of the comparison are options")
  func options() throws {
    #expect(try BenchChapter.list("painting,paint") == [.paint, .painting])
    #expect(throws: UsageError.self) { try BenchCommand(["--brushes", "0"]) }
    #expect(throws: UsageError.self) { try PeersCommand(["--part", "brushes"]) }
    _ = try PeersCommand(["--part", "painting"])
    let fude = Peer.paintingFude("fude")
    #expect(fude.arguments.first == "BRUSH" && fude.brushFile != nil && Peer.fude("fude").brushFile == nil)
    #expect(Peer.all.contains { $0.name == Peer.paintingMyPaint.name && $0.brushFile == nil })
  }
}
