import Geometry
import Ink
import Testing

@testable import MyPaint

/// The arguments for the library. Recorded strokes depend on each of these numbers.
@Suite struct MyPaintEventTests {
  private func event(
    x: Double = 0, y: Double = 0, time: Double = 0, pressure: Double = 0.5, altitude: Double = 90, azimuth: Double = 0,
    roll: Double? = nil, after previous: Double? = nil, view: MyPaintView = MyPaintView(), origin: Point = .zero
  ) -> MyPaintEvent {
    let sample = PenSample(
      position: Point(x, y), time: time, pressure: pressure, altitude: Angle(degrees: altitude),
      azimuth: Angle(degrees: azimuth), roll: roll.map { Angle(degrees: $0) })
    return MyPaintEvent(sample, after: previous, view: view, origin: origin)
  }

  @Test func positionsCountFromTheLocalOrigin() {
    let far = event(x: 640_010.25, y: -63.5, origin: Point(640_000, -64))
    #expect((far.x, far.y) == (10.25, 0.5))
    let beyond = event(x: 1e300, y: -.infinity)
    #expect((beyond.x, beyond.y) == (1_000_000, -1_000_000))
  }

  @Test func pressureIsLimited() {
    #expect(event(pressure: 0.25).pressure == 0.25)
    #expect(event(pressure: 7).pressure == 1)
    #expect(event(pressure: -1).pressure == 0)
    #expect(event(pressure: .nan).pressure == 0)
  }

  @Test(arguments: [
    (90.0, 0.0, Float(0), Float(0)), (60, 0, 0.5, 0), (60, 90, 0, 0.5), (60, 180, -0.5, 0), (60, -90, 0, -0.5),
    (30, 0, 1, 0), (10, 0, 1, 0), (0, 180, -1, 0), (45, 45, 0.587_740_4, 0.587_740_4), (-5, 0, 1, 0), (120, 0, 0, 0),
  ])
  func tiltIsSixtyDegreesForOne(altitude: Double, azimuth: Double, x: Float, y: Float) {
    let event = event(altitude: altitude, azimuth: azimuth)
    #expect(abs(event.tiltX - x) < 1e-6 && abs(event.tiltY - y) < 1e-6, "\(event.tiltX) \(event.tiltY)")
  }

  @Test(arguments: [(1.0, 1.008, 0.008), (1, 9, 5), (1, 1, 0.0001), (1, 0.5, 0.0001), (1, .nan, 0.0001)])
  func intervalsAreLimited(previous: Double, time: Double, interval: Double) {
    #expect(abs(event(time: time, after: previous).interval - interval) < 1e-12)
  }

  @Test func aStrokeStartsWithoutPressureAfterALongTime() {
    let first = event(x: 3, y: 4, time: 7, pressure: 0.8, altitude: 60)
    #expect(first.interval == 0.0001)
    let start = first.start
    #expect((start.x, start.y, start.tiltX) == (3, 4, first.tiltX))
    #expect((start.pressure, start.interval) == (0, 1000))
  }

  @Test func theViewIsPassed() {
    let turned = event(view: MyPaintView(zoom: 2.5, rotation: Angle(degrees: 30)))
    #expect(turned.zoom == 2.5)
    #expect(abs(turned.rotation - .pi / 6) < 1e-6)
    let mirrored = event(view: MyPaintView(rotation: Angle(degrees: 30), isMirrored: true))
    #expect(abs(mirrored.rotation + .pi / 6) < 1e-6)
    #expect(event(view: MyPaintView(zoom: 0)).zoom == 0.001)
    #expect(event(view: MyPaintView(zoom: .nan, rotation: Angle(radians: .infinity))).zoom == 1)
  }

  @Test func theBarrelTurnsInTheWindow() {
    #expect(event().barrel == 0)
    #expect(event(roll: 90).barrel == 0.25)
    #expect(event(roll: -90).barrel == 0.75)
    #expect(event(roll: 720).barrel == 0)
    #expect(event(roll: 90, view: MyPaintView(rotation: .quarterTurn)).barrel == 0.5)
    #expect(event(roll: -1e-20).barrel == 0)
  }
}
