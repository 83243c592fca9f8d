import Geometry

/// Finds the curve that suits a hand, from natural strokes.
///
/// Its life: `begin`, `add` for each report of a stroke and `end`, until `strokeCount` has reached `strokesWanted`; then
/// `response` is the curve. Pressure is taken as measured, before any curve.
///
/// What counts is how much line was drawn at each pressure: reports are weighted by the way to the one before. So neither a
/// pen that rests nor one that reports often, nor the many reports of slow ends, pull the curve to themselves. Of this
/// distribution the 5th percentile comes to 0.1, the median to 0.5 and the 95th to 0.95. The reason for percentiles: the
/// least and the greatest pressure of ten strokes are accidents, and what a hand does nine tenths of its way is what it can
/// repeat. Below, the curve goes on to nothing at no pressure, so that strokes still taper; above, full pressure is left for
/// pressing harder than usual.
public struct PressureFit: Sendable, Hashable {
  /// How many strokes it takes.
  public static let strokesWanted = 10
  /// The least length of a stroke that counts, px: dots say little of a hand.
  public static let leastLength = 30.0
  /// The steepest that the curve becomes from the 5th percentile to the 95th. A hand of one pressure alone would else have
  /// its noise made into width.
  static let steepest = 4.0

  /// The strokes taken so far.
  public private(set) var strokeCount = 0
  /// Length drawn at each pressure, in steps of 1/1000 of the range, px.
  private var lengths = [Double](repeating: 0, count: 1001)
  private var stroke: [(place: Point, pressure: Double)] = []

  /// A fit that knows nothing yet.
  public init() {}

  /// A stroke begins.
  public mutating func begin() { stroke.removeAll(keepingCapacity: true) }

  /// A report of the stroke: its place, px, and the measured pressure, 0...1. Garbage is passed over.
  public mutating func add(_ place: Point, pressure: Double) {
    guard strokeCount < Self.strokesWanted, place.isFinite, pressure.isFinite else { return }
    stroke.append((place, max(0, min(1, pressure))))
  }

  /// The stroke is over. Returns whether it counts.
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

  /// Takes a step of a pointer.
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

  /// The curve; nil before there are strokes enough, or where none of them pressed at all.
  public var response: PressureResponse? {
    guard strokeCount >= Self.strokesWanted, let low = percentile(0.05), let middle = percentile(0.5),
      let high = percentile(0.95), high > 0
    else { return nil }
    // With their ends 0.4 and 0.45 away from the middle's 0.5.
    let reach = (low: max(middle - low, 0.4 / Self.steepest), high: max(high - middle, 0.45 / Self.steepest))
    let gap = PressureResponse.leastGap
    // Through (high, 0.95) on to full pressure, if there is room.
    let full = min(1, middle + reach.high * 0.5 / 0.45)
    let center = max(2 * gap, min(middle, full - gap))
    let light = max(gap, min(middle - reach.low, center - gap))
    return PressureResponse([.zero, Point(light, 0.1), Point(center, 0.5), Point(full, 1)])?.rounded
  }

  /// The pressure that so much of all length was drawn at or below.
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

  /// The same strokes make the same fit.
  public static func == (a: PressureFit, b: PressureFit) -> Bool {
    a.strokeCount == b.strokeCount && a.lengths == b.lengths && a.stroke.elementsEqual(b.stroke, by: ==)
  }

  /// Hashes the strokes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(strokeCount)
    hasher.combine(lengths)
  }
}
