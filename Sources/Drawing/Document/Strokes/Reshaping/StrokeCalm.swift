import Geometry
import Glibc
import Ink

/// Makes lines of strokes calmer.
enum StrokeCalm {
  /// A stroke with a calmer line: the mean of its samples' places and pressures along the line, weighted by a bell
  /// curve. The ends stay.
  /// - Parameter length: that of turns which vanish, px of its canvas, > 0.
  static func calmed(_ record: StrokeRecord, _ length: Double) throws(StrokeRefusal) -> StrokeRecord {
    guard record.selection == nil else { throw .isWithinSelection }
    let samples = record.samples
    var lengths = [0.0]
    for (a, b) in zip(samples, samples.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.position.distance(to: b.position))
    }
    guard samples.count > 2, let whole = lengths.last, whole > 0 else { return record }
    let sigma = min(length, whole) / 2
    let room = 3 * sigma
    // Beyond an end the line goes on as if turned about it, so that the end stays.
    let (first, last) = (samples[0], samples[samples.count - 1])
    var line: [(at: Double, place: Vector, pressure: Double)] = []
    for (sample, at) in zip(samples, lengths).reversed() where at > 0 && at <= room {
      line.append(
        (-at, (first.position - sample.position) + (first.position - .zero), 2 * first.pressure - sample.pressure))
    }
    line += zip(samples, lengths).map { ($1, $0.position - .zero, $0.pressure) }
    for (sample, at) in zip(samples, lengths).reversed() where at < whole && whole - at <= room {
      line.append(
        (
          2 * whole - at, (last.position - sample.position) + (last.position - .zero),
          2 * last.pressure - sample.pressure
        ))
    }
    var stroke = record
    var start = 0
    for index in samples.indices.dropFirst().dropLast() {
      let at = lengths[index]
      while line[start].at < at - room { start += 1 }
      var (sum, place, pressure) = (0.0, Vector.zero, 0.0)
      for other in start..<line.count {
        if line[other].at > at + room { break }
        // Dense samples count as much as the length that they stand for.
        let stretch =
          (line[min(line.count - 1, other + 1)].at - line[max(0, other - 1)].at) / 2 + 1e-9
        let distance = (line[other].at - at) / sigma
        let weight = stretch * exp(-distance * distance / 2)
        sum += weight
        place = place + line[other].place * weight
        pressure += line[other].pressure * weight
      }
      stroke.samples[index].position = .zero + place * (1 / sum)
      stroke.samples[index].pressure = max(0, min(1, pressure / sum))
    }
    return stroke
  }
}
