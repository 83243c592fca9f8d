import Geometry

/// The envelope of a round tip's prints: two curves that every disc touches from inside. For a
/// centre c with velocity v = |c'| and a radius that changes by r', the disc touches them in the
/// directions n = -p T +- q N, where T and N are the unit tangent and normal, p = r'/v and q =
/// sqrt(1 - p^2). Where |p| >= 1 one disc contains the next and there is no envelope. Where an
/// envelope runs backwards, the curve bends more tightly than the disc is wide, and other discs
/// cover it.
struct Envelope {
  var center = Point.zero
  /// Velocity by the parameter.
  var velocity = Vector.zero
  /// The points of contact.
  var left = Point.zero
  var right = Point.zero
  /// The unit directions of the two sides.
  var leftDirection = Vector.zero
  var rightDirection = Vector.zero
  /// The speeds of the points of contact in those directions by the parameter; negative where they
  /// run backwards.
  var leftSpeed = -1.0
  var rightSpeed = -1.0

  /// At parameter `t` of a curve, for radius `r` that changes by `change` over the curve.
  init(_ curve: CubicBezier, at t: Double, radius r: Double, change: Double) {
    let s = 1 - t
    let (a, b, c) = (curve.p1 - curve.p0, curve.p2 - curve.p1, curve.p3 - curve.p2)
    velocity = a * (3 * s * s) + b * (6 * s * t) + c * (3 * t * t)
    center = curve.point(at: t)
    let square = velocity.lengthSquared
    guard square > 1e-18 else { return }
    let v = square.squareRoot()
    let p = change / v
    let q = (1 - p * p).squareRoot()
    // False also for NaN, where one disc contains the next.
    guard q > 1e-3 else { return }
    let second = (b - a) * (6 * s) + (c - b) * (6 * t)
    let bend = velocity.cross(second) / square
    let drift = -change * velocity.dot(second) / (v * square * q)
    let tangent = velocity / v
    let normal = tangent.perpendicular
    left = center - (tangent * p + normal * q) * r
    right = center - (tangent * p - normal * q) * r
    leftDirection = tangent * q - normal * p
    rightDirection = tangent * q + normal * p
    leftSpeed = v * q - r * (drift - bend)
    rightSpeed = v * q - r * (drift + bend)
  }

  var leftVelocity: Vector { leftDirection * leftSpeed }
  var rightVelocity: Vector { rightDirection * rightSpeed }
}

extension Outline {
  /// Bisections after which a part of a sweep is accepted as it is.
  private static let mostHalvings = 9

  mutating func appendRound(_ sweep: Sweep) {
    let change = sweep.end.radius - sweep.start.radius
    let start = Envelope(sweep.curve, at: 0, radius: sweep.start.radius, change: change)
    let end = Envelope(sweep.curve, at: 1, radius: sweep.end.radius, change: change)
    appendRound(sweep, 0, start, 1, end, halvings: 0)
  }

  /// Appends the part of a sweep from parameter `t0` to `t1`.
  private mutating func appendRound(
    _ sweep: Sweep, _ t0: Double, _ a: Envelope, _ t1: Double, _ b: Envelope, halvings: Int
  ) {
    let h = t1 - t0
    func envelope(_ share: Double) -> Envelope {
      let t = t0 + h * share
      let change = sweep.end.radius - sweep.start.radius
      return Envelope(sweep.curve, at: t, radius: sweep.start.radius + change * t, change: change)
    }
    let (first, middle, third) = (envelope(0.25), envelope(0.5), envelope(0.75))
    func all(_ test: (Envelope) -> Bool) -> Bool { test(a) && test(first) && test(middle) && test(third) && test(b) }
    let (goesLeft, goesRight) = (all { $0.leftSpeed >= 0 }, all { $0.rightSpeed >= 0 })
    let left = CubicBezier(hermiteFrom: a.left, velocity: a.leftVelocity * h, to: b.left, velocity: b.leftVelocity * h)
    let right = CubicBezier(
      hermiteFrom: a.right, velocity: a.rightVelocity * h, to: b.right, velocity: b.rightVelocity * h)
    func isNear(_ curve: CubicBezier, _ side: (Envelope) -> (Point, Vector)) -> Bool {
      func error(_ t: Double, _ e: Envelope) -> Double {
        let (place, direction) = side(e)
        return abs((curve.point(at: t) - place).cross(direction))
      }
      let most = tolerance / 3
      // Three points are not enough where the direction changes much.
      guard side(a).1.dot(side(middle).1) > 0.5, side(middle).1.dot(side(b).1) > 0.5 else { return false }
      return error(0.5, middle) < most && error(0.25, first) < most && error(0.75, third) < most
    }
    func isLeftNear() -> Bool { isNear(left) { ($0.left, $0.leftDirection) } }
    func isRightNear() -> Bool { isNear(right) { ($0.right, $0.rightDirection) } }
    let (start, end) = (t0 == 0 ? sweep.start : sweep.print(at: t0), t1 == 1 ? sweep.end : sweep.print(at: t1))
    let isLast = halvings == Self.mostHalvings
    // Exact: the centre line is a cubic.
    func centre() -> CubicBezier {
      CubicBezier(hermiteFrom: a.center, velocity: a.velocity * h, to: b.center, velocity: b.velocity * h)
    }
    if goesLeft, goesRight {
      if isLeftNear(), isRightNear() { return append(left: left, right: right, from: start, to: end, .open) }
      if isLast { return appendPrint(start) }
    } else if goesLeft || goesRight {
      // The other side is inside the bend.
      let isInside = goesLeft ? all { $0.rightSpeed <= 0 } : all { $0.leftSpeed <= 0 }
      let turn = isInside ? abs(a.velocity.angle(to: b.velocity)) : 0
      if isInside, turn <= .pi / 2, goesLeft ? isLeftNear() : isRightNear() {
        return append(
          left: goesLeft ? left : centre(), right: goesLeft ? centre() : right, from: start, to: end,
          goesLeft ? .insideRight : .insideLeft, turn: turn)
      }
      if isLast { return appendPrint(start) }
    } else if isLast || all({ $0.leftSpeed <= 0 && $0.rightSpeed <= 0 }) {
      // The prints at both ends contain all others within the tolerance.
      return appendPrint(start)
    }
    // The place where a side turns back is a better cut than the middle.
    var (cut, share) = (middle, 0.5)
    if goesLeft != goesRight {
      func speed(_ e: Envelope) -> Double { goesLeft ? e.rightSpeed : e.leftSpeed }
      let places = [(0, a), (0.25, first), (0.5, middle), (0.75, third), (1, b)]
      if let k = (1..<5).first(where: { speed(places[$0 - 1].1) * speed(places[$0].1) < 0 }) {
        var (low, high) = (places[k - 1].0, places[k].0)
        let isForward = speed(places[k - 1].1) > 0
        for _ in 0..<20 {
          share = (low + high) / 2
          cut = envelope(share)
          if (speed(cut) > 0) == isForward { low = share } else { high = share }
        }
        if goesLeft { cut.rightSpeed = 0 } else { cut.leftSpeed = 0 }
      }
    }
    let t = t0 + h * share
    appendRound(sweep, t0, a, t, cut, halvings: halvings + 1)
    appendRound(sweep, t, cut, t1, b, halvings: halvings + 1)
  }
}

extension Vector {
  /// The angle from this vector to another, rad, -pi...pi.
  fileprivate func angle(to other: Vector) -> Double { Vector(dot(other), cross(other)).direction.radians }
}
