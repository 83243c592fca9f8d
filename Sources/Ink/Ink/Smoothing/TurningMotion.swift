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
  private static let usualTurn = 25.0
  /// Standard deviation of the prior on the acceleration: as a share of the speed per s, plus an
  /// amount at any speed, in standard deviations of an observation per s^2. A hand that turns back
  /// is slow when it accelerates most.
  private static let usualAcceleration = 8.0
  private static let leastUsualAcceleration = 30_000.0
  /// Delay of the fitted acceleration, s.
  private static let lag = 0.004
  /// Age at which an observation has half of its weight, s.
  private static let halfLife = 0.04

  /// The movement through observations, at least three at different times; nil where they are all
  /// at one place.
  /// - Parameter noise: standard deviation of an observation in each direction, px, > 0.
  init?(_ observations: Span<Observation>, noise: Double) {
    let last = observations[observations.count - 1]
    // Initial estimate: a straight line.
    var (weights, time, square) = (0.0, 0.0, 0.0)
    var (place, moment) = (Vector.zero, Vector.zero)
    for i in 0..<observations.count {
      let (o, w) = (observations[i], Self.weight(observations[i]))
      let way = o.position - last.position
      weights += w
      time += w * o.time
      square += w * o.time * o.time
      place = place + way * w
      moment = moment + way * (w * o.time)
    }
    let determinant = weights * square - time * time
    guard determinant > 1e-12 else { return nil }
    let velocity = (moment * weights - place * time) / determinant
    guard let heading = velocity.normalized else { return nil }
    position = last.position + (place * square - moment * time) / determinant
    self.heading = heading
    speed = velocity.length
    for _ in 0..<2 { improve(observations, noise) }
    judge(observations, noise)
  }

  /// The distance covered after `time` s, px, >= 0: a movement that slows down stops and does not
  /// turn back.
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
    let chord = abs(half) < 1e-6 ? 1 : Angle(radians: half).sine / half
    let way = Vector(length: distance(after: time) * chord, direction: heading.direction + Angle(radians: half))
    return (position + way, end)
  }

  /// Standard deviation, px, of the position after `time` s: the fit's uncertainty and the hand's
  /// freedom.
  func deviation(after time: Double) -> Double {
    let (x, y) = rows(at: time)
    let fitted = scatter * scatter * (covariance.variance(along: x) + covariance.variance(along: y))
    let will = whim(after: time)
    return (fitted + will * will).squareRoot()
  }

  /// How far a hand may depart from the model within `time` s, px: its acceleration may have ended
  /// already, and its jerk is limited by a beat of `fastestTurn` at this speed.
  private func whim(after time: Double) -> Double {
    let t = time + Self.lag
    let jerk = speed * Self.fastestTurn * Self.fastestTurn
    return t * t * (abs(acceleration) / 2 + jerk * t / 6)
  }

  private static func weight(_ o: Observation) -> Double {
    let age = o.time / halfLife
    return 1 / (1 + age * age * age * age)
  }

  /// The integrals from 0 to t of u^m exp(i turn u) du for m = 0, 1, 2, by their series, which does
  /// not divide by the turn. For up to 6.6 rad, 24 terms leave 1e-6.
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

  /// Derivatives of the position at a time by position (along and across), speed, heading (times
  /// speed), acceleration and turn; along and across the heading.
  private func rows(at t: Double) -> (x: Row6, y: Row6) {
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
      let (x, y) = rows(at: o.time)
      let off = residual(o)
      let weight = Self.weight(o) / (noise * noise)
      sums.add(x, off.dx, weight: weight)
      sums.add(y, off.dy, weight: weight)
    }
    let easy = Self.usualAcceleration * speed + Self.leastUsualAcceleration * noise
    sums.add([0, 0, 0, 0, 1, 0], -acceleration, weight: 1 / (easy * easy))
    sums.add([0, 0, 0, 0, 0, 1], -turn, weight: 1 / (Self.usualTurn * Self.usualTurn))
    covariance = Cholesky6(sums)
    let step = covariance.solve(sums.right)
    position = position + heading * step[0] + heading.perpendicular * step[1]
    heading = Vector(length: 1, direction: heading.direction + Angle(radians: step[3] / speed))
    speed = max(noise, speed + step[2])
    acceleration += step[4]
    turn = max(-Self.fastestTurn, min(Self.fastestTurn, turn + step[5]))
  }

  private mutating func judge(_ observations: Span<Observation>, _ noise: Double) {
    var sum = 0.0
    for i in 0..<observations.count {
      let off = residual(observations[i])
      // A mean of many samples scatters less; if it does not, the movement does not fit the model.
      sum += off.lengthSquared * Self.weight(observations[i]) * observations[i].count
    }
    // Six fitted values absorb that much of the scatter.
    let expected = 2 * Double(observations.count)
    scatter = max(1, (sum / (noise * noise) + 6) / expected).squareRoot()
  }
}
