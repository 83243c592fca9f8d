import Geometry

/// Lengths along a stroke's path, precomputed for many queries.
///
/// Memory: one number a segment; the path's storage is shared.
public struct StrokeMeasure: Sendable {
  /// The measured path.
  public let path: StrokePath
  /// The largest error of every length, canvas px.
  public let accuracy: Double
  /// The length up to each segment's start, and finally the whole length.
  private let starts: [Double]

  /// The lengths of a path, each with an error of at most `accuracy` (> 0, canvas px) plus
  /// rounding, 1e-14 of the length. Cost: O(n), 16 square roots for a smooth segment.
  public init(_ path: StrokePath, accuracy: Double = 1e-6) {
    self.path = path
    self.accuracy = accuracy
    // The segments before a location may use half of the error, the part of its own segment the
    // other half.
    let share = accuracy / 2 / Double(max(1, path.segments.count))
    var starts = [0.0]
    starts.reserveCapacity(path.segments.count + 1)
    var sum = 0.0
    for segment in path.segments {
      sum += segment.curve.length(accuracy: share)
      starts.append(sum)
    }
    self.starts = starts
  }

  /// The path's length, canvas px: 0 for an empty path and for a dot.
  public var length: Double { starts[starts.count - 1] }

  /// The length from the path's start to a location of it, canvas px. Cost: O(1).
  public func length(to location: StrokePath.Location) -> Double {
    let curve = path.segments[location.segment].curve
    return starts[location.segment] + curve.length(to: location.parameter, accuracy: accuracy / 2)
  }

  /// The location at a length from the path's start, canvas px; nil for an empty path.
  ///
  /// A length below 0 or above the path's means its start or end. The location is never in a segment
  /// without length, because that has no tangent. Cost: O(log n).
  public func location(atLength length: Double) -> StrokePath.Location? {
    let count = path.segments.count
    guard count > 0 else { return nil }
    guard length > 0 else { return StrokePath.Location(segment: 0, parameter: 0) }
    guard length < self.length else { return StrokePath.Location(segment: count - 1, parameter: 1) }
    // Binary search: starts[low] <= length < starts[high].
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= length { low = middle } else { high = middle }
    }
    let parameter = path.segments[low].curve.parameter(atLength: length - starts[low], accuracy: accuracy / 2)
    return StrokePath.Location(segment: low, parameter: parameter)
  }

  /// The ink point at a length (`location(atLength:)`); nil for an empty path.
  public func point(atLength length: Double) -> InkPoint? { location(atLength: length).map(path.point) }

  /// The direction of the path at a length (`location(atLength:)`); nil for an empty path and for a
  /// dot.
  public func tangent(atLength length: Double) -> Vector? { location(atLength: length).flatMap(path.tangent) }
}

extension StrokePath {
  /// The path's length, canvas px, with an error of at most `accuracy`: 0 for an empty path and for
  /// a dot. Cost: O(n). For several queries use a `StrokeMeasure`.
  public func length(accuracy: Double = 1e-6) -> Double { StrokeMeasure(self, accuracy: accuracy).length }
}
