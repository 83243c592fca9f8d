import Geometry
import Ink

/// Two strokes that become one, from the start of one to the end of the other. Their nearest ends are joined by a curve.
struct StrokeJoin {
  /// A stroke that is joined to another, its samples in px of the present canvas.
  private struct Half {
    var samples: [PenSample]
    var part: StrokePart?
    var widths: StrokeWidths?

    init(samples: [PenSample], part: StrokePart?, widths: StrokeWidths?) {
      (self.samples, self.part, self.widths) = (samples, part, widths)
    }

    /// - Parameter map: from the stroke's canvas to the present one.
    init(_ record: StrokeRecord, _ map: Affine) {
      // What the pen does as it is lifted has no ink.
      let end = StrokeLine(of: record, map, isWhole: true).times.last ?? .infinity
      samples = record.samples.filter { $0.time <= end }.map { $0.mapped(by: map) }
      (part, widths) = (record.part, record.widths)
    }

    /// The same from its end to its start.
    var reversed: Half {
      let sum = (samples.first?.time ?? 0) + (samples.last?.time ?? 0)
      return Half(
        samples: samples.reversed().map {
          var sample = $0
          sample.time = sum - $0.time
          return sample
        },
        part: part.flatMap { part in StrokePart(from: part.to.map { sum - $0 }, to: part.from.map { sum - $0 }) },
        widths: widths?.reversed(sum: sum))
    }

    /// The same without what is hidden after its end.
    var ending: Half {
      guard let to = part?.to else { return self }
      var shown = samples.prefix { $0.time < to }
      if let last = shown.last, let next = samples.dropFirst(shown.count).first, next.time > last.time {
        shown.append(last.lerp(to: next, (to - last.time) / (next.time - last.time)))
      }
      return Half(samples: Array(shown), part: StrokePart(from: part?.from), widths: widths)
    }
  }

  /// The samples of the curve between the ends are this far apart, px.
  private static let step = 3.0
  private static let mostSamples = 400.0

  /// One stroke, drawn as the first one.
  /// - Parameters:
  ///   - first: with the map from its canvas to the present one.
  ///   - second: likewise; drawn on the same pixels.
  static func joined(
    _ first: (record: StrokeRecord, map: Affine), _ second: (record: StrokeRecord, map: Affine)
  ) throws(StrokeRefusal) -> StrokeRecord {
    guard first.record.selection == nil, second.record.selection == nil else { throw .isWithinSelection }
    let (one, other) = (StrokeCut(first.record).unguided, StrokeCut(second.record).unguided)
    let (a, b) = (StrokeLine(of: one, first.map), StrokeLine(of: other, second.map))
    guard let inverse = first.map.inverse, let (a0, a1) = a.ends, let (b0, b1) = b.ends else { throw .isUnreadable }
    let head = Half(one, first.map)
    let tail = Half(other, second.map)
    let distances = [a1.distance(to: b0), a1.distance(to: b1), a0.distance(to: b1), a0.distance(to: b0)]
    let (before, after): (Half, Half)
    switch distances.indices.min(by: { distances[$0] < distances[$1] }) {
    case 0: (before, after) = (head, tail)
    case 1: (before, after) = (head, tail.reversed)
    case 2: (before, after) = (tail, head)
    default: (before, after) = (tail.reversed, head)
    }
    var start = before.ending
    var end = after.reversed.ending.reversed
    guard let last = start.samples.last, let next = end.samples.first else { throw .isUnreadable }
    let bridge = bridge(start.samples, end.samples)
    let duration = Double(bridge.count + 1) * meanInterval(start.samples)
    let later = last.time + duration - next.time
    for index in end.samples.indices { end.samples[index].time += later }
    start.samples += bridge.enumerated().map { index, sample in
      var sample = sample
      sample.time = last.time + duration * Double(index + 1) / Double(bridge.count + 1)
      return sample
    }
    var joined = one
    joined.samples = (start.samples + end.samples).map { $0.mapped(by: inverse) }
    func piece(_ half: Half, _ samples: [PenSample], later: Double = 0) -> StrokeWidths.Piece {
      let (from, to) = (samples.first?.time ?? 0, samples.last?.time ?? 0)
      return StrokeWidths.Piece(widths: half.widths, from: from - later, to: to - later, later: later)
    }
    joined.widths = StrokeWidths.joined([
      piece(start, Array(start.samples.dropLast(bridge.count))), piece(end, end.samples, later: later),
    ])
    joined.part = StrokePart(from: start.part?.from, to: end.part?.to.map { $0 + later })
    let reach = StrokeRecord.reach
    guard joined.samples.allSatisfy({ reach.contains($0.position.x) && reach.contains($0.position.y) }) else {
      throw .isTooFarAway
    }
    return joined
  }

  /// The mean time between samples, s.
  private static func meanInterval(_ samples: [PenSample]) -> Double {
    guard samples.count > 1, let first = samples.first, let last = samples.last else { return 0.005 }
    return max(1e-4, (last.time - first.time) / Double(samples.count - 1))
  }

  /// Samples between the end of one line and the start of another, in the directions of both.
  private static func bridge(_ before: [PenSample], _ after: [PenSample]) -> [PenSample] {
    guard let last = before.last, let next = after.first else { return [] }
    let distance = last.position.distance(to: next.position)
    let count = min(mostSamples, (distance / step).rounded())
    guard count > 1 else { return [] }
    /// The direction in which a line ends.
    func direction(_ line: some BidirectionalCollection<PenSample>) -> Vector {
      guard let end = line.last else { return .zero }
      let start = line.last { $0.position.distance(to: end.position) > step } ?? line.first ?? end
      return (end.position - start.position).normalized ?? .zero
    }
    let curve = CubicBezier(
      hermiteFrom: last.position, velocity: direction(before) * distance, to: next.position,
      velocity: direction(after.reversed()) * -distance)
    return (1..<Int(count)).map { index in
      let share = Double(index) / count
      var sample = last.lerp(to: next, share)
      sample.position = curve.point(at: share)
      return sample
    }
  }
}

extension StrokeLine {
  /// The ends; nil for a line without corners.
  fileprivate var ends: (Point, Point)? { points.first.flatMap { first in points.last.map { (first, $0) } } }
}
