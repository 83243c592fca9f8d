import Geometry
import Ink

/// A stroke engine for ink that `StrokeModel` traces.
protocol TracingEngine: StrokeEngine {
  var ink: TracedInk { get set }
}

extension TracingEngine {
  var inkEnd: Point? { ink.end }
  var isCatchingUp: Bool { ink.isCatchingUp }
  func add(_ sample: PenSample) { ink.add(sample) }
  func rest(for time: Double) { ink.rest(for: time) }
  func withdrawPrediction() { ink.withdrawPrediction() }
  func finish() { ink.finish() }
}
