import Testing

@testable import Rig

@Suite(.serialized) struct LatencyTests {
  private func at(_ seconds: Double) -> MonotonicTime { MonotonicTime(nanoseconds: Int64((seconds * 1e9).rounded())) }

  /// Fails if the brush's size shortens the latency, or if prediction gives a negative latency.
  @Test func aReportIsReckonedFromWhatWasSeen() throws {
    // The pen moves 10 px every 10 ms. Ink extends 4 px beyond it.
    let sent = (0...4).map { LatencyReport.Sent(time: at(Double($0) / 100), x: 100 + Double($0) * 10) }
    let fronts = [
      LatencyReport.Front(time: at(0.002), x: nil),
      LatencyReport.Front(time: at(0.003), x: 104),  // the first position after 3 ms
      LatencyReport.Front(time: at(0.008), x: 114),  // the second 2 ms before it was sent
      LatencyReport.Front(time: at(0.036), x: 134),  // the third after 16 ms, the fourth after 6 ms
      LatencyReport.Front(time: at(0.041), x: 150),  // the fifth after 1 ms
      LatencyReport.Front(time: at(0.055), x: 144),  // the excess is removed
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

  /// Fails if the ink's front is wrong. The null client's ink extends half its line width beyond
  /// the pen.
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
