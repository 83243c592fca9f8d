import Foundation
import Geometry
import Rig
import Testing

@testable import PenLab

/// The calculations behind measurements on the screen.
@Suite("Measuring from outside")
struct OutsideTests {
  /// Fails if a line's thickness is taken for its length, or if its rotation has the wrong sign.
  @Test("A line on the screen is found with its length, thickness and turn", arguments: [0.0, 30, -45, 80])
  func mark(degrees: Double) throws {
    var image = Image(width: 400, height: 400, filledWith: 0xfdfcf9)
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    for y in 0..<400 {
      for x in 0..<400 {
        let (dx, dy) = (Double(x) - 180, Double(y) - 210)
        if abs(dx * c + dy * s) <= 80, abs(dy * c - dx * s) <= 6 { image[x, y] = 0x1d1f24 }
      }
    }
    let mark = try #require(ViewMark(image))
    #expect(abs(mark.length - 160) < 2 && abs(mark.thickness - 12) < 1.2 && abs(mark.degrees - degrees) < 0.3)
    #expect(ViewMark(Image(width: 20, height: 20, filledWith: 0xffffff)) == nil)
  }

  /// Fails if the painting is not what its figures describe.
  @Test(
    "The painting has 2250 samples of ink in 30 strokes and 30 s, all on its part of the screen, the same every time")
  func painting() {
    let painting = Painting()
    #expect(painting.inked == 2250)
    let changes = zip(painting.samples, painting.samples.dropFirst()).count {
      $0.point.pressure == 0 && $1.point.pressure > 0
    }
    #expect(changes == Painting.strokes - 1)  // the first stroke begins with the painting
    #expect(zip(painting.samples, painting.samples.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(abs((painting.samples.last?.time ?? 0) - Painting.duration) < 0.05)
    let area = Painting.area
    let isInside = painting.samples.allSatisfy { area.contains(x: Int($0.point.x), y: Int($0.point.y)) }
    #expect(isInside && painting.samples == Painting().samples)
    // No stroke is still, and they are spread over the area.
    let xs = painting.samples.map(\.point.x)
    #expect((xs.max() ?? 0) - (xs.min() ?? 0) > 700)
  }

  /// Fails if a figure at its limit is not met, or if a limit loses digits.
  @Test("Targets are met at their limits and say them as they were set")
  func targets() {
    let most = Report.Target.atMost(1.3)
    #expect(most.isMet(by: 1.3) && !most.isMet(by: 1.31) && most.words(6) == "at most 1.3")
    let least = Report.Target.atLeast(60)
    #expect(least.isMet(by: 60) && !least.isMet(by: 59.9) && least.words(6) == "at least 60")
  }

  /// Fails if a chapter's targets are not shown beside its figures, or are judged without a figure.
  @Test("A chapter with targets shows each beside its figure, in text and in JSON")
  func chapter() throws {
    let chapter = Report.Chapter(
      title: "start",
      rows: [
        .init(name: "a", value: 81, unit: "ms", digits: 0, target: .atMost(80)),
        .init(name: "b", value: 2, unit: "ms", digits: 0),
        .init(name: "c", value: nil, unit: "ms", target: .atMost(1)),
      ], notes: ["A sentence."])
    let lines = Report.text(chapter).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "start" + String(repeating: " ", count: 14) + "target", String(repeating: "-", count: 34),
        "a      81  ms  at most 80  not met", "b       2  ms", "c       -  ms   at most 1", "A sentence.",
      ])
    var report = Report(facts: [])
    report.add(chapter)
    let read = try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
    let rows = try #require(read["measurements"] as? [[String: Any]])
    #expect(rows[0]["met"] as? Bool == false && rows[0]["target"] as? String == "at most 80")
    #expect(rows[1]["met"] == nil && rows[2]["met"] is NSNull)
  }

  /// Fails if writing one command's section removes another's, or the text around them.
  @Test("Rewriting a section keeps the rest of the page")
  func page() throws {
    var report = Report(facts: [("processor", "P")])
    report.add(.init(title: "one", rows: [.init(name: "a|b", value: 1, unit: "ms", note: "n")]))
    let first = ReportPage.replacing(.fude, by: report, in: "")
    #expect(first.contains("- processor: P\n") && first.contains("| a\\|b | 1.00 | ms | n |\n"))
    let remark = first.replacing("# Benchmarks\n", with: "# Benchmarks\n\nA remark.\n")
    var other = Report(facts: [])
    other.add(.init(title: "two", rows: []))
    let second = ReportPage.replacing(.peers, by: other, in: remark)
    #expect(second.contains("A remark.") && second.contains("### one") && second.contains("### two"))
    let third = ReportPage.replacing(.fude, by: other, in: second)
    #expect(third.contains("A remark.") && !third.contains("### one"))
    // Writing the same again adds nothing.
    #expect(ReportPage.replacing(.fude, by: other, in: third) == third)
    #expect(ReportPage.replacing(.fude, by: report, in: "Only words.\n").hasPrefix("Only words.\n\n## Fude"))
  }

  /// Fails if a wrong option is accepted and measured, or if a right one is refused.
  @Test("Chapters, views, canvases and rates are chosen by name")
  func choices() throws {
    #expect(try BenchChapter.list("start,latency") == [.latency, .start])
    #expect(throws: UsageError.self) { try BenchChapter.list("latency,strat") }
    func plan(_ words: String...) throws -> LatencyBench.Plan {
      try BenchCommand.plan(try Options(words, names: BenchCommand.names))
    }
    let chosen = try plan("--views", "100,30", "--rates", "1000", "--canvases", "800x600,16x32", "--strokes", "2")
    #expect(chosen.views == [.actual, .turned] && chosen.paces == [.fast] && chosen.strokes == 2)
    #expect(chosen.canvases.map(\.width) == [800, 16] && chosen.canvases.map(\.height) == [600, 32])
    let usual = try plan()
    #expect(usual.views.count == 4 && usual.paces.count == 2 && usual.canvases.count == 2)
    for wrong in [["--views", "101"], ["--rates", "x"], ["--canvases", "800"], ["--strokes", "0"]] {
      #expect(throws: UsageError.self) { try BenchCommand.plan(try Options(wrong, names: BenchCommand.names)) }
    }
    #expect(throws: UsageError.self) { try PeersCommand(["--only", "paintbrush"]) }
  }

  /// Fails if programs' columns have different rows, or if a missing figure is shown as a number.
  @Test("The table of programs has a column for each, and a dash where there is no figure")
  func peers() {
    var one = PeerFigures(name: "One", version: "1.2")
    one.start = 80.4
    let none = PeerFigures(name: "None", notes: ["None is not installed."])
    let chapter = PeersCommand.chapter([one, none], strokes: 5)
    let lines = chapter.layout.text.split(separator: "\n")
    #expect(lines[0].contains("null client  One 1.2  None"))
    #expect(lines[2].hasPrefix("start to the last change") && lines[2].hasSuffix("-       80     -"))
    #expect(chapter.notes.last == "None is not installed.")
    #expect(chapter.rows.count == 3 * one.all.count)
  }

  /// Fails if the flood ends where its path has been before. Its end could not be seen then.
  @Test("The flood is 100,000 positions, on the free part of the screen, and ends where it never was")
  func flood() throws {
    let way = FloodBench.way
    #expect(way.count == 100_000)
    let end = try #require(way.last)
    let isInside = way.allSatisfy { BenchScreen.free.contains(x: Int($0.x), y: Int($0.y)) }
    let isFar = way.prefix(98_000).allSatisfy { hypot($0.x - end.x, $0.y - end.y) > 100 }
    #expect(isInside && isFar)
  }

  /// Fails if the benchmark does not measure ink that follows the pen. Its figures must be
  /// consistent, even on a busy machine.
  @Test("A small run of the latency chapter holds together")
  func latency() throws {
    let path = ProcessInfo.processInfo.environment["FUDE_PROGRAM"] ?? Program.built("fude")
    let program = try #require(path, "there is no fude to measure")
    let plan = LatencyBench.Plan(
      canvases: [(width: 3840, height: 2160)], views: [.large, .turned], paces: [.fast], strokes: 1)
    let chapter = try LatencyBench(program: program, plan: plan).chapter()
    for view in [BenchView.large, .turned] {
      for subject in ["null client", "Fude", "Fude, no predicted ink"] {
        let name = "3840x2160, \(view.name), 1000 Hz, \(subject)"
        let figures = try ["p50", "p90", "p99", "max"].map { label in
          let row = chapter.rows.first { $0.name == "\(name): \(label)" }
          return try #require(row?.value, "\(name)")
        }
        #expect(figures == figures.sorted() && figures.allSatisfy { $0 >= 0 && $0.isFinite }, "\(name)")
        // Only predicted ink can have no latency.
        if subject != "Fude" { #expect(figures[3] > 0, "\(name)") }
      }
    }
    // Only zooms of 50 and 100 % have targets.
    #expect(chapter.rows.filter { $0.target != nil }.allSatisfy { $0.name.contains("turned") })
    #expect(chapter.rows.contains { $0.target != nil })
  }

  /// Fails if the medians are over positions of all strokes instead of over strokes, or if the
  /// largest is a median.
  @Test("Latency's figures are medians over strokes; the largest is of all")
  func figures() throws {
    let bench = try Bench(width: 1024, height: 400)
    let client = try NullClient(display: bench.server.display, area: bench.screen.area, liesAbove: true)
    defer { client.stop() }
    let meter = try LatencyMeter(pen: bench.pen, display: bench.server.display)
    var (figures, reports) = (LatencyFigures(), [LatencyReport]())
    for y in [100, 200, 300] {
      var stroke = LatencyMeter.Stroke(y: y)
      (stroke.start, stroke.end, stroke.speed, stroke.timeout) = (200, 700, 2000, 0.2)
      let report = try meter.measure(stroke)
      figures.add(report)
      reports.append(report)
    }
    #expect(figures.count == 3 && figures.neverReached == 0)
    #expect(figures(0.5) == reports.map { $0.percentile(0.5) }.sorted()[1])
    #expect(figures(1) == reports.map { $0.percentile(1) }.max())
    #expect(figures.ratio(0.5, to: figures) == 1)
    #expect(LatencyFigures()(0.5).isNaN)
  }
}
