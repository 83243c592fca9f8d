import Ink

/// The cost of a sample in each smoother, without drawing.
enum SmootherBench {
  /// For each smoother: a sample taken and the stroke's sweeps computed up to the pen's tip.
  static func rows() -> [Report.Row] {
    let samples = PenPath.wandering(5000)
    return Smoother.allCases.map { smoother in
      var sweeps = 0
      let seconds = Stopwatch.times(9) {
        var model = StrokeModel(brush: Brush(size: 12, smoother: smoother))
        var tail = InkTrace()
        for sample in samples {
          model.add(sample)
          model.tail(into: &tail)
        }
        model.finish()
        sweeps = model.settled.sweeps.count
      }
      return Report.Row(
        name: smoother.rawValue, value: seconds.median / Double(samples.count) * 1e9, unit: "ns", digits: 0,
        note: "\((Double(sweeps) / Double(samples.count)).decimal(1)) sweeps a sample")
    }
  }
}
