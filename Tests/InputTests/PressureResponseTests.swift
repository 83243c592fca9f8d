import Geometry
import Ink
import RandomSource
import Testing

@testable import Input

@Suite struct PressureResponseTests {
  /// Handles anywhere that they may be: now and then as near to each other, or as level, as can be.
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

  /// Would break if a pen without a curve of its own did not draw as before.
  @Test func theIdentityChangesNothing() {
    for k in 0...1000 { #expect(abs(PressureResponse.identity(Double(k) / 1000) - Double(k) / 1000) < 1e-12) }
    #expect(PressureResponse.identity.isIdentity)
    #expect(!PressureResponse.identity.moving(1, to: Point(0.3, 0.4)).isIdentity)
  }

  /// Would break if pressing harder could ever draw thinner, a handle were not on the curve, or the curve left 0...1.
  @Test func anyCurveRisesThroughItsHandlesAndStaysInRange() {
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

  /// Would break if a jump of the curve (rather than a steep piece of it) made strokes change width from one report to the next.
  @Test func theCurveIsContinuous() {
    var rng = RandomSource(21)
    for _ in 0..<100 {
      let response = Self.random(&rng)
      // The steepest that a monotone cubic of Fritsch and Carlson can be: 3 times the secant.
      let steepest = 3 / PressureResponse.leastGap
      for k in 0..<2000 {
        let step = response(Double(k + 1) / 2000) - response(Double(k) / 2000)
        #expect(step <= steepest / 2000 + 1e-12)
      }
    }
  }

  /// Would break if what is out of range, or no number, drew something else than none or all.
  @Test func outOfRangeIsTheEnds() {
    let response = PressureResponse([Point(0.1, 0.2), Point(0.3, 0.4), Point(0.6, 0.9), Point(0.8, 0.95)])
    #expect(response?(-1) == 0.2 && response?(.nan) == 0.2 && response?(0.05) == 0.2)
    #expect(response?(0.8) == 0.95 && response?(7) == 0.95 && response?(.infinity) == 0.95)
  }

  /// Would break if a file, or a hand, could make a curve that falls or is no function.
  @Test func unsoundHandlesAreRefused() {
    #expect(PressureResponse([]) == nil)
    #expect(PressureResponse([.zero, Point(0.5, 0.5), Point(1, 1)]) == nil)
    #expect(PressureResponse([.zero, Point(0.5, 0.5), Point(0.51, 0.6), Point(1, 1)]) == nil)
    #expect(PressureResponse([.zero, Point(0.5, 0.5), Point(0.6, 0.4), Point(1, 1)]) == nil)
    #expect(PressureResponse([.zero, Point(0.5, .nan), Point(0.6, 0.7), Point(1, 1)]) == nil)
    #expect(PressureResponse([Point(-0.1, 0), Point(0.5, 0.5), Point(0.6, 0.7), Point(1, 1)]) == nil)
    #expect(PressureResponse.identity.moving(9, to: .zero) == .identity)
    #expect(PressureResponse.identity.moving(1, to: Point(.nan, 0)) == .identity)
  }

  /// Would break if the curve were put on a pen that hovers (the wacom driver reports pressure then), on a mouse, or not on the
  /// stroke; or if another curve ended a stroke.
  @Test func theDecoderBendsStrokesOnly() {
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
