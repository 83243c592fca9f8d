import Geometry
import Glibc

/// Scrawls: hatching, crossing out, writing. Many short turns, some as sharp as corners.
extension Doodle {
  /// The path of a scrawl, of any size.
  func scrawl(_ noise: inout SeededNoise) -> [Point] {
    switch self {
    case .hatching:
      // Nearly parallel lines to and fro, with sharp or round turns.
      let (count, height) = (Int(noise.even(in: 5...13)), noise.even(in: 0.8...1.6))
      let step = height * noise.even(in: 0.06...0.28)
      let isSharp = noise.isHeads()
      let corners = (0..<count).map { i in
        Point(
          step * Double(i) + 0.1 * step * noise.next(),
          (i % 2 == 0 ? 0 : height) + height * 0.05 * noise.next())
      }
      return isSharp ? corners : Self.smooth(corners)
    case .scratch:
      // A word that is crossed out: long legs whose directions are nearly opposite.
      var (points, isForth) = ([Point.zero], true)
      for _ in 0..<Int(noise.even(in: 4...9)) {
        let length = noise.even(in: 0.6...1.2)
        let way = Vector((isForth ? 1 : -1) * length, noise.even(in: -0.05...0.3) * length)
        points.append((points.last ?? .zero) + way)
        isForth.toggle()
      }
      return noise.isHeads() ? points : Self.smooth(points)
    case .zigzag:
      // The steep teeth of a fast scribble.
      let count = Int(noise.even(in: 7...15))
      let corners = (0..<count).map { i in
        Point(
          Double(i) * noise.even(in: 0.4...0.6), (i % 2 == 0 ? 0 : 1) * noise.even(in: 0.7...1.3) + 0.1 * noise.next())
      }
      return noise.isHeads() ? corners : Self.smooth(corners)
    case .scrawl:
      // Straight jerks anywhere.
      return (0..<Int(noise.even(in: 8...18))).map { _ in Point(noise.even(in: 0...1.5), noise.even(in: 0...1)) }
    case .knot:
      return Self.smooth((0..<Int(noise.even(in: 7...16))).map { _ in Point(noise.next(), noise.next()) })
    case .writing: return Self.writing(Int(noise.even(in: 3...8)), &noise)
    default:
      // A large initial, small letters, and a line back below them.
      let letters = Self.writing(Int(noise.even(in: 3...6)), &noise)
      let end = letters.last ?? .zero
      let initial = [Point(-1.4, 0.9), Point(-0.9, -1.6), Point(-0.4, 0.6), Point(-1.2, 0.1), Point(-0.2, 0)]
      let back = [end + Vector(0.5, 0.3), Point(end.x * 0.5, 1.2 + 0.2 * noise.next()), Point(-1, 1.4)]
      return Self.smooth(initial) + letters + (noise.isHeads() ? Self.smooth(back) : [])
    }
  }

  /// Joined letters: up and down strokes of several heights, some of them loops, others arches.
  private static func writing(_ count: Int, _ noise: inout SeededNoise) -> [Point] {
    var (knots, x): ([Point], Double) = ([Point(0, 0)], 0)
    for _ in 0..<count {
      let (height, width) = (
        noise.even(in: 0.5...1.0) * (noise.even(in: 0...1) < 0.3 ? 2 : 1), noise.even(in: 0.3...0.7)
      )
      let lean = noise.even(in: -0.1...0.4)
      if noise.isHeads() {
        knots += [
          Point(x + width * 0.5 + lean, -height), Point(x + width * 0.2 + lean, -height * 0.9),
          Point(x + width * 0.4, 0), Point(x + width, -0.1),
        ]
      } else {
        knots += [Point(x + width * 0.4 + lean, -height), Point(x + width * 0.6, 0), Point(x + width, -0.2 * height)]
      }
      x += width
    }
    return smooth(knots)
  }

  /// A curve through points: Catmull and Rom's spline.
  private static func smooth(_ points: [Point]) -> [Point] {
    guard points.count > 2 else { return points }
    var result: [Point] = []
    for i in 0..<(points.count - 1) {
      let (a, b) = (points[i] - Point.zero, points[i + 1] - Point.zero)
      let (u, v) = (points[max(0, i - 1)] - Point.zero, points[min(points.count - 1, i + 2)] - Point.zero)
      for k in 0..<24 {
        let t = Double(k) / 24
        let p = b - u
        let bend = (u * 2 - a * 5 + b * 4 - v) * (t * t) + (a * 3 - u - b * 3 + v) * (t * t * t)
        result.append(Point.zero + (a * 2 + p * t + bend) * 0.5)
      }
    }
    return result + points.suffix(1)
  }
}
