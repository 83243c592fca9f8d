import Geometry
import Ink

/// The pen along a stroke: pressure, tilt and roll by shares of its length. A figure that replaces the
/// stroke is inked with it, so it keeps the widths as they were drawn.
public struct PenProfile: Sendable, Hashable {
  /// A pen at a share of the length, 0...1; its position and time do not count.
  private struct Knot: Hashable {
    var share: Double
    var pen: PenSample
  }

  /// In order of their shares, at least two.
  private let knots: [Knot]
  /// Where the stroke begins on a closed figure, a share of the outline's length; 0 for its own start.
  private let start: Double

  /// The number of places at which a drawn stroke is read.
  private static let places = 64
  /// Differences that no one sees: of pressure, and of angles.
  private static let tolerance = (pressure: 0.004, angle: Angle(degrees: 0.5))
  /// How near to a corner of a figure a stroke begins there, relative to the outline's length.
  private static let nearCorner = 0.04

  /// The pen along a stroke as it was drawn, for a figure that was made of it. Nil if the pen is the
  /// same everywhere.
  /// - Parameter rest: how far a pen that is held still may move, canvas px. The samples of the hold
  ///   at the end do not count, because a hand that waits presses more or less than one that draws.
  public init?(_ samples: [PenSample], along figure: Figure, rest: Double) {
    var drawn = samples[...]
    if let last = samples.last?.position,
      let end = samples.lastIndex(where: { $0.position.distance(to: last) > rest })
    {
      drawn = samples[...end]
    }
    let all = Self.knots(drawn)
    guard all.count > 1 else { return nil }
    let read = (0..<Self.places).map { i -> Knot in
      let share = Double(i) / Double(Self.places - 1)
      return Knot(share: share, pen: Self.pen(at: share, all))
    }
    self.init(Self.simplified(read), figure, first: drawn.first?.position, snaps: true)
  }

  /// The pen along the recorded samples of a figure. Nil if it is the same everywhere.
  init?(recorded samples: [PenSample], of figure: Figure) {
    self.init(Self.knots(samples[...]), figure, first: samples.first?.position, snaps: false)
  }

  private init?(_ knots: [Knot], _ figure: Figure, first: Point?, snaps: Bool) {
    guard let pen = knots.first?.pen, knots.count > 1,
      !knots.allSatisfy({ Self.isSame($0.pen, pen, pressure: 0, angle: .zero) })
    else { return nil }
    self.knots = knots
    start = first.map { Self.start(at: $0, of: figure, snaps: snaps) } ?? 0
  }

  // MARK: Samples

  /// The samples along an outline whose samples have places and times: with this pen, and more of
  /// them where it changes.
  func applied(to outline: [PenSample]) -> [PenSample] {
    let path = Self.beginning(at: start, outline)
    let along = Self.lengths(path)
    guard let length = along.last, length > 0 else { return path }
    var (result, next): ([PenSample], Int) = ([], 1)
    func append(_ sample: PenSample, _ share: Double) {
      var pen = Self.pen(at: share, knots)
      (pen.position, pen.time, pen.tool) = (sample.position, sample.time, sample.tool)
      result.append(pen)
    }
    for (i, sample) in path.enumerated() {
      let share = along[i] / length
      // Knots that are nearly at a corner would make steps of no length.
      while next < knots.count, knots[next].share < share - 1e-6 {
        let before = i > 0 ? along[i - 1] / length : 0
        if i > 0, knots[next].share > before + 1e-6 {
          let t = (knots[next].share - before) / (share - before)
          append(Self.between(path[i - 1], sample, t), knots[next].share)
        }
        next += 1
      }
      append(sample, share)
    }
    return result
  }

  /// A closed outline beginning at a share of its length, with its times from there.
  private static func beginning(at share: Double, _ outline: [PenSample]) -> [PenSample] {
    let along = lengths(outline)
    guard share > 0, let length = along.last, length > 0, outline.first?.position == outline.last?.position,
      let next = along.firstIndex(where: { $0 > share * length })
    else { return outline }
    let part = along[next] - along[next - 1]
    let t = max(0, (share * length - along[next - 1]) / part)
    let first = between(outline[next - 1], outline[next], t)
    var path = [first] + outline[next...]
    path += outline[1..<next].map { sample in
      var later = sample
      later.time += (outline.last?.time ?? 0) - (outline.first?.time ?? 0)
      return later
    }
    let (began, was) = (outline.first?.time ?? 0, first.time)
    for i in path.indices { path[i].time += began - was }
    var last = first
    last.time = began + (outline.last?.time ?? 0) - (outline.first?.time ?? 0)
    if t > 0 || path.last?.position != first.position { path.append(last) }
    return path
  }

  /// The share of a closed figure's outline that is nearest to a position; 0 for an open figure.
  private static func start(at place: Point, of figure: Figure, snaps: Bool) -> Double {
    let outline = figure.outline(tolerance: ShapeOutline.tolerance)
    guard outline.count > 2, outline.first == outline.last else { return 0 }
    var (nearest, along, share, ends) = (Double.infinity, 0.0, 0.0, [0.0])
    for (a, b) in zip(outline, outline.dropFirst()) {
      let way = b - a
      let square = way.lengthSquared
      let t = square > 0 ? max(0, min(1, (place - a).dot(way) / square)) : 0
      let distance = (a + way * t).distance(to: place)
      if distance < nearest { (nearest, share) = (distance, along + t * way.length) }
      along += way.length
      ends.append(along)
    }
    guard along > 0 else { return 0 }
    if snaps, case .polygon = figure,
      let corner = ends.min(by: { abs($0 - share) < abs($1 - share) }), abs(corner - share) < nearCorner * along
    {
      share = corner
    }
    return share >= along ? 0 : share / along
  }

  // MARK: Knots

  /// The lengths up to each sample.
  private static func lengths(_ samples: [PenSample]) -> [Double] {
    var (along, result): (Double, [Double]) = (0, [])
    for (i, sample) in samples.enumerated() {
      if i > 0 { along += samples[i - 1].position.distance(to: sample.position) }
      result.append(along)
    }
    return result
  }

  private static func knots(_ samples: ArraySlice<PenSample>) -> [Knot] {
    let along = lengths(Array(samples))
    guard let length = along.last, length > 0 else { return [] }
    var result: [Knot] = []
    for (sample, place) in zip(samples, along) {
      var pen = sample
      (pen.position, pen.time) = (.zero, 0)
      let knot = Knot(share: place / length, pen: pen)
      // Of samples at one place the first counts, so that a rest at the end does not.
      if knot.share > result.last?.share ?? -1 { result.append(knot) }
    }
    return result
  }

  /// The pen at a share, between the knots around it.
  private static func pen(at share: Double, _ knots: [Knot]) -> PenSample {
    var (low, high) = (0, knots.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].share <= share { low = middle } else { high = middle }
    }
    let (a, b) = (knots[low], knots[high])
    return between(a.pen, b.pen, max(0, min(1, (share - a.share) / (b.share - a.share))))
  }

  /// The knots without those that are on straight lines between others, as far as can be seen.
  private static func simplified(_ knots: [Knot]) -> [Knot] {
    var kept = [knots[0]]
    var from = 0
    while from < knots.count - 1 {
      var to = from + 1
      while to + 1 < knots.count {
        let ends = [knots[from], knots[to + 1]]
        let isStraight = (from + 1...to).allSatisfy {
          isSame(knots[$0].pen, pen(at: knots[$0].share, ends), pressure: tolerance.pressure, angle: tolerance.angle)
        }
        guard isStraight else { break }
        to += 1
      }
      kept.append(knots[to])
      from = to
    }
    return kept
  }

  private static func isSame(_ a: PenSample, _ b: PenSample, pressure: Double, angle: Angle) -> Bool {
    func isNear(_ a: Angle, _ b: Angle) -> Bool { abs((a - b).wrapped.radians) <= angle.radians }
    let rolls = (a.roll, b.roll)
    let hasSameRoll = rolls.0.flatMap { a in rolls.1.map { isNear(a, $0) } } ?? (rolls.0 == rolls.1)
    return abs(a.pressure - b.pressure) <= pressure && isNear(a.altitude, b.altitude) && isNear(a.azimuth, b.azimuth)
      && hasSameRoll
  }

  /// A sample between two others; angles turn the shorter way.
  private static func between(_ a: PenSample, _ b: PenSample, _ t: Double) -> PenSample {
    if t <= 0 { return a }
    if t >= 1 { return b }
    func turned(_ a: Angle, _ b: Angle) -> Angle { a + (b - a).wrapped * t }
    var result = a
    result.position = a.position.lerp(to: b.position, t)
    result.time = a.time + (b.time - a.time) * t
    result.pressure = a.pressure + (b.pressure - a.pressure) * t
    result.altitude = turned(a.altitude, b.altitude)
    result.azimuth = turned(a.azimuth, b.azimuth)
    if let from = a.roll, let to = b.roll { result.roll = turned(from, to) }
    return result
  }
}
