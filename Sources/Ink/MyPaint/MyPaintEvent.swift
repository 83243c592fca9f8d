import Geometry
import Glibc
import Ink

/// A sample of a pen as the arguments of the library's `mypaint_brush_stroke_to_2`.
///
/// This is the only place where samples become arguments. A change here changes what recorded
/// strokes look like.
struct MyPaintEvent: Equatable {
  /// Position, canvas px from the local origin.
  var x, y: Float
  /// Pressure, 0...1.
  var pressure: Float
  /// Tilt to the right and down the canvas, -1...1; 1 is 60 degrees from upright. 0 if unknown.
  var tiltX, tiltY: Float
  /// Time since the last event, s.
  var interval: Double
  /// Window px for each canvas px.
  var zoom: Float
  /// Rotation from canvas to window, radians, clockwise; the other way round in a mirrored view.
  var rotation: Float
  /// Rotation of the pen's barrel as seen in the window, turns, 0..<1. 0 if unknown.
  var barrel: Float

  /// The greatest distance from the local origin along an axis, px. The library ends the program
  /// for positions of 10^8 px or more, and `Float` has steps of less than 1/8 px up to here.
  static let reach = 1_000_000.0
  /// Allowed times between events, s. The library forgets a stroke after a longer pause.
  static let intervals = 0.0001...5.0
  /// The interval of an event that starts a stroke.
  static let startInterval = 1000.0
  /// The tilt that the library calls 1.
  static let greatestTilt = Double.pi / 3
  /// Steeper pens, in radians, count as upright.
  static let uprightAltitude = 1.5707
  /// Allowed values of `zoom`.
  static let zooms = 0.001...1000.0

  /// - Parameters:
  ///   - previous: the time of the last sample of the stroke; nil for the first.
  ///   - origin: the local origin, canvas px.
  init(_ sample: PenSample, after previous: Double?, view: MyPaintView, origin: Point) {
    x = Self.limited(sample.position.x - origin.x, -Self.reach...Self.reach)
    y = Self.limited(sample.position.y - origin.y, -Self.reach...Self.reach)
    pressure = Self.limited(sample.pressure, 0...1)
    (tiltX, tiltY) = Self.tilt(altitude: sample.altitude, azimuth: sample.azimuth)
    let passed = previous.map { sample.time - $0 } ?? 0
    interval = min(Self.intervals.upperBound, max(Self.intervals.lowerBound, passed.isFinite ? passed : 0))
    zoom = view.zoom.isFinite ? Self.limited(view.zoom, Self.zooms) : 1
    let turn = view.rotation.radians.isFinite ? view.rotation.radians : 0
    let rotation = view.isMirrored ? -turn : turn
    self.rotation = Float(rotation)
    barrel = Self.turns(of: sample.roll.map { $0.radians + rotation } ?? 0)
  }

  /// The event that starts a stroke at this place: without pressure, and after so long a time that
  /// the library draws nothing on the way there.
  var start: MyPaintEvent {
    var start = self
    start.pressure = 0
    start.interval = Self.startInterval
    return start
  }

  /// A value within a range; 0 if it is not a number.
  private static func limited(_ value: Double, _ range: ClosedRange<Double>) -> Float {
    value.isNaN ? 0 : Float(min(max(value, range.lowerBound), range.upperBound))
  }

  private static func tilt(altitude: Angle, azimuth: Angle) -> (Float, Float) {
    guard altitude.radians < uprightAltitude, azimuth.radians.isFinite else { return (0, 0) }
    // Above 0, so that the rounding of a sine is no direction.
    let slope = tan(max(1e-6, altitude.radians))
    func part(_ share: Double) -> Float { limited(atan2(share, slope) / greatestTilt, -1...1) }
    return (part(azimuth.cosine), part(azimuth.sine))
  }

  private static func turns(of radians: Double) -> Float {
    guard radians.isFinite else { return 0 }
    let turns = Float(radians / (2 * .pi) - (radians / (2 * .pi)).rounded(.down))
    return turns < 1 ? turns : 0
  }
}
