import Geometry
import Glibc

/// A stroke of the hand as the kinematic theory of rapid human movements has it: its speed over
/// time is a lognormal, and its way an arc of a circle that is run through as the speed says.
///
/// A handwritten movement is the vectorial sum of such strokes, each begun before the one before
/// has ended: the sigma-lognormal model (R. Plamondon, M. Djioua, "A multi-level representation
/// paradigm for handwriting stroke generation", 2006; C. O'Reilly, R. Plamondon, "Development of a
/// sigma-lognormal representation for on-line signatures", 2009). The names are the papers'.
struct LognormalStroke: Sendable {
  /// When the command is given, s.
  var t0: Double
  /// Length of the way, px, > 0.
  var d: Double
  /// Log of the time, in s, from the command until half the way is done.
  var mu: Double
  /// How long the response takes, on the scale of `mu`, > 0.
  var sigma: Double
  /// Direction at the start.
  var startAngle: Angle
  /// Direction at the end; how far it is from that of the start says how the way bends.
  var endAngle: Angle

  /// The share of the way done at a time, 0...1: the integral of the lognormal.
  func share(at time: Double) -> Double {
    guard time > t0 else { return 0 }
    return 0.5 * (1 + erf((log(time - t0) - mu) / (sigma * 2.0.squareRoot())))
  }

  /// Speed at a time, px/s.
  func speed(at time: Double) -> Double {
    guard time > t0 else { return 0 }
    let z = (log(time - t0) - mu) / sigma
    return d / (sigma * (2 * Double.pi).squareRoot() * (time - t0)) * exp(-z * z / 2)
  }

  /// How far it has come at a time: the integral of the velocity, in closed form, for the direction
  /// turns as the way is done.
  func displacement(at time: Double) -> Vector {
    let way = d * share(at: time)
    let turn = (endAngle - startAngle) * (way / d)
    // The chord of the arc.
    let half = turn.radians / 2
    let length = abs(half) < 1e-6 ? way : way * sin(half) / half
    return Vector(length: length, direction: startAngle + turn * 0.5)
  }

  /// When it is fastest, s: the lognormal's mode.
  var peakTime: Double { t0 + exp(mu - sigma * sigma) }

  /// When it can be seen to begin and has practically ended, s: the shares 0.13 % and 99.87 %.
  var span: ClosedRange<Double> { t0 + exp(mu - 3 * sigma)...t0 + exp(mu + 3 * sigma) }
}
