import Geometry

/// A reaching movement from one place to another, straight and as smooth as can be: of all
/// movements of that duration the one with the least integral of the squared jerk (T. Flash, N.
/// Hogan, "The coordination of arm movements", 1985).
///
/// A curved movement is the sum of several, each begun before the one before has ended (T. Flash,
/// E. Henis, "Arm trajectory modifications during reaching towards visual targets", 1991).
struct MinimumJerkStroke: Sendable {
  /// When it begins, s.
  var start: Double
  /// How long it takes, s, > 0.
  var duration: Double
  /// From its first place to its last, px.
  var way: Vector

  /// How far it has come at a time.
  func displacement(at time: Double) -> Vector {
    let t = max(0, min(1, (time - start) / duration))
    return way * (t * t * t * (10 + t * (6 * t - 15)))
  }

  /// Speed at a time, px/s; the greatest is 1.875 times the mean, halfway.
  func speed(at time: Double) -> Double {
    let t = max(0, min(1, (time - start) / duration))
    return way.length / duration * 30 * t * t * (1 - t) * (1 - t)
  }

  /// When it begins and ends, s.
  var span: ClosedRange<Double> { start...start + duration }
}
