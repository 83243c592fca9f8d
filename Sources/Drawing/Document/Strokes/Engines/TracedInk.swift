import Geometry
import Ink

/// The ink of a stroke by `StrokeModel`, at the size in which it is drawn.
struct TracedInk {
  private var model: StrokeModel
  private var tailOfModel = InkTrace()
  private let magnification: Double
  /// The ink at the drawn size, if the magnification is not 1.
  private var enlarged = InkTrace()
  private var enlargedTail = InkTrace()

  init(_ setting: StrokeSetting) {
    magnification = setting.magnification
    model = StrokeModel(
      brush: setting.brush, inputScale: setting.inputScale,
      tolerance: StrokeModel.standardTolerance / setting.magnification, prediction: setting.prediction,
      part: setting.part, widths: setting.widths)
  }

  /// The settled ink.
  var settled: InkTrace { magnification == 1 ? model.settled : enlarged }
  /// The unsettled ink, as `update` found it.
  var tail: InkTrace { magnification == 1 ? tailOfModel : enlargedTail }
  /// Where the ink ends, px of the samples' canvas.
  var end: Point? { model.path.segments.last?.p3.position }
  var isCatchingUp: Bool { model.isCatchingUp }

  mutating func add(_ sample: PenSample) { model.add(sample) }
  mutating func rest(for time: Double) { model.rest(for: time) }
  mutating func withdrawPrediction() { model.withdrawPrediction() }
  mutating func finish() { model.finish() }

  /// Finds the ink of all samples so far. Returns whether it ends beyond the tip.
  mutating func update() -> Bool {
    let isPredicted = model.tail(into: &tailOfModel)
    guard magnification != 1 else { return isPredicted }
    enlarged.append(
      model.settled, sweeps: enlarged.sweeps.count, discs: enlarged.discs.count,
      sweep: { $0.enlarged(by: magnification) }, disc: { $0.enlarged(by: magnification) })
    enlargedTail.removeAll()
    enlargedTail.append(
      tailOfModel, sweep: { $0.enlarged(by: magnification) }, disc: { $0.enlarged(by: magnification) })
    return isPredicted
  }
}

extension Disc {
  fileprivate func enlarged(by scale: Double) -> Disc {
    Disc(
      center: Point(center.x * scale, center.y * scale), radius: radius * scale, strength: strength,
      direction: direction)
  }
}

extension Sweep {
  fileprivate func enlarged(by scale: Double) -> Sweep {
    func enlarged(_ p: Point) -> Point { Point(p.x * scale, p.y * scale) }
    return Sweep(
      CubicBezier(enlarged(curve.p0), enlarged(curve.p1), enlarged(curve.p2), enlarged(curve.p3)),
      from: start.enlarged(by: scale), to: end.enlarged(by: scale))
  }
}
