import Geometry

/// A stroke's centre line: a chain of cubic Bézier segments, with pressure, tilt, roll and time along it.
///
/// The first `settledCount` segments never change while the stroke is drawn; the tail after them is replaced with each
/// sample. A path that is not being drawn is settled as a whole.
///
/// Invariants, checked in debug builds: every component of every control point is finite, and each segment starts at the very
/// ink point where the one before it ends.
///
/// A path may have no segments (no ink), segments without length (a tap is one such segment, a dot), cusps, and joints where
/// the direction turns. Operations say what they return for these.
///
/// Two paths are equal if their segments are, to the bit, and as many of them are settled. Copies share storage.
public struct StrokePath: Hashable, Sendable {
  /// All segments in order: settled ones, then the tail.
  public private(set) var segments: [InkSegment] = []
  /// How many of `segments` are settled.
  public private(set) var settledCount = 0

  /// A path without segments.
  public init() {}

  /// A settled path of segments that meet.
  public init(_ segments: [InkSegment]) { settle(segments) }

  /// The segments that stay.
  public var settled: ArraySlice<InkSegment> { segments[..<settledCount] }
  /// The segments that will be replaced, empty unless the stroke is being drawn.
  public var tail: ArraySlice<InkSegment> { segments[settledCount...] }
  /// Whether there are no segments at all.
  public var isEmpty: Bool { segments.isEmpty }

  /// Drops the tail and appends segments that stay. Cost: O(tail + new), amortised.
  public mutating func settle(_ new: [InkSegment]) {
    append(new)
    settledCount = segments.count
  }

  /// Replaces the tail. Cost: O(tail + new), amortised.
  public mutating func replaceTail(by new: [InkSegment]) { append(new) }

  /// Drops the tail and appends segments.
  private mutating func append(_ new: [InkSegment]) {
    segments.removeLast(segments.count - settledCount)
    assert(new.allSatisfy(\.isFinite), "a stroke's path has a point that is not finite")
    segments.append(contentsOf: new)
    assert(
      zip(segments[max(0, settledCount - 1)...], segments[settledCount...].dropFirst(settledCount == 0 ? 1 : 0))
        .allSatisfy { $0.p3 == $1.p0 }, "the segments of a stroke's path do not meet")
  }
}

extension StrokePath {
  /// A place of a path: a segment and a parameter of it. Where segments meet, the end of one and the start of the next are
  /// the same place. Ordered along the path.
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

    /// Whether `a` comes before `b`.
    @inlinable public static func < (a: Location, b: Location) -> Bool {
      (a.segment, a.parameter) < (b.segment, b.parameter)
    }
  }

  /// The ink point at a location of this path: position, pressure, tilt, roll and time. Exact but for rounding, and exact at
  /// the ends of segments.
  public func point(at location: Location) -> InkPoint {
    segments[location.segment].point(at: location.parameter)
  }

  /// The direction in which the pen moves at a location of this path, a unit vector.
  ///
  /// At a cusp, and at a joint where the path turns, it is that of the location's segment (`CubicBezier.direction`). On a
  /// segment without length it is that of the nearest segment after it that has one, or else before it; nil where none has: on a
  /// dot. Cost: O(1), but O(n) past segments without length.
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

  /// The smallest rectangle that holds the centre line, exact but for rounding; the ink is wider. `Rect.null` for an empty
  /// path. A dot, or a straight line along an axis, gives a rectangle without width or height. Cost: O(n).
  public var bounds: Rect { segments.reduce(.null) { $0.union($1.curve.bounds) } }
}
