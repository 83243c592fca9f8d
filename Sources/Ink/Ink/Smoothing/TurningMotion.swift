import Geometry

/// A movement of constant turn rate and acceleration, fitted to a pen's positions.
///
/// The model is "constant turn rate and acceleration" (R. Schubert, E. Richter, G. Wanielik,
/// "Comparison and evaluation of advanced motion models for vehicle tracking", 2008); it represents
/// arcs exactly. The fit is Gauss-Newton least squares with a prior on acceleration and turn: the
/// maximum a posteriori estimate. Its covariance gives the uncertainty of an extrapolation.
///
/// Departure from the paper: a fit over a window, not a Kalman filter, so that earlier movements,
/// another rate of samples and pauses have no effect.
struct TurningMotion {
  /// An observed position.
  struct Observation {
    /// Time relative to now, s, <= 0.
    var time: Double
    var position: Point
    /// Number of samples of which it is the mean, >= 1.
    var count = 1.0
  }

  /// The current position.
  private(set) var position: Point
  /// The current direction, a unit vector.
  private(set) var heading: Vector
  /// Speed, px/s, > 0.
  private(set) var speed: Double
  /// Acceleration along the path, px/s^2.
  private(set) var acceleration = 0.0
  /// Turn rate, rad/s, at most `fastestTurn` in magnitude.
  private(set) var turn = 0.0
  private var covariance = Cholesky6()
  /// Ratio of the observed to the expected scatter, >= 1.
  private var scatter = 1.0

  /// The fastest turn rate of a hand, rad/s: about ten turns a second.
  private static let fastestTurn = 60.0
  /// Standard deviation of the prior on the turn rate, rad/s.
  private static let turnDeviation = 25.0
  /// Standard deviation of the prior on the acceleration: `accelerationPerSpeed` (1/s) times the
  /// speed, plus `accelerationPerNoise` (1/s^2) times the noise. The second is needed because a
  /// hand that reverses accelerates most when its speed is near 0.
  private static let accelerationPerSpeed = 8.0
  private static let accelerationPerNoise = 30_000.0
  /// How late the fitted acceleration follows that of the hand, s.
  private static let lag = 0.004
  /// Age at which an observation has half of its weight, s.
  private static let halfWeightAge = 0.04

  /// Fits a movement to observations, at least three at different times; nil if they are all at one
  /// place.
  /// - Parameter noise: standard deviation of an observation in each direction, px, > 0.
  init?(_ observations: Span<Observation>, noise: Double) {
    let last = observations[observations.count - 1]
    // Initial estimate: a straight line.
    var (weights, sumTime, sumSquare) = (0.0, 0.0, 0.0)
    var (sumOffset, sumTimeOffset) = (Vector.zero, Vector.zero)
    for i in 0..<observations.count {
      let (o, w) = (observations[i], Self.weight(observations[i]))
      let offset = o.position - last.position
      weights += w
      sumTime += w * o.time
      sumSquare += w * o.time * o.time
      sumOffset = sumOffset + offset * w
      sumTimeOffset = sumTimeOffset + offset * (w * o.time)
    }
    let determinant = weights * sumSquare - sumTime * sumTime
    guard determinant > 1e-12 else { return nil }
    let velocity = (sumTimeOffset * weights - sumOffset * sumTime) / determinant
    guard let heading = velocity.normalized else { return nil }
    position = last.position + (sumOffset * sumSquare - sumTimeOffset * sumTime) / determinant
    self.heading = heading
    speed = velocity.length
    for _ in 0..<2 { improve(observations, noise) }
    estimateScatter(observations, noise)
  }

  /// The distance covered after `time` s, px, >= 0. A decelerating movement comes to rest; it never
  /// reverses.
  private func distance(after time: Double) -> Double {
    let t = acceleration < 0 ? min(time, -speed / acceleration) : time
    return max(0, speed * t + 0.5 * acceleration * t * t)
  }

  /// Position and direction after `time` s.
  func place(after time: Double) -> (position: Point, heading: Vector) {
    let angle = Angle(radians: turn * time)
    let end = Vector(length: 1, direction: heading.direction + angle)
    // The chord of an arc: its direction is the mean of both ends' directions.
    let half = angle.radians / 2
    let chordPerArc = abs(half) < 1e-6 ? 1 : Angle(radians: half).sine / half
    let way = Vector(length: distance(after: time) * chordPerArc, direction: heading.direction + Angle(radians: half))
    return (position + way, end)
  }

  /// Standard deviation, px, of the position after `time` s. It combines the uncertainty of the fit
  /// and how far the hand may depart from the model.
  func deviation(after time: Double) -> Double {
    let (x, y) = jacobian(at: time)
    let fitted = scatter * scatter * (covariance.variance(along: x) + covariance.variance(along: y))
    let possible = departure(after: time)
    return (fitted + possible * possible).squareRoot()
  }

  /// How far a hand may depart from the model within `time` s, px. Its acceleration may have ended
  /// already. Its jerk is at most that of a circular movement of `fastestTurn` at this speed.
  private func departure(after time: Double) -> Double {
    let t = time + Self.lag
    let jerk = speed * Self.fastestTurn * Self.fastestTurn
    return t * t * (abs(acceleration) / 2 + jerk * t / 6)
  }

  private static func weight(_ o: Observation) -> Double {
    let age = o.time / halfWeightAge
    return 1 / (1 + age * age * age * age)
  }

  /// The integrals from 0 to t of u^m exp(i turn u) du for m = 0, 1, 2, complex numbers as vectors.
  /// They are summed as power series, since the closed form divides by the turn rate, which may be
  /// 0. Up to turn * t = 6.6 rad, the error of 24 terms is below 1e-6.
  private func integrals(_ t: Double) -> (Vector, Vector, Vector) {
    let x = turn * t
    var (a, b, c) = (Vector.zero, Vector.zero, Vector.zero)
    var term = Vector(1, 0)
    for k in 0..<24 {
      let n = Double(k)
      a = a + term / (n + 1)
      b = b + term / (n + 2)
      c = c + term / (n + 3)
      term = term.perpendicular * (x / (n + 1))
      if abs(term.dx) + abs(term.dy) < 1e-9 { break }
    }
    return (a * t, b * (t * t), c * (t * t * t))
  }

  /// Two rows of the Jacobian of the position at time t: `x` along the heading, `y` across it. Its
  /// columns: the current position along and across the heading, the speed, the heading's angle
  /// times the speed, the acceleration, the turn rate.
  private func jacobian(at t: Double) -> (x: Row6, y: Row6) {
    let (a, b, c) = integrals(t)
    let k = acceleration / speed
    let aside = a + b * k
    let bend = b * speed + c * acceleration
    return ([1, 0, a.dx, -aside.dy, b.dx, -bend.dy], [0, 1, a.dy, aside.dx, b.dy, bend.dx])
  }

  /// Difference of an observation from the movement, along and across the heading.
  private func residual(_ o: Observation) -> Vector {
    let (a, b, _) = integrals(o.time)
    let off = o.position - position
    return Vector(heading.dot(off), heading.cross(off)) - (a * speed + b * acceleration)
  }

  /// One step of the Gauss-Newton method.
  private mutating func improve(_ observations: Span<Observation>, _ noise: Double) {
    var sums = NormalEquations6()
    for i in 0..<observations.count {
      let o = observations[i]
      let (x, y) = jacobian(at: o.time)
      let off = residual(o)
      let weight = Self.weight(o) / (noise * noise)
      sums.add(x, off.dx, weight: weight)
      sums.add(y, off.dy, weight: weight)
    }
    let accelerationDeviation = Self.accelerationPerSpeed * speed + Self.accelerationPerNoise * noise
    sums.add([0, 0, 0, 0, 1, 0], -acceleration, weight: 1 / (accelerationDeviation * accelerationDeviation))
    sums.add([0, 0, 0, 0, 0, 1], -turn, weight: 1 / (Self.turnDeviation * Self.turnDeviation))
    covariance = Cholesky6(sums)
    let step = covariance.solve(sums.right)
    position = position + heading * step[0] + heading.perpendicular * step[1]
    heading = Vector(length: 1, direction: heading.direction + Angle(radians: step[3] / speed))
    speed = max(noise, speed + step[2])
    acceleration += step[4]
    turn = max(-Self.fastestTurn, min(Self.fastestTurn, turn + step[5]))
  }

  private mutating func estimateScatter(_ observations: Span<Observation>, _ noise: Double) {
    var sum = 0.0
    for i in 0..<observations.count {
      let off = residual(observations[i])
      // A mean of many samples scatters less; if it does not, the movement does not fit the model.
      sum += off.lengthSquared * Self.weight(observations[i]) * observations[i].count
    }
    // Fitting six values makes the sum smaller by 6 on average.
    let expected = 2 * Double(observations.count)
    scatter = max(1, (sum / (noise * noise) + 6) / expected).squareRoot()
  }
}
