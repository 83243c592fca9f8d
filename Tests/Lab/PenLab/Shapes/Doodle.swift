import Geometry
import Glibc

/// Strokes that are no figure and must stay as they are drawn.
enum Doodle: String, Hashable, CaseIterable {
  case wave, spiral, eight, scribble, loops, leaf, hook
  case sBend = "s-bend"
  case letter
  case hatching, scratch, zigzag, scrawl, knot, writing, signature

  /// The path, of any size.
  func path(_ noise: inout SeededNoise) -> [Point] {
    func curve(_ count: Int = 400, _ place: (Double) -> Point) -> [Point] {
      (0...count).map { place(Double($0) / Double(count)) }
    }
    switch self {
    case .wave:
      // Steeper waves have tips as sharp as those of a zigzag.
      let turns = noise.even(in: 1.5...4)
      let height = noise.even(in: 0.6...1.4) / (.pi * turns)
      return curve { Point($0 * 2, height * sin(2 * .pi * turns * $0)) }
    case .sBend:
      let height = noise.even(in: 0.25...0.6)
      return curve { Point($0 * 2, height * sin(2 * .pi * $0)) }
    case .spiral:
      let (turns, inner) = (noise.even(in: 1.6...3.5), noise.even(in: 0.1...0.4))
      return curve { t in
        let radius = inner + (1 - inner) * t
        return Point(radius * cos(2 * .pi * turns * t), radius * sin(2 * .pi * turns * t))
      }
    case .eight:
      let ratio = noise.even(in: 0.4...0.8)
      return curve { Point(sin(2 * .pi * $0), ratio * sin(4 * .pi * $0)) }
    case .scribble:
      let waves = (1...5).map { k in
        (k, noise.next(), noise.next(), noise.even(in: 0...6), noise.even(in: 0...6))
      }
      return curve { t in
        waves.reduce(Point.zero) { p, w in
          p + Vector(w.1 * sin(2 * .pi * Double(w.0) * t + w.3), w.2 * sin(2 * .pi * Double(w.0) * t + w.4))
        }
      }
    case .loops:
      let (turns, advance) = (noise.even(in: 2.5...6), noise.even(in: 0.15...0.5))
      return curve { t in
        let turn = 2 * .pi * turns * t
        return Point(advance * turn + cos(turn), sin(turn) * 1.2)
      }
    case .leaf:
      // Two arcs that meet in two points.
      let bulge = noise.even(in: 0.25...0.5)
      return curve { t in
        let s = t < 0.5 ? 2 * t : 2 - 2 * t
        return Point(s * 2, (t < 0.5 ? 1 : -1) * bulge * sin(.pi * s))
      }
    case .hook:
      // A straight line that ends in a bend.
      let (radius, turn) = (noise.even(in: 0.15...0.35), noise.even(in: 2.2...4))
      return [Point(0, 0), Point(1, 0)]
        + curve { t in Point(1 + radius * sin(turn * t), radius - radius * cos(turn * t)) }.dropFirst()
    case .letter:
      // The letters h, m and a of a cursive hand, by their turns.
      let height = noise.even(in: 1.2...2)
      let bows = noise.isHeads() ? 1 : 2
      var path = curve(60) { Point(0.1 * sin(2 * .pi * $0), -height * (1 - $0)) }
      for bow in 0..<bows {
        path += curve(80) { t in
          Point(Double(bow) * 0.7 + 0.35 * (1 - cos(.pi * t)), -0.9 * sin(.pi * t).squareRoot())
        }
      }
      return path
    case .hatching, .scratch, .zigzag, .scrawl, .knot, .writing, .signature: return scrawl(&noise)
    }
  }
}
