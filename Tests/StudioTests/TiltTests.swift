import Document
import Geometry
import Ink
import Input
import Raster
import Testing

@testable import Studio

/// How a pen is held reaches the ink, through whatever view it is seen: measured on the canvas's pixels.
@Suite("Tilt and azimuth") struct TiltTests {
  /// How a pen is held along a stroke, by the share of the way.
  private struct Hold {
    var pressure = 0.25
    /// Degrees.
    var altitude: (Double) -> Double = { _ in 20 }
    /// Degrees clockwise from the right of the window.
    var azimuth = 0.0
    var roll: Double?
  }

  /// A window as large as its canvas, at 100 %.
  private func sitting(_ brush: Action) throws -> Session {
    let document = try #require(Document(width: 400, height: 400))
    let session = try #require(
      Session(
        document: document, windowWidth: 400, windowHeight: 400,
        brushes: BrushLibrary(folder: BrushLibrary.systemFolder()))
    )
    _ = session.perform(.zoomActual)
    #expect(session.perform(brush).requests == [])
    return session
  }

  /// Draws a straight line between places of the window.
  private func draw(_ session: Session, from a: Point, to b: Point, _ hold: Hold) {
    for i in 0...60 {
      let share = Double(i) / 60
      let sample = PenSample(
        position: a.lerp(to: b, share), time: share / 2, pressure: hold.pressure,
        altitude: Angle(degrees: hold.altitude(share)), azimuth: Angle(degrees: hold.azimuth),
        roll: hold.roll.map { Angle(degrees: $0) })
      _ = session.handle(.pointer(PointerEvent(i == 0 ? .down : .drag, sample)))
      _ = session.flush()
    }
    _ = session.handle(.pointer(PointerEvent(.up(.lifted), PenSample(position: b, time: 0.5))))
  }

  private func cover(_ session: Session, column x: Int) -> Double {
    let image = SessionTests.pixels(session)
    return (0..<400).reduce(0.0) { $0 + Double(image[x, $1] >> 24) / 255 }
  }

  /// The ink within 100 px of the middle.
  private func ink(_ session: Session) -> Double {
    let image = SessionTests.pixels(session)
    var sum = 0
    for y in 100..<300 { for x in 100..<300 { sum += Int(image[x, y] >> 24) } }
    return Double(sum) / 255
  }

  /// Breaks if the width of the tilt pencil's line did not follow its rule as the pen is laid down while it draws: thin upright,
  /// wide flat, the width lagging by the brush's rise.
  @Test func aStrokeOfFallingTiltWidensByTheRule() throws {
    for pressure in [0.1, 0.25, 0.5] {
      let session = try sitting(.tiltPencil)
      draw(
        session, from: Point(40, 200), to: Point(360, 200),
        Hold(pressure: pressure, altitude: { 90 - 75 * $0 }, azimuth: 90))
      for x in stride(from: 60, through: 340, by: 20) {
        // Across the pen. 90 degrees upright, 15 flat; the width follows within the 8 px in which it rises.
        let flatness = (Double(x) + 0.5 - 40 - 8) / 320
        let width = max(4, 16 * flatness) * max(1, pressure / 0.25)
        #expect(
          abs(cover(session, column: x) - width) < 0.1 * width,
          "at \(x) it is \(cover(session, column: x)) px wide and not \(width)")
      }
    }
  }

  /// Breaks if the azimuth did not reach the tilt pencil: along the pen it is thin, whatever its tilt.
  @Test func alongThePenItIsThin() throws {
    let session = try sitting(.tiltPencil)
    draw(session, from: Point(40, 200), to: Point(360, 200), Hold(azimuth: 180))
    #expect(abs(cover(session, column: 200) - 4) < 0.2, "\(cover(session, column: 200)) px")
  }

  /// Views of one window: turned, mirrored, both.
  private static let views: [(turn: Double, isMirrored: Bool)] = [
    (0, false), (90, false), (37, false), (200, false), (0, true), (90, true), (-53, true),
  ]

  /// Breaks if azimuth, or the barrel's turn, did not go with the canvas: the same movement of the same hand leaves as much
  /// ink however the view is turned or mirrored, and not that of a pen that leans along its line.
  @Test(arguments: [Action.tiltPencil, .marker]) func theSameHandInAnyViewMakesTheSameInk(brush: Action) throws {
    for roll in [nil, 120.0] {
      // The hand draws to the lower right; the pen leans across that, or its barrel is turned so.
      func drawn(_ azimuth: Double, _ roll: Double?, _ view: (turn: Double, isMirrored: Bool)) throws -> Double {
        let session = try sitting(brush)
        if view.isMirrored { _ = session.perform(.mirror) }
        _ = session.setRotation(Angle(degrees: view.turn))
        draw(
          session, from: Point(140, 150), to: Point(240, 250),
          Hold(pressure: 0.5, altitude: { _ in 25 }, azimuth: azimuth, roll: roll))
        return ink(session)
      }
      let upright = try drawn(-45, roll, Self.views[0])
      #expect(upright > 300)
      for view in Self.views.dropFirst() {
        let seen = try drawn(-45, roll, view)
        #expect(
          abs(seen - upright) < 0.04 * upright, "\(view), roll \(roll ?? 0): \(seen) px of ink, upright \(upright)")
      }
      // What the test can tell apart: a pen that leans along its line.
      if roll == nil {
        let along = try drawn(45, nil, Self.views[0])
        #expect(abs(along - upright) > 0.25 * upright)
      }
    }
  }

  /// Breaks if azimuth or roll turned the wrong way, or a mirror did not reverse the barrel.
  @Test func anglesOnTheCanvas() throws {
    func seen(_ turn: Double, isMirrored: Bool) throws -> PenSample {
      let session = try sitting(.pen)
      if isMirrored { _ = session.perform(.mirror) }
      _ = session.setRotation(Angle(degrees: turn))
      return session.toCanvas(
        PenSample(
          position: Point(9, 9), time: 0, altitude: Angle(degrees: 40), azimuth: Angle(degrees: 10),
          roll: Angle(degrees: 30)))
    }
    for (turn, isMirrored, azimuth, roll) in [
      (0.0, false, 10.0, 30.0), (90, false, -80, -60), (-100, false, 110, 130), (0, true, 170, -30),
    ] {
      let sample = try seen(turn, isMirrored: isMirrored)
      #expect(abs(sample.azimuth.degrees - azimuth) < 1e-9, "\(turn) \(isMirrored): \(sample.azimuth.degrees)")
      #expect(
        abs((sample.roll?.degrees ?? .nan) - roll) < 1e-9, "\(turn) \(isMirrored): \(sample.roll?.degrees ?? .nan)")
      #expect(sample.altitude == Angle(degrees: 40))
    }
  }

  /// Breaks if a barrel's turn, where the pen tells of it, did not turn the marker's nib, in ink and outline; or turned a brush
  /// whose nib is fixed, or the tilt pencil.
  @Test func theBarrelTurnsTheNib() throws {
    func width(_ roll: Double?, azimuth: Double = 0, altitude: Double = 25) throws -> Double {
      let session = try sitting(.marker)
      draw(
        session, from: Point(100, 200), to: Point(300, 200),
        Hold(pressure: 1, altitude: { _ in altitude }, azimuth: azimuth, roll: roll))
      return cover(session, column: 200)
    }
    // 34 px wide, 10 thick, at 80 %: buttons away from the user, the broad side lies along the line.
    let (thin, broad) = (10.2 * 0.8, 34 * 0.8)
    for altitude in [25.0, 90] {
      for azimuth in [0.0, 90] {
        for (roll, expected) in [(0.0, thin), (90, broad), (-180, thin)] {
          let seen = try width(roll, azimuth: azimuth, altitude: altitude)
          #expect(abs(seen - expected) < 0.8, "\(seen) px at \(roll), \(azimuth), \(altitude)")
        }
      }
    }
    let (across, along) = (try width(nil, azimuth: 90), try width(nil, azimuth: 0))
    #expect(abs(across - thin) < 0.8 && abs(along - broad) < 0.8, "\(across), \(along)")

    let session = try sitting(.marker)
    let pen = PenSample(
      position: Point(200, 200), time: 0, altitude: Angle(degrees: 40), azimuth: .zero, roll: Angle(degrees: 30))
    #expect(abs(session.cursorOutline(for: pen).direction.degrees - 30) < 1e-9)
    session.brush.tip = .flat(Brush.Nib(thickness: 0.3, angle: Angle(degrees: 50), followsAzimuth: false))
    #expect(abs(session.cursorOutline(for: pen).direction.degrees - 50) < 1e-9)

    let tilted = try (0..<2).map { i in
      let session = try sitting(.tiltPencil)
      draw(session, from: Point(100, 200), to: Point(300, 200), Hold(azimuth: 90, roll: i == 0 ? nil : 45))
      return ink(session)
    }
    #expect(tilted[0] == tilted[1])
  }
}
