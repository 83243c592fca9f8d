import Geometry
import Glibc

/// Physiological tremor: the small oscillation of every outstretched hand, mostly between 8 and 12
/// Hz (R. J. Elble, W. C. Koller, "Tremor", 1990). It is no error of measuring, the pen truly goes
/// that way.
struct Tremor: Sendable {
  private struct Wave {
    var frequency: Double
    var phase: Double
    var amplitude: Vector
  }

  private var waves: [Wave] = []

  /// Slowest and fastest oscillation, Hz.
  static let frequencies = 8.0...12.0

  /// A tremor of four oscillations, with that root mean square in each direction, px.
  init(rootMeanSquare: Double, noise: inout SeededNoise) {
    let count = 4
    for _ in 0..<count {
      // A sine's mean square is half of its amplitude's.
      let one = rootMeanSquare * (2 / Double(count)).squareRoot()
      let amplitude = Vector(one * (noise.isHeads() ? 1 : -1), one)
      waves.append(
        Wave(
          frequency: noise.even(in: Self.frequencies), phase: noise.even(in: 0...(2 * .pi)), amplitude: amplitude))
    }
  }

  /// How far from where it would be the pen is at a time, s.
  func offset(at time: Double) -> Vector {
    waves.reduce(.zero) { sum, wave in
      // A phase of a quarter turn between both directions, so that the tremor is circular.
      let angle = 2 * .pi * wave.frequency * time + wave.phase
      return sum + Vector(wave.amplitude.dx * sin(angle), wave.amplitude.dy * cos(angle))
    }
  }
}
