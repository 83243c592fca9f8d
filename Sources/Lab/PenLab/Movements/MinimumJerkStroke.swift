import Geometry

/// A reaching movement from one place to another, straight and as smooth as can be: of all
/// movements of that duration the one with the least integral of the squared jerk (T. Flash, N.
/// Hogan, "The coordination of arm movements", 1985).
///
/// A curved movement is the sum of several, each begun before the one before has ended (T. Flash,
/// E. Henis, "Arm trajectory modifications during reaching towards visual targets", 1991).
struct MinimumJerkStroke: Sendable {
  /// Start time, s.
  var start: Double
  /// Duration in s, > 0.
  var duration: Double
  /// Total displacement, px.
  var way: Vector

  /// The displacement at a time in s.
  func displacement(at time: Double) -> Vector {
    let t = max(0, min(1, (time - start) / duration))
    return way * (t * t * t * (10 + t * (6 * t - 15)))
  }

  /// Speed at a time, px/s. The maximum, at half the duration, is 1.875 times the mean.
  func speed(at time: Double) -> Double {
    let t = max(0, min(1, (time - start) / duration))
    return way.length / duration * 30 * t * t * (1 - t) * (1 - t)
  }

  /// Start and end time, s.
  var span: ClosedRange<Double> { start...start + duration }
}
