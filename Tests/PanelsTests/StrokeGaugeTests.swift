import Geometry
import Ink
import Input
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct StrokeGaugeTests {
  private func event(
    _ phase: PointerEvent.Phase, lean: Double = 0, azimuth: Double = 0, tool: Tool = .pen
  ) -> PointerEvent {
    PointerEvent(
      phase,
      PenSample(
        position: .zero, time: 0, altitude: lean == 0 ? .quarterTurn : Angle(degrees: 90 - lean),
        azimuth: Angle(degrees: azimuth), tool: tool))
  }

  /// Fails if the latency is not the median of the stroke's frames, or changes during the stroke.
  @Test("a stroke's median time is reported after its end")
  func stroke() {
    var gauge = StrokeGauge()
    #expect(gauge.latency == nil)
    gauge.take(event(.down), at: 10)
    for (i, latency) in [0.0004, 0.0006, 0.0101].enumerated() {
      let now = 10 + Double(i)
      gauge.take(event(.drag), at: now)
      // The first sample of a frame counts.
      gauge.take(event(.drag), at: now + 0.0001)
      gauge.frameSent()
      #expect(gauge.latency == nil)
      gauge.frameShown(at: now + latency)
    }
    gauge.take(event(.up(.lifted)), at: 13)
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

  /// Fails if the strip shows a tilt that is not the pen's present one: of a stroke, of a pen that
  /// is away or measures none, or of a mouse.
  @Test("the tilt is that of the hovering pen")
  func hovering() {
    var gauge = StrokeGauge()
    gauge.take(event(.hover, lean: 20, azimuth: 90), at: 1)
    #expect(abs((gauge.tilt?.lean.degrees ?? 0) - 20) < 1e-9 && gauge.tilt?.azimuth.degrees == 90)
    gauge.take(event(.down, lean: 30), at: 2)
    gauge.take(event(.drag, lean: 30), at: 2.5)
    #expect(gauge.tilt == nil)
    gauge.take(event(.up(.lifted), lean: 30), at: 3)
    #expect(gauge.tilt == nil)
    gauge.take(event(.hover, lean: 50), at: 3.1)
    #expect(abs((gauge.tilt?.lean.degrees ?? 0) - 50) < 1e-9)
    gauge.take(event(.left), at: 4)
    #expect(gauge.tilt == nil)
    gauge.take(event(.hover, lean: 0), at: 5)
    #expect(gauge.tilt == nil)
    gauge.take(event(.hover, lean: 40, tool: .mouse), at: 6)
    #expect(gauge.tilt == nil)
  }

  @Test("frames without a stroke, shown late or never, are ignored")
  func strays() {
    var gauge = StrokeGauge()
    gauge.frameShown(at: 1)
    gauge.frameSent()
    gauge.frameShown(at: .nan)
    gauge.take(event(.drag), at: 1)
    gauge.take(event(.up(.lifted)), at: 1)
    #expect(gauge.tilt == nil && gauge.latency == nil)
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
