import Geometry

/// A stabiliser applied to the samples of one stroke, for brushes that smooth by themselves. Without a
/// stabiliser, samples pass unchanged.
public struct StabilisedSamples: Sendable {
  private var stabiliser: StabiliserState?
  private var points: [InkPoint] = []
  private var last: PenSample?

  /// The state before the first sample.
  /// - Parameter inputScale: canvas px per window px.
  public init(_ stabiliser: Stabiliser, inputScale: Double) {
    self.stabiliser = StabiliserState(stabiliser, inputScale: inputScale)
  }

  /// Whether the ink moves on although the pen rests.
  public var isMoving: Bool { stabiliser?.isMoving(after: 0) ?? false }

  /// Takes the next sample and appends those that the ink reaches. One beyond `StrokeModel.reach` or
  /// not finite is ignored.
  public mutating func add(_ sample: PenSample, to samples: inout [PenSample]) {
    // False also for NaN.
    let (x, y) = (abs(sample.position.x), abs(sample.position.y))
    guard x <= StrokeModel.reach, y <= StrokeModel.reach else { return }
    last = sample
    guard stabiliser != nil else {
      samples.append(sample)
      return
    }
    points.removeAll(keepingCapacity: true)
    stabiliser?.add(InkPoint(sample), to: &points)
    append(to: &samples)
  }

  /// Appends the samples that follow when the pen is lifted.
  public mutating func finish(to samples: inout [PenSample]) {
    points.removeAll(keepingCapacity: true)
    stabiliser?.rest(for: 0, isEnd: true, to: &points)
    append(to: &samples)
    stabiliser = nil
  }

  private func append(to samples: inout [PenSample]) {
    guard let last else { return }
    for point in points {
      samples.append(
        PenSample(
          position: point.position, time: point.time, pressure: point.pressure, altitude: point.altitude,
          azimuth: point.azimuth, roll: point.rollAngle, tool: last.tool))
    }
  }
}
