import Geometry
import Ink

/// Cuts a stroke at places of its line. What is left keeps its ink.
struct StrokeCut {
  /// The stroke, with times by which it can be cut.
  let record: StrokeRecord

  /// - Parameter record: outlines of shapes, which have one time for all samples, get others.
  init(_ record: StrokeRecord) {
    let samples = record.samples
    guard let first = samples.first, samples.count > 1, samples.allSatisfy({ $0.time == first.time }) else {
      self.record = record
      return
    }
    var stroke = record
    var time = 0.0
    for index in samples.indices {
      if index > 0 { time += max(1, samples[index - 1].position.distance(to: samples[index].position)) / Self.speed }
      stroke.samples[index].time = time
    }
    self.record = stroke
  }

  /// The speed along the outline of a shape, px/s: so slow that brushes which follow speed paint as without times.
  private static let speed = 0.01

  /// The stroke along the line to which its stabiliser guided it, without one: the samples are where the ink is.
  var unguided: StrokeRecord {
    guard record.brush.stabiliser != .none else { return record }
    var stabilised = StabilisedSamples(record.brush.stabiliser, inputScale: record.inputScale)
    var stroke = record
    stroke.samples = []
    for sample in record.samples { stabilised.add(sample, to: &stroke.samples) }
    stabilised.finish(to: &stroke.samples)
    stroke.brush.stabiliser = .none
    return stroke
  }

  /// The same parts, ascending and apart from each other.
  static func merged(_ spans: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var merged: [ClosedRange<Double>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, span.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        merged.append(span)
      }
    }
    return merged
  }

  /// What is left without some parts of its line, in its order.
  /// - Parameter line: that of its part, whose places the spans are.
  func without(_ spans: [ClosedRange<Double>], of line: StrokeLine) -> [StrokeRecord] {
    let merged = Self.merged(spans)
    if merged.isEmpty { return [record] }
    var left: [ClosedRange<Double>] = []
    var start = 0.0
    for span in merged {
      if span.lowerBound > start { left.append(start...span.lowerBound) }
      start = max(start, span.upperBound)
    }
    if start < line.end { left.append(start...line.end) }
    return left.compactMap { part(between: $0, of: line) }
  }

  /// The parts before, between and after places of its line, ascending.
  func parts(split places: [Double], of line: StrokeLine) -> [StrokeRecord] {
    let inner = places.filter { $0 > 0 && $0 < line.end }
    return zip([0] + inner, inner + [line.end]).compactMap { part(between: $0...$1, of: line) }
  }

  /// A part of its line; nil if it is shorter than the line's accuracy.
  private func part(between places: ClosedRange<Double>, of line: StrokeLine) -> StrokeRecord? {
    let isFromStart = places.lowerBound <= 0
    let isToEnd = places.upperBound >= line.end
    if isFromStart, isToEnd { return record }
    let from = isFromStart ? record.part?.from : line.time(at: places.lowerBound)
    let to = isToEnd ? record.part?.to : line.time(at: places.upperBound)
    guard let part = StrokePart(from: from, to: to) else { return nil }
    var stroke = record
    stroke.part = part
    return stroke
  }

  /// The stroke with other ends on its whole line; nil stays.
  /// - Throws: if nothing would be left.
  func ending(_ start: Point?, _ end: Point?, _ map: Affine) throws(StrokeRefusal) -> StrokeRecord {
    let line = StrokeLine(of: record, map, isWhole: true)
    func limit(_ place: Point?, _ before: Double?, isStart: Bool) -> Double? {
      guard let place, let near = line.nearest(to: place) else { return before }
      if isStart ? near.at <= 0 : near.at >= line.end { return nil }
      return line.time(at: near.at)
    }
    let from = limit(start, record.part?.from, isStart: true)
    let to = limit(end, record.part?.to, isStart: false)
    var stroke = record
    stroke.part = StrokePart(from: from, to: to)
    guard stroke.part != nil || from == nil && to == nil else { throw .isTooShort }
    return stroke
  }
}
