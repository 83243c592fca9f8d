import Geometry
import Glibc
import Ink

/// Random strokes, the same every time: of any length, curved, all over a canvas.
struct StrokeCourse {
  private var state: UInt64

  init(state: UInt64) { self.state = state }

  /// 0 ..< 1 (splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
  /// 2014).
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ z >> 31) >> 11) * 0x1p-53
  }

  /// Samples of a stroke that stays 20 px inside a canvas: details and long lines, 2 to 12 px from
  /// sample to sample.
  mutating func samples(_ count: Int, width: Double, height: Double) -> [PenSample] {
    let (right, bottom) = (width - 20, height - 20)
    var place = Point(20 + next() * (right - 20), 20 + next() * (bottom - 20))
    var (direction, turn) = (next() * 2 * .pi, 0.0)
    let speed = 2 + 10 * next() * next()
    return (0..<count).map { i in
      defer {
        turn = 0.9 * turn + 0.06 * (next() - 0.5)
        direction += turn
        place = place + Vector(cos(direction) * speed, sin(direction) * speed)
        if place.x < 20 || place.x > right { direction = .pi - direction }
        if place.y < 20 || place.y > bottom { direction = -direction }
        place = Point(min(right, max(20, place.x)), min(bottom, max(20, place.y)))
      }
      return PenSample(
        position: place, time: Double(i) / 200, pressure: 0.1 + 0.8 * sin(.pi * Double(i + 1) / Double(count + 2)))
    }
  }
}
