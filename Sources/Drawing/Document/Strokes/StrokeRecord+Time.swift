import Ink

extension StrokeRecord {
  /// The estimated time to draw it, s; rather too high. `samples` are those of the whole stroke, which a head lacks.
  package func drawingTime(samples: Int) -> Double {
    let copies: Double =
      switch symmetry.kind {
      case .none: 1
      case .mirror: 4
      case .radial(let count, let isMirrored): Double(max(2, min(32, count)) * (isMirrored ? 2 : 1))
      }
    // Measured with dabs 0.2 of the radius apart, one at each place.
    let prints = brush.dabs.map { Double($0.variation.count) * max(1, 0.2 / $0.spacing) } ?? 1
    return 100e-6 + copies * Double(samples) * (20e-6 + 1.5e-6 * brush.size * (widths?.greatest ?? 1) * prints)
  }
}
