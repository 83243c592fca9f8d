import Geometry
import Ink

/// A new line that takes the place of a part of a stroke.
struct StrokeRedrawing {
  /// The new line, px of the present canvas.
  let samples: [PenSample]
  /// The time between samples whose times do not ascend, s.
  private static let interval = 0.005

  /// How far from the stroke's ink its ends may be, px of the present canvas.
  let reach: Double

  /// Where it meets a stroke's line, in the stroke's direction. An end that is not near the line takes the place of all
  /// that follows, or of all before.
  private struct Meeting {
    /// The places of the line; nil beyond its end.
    var start, end: Double?
    /// In the stroke's direction.
    var samples: [PenSample]
  }

  private func meeting(_ line: StrokeLine) -> Meeting? {
    func near(_ sample: PenSample) -> Double? {
      guard let near = line.nearest(to: sample.position), near.distance <= line.radius(at: near.at) + reach else {
        return nil
      }
      return near.at
    }
    guard let first = samples.first, let last = samples.last else { return nil }
    switch (near(first), near(last)) {
    case (let start?, let end?):
      return start <= end
        ? Meeting(start: start, end: end, samples: samples) : Meeting(start: end, end: start, samples: reversed)
    case (let start?, nil):
      // It goes on as the stroke does, or against it.
      let isAlong = (last.position - first.position).dot(line.direction(at: start)) >= 0
      return isAlong
        ? Meeting(start: start, samples: samples) : Meeting(end: start, samples: reversed)
    case (nil, let end?):
      let isAlong = (last.position - first.position).dot(line.direction(at: end)) >= 0
      return isAlong ? Meeting(end: end, samples: samples) : Meeting(start: end, samples: reversed)
    case (nil, nil): return nil
    }
  }

  private var reversed: [PenSample] {
    let (first, last) = (samples.first?.time ?? 0, samples.last?.time ?? 0)
    return samples.reversed().map {
      var sample = $0
      sample.time = first + last - $0.time
      return sample
    }
  }

  /// The stroke with the new line, drawn with its own brush.
  /// - Parameter map: from its canvas to the present one.
  func redrawn(_ record: StrokeRecord, _ map: Affine) throws(StrokeRefusal) -> StrokeRecord {
    guard record.selection == nil else { throw .isWithinSelection }
    let record = StrokeCut(record).unguided
    let line = StrokeLine(of: record, map)
    guard let inverse = map.inverse, let meeting = meeting(line), !line.points.isEmpty else { throw .isNotMet }
    var new = meeting.samples
    join(&new, at: meeting.start.map(line.point), meeting.end.map(line.point))
    new = new.map { $0.mapped(by: inverse) }
    guard
      new.allSatisfy({ StrokeRecord.reach.contains($0.position.x) && StrokeRecord.reach.contains($0.position.y) })
    else { throw .isTooFarAway }
    let start = meeting.start.map { line.time(at: $0) }
    let end = meeting.end.map { line.time(at: $0) }
    let before = start.map { start in record.samples.prefix { $0.time < start } } ?? []
    let after = end.map { end in record.samples.drop { $0.time <= end } } ?? []
    var stroke = record
    // The new part keeps its own time.
    let begin = start ?? (before.last ?? record.samples.first)?.time ?? 0
    let shift = begin - (new.first?.time ?? 0)
    for index in new.indices { new[index].time += shift }
    // Scripts may have samples of one time.
    for index in new.indices.dropFirst() where new[index].time <= new[index - 1].time {
      new[index].time = new[index - 1].time + Self.interval
    }
    let later = end.map { (new.last?.time ?? 0) - $0 } ?? 0
    stroke.samples = before + new
    stroke.samples += after.map {
      var sample = $0
      sample.time += later
      return sample
    }
    var pieces: [StrokeWidths.Piece] = []
    if let start { pieces.append(.init(widths: record.widths, from: record.samples.first?.time ?? start, to: start)) }
    if let end {
      pieces.append(.init(widths: record.widths, from: end, to: record.samples.last?.time ?? end, later: later))
    }
    stroke.widths = StrokeWidths.joined(pieces)
    let from = meeting.start == nil ? nil : record.part?.from
    let to = meeting.end == nil ? nil : record.part?.to.map { $0 + later }
    stroke.part = StrokePart(from: from, to: to)
    return stroke
  }

  /// Brings the ends of a new line to places, and what is near them after them.
  private func join(_ samples: inout [PenSample], at start: Point?, _ end: Point?) {
    var lengths = [0.0]
    for (a, b) in zip(samples, samples.dropFirst()) {
      lengths.append(lengths[lengths.count - 1] + a.position.distance(to: b.position))
    }
    guard let first = samples.first, let last = samples.last, let whole = lengths.last else { return }
    let (atStart, atEnd) = (start.map { $0 - first.position } ?? .zero, end.map { $0 - last.position } ?? .zero)
    /// 1 at the end, 0 after some times the way.
    func share(_ distance: Double, _ way: Vector) -> Double {
      let room = min(whole / 2, 4 * way.length)
      let t = room > 0 ? min(1, distance / room) : distance > 0 ? 1 : 0
      return 1 - t * t * (3 - 2 * t)
    }
    for (index, length) in lengths.enumerated() {
      samples[index].position =
        samples[index].position + atStart * share(length, atStart) + atEnd * share(whole - length, atEnd)
    }
  }
}
