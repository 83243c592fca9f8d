import Geometry
import Ink

/// A bend of a stroke: a place of its line goes to another one, and what is near along the line follows.
struct StrokeBend {
  /// The places, px of the present canvas.
  let from, to: Point
  /// How far along the line it reaches, px of the present canvas, > 0.
  let reach: Double

  /// The greatest distance of samples where the stroke bends, as a share of the reach.
  private static let step = 1.0 / 12
  private static let mostNew = 4096
  /// How often the bend is corrected by what smoothing makes of it, and the distance that is near enough, px.
  private static let corrections = 3
  private static let accuracy = 0.1

  /// The share of the move at a distance along the line: 1 at the place, and 0 from `reach` on, without a corner.
  private func share(at distance: Double) -> Double {
    let t = min(1, distance / reach)
    return (1 - t * t) * (1 - t * t)
  }

  /// The stroke, bent.
  /// - Parameter maps: as for `StrokeReshape.reshaped`.
  func bent(_ record: StrokeRecord, _ maps: [Affine]) throws(StrokeRefusal) -> StrokeRecord {
    guard record.selection == nil else { throw .isWithinSelection }
    var straight = StrokeCut(record).unguided
    if from == to { return record }
    guard let near = StrokeReshape.nearest(from, straight, maps), let inverse = near.map.inverse else {
      throw .isUnreadable
    }
    let time = near.line.time(at: near.at)
    let target = near.line.point(at: near.at) + (to - from)
    addSamples(to: &straight, around: time, near.map, inverse)
    let places = straight.samples.map { near.map($0.position) }
    let shares = distances(along: places, straight.samples, from: time).map { share(at: abs($0)) }
    var (bent, way) = (straight, to - from)
    for correction in 0...Self.corrections {
      for index in places.indices where shares[index] > 0 {
        let place = inverse(places[index] + way * shares[index])
        guard StrokeRecord.reach.contains(place.x), StrokeRecord.reach.contains(place.y) else { throw .isTooFarAway }
        bent.samples[index].position = place
      }
      if correction == Self.corrections { break }
      let line = StrokeLine(of: bent, near.map)
      if line.points.isEmpty { break }
      let missing = target - line.point(at: line.place(after: time))
      // Smoothing of very short lines cannot be made up for.
      guard missing.length > Self.accuracy, missing.length < (to - from).length else { break }
      way = way + missing
    }
    return bent
  }

  /// The distances of samples along the line from the place with a time, px of the present canvas; negative before it.
  private func distances(along places: [Point], _ samples: [PenSample], from time: Double) -> [Double] {
    var lengths = [0.0]
    for (a, b) in zip(places, places.dropFirst()) { lengths.append(lengths[lengths.count - 1] + a.distance(to: b)) }
    let next = samples.firstIndex { $0.time > time } ?? samples.count - 1
    let before = max(0, next - 1)
    let length = samples[next].time - samples[before].time
    let share = length > 0 ? max(0, min(1, (time - samples[before].time) / length)) : 0
    let place = lengths[before] + (lengths[next] - lengths[before]) * share
    return lengths.map { $0 - place }
  }

  /// Adds samples on the line between those that are too far apart to bend.
  private func addSamples(to record: inout StrokeRecord, around time: Double, _ map: Affine, _ inverse: Affine) {
    let samples = record.samples
    let places = samples.map { map($0.position) }
    let distances = distances(along: places, samples, from: time)
    var line: StrokeLine?
    var dense: [PenSample] = []
    for (index, sample) in samples.enumerated() {
      if index > 0, distances[index - 1] < reach, distances[index] > -reach {
        let before = samples[index - 1]
        let length = places[index - 1].distance(to: places[index])
        let count = min(Double(Self.mostNew), (length / (reach * Self.step)).rounded(.up))
        if count > 1 {
          let whole = line ?? StrokeLine(of: record, map, isWhole: true)
          line = whole
          for step in 1..<Int(count) {
            var new = before.lerp(to: sample, Double(step) / count)
            // Of several places with one time, the line's is the last.
            if sample.time > before.time, !whole.points.isEmpty {
              new.position = inverse(whole.point(at: whole.place(after: new.time)))
            }
            dense.append(new)
          }
        }
      }
      dense.append(sample)
    }
    record.samples = dense
  }
}

extension PenSample {
  /// The sample at a share of the way to another one. Angles are those of the nearer one.
  func lerp(to other: PenSample, _ share: Double) -> PenSample {
    var sample = share < 0.5 ? self : other
    sample.position = position.lerp(to: other.position, share)
    sample.time = time + (other.time - time) * share
    sample.pressure = pressure + (other.pressure - pressure) * share
    return sample
  }
}
