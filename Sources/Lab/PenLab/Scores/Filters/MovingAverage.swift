import Ink

/// A centred moving average for comparison; the program does not use it.
///
/// Noise falls with the square root of the number of points. But a mean of n samples
/// shrinks a circle of N samples by the factor sin(n pi / N) / (n sin(pi / N)).
struct MovingAverage {
  /// How many points count on either side.
  var side = 4

  /// The averaged points; towards the ends fewer count, so that the stroke keeps its ends.
  func filtered(_ points: [InkPoint]) -> [InkPoint] {
    points.indices.map { i in
      let k = min(side, i, points.count - 1 - i)
      var mean = points[i]
      for j in 1..<(k + 1) {
        // Each pair's own share, so that all count alike in the end.
        let pair = points[i - j].lerp(to: points[i + j], 0.5)
        mean = mean.lerp(to: pair, 2 / Double(2 * j + 1))
      }
      mean.time = points[i].time
      return mean
    }
  }
}
