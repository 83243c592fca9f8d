import Ink

/// The mean of each point and as many on either side, which scores are compared with; no part of
/// the program.
///
/// Shake falls with the root of the number of points. But it knows no bend: of n samples on a
/// circle with N a turn it makes one that is smaller by the factor sin(n pi / N) / (n sin(pi / N)).
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
