import Document
import Geometry
import Ink
import Input
import Raster
import Testing

@testable import Library
@testable import Studio

/// The pen's tilt and its effect on ink in any view, measured on the canvas's pixels.
@Suite("Tilt and azimuth") struct TiltTests {
  /// The pen's pose along a stroke, by the fraction 0...1 of the way.
  private struct Hold {
    var pressure = 0.25
    /// Degrees.
    var altitude: (Double) -> Double = { _ in 20 }
    /// Azimuth in degrees clockwise from the right of the window.
    var azimuth = 0.0
    var roll: Double?
  }

  /// A window as large as its canvas, at 100 %.
  private func sitting(_ brush: Action) throws -> Session {
    let document = try #require(Document(width: 400, height: 400))
    var brushes = BrushLibrary(folder: BrushLibrary.systemFolder())
    // With a crisp edge, so that the ink tells the width.
    var outline = try #require(brushes["tilt-pencil"])
    outline.rendering = .outline
    brushes.add(outline)
    let session = try #require(
      Session(document: document, windowWidth: 400, windowHeight: 400, brushes: brushes))
    _ = session.perform(.zoomActual)
    #expect(session.perform(brush).requests == [])
    return session
  }

  /// Draws a straight line between two window positions.
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

  /// The amount of ink within 100 px of the centre.
  private func ink(_ session: Session) -> Double {
    let image = SessionTests.pixels(session)
    var sum = 0
    for y in 100..<300 { for x in 100..<300 { sum += Int(image[x, y] >> 24) } }
    return Double(sum) / 255
  }

  /// Fails if the tilt pencil's width does not follow the tilt: thin upright, wide flat, delayed by
  /// the brush's rise.
  @Test func aStrokeOfFallingTiltWidensByTheRule() throws {
    for pressure in [0.1, 0.25, 0.5] {
      let session = try sitting(.tiltPencil)
      draw(
        session, from: Point(40, 200), to: Point(360, 200),
        Hold(pressure: pressure, altitude: { 90 - 75 * $0 }, azimuth: 90))
      for x in stride(from: 60, through: 340, by: 20) {
        // The pen is tilted across the line, from 90 degrees to 15; the width follows within the
        // rise of 8 px.
        let flatness = (Double(x) + 0.5 - 40 - 8) / 320
        let width = max(4, 16 * flatness) * max(1, pressure / 0.25)
        #expect(
          abs(cover(session, column: x) - width) < 0.1 * width,
          "at \(x) it is \(cover(session, column: x)) px wide and not \(width)")
      }
    }
  }

  /// Fails if the azimuth does not reach the tilt pencil: a line along the tilt is thin.
  @Test func alongThePenItIsThin() throws {
    let session = try sitting(.tiltPencil)
    draw(session, from: Point(40, 200), to: Point(360, 200), Hold(azimuth: 180))
    #expect(abs(cover(session, column: 200) - 4) < 0.2, "\(cover(session, column: 200)) px")
  }

  /// Views of a window: rotated, mirrored, both.
  private static let views: [(turn: Double, isMirrored: Bool)] = [
    (0, false), (90, false), (37, false), (200, false), (0, true), (90, true), (-53, true),
  ]

  /// Fails if azimuth or barrel rotation do not rotate with the canvas. The same movement gives the
  /// same amount of ink in any view, unlike a pen tilted along its line.
  @Test(arguments: [Action.tiltPencil, .marker]) func theSameHandInAnyViewMakesTheSameInk(brush: Action) throws {
    for roll in [nil, 120.0] {
      // Draws to the lower right; the tilt or barrel rotation is perpendicular to the line.
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
      // For comparison: a pen tilted along its line.
      if roll == nil {
        let along = try drawn(45, nil, Self.views[0])
        #expect(abs(along - upright) > 0.25 * upright)
      }
    }
  }

  /// Fails if azimuth or roll rotate in the wrong direction, or a mirror does not reverse the
  /// barrel.
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

  /// Fails if barrel rotation does not rotate the marker's nib in ink and outline, or affects fixed
  /// nibs or the tilt pencil.
  @Test func theBarrelTurnsTheNib() throws {
    func width(_ roll: Double?, azimuth: Double = 0, altitude: Double = 25) throws -> Double {
      let session = try sitting(.marker)
      draw(
        session, from: Point(100, 200), to: Point(300, 200),
        Hold(pressure: 1, altitude: { _ in altitude }, azimuth: azimuth, roll: roll))
      return cover(session, column: 200)
    }
    // 34 px wide and 10 thick, at 80 %. With the buttons away from the user, the broad side is
    // along the line.
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
