import Geometry
import Ink
import RandomSource
import Testing

@testable import Input

@Suite struct PressureResponseTests {
  /// Random valid handles, sometimes as close together or as level as allowed.
  private static func random(_ rng: inout RandomSource) -> PressureResponse {
    var response = PressureResponse.identity
    for _ in 0..<8 {
      let index = rng.roll(0..<4)
      let place =
        rng.isOne(in: 4)
        ? response.handles[rng.roll(0..<4)] : Point(rng.roll(-0.2...1.2), rng.roll(-0.2...1.2))
      response = response.moving(index, to: place)
    }
    return response
  }

  /// Fails if the identity changes a pressure.
  @Test func identityChangesNothing() {
    for k in 0...1000 { #expect(abs(PressureResponse.identity(Double(k) / 1000) - Double(k) / 1000) < 1e-12) }
    #expect(PressureResponse.identity.isIdentity)
    #expect(!PressureResponse.identity.moving(1, to: Point(0.3, 0.4)).isIdentity)
  }

  /// Fails if more pressure gives less, a handle is not on the curve, or the curve leaves
  /// 0...1.
  @Test func curvesRiseThroughTheirHandles() {
    var rng = RandomSource(20)
    for _ in 0..<500 {
      let response = Self.random(&rng)
      for handle in response.handles { #expect(abs(response(handle.x) - handle.y) < 1e-12) }
      var last = -1.0
      for k in 0...400 {
        let felt = response(Double(k) / 400)
        #expect(felt >= last && (0...1).contains(felt), "\(response.handles) at \(k)")
        last = felt
      }
      #expect(PressureResponse(response.handles) == response)
    }
  }

  /// Fails if the curve jumps, so that strokes change width from one report to the next.
  @Test func curvesAreContinuous() {
    var rng = RandomSource(21)
    for _ in 0..<100 {
      let response = Self.random(&rng)
      // The steepest monotone cubic of Fritsch and Carlson: 3 times the secant.
      let steepest = 3 / PressureResponse.leastGap
      for k in 0..<2000 {
        let step = response(Double(k + 1) / 2000) - response(Double(k) / 2000)
        #expect(step <= steepest / 2000 + 1e-12)
      }
    }
  }

  /// Fails if values out of range, or NaN, give anything but none or full pressure.
  @Test func valuesOutOfRangeAreClamped() {
    let response = PressureResponse([Point(0.1, 0.2), Point(0.3, 0.4), Point(0.6, 0.9), Point(0.8, 0.95)])
    #expect(response?(-1) == 0.2 && response?(.nan) == 0.2 && response?(0.05) == 0.2)
    #expect(response?(0.8) == 0.95 && response?(7) == 0.95 && response?(.infinity) == 0.95)
  }

  /// Fails if a file or a drag makes a curve that falls or is not a function.
  @Test func invalidHandlesAreRefused() {
    #expect(PressureResponse([]) == nil)
    #expect(PressureResponse([.zero, Point(0.5, 0.5), Point(1, 1)]) == nil)
    #expect(PressureResponse([.zero, Point(0.5, 0.5), Point(0.51, 0.6), Point(1, 1)]) == nil)
    #expect(PressureResponse([.zero, Point(0.5, 0.5), Point(0.6, 0.4), Point(1, 1)]) == nil)
    #expect(PressureResponse([.zero, Point(0.5, .nan), Point(0.6, 0.7), Point(1, 1)]) == nil)
    #expect(PressureResponse([Point(-0.1, 0), Point(0.5, 0.5), Point(0.6, 0.7), Point(1, 1)]) == nil)
    #expect(PressureResponse.identity.moving(9, to: .zero) == .identity)
    #expect(PressureResponse.identity.moving(1, to: Point(.nan, 0)) == .identity)
  }

  /// Fails if the curve is applied to a mouse or a hovering pen, or not to a stroke. (The wacom
  /// driver reports pressure while hovering.) A changed curve must not end a stroke.
  @Test func decoderAppliesTheCurveToStrokesOnly() {
    let pen = Synthetic.inputtestPen()
    let halving = PressureResponse([.zero, Point(0.3, 0.1), Point(0.6, 0.3), Point(1, 0.5)])
    var decoder = InputDecoder(overrides: [DeviceKey(pen): DeviceOverride(pressureResponse: halving)])
    var events: [InputEvent] = []
    decoder.setDevices([pen], into: &events)
    func motion(_ time: UInt32, _ pressure: Double, _ buttons: UInt32) -> RawPointerEvent {
      RawPointerEvent(
        kind: .motion, source: pen.id, time: time, position: Point(Double(time), 5), buttons: buttons,
        valuators: valuators([4: pressure]))
    }
    decoder.handle(motion(100, 600, 0), into: &events)
    decoder.handle(
      RawPointerEvent(kind: .buttonPress, source: pen.id, button: 1, time: 101, position: Point(101, 5)), into: &events)
    decoder.handle(motion(105, 600, 2), into: &events)
    decoder.overrides = [:]
    decoder.updateDevice(pen, into: &events)
    decoder.handle(motion(110, 600, 2), into: &events)
    let pressures = events.compactMap { event -> String? in
      guard case .pointer(let e) = event else { return nil }
      return "\(e.phase) \(DecimalText.short(e.sample.pressure))"
    }
    #expect(pressures.first == "hover 0.6")
    #expect(pressures.last == "drag 0.6" && pressures.dropFirst().dropLast().allSatisfy { $0.hasSuffix(" 0.3") })
    #expect(pressures.count >= 3 && !pressures.contains { $0.hasPrefix("up") }, "\(pressures)")
  }
}
