import Geometry

/// A stroke's centre line: a chain of cubic Bézier segments with pressure, tilt, roll and time.
///
/// The first `settledCount` segments never change while the stroke is drawn; each sample replaces
/// the tail after them. A path that is not being drawn is settled as a whole.
///
/// Invariants, checked in debug builds where segments are added: every component of every control
/// point is finite, each segment starts at the exact end of the one before, and `settledCount` is
/// in 0...`segments.count`.
///
/// A path may have no segments (no ink), segments without length (a tap is one such segment, a
/// dot), cusps, and joints where the direction turns.
///
/// Paths are equal if their segments are, to the bit, and their settled counts. Copies share
/// storage.
public struct StrokePath: Hashable, Sendable {
  /// All segments in order: settled ones, then the tail.
  public private(set) var segments: [InkSegment] = []
  /// Number of settled segments.
  public private(set) var settledCount = 0

  /// An empty path.
  public init() {}

  /// A settled path of connected segments.
  public init(_ segments: [InkSegment]) { settle(segments) }

  /// The settled segments.
  public var settled: ArraySlice<InkSegment> { segments[..<settledCount] }
  /// The segments that the next sample replaces; empty unless the stroke is being drawn.
  public var tail: ArraySlice<InkSegment> { segments[settledCount...] }
  /// Whether the path has no segment.
  public var isEmpty: Bool { segments.isEmpty }

  /// Drops the tail and appends settled segments. Cost: O(tail + new), amortised.
  public mutating func settle(_ new: [InkSegment]) {
    append(new)
    settledCount = segments.count
  }

  /// Replaces the tail. Cost: O(tail + new), amortised.
  public mutating func replaceTail(by new: [InkSegment]) { append(new) }

  private mutating func append(_ new: [InkSegment]) {
    segments.removeLast(segments.count - settledCount)
    segments.append(contentsOf: new)
    checkInvariants(from: settledCount)
  }

  /// Checks the invariants of the segments from index `first` on, in debug builds. Cost: O(checked
  /// segments).
  private func checkInvariants(from first: Int) {
    assert((0...segments.count).contains(settledCount), "more settled segments than segments")
    assert(segments[first...].allSatisfy(\.isFinite), "a stroke's path has a point that is not finite")
    assert(
      zip(segments[max(0, first - 1)...], segments[first...].dropFirst(first == 0 ? 1 : 0)).allSatisfy {
        $0.p3 == $1.p0
      },
      "the segments of a stroke's path do not meet")
  }
}

extension StrokePath {
  /// A location on a path: a segment and a parameter. The end of a segment and the start of the
  /// next are the same place. Ordered along the path.
  @frozen public struct Location: Hashable, Sendable, Comparable {
    /// Index of the segment.
    public var segment: Int
    /// Parameter within the segment, 0...1.
    public var parameter: Double

    /// A location by its parts.
    @inlinable public init(segment: Int, parameter: Double) {
      self.segment = segment
      self.parameter = parameter
    }

    /// Whether `a` is before `b`.
    @inlinable public static func < (a: Location, b: Location) -> Bool {
      (a.segment, a.parameter) < (b.segment, b.parameter)
    }
  }

  /// The ink point at a location; exact at the ends of segments. Cost: O(1).
  public func point(at location: Location) -> InkPoint {
    segments[location.segment].point(at: location.parameter)
  }

  /// The direction of movement at a location, a unit vector.
  ///
  /// At a cusp or a joint that turns it is that of the location's segment
  /// (`CubicBezier.direction`). On a segment without length it is that of the nearest later segment
  /// that has one, or else of an earlier one; nil for a dot. Cost: O(1), but O(n) past segments
  /// without length.
  public func tangent(at location: Location) -> Vector? {
    if let direction = segments[location.segment].curve.direction(at: location.parameter) { return direction }
    for segment in segments[(location.segment + 1)...] {
      if let direction = segment.curve.direction(at: 0) { return direction }
    }
    for segment in segments[..<location.segment].reversed() {
      if let direction = segment.curve.direction(at: 1) { return direction }
    }
    return nil
  }

  /// The smallest rectangle that contains the centre line, without the ink's width; `Rect.null` for
  /// an empty path. A dot or a line along an axis has a rectangle without width or height. Cost:
  /// O(n).
  public var bounds: Rect { segments.reduce(.null) { $0.union($1.curve.bounds) } }
}
