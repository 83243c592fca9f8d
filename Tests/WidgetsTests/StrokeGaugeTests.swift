import Geometry
import Ink
import Input
import Testing

@testable import Widgets

@Suite struct StrokeGaugeTests {
  private func event(
    _ phase: PointerEvent.Phase, pressure: Double = 0.5, lean: Double = 0, azimuth: Double = 0, tool: Tool = .pen
  ) -> PointerEvent {
    PointerEvent(
      phase,
      PenSample(
        position: .zero, time: 0, pressure: pressure, altitude: Angle(degrees: 90 - lean),
        azimuth: Angle(degrees: azimuth), tool: tool))
  }

  /// Fails if the strip shows a stroke's pressure after its end, as if it were live, or no latency.
  @Test("a stroke's median time is reported after its end, and nothing old as if it were live")
  func stroke() {
    var gauge = StrokeGauge()
    #expect(gauge.pressure == nil && gauge.tilt == nil && gauge.latency == nil)
    gauge.take(event(.down, pressure: 0.2, lean: 30, azimuth: 350), at: 10)
    for (i, latency) in [0.0004, 0.0006, 0.0101].enumerated() {
      let now = 10 + Double(i)
      gauge.take(event(.drag, pressure: [0.9, 0.3, 0.1][i], lean: 30, azimuth: [350, 10, 10][i]), at: now)
      // The first sample of a frame counts.
      gauge.take(event(.drag, pressure: 0.1, lean: 30, azimuth: 0), at: now + 0.0001)
      gauge.frameSent()
      #expect(gauge.pressure == nil && gauge.latency == nil)
      gauge.frameShown(at: now + latency)
    }
    gauge.take(event(.up(.lifted), pressure: 0.1, lean: 30), at: 13)
    #expect(gauge.pressure == nil && gauge.tilt == nil)
    #expect(gauge.latency.map { (0.0005...0.0007).contains($0) } ?? false)
  }

  @Test("few frames of a stroke are timed, and none without ink")
  func timedFrames() {
    var gauge = StrokeGauge()
    #expect(!gauge.wantsTime)
    gauge.take(event(.down), at: 0)
    var timed: [Int] = []
    for frame in 0..<50 {
      gauge.take(event(.drag), at: Double(frame))
      if gauge.wantsTime { timed.append(frame) }
      gauge.frameSent()
      #expect(!gauge.wantsTime)
      // Only timed frames count: they take 2 ms, the others would take longer.
      gauge.frameShown(at: Double(frame) + (timed.last == frame ? 0.002 : 0.5))
    }
    #expect(timed == [0, 1, 2, 16, 32, 48])
    gauge.take(event(.up(.lifted)), at: 50)
    #expect(gauge.latency.map { abs($0 - 0.002) < 0.0002 } ?? false)
  }

  /// Fails if the readings of a hovering pen are not live, a pen without tilt has one, or readings
  /// outlive the pen.
  @Test("a hovering pen's tilt and pressure are live, as far as it reports them")
  func hovering() {
    var gauge = StrokeGauge()
    gauge.take(event(.hover, pressure: 0, lean: 0), at: 0)
    #expect(gauge.pressure == nil && gauge.tilt == nil)
    gauge.take(event(.hover, pressure: 0, lean: 20, azimuth: 90), at: 1)
    #expect(gauge.pressure == nil && abs((gauge.tilt?.lean.degrees ?? 0) - 20) < 1e-9)
    gauge.take(event(.hover, pressure: 0.1, lean: 0), at: 1.5)
    #expect(gauge.pressure == 0.1 && gauge.tilt?.lean.degrees == 0)
    gauge.take(event(.down, pressure: 0.7), at: 2)
    gauge.take(event(.up(.lifted)), at: 3)
    gauge.take(event(.hover, pressure: 0, lean: 50), at: 3.5)
    #expect(gauge.pressure == nil && abs((gauge.tilt?.lean.degrees ?? 0) - 50) < 1e-9)
    gauge.take(event(.left), at: 4)
    #expect(gauge.pressure == nil && gauge.tilt == nil)
    gauge.take(event(.hover, pressure: 0, lean: 0), at: 5)
    #expect(gauge.tilt == nil)
  }

  @Test("a mouse has a latency, but no pressure and tilt")
  func mouse() {
    var gauge = StrokeGauge()
    gauge.take(event(.hover, tool: .mouse), at: 1)
    #expect(gauge.pressure == nil)
    gauge.take(event(.down, tool: .mouse), at: 2)
    gauge.frameSent()
    gauge.frameShown(at: 2.0021)
    gauge.take(event(.up(.lifted), tool: .mouse), at: 3)
    #expect(gauge.pressure == nil && gauge.tilt == nil)
    #expect(gauge.latency.map { abs($0 - 0.0021) < 0.0001 } ?? false)
  }

  @Test("frames without a stroke, shown late or never, are ignored")
  func strays() {
    var gauge = StrokeGauge()
    gauge.frameShown(at: 1)
    gauge.frameSent()
    gauge.frameShown(at: .nan)
    gauge.take(event(.drag), at: 1)
    gauge.take(event(.up(.lifted)), at: 1)
    #expect(gauge.pressure == nil && gauge.latency == nil)
    gauge.take(event(.down), at: 5)
    gauge.frameSent()
    gauge.frameShown(at: 4)
    gauge.take(event(.drag), at: 6)
    gauge.frameSent()
    gauge.frameShown(at: 1e300)
    gauge.take(event(.up(.lifted)), at: 7)
    #expect(gauge.latency != nil)
  }
}
