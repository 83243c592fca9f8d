import Testing

@testable import Rig

@Suite(.serialized) struct LatencyTests {
  private func at(_ seconds: Double) -> MonotonicTime { MonotonicTime(nanoseconds: Int64((seconds * 1e9).rounded())) }

  /// Fails if the brush's reach counts as speed, or prediction as negative time.
  @Test func aReportIsReckonedFromWhatWasSeen() throws {
    // The pen moves 10 px each 10 ms; ink reaches 4 px beyond it.
    let sent = (0...4).map { LatencyReport.Sent(time: at(Double($0) / 100), x: 100 + Double($0) * 10) }
    let fronts = [
      LatencyReport.Front(time: at(0.002), x: nil),
      LatencyReport.Front(time: at(0.003), x: 104),  // The first after 3 ms.
      LatencyReport.Front(time: at(0.008), x: 114),  // The second 2 ms before it was sent.
      LatencyReport.Front(time: at(0.036), x: 134),  // The third after 16 ms, the fourth after 6 ms.
      LatencyReport.Front(time: at(0.041), x: 150),  // The fifth after 1 ms.
      LatencyReport.Front(time: at(0.055), x: 144),  // And removed again.
    ]
    let report = try #require(LatencyReport(sent: sent, fronts: fronts, end: 140, lift: at(0.045)))
    #expect(report.reach == 4 && report.neverReached == 0 && report.updates == 6)
    #expect(report.latencies.map { ($0 * 1e3).rounded() } == [0, 1, 3, 6, 16])
    #expect(report.percentile(0.5) == report.latencies[2] && report.percentile(1) == report.latencies[4])
    #expect((report.settling * 1e3).rounded() == 10)
    #expect(LatencyReport(sent: sent, fronts: [fronts[0]], end: 140, lift: at(0)) == nil)
    let short = try #require(LatencyReport(sent: sent, fronts: [fronts[1]], end: 100, lift: at(0)))
    #expect(short.neverReached == 4)
  }

  /// Fails if ink is misplaced: the null client's reaches half its line's width beyond the pen.
  @Test func theNullClientIsMeasured() throws {
    let bench = try Bench(width: 1024, height: 400)
    let client = try NullClient(
      display: bench.server.display, area: Area(x: 0, y: 0, width: 1024, height: 400))
    let meter = try LatencyMeter(pen: bench.pen, display: bench.server.display)
    var stroke = LatencyMeter.Stroke(y: 200)
    (stroke.start, stroke.end, stroke.speed) = (200, 700, 2000)
    let report = try meter.measure(stroke)
    #expect(report.neverReached == 0)
    #expect(report.latencies.count == 46)  // 50 steps; the first tenth of the 51 positions is not counted.
    #expect(abs(report.reach - Double(NullClient.lineWidth / 2)) <= 1)
    #expect(report.latencies.allSatisfy { $0 > 0 })
    client.stop()
  }

  /// Fails if a program that draws nothing has a latency.
  @Test func withoutInkThereIsNoLatency() throws {
    let bench = try Bench(width: 1024, height: 400)
    let meter = try LatencyMeter(pen: bench.pen, display: bench.server.display)
    var stroke = LatencyMeter.Stroke(y: 200)
    (stroke.start, stroke.end, stroke.speed) = (200, 700, 4000)
    #expect(throws: RigError("No ink was seen along row 200 of the screen.")) { try meter.measure(stroke) }
    stroke.y = 4000
    #expect(throws: RigError.self) { try meter.measure(stroke) }
  }
}
