import Geometry
import Glibc
import Ink

/// A movement of a hand: places over time.
struct FastMovement {
  /// What artists draw fast.
  enum Kind: String, CaseIterable {
    case hatching, swinging = "swinging hatching", zigzags, square = "square corners", round = "round corners"
    case loops = "letters of loops", arches = "letters of arches"
  }

  /// s.
  private let duration: Double
  /// The place at a time of 0...`duration`, canvas px.
  private let place: (Double) -> Point

  /// A movement with random sizes, speed and direction.
  init(_ kind: Kind, _ noise: inout SeededNoise) {
    let turn = noise.even(in: 0...6.28)
    func turned(_ x: Double, _ y: Double) -> Point {
      Point(1000, 1000) + Vector(length: (x * x + y * y).squareRoot(), direction: Angle(radians: atan2(y, x) + turn))
    }
    switch kind {
    case .hatching, .swinging:
      let (rate, height, step) = (noise.even(in: 3...10), noise.even(in: 20...400), noise.even(in: 2...20))
      duration = 12 / rate
      place = { time in
        let phase = time * rate / 2
        let share = phase - phase.rounded(.down)
        let straight = share < 0.5 ? 4 * share - 1 : 3 - 4 * share
        return turned(step * rate * time, height / 2 * (kind == .hatching ? straight : -cos(2 * .pi * share)))
      }
    case .zigzags:
      let (arm, half) = (noise.even(in: 30...200), noise.even(in: 0.15...1))
      let tips = (0..<8).map { turned(Double($0) * arm * sin(half), $0.isMultiple(of: 2) ? 0 : arm * cos(half)) }
      (duration, place) = Self.along(tips, radius: 0, speed: noise.even(in: 200...2000))
    case .square, .round:
      let side = noise.even(in: 60...200)
      let tips = (0..<9).map { turned([0, side, side, 0][$0 % 4], [0, 0, side, side][$0 % 4]) }
      let radius = kind == .square ? 0 : noise.even(in: 8...30)
      (duration, place) = Self.along(tips, radius: radius, speed: noise.even(in: 200...2000))
    case .loops:
      let (width, rate) = (noise.even(in: 10...40), noise.even(in: 3...7))
      let (speed, lean) = (noise.even(in: 20...120), noise.even(in: 0...1.5))
      duration = 8 / rate
      place = { time in
        let angle = 2 * .pi * rate * time
        return turned(speed * time + width * cos(angle), 1.5 * width * sin(angle + lean))
      }
    case .arches:
      let (width, rate) = (noise.even(in: 15...50), noise.even(in: 3...7))
      duration = 8 / rate
      place = { time in turned(width * rate * time, -1.5 * width * abs(sin(.pi * rate * time))) }
    }
  }

  /// A movement of constant speed along lines between tips, of which each is cut by a parabola that begins `radius` px
  /// before it.
  private static func along(_ tips: [Point], radius: Double, speed: Double) -> (Double, (Double) -> Point) {
    var way: [Point] = []
    for (i, tip) in tips.enumerated() {
      guard radius > 0, i > 0, i < tips.count - 1 else {
        way.append(tip)
        continue
      }
      let from = tip.lerp(to: tips[i - 1], radius / tip.distance(to: tips[i - 1]))
      let to = tip.lerp(to: tips[i + 1], radius / tip.distance(to: tips[i + 1]))
      for k in 0...32 {
        let t = Double(k) / 32
        way.append(from.lerp(to: tip, t).lerp(to: tip.lerp(to: to, t), t))
      }
    }
    var lengths = [0.0]
    for (a, b) in zip(way, way.dropFirst()) { lengths.append(lengths[lengths.count - 1] + a.distance(to: b)) }
    let total = lengths[lengths.count - 1]
    let place = { (time: Double) -> Point in
      let length = min(total, time * speed)
      let next = lengths.firstIndex { $0 >= length && $0 > 0 } ?? way.count - 1
      let (a, b) = (lengths[next - 1], lengths[next])
      return way[next - 1].lerp(to: way[next], b > a ? (length - a) / (b - a) : 0)
    }
    return (total / speed, place)
  }

  /// What a tablet sees: positions rounded to a grid, at times that are off by up to a fifth of the time between two.
  func points(samplesPerSecond rate: Double, grid: Double, _ noise: inout SeededNoise) -> [InkPoint] {
    (0...Int(duration * rate)).map { i in
      let p = place(max(0, min(duration, (Double(i) + noise.even(in: -0.2...0.2)) / rate)))
      return InkPoint(
        position: Point((p.x / grid).rounded() * grid, (p.y / grid).rounded() * grid), pressure: 0.5,
        time: Double(i) / rate)
    }
  }

  /// The root mean square distance of a curve from the movement, canvas px, by the curve's length. The curve must go
  /// along it in the same order.
  func distance(of segments: [InkSegment]) -> Double {
    let count = 2000
    let way = (0...count).map { place(duration * Double($0) / Double(count)) }
    var near = 0
    return CurveTrace(segments, step: 2).rootMeanSquare { p in
      var least = Double.infinity
      // Of neighbours alone: strokes may be close to each other.
      for k in max(0, near - 60)..<min(count, near + 100) {
        let step = way[k + 1] - way[k]
        let square = step.lengthSquared
        let t = square > 0 ? max(0, min(1, (p - way[k]).dot(step) / square)) : 0
        let distance = (way[k] + step * t - p).lengthSquared
        if distance < least { (least, near) = (distance, k) }
      }
      return least.squareRoot()
    }
  }
}
