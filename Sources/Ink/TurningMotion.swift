import Geometry

/// A movement whose turn rate and acceleration along its way are constant, fitted to where a pen was.
///
/// The model is "constant turn rate and acceleration" (R. Schubert, E. Richter, G. Wanielik, "Comparison and evaluation of
/// advanced motion models for vehicle tracking", 2008): arcs are exact, where a parabola leaves a circle of 40 px
/// radius by 2 px within 16 ms at 1000 px/s. It is fitted by Gauss and Newton's least squares with a prior on
/// acceleration and turn, which hands are known to keep small: that is the maximum a posteriori estimate, and its
/// covariance says how far an extrapolation may be trusted.
///
/// Departure from the paper: a fit over a window, not a Kalman filter over the stroke, so that what was long ago, another
/// rate of samples or a pause leave no trace.
struct TurningMotion {
  /// Where it is known to have been.
  struct Observation {
    /// Seconds before now, <= 0.
    var time: Double
    var position: Point
    /// How many samples it is the mean of, >= 1.
    var count = 1.0
  }

  /// Where it is now.
  private(set) var position: Point
  /// Direction in which it moves now, a unit vector.
  private(set) var heading: Vector
  /// px/s, > 0.
  private(set) var speed: Double
  /// px/s^2 along the way.
  private(set) var acceleration = 0.0
  /// rad/s, at most `fastestTurn` either way.
  private(set) var turn = 0.0
  private var covariance = Cholesky6()
  /// How many times more the observations scatter about the movement than they should, >= 1.
  private var scatter = 1.0

  /// Beyond ten turns a second no hand draws, rad/s.
  private static let fastestTurn = 60.0
  /// How far the turn rate is usually from 0, rad/s.
  private static let usualTurn = 25.0
  /// How far the acceleration is usually from 0: in shares of the speed a second; and at any speed, for a hand that turns
  /// back is slow while it accelerates most, in deviations of an observation a second squared (15,000 px/s^2 of the window).
  private static let usualAcceleration = 8.0
  private static let leastUsualAcceleration = 30_000.0
  /// How old what the fit says of acceleration is already now, s.
  private static let lag = 0.004
  /// The age at which an observation counts for half of a new one, s: the movement is constant for a while only.
  private static let halfLife = 0.04

  /// The movement through observations, at least three at different times; nil where they are all at one place.
  /// - Parameter noise: standard deviation of an observation in each direction, px, > 0.
  init?(_ observations: Span<Observation>, noise: Double) {
    let last = observations[observations.count - 1]
    // A straight line to begin with.
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

  /// How far it has gone after `time` s, px, not negative: a movement that slows down stops, it does not turn back.
  private func distance(after time: Double) -> Double {
    let t = acceleration < 0 ? min(time, -speed / acceleration) : time
    return max(0, speed * t + 0.5 * acceleration * t * t)
  }

  /// Where it is after `time` s, and its direction there.
  func place(after time: Double) -> (position: Point, heading: Vector) {
    let angle = Angle(radians: turn * time)
    let end = Vector(length: 1, direction: heading.direction + angle)
    // The chord of an arc: its length by the sine, halfway between both directions.
    let half = angle.radians / 2
    let chord = abs(half) < 1e-6 ? 1 : Angle(radians: half).sine / half
    let way = Vector(length: distance(after: time) * chord, direction: heading.direction + Angle(radians: half))
    return (position + way, end)
  }

  /// Standard deviation, px, of the place after `time` s: what the observations leave open, and what the hand may do
  /// meanwhile.
  func deviation(after time: Double) -> Double {
    let (x, y) = rows(at: time)
    let fitted = scatter * scatter * (covariance.variance(along: x) + covariance.variance(along: y))
    let will = whim(after: time)
    return (fitted + will * will).squareRoot()
  }

  /// How far a hand may come off a movement of constant turn and acceleration within `time` s, px: its acceleration along the way
  /// may have ended by now, and changes no faster than a beat of `fastestTurn` at this speed lets it.
  private func whim(after time: Double) -> Double {
    let t = time + Self.lag
    let jerk = speed * Self.fastestTurn * Self.fastestTurn
    return t * t * (abs(acceleration) / 2 + jerk * t / 6)
  }

  private static func weight(_ o: Observation) -> Double {
    let age = o.time / halfLife
    return 1 / (1 + age * age * age * age)
  }

  /// The integrals from 0 to t of u^m exp(i turn u) du for m = 0, 1, 2, by their series: without the closed form's
  /// division by the turn, which is often 0. For turns of up to 6.6 rad within the window 24 terms leave 1e-6.
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

  /// How the place at a time changes with position (along and across), speed, heading (times speed), acceleration and turn:
  /// along and across the heading.
  private func rows(at t: Double) -> (x: Row6, y: Row6) {
    let (a, b, c) = integrals(t)
    let k = acceleration / speed
    let aside = a + b * k
    let bend = b * speed + c * acceleration
    return ([1, 0, a.dx, -aside.dy, b.dx, -bend.dy], [0, 1, a.dy, aside.dx, b.dy, bend.dx])
  }

  /// By how much an observation differs from the movement: along and across the heading.
  private func residual(_ o: Observation) -> Vector {
    let (a, b, _) = integrals(o.time)
    let off = o.position - position
    return Vector(heading.dot(off), heading.cross(off)) - (a * speed + b * acceleration)
  }

  /// One step of Gauss and Newton's.
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
      // A mean of many scatters less; that it does not is how a movement that is none of these shows at 1000 Hz.
      sum += off.lengthSquared * Self.weight(observations[i]) * observations[i].count
    }
    // Six of the values are fitted, so that much of the scatter is gone.
    let expected = 2 * Double(observations.count)
    scatter = max(1, (sum / (noise * noise) + 6) / expected).squareRoot()
  }
}
