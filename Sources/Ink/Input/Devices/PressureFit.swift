import Geometry

/// Finds a user's pressure curve from natural strokes.
///
/// Call `begin`, `add` for each report of a stroke and `end`, until `strokeCount` has reached
/// `strokesWanted`; then `response` is the curve. Pressures are those before any curve.
///
/// Reports are weighted by the distance to the previous one. The 5th percentile of the pressure is
/// mapped to 0.1, the median to 0.5 and the 95th percentile to 0.95. Below, the curve continues to
/// 0; above, to full pressure.
public struct PressureFit: Sendable, Hashable {
  /// The number of strokes needed.
  public static let strokesWanted = 10
  /// The shortest stroke that counts, px.
  public static let leastLength = 30.0
  /// The steepest slope from the 5th percentile to the 95th. Otherwise the noise of a user with
  /// constant pressure would become width.
  static let steepest = 4.0

  /// The strokes taken so far.
  public private(set) var strokeCount = 0
  /// Length drawn, px, by pressure in steps of 1/1000.
  private var lengths = [Double](repeating: 0, count: 1001)
  private var stroke: [(place: Point, pressure: Double)] = []

  /// A fit without strokes.
  public init() {}

  /// A stroke begins.
  public mutating func begin() { stroke.removeAll(keepingCapacity: true) }

  /// Takes a report: its position, px, and the measured pressure, 0...1. Garbage is ignored.
  public mutating func add(_ place: Point, pressure: Double) {
    guard strokeCount < Self.strokesWanted, place.isFinite, pressure.isFinite else { return }
    stroke.append((place, max(0, min(1, pressure))))
  }

  /// Ends the stroke. Returns whether it counts.
  @discardableResult
  public mutating func end() -> Bool {
    defer { stroke.removeAll(keepingCapacity: true) }
    let steps = zip(stroke, stroke.dropFirst()).map { $0.place.distance(to: $1.place) }
    guard strokeCount < Self.strokesWanted, steps.reduce(0, +) >= Self.leastLength else { return false }
    for (k, step) in steps.enumerated() {
      lengths[Int(((stroke[k].pressure + stroke[k + 1].pressure) / 2 * 1000).rounded())] += step
    }
    strokeCount += 1
    return true
  }

  /// Takes a mark.
  public mutating func take(_ mark: PenMark) {
    switch mark.phase {
    case .down:
      begin()
      add(mark.place, pressure: mark.measured)
    case .drag: add(mark.place, pressure: mark.measured)
    case .up: end()
    case .hover: break
    }
  }

  /// The curve; nil before there are enough strokes, or if none of them had pressure.
  public var response: PressureResponse? {
    guard strokeCount >= Self.strokesWanted, let low = percentile(0.05), let middle = percentile(0.5),
      let high = percentile(0.95), high > 0
    else { return nil }
    // The ends are 0.4 and 0.45 away from the middle's 0.5.
    let reach = (low: max(middle - low, 0.4 / Self.steepest), high: max(high - middle, 0.45 / Self.steepest))
    let gap = PressureResponse.leastGap
    // Through (high, 0.95) to full pressure, if there is room.
    let full = min(1, middle + reach.high * 0.5 / 0.45)
    let center = max(2 * gap, min(middle, full - gap))
    let light = max(gap, min(middle - reach.low, center - gap))
    return PressureResponse([.zero, Point(light, 0.1), Point(center, 0.5), Point(full, 1)])?.rounded
  }

  /// The pressure at or below which this share of the length was drawn.
  private func percentile(_ share: Double) -> Double? {
    let wanted = lengths.reduce(0, +) * share
    guard wanted > 0 else { return nil }
    var sum = 0.0
    for (k, length) in lengths.enumerated() {
      sum += length
      if sum >= wanted { return Double(k) / 1000 }
    }
    return 1
  }

  /// Whether both have the same strokes.
  public static func == (a: PressureFit, b: PressureFit) -> Bool {
    a.strokeCount == b.strokeCount && a.lengths == b.lengths && a.stroke.elementsEqual(b.stroke, by: ==)
  }

  /// Hashes the strokes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(strokeCount)
    hasher.combine(lengths)
  }
}
