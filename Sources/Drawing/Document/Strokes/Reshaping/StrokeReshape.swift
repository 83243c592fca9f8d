import Geometry
import Ink

/// What is done to the line of a stroke. None, one or several strokes come of it. Places are px of the present canvas.
public enum StrokeReshape: Sendable, Hashable {
  /// Its ink is erased along a line, up to an extent.
  case erase(StrokeTouch, StrokeExtent)
  /// It is cut in two at the place of its line that is nearest to this one.
  case split(Point)
  /// It begins or ends at the places of the line that are nearest to these ones, also where a part of it had been erased;
  /// nil stays.
  case ends(start: Point?, end: Point?)
  /// The place of its line that is nearest to `from` goes to `to`; what is within `reach` px along the line, > 0, follows.
  case bend(from: Point, to: Point, reach: Double)
  /// Its line is calmed: turns within this length, px, vanish; none for 0.
  case calm(Double)
  /// Its width is multiplied by a factor, > 0, where a round brush passed.
  case widen(by: Double, StrokeTouch)
  /// A new line, in px of the present canvas, takes the place of what lies between its ends.
  case redraw([PenSample], near: Double)

  /// Whether neighbours matter.
  var hasNeighbours: Bool { if case .erase(_, .crossing) = self { true } else { false } }

  /// Whether places stay where they were.
  var keepsPlaces: Bool {
    switch self {
    case .erase, .split: true
    case .ends, .bend, .calm, .redraw, .widen: false
    }
  }

  /// The strokes that come of one, in its place.
  /// - Parameters:
  ///   - record: it is drawn along its samples.
  ///   - maps: from its canvas to the present one: of the stroke, then of its copies by a symmetry.
  ///   - neighbours: the lines that it may cross, apart from its own and those of its copies.
  /// - Throws: why it cannot be reshaped so.
  func reshaped(
    _ record: StrokeRecord, _ maps: [Affine], neighbours: () -> [[Point]]
  ) throws(StrokeRefusal) -> [StrokeRecord] {
    let parts = try parts(of: record, maps, neighbours: neighbours)
    // Only the times of a shape have changed.
    return parts == [StrokeCut(record).record] ? [record] : parts
  }

  private func parts(
    of record: StrokeRecord, _ maps: [Affine], neighbours: () -> [[Point]]
  ) throws(StrokeRefusal) -> [StrokeRecord] {
    guard let map = maps.first else { throw .isUnreadable }
    switch self {
    case .erase(_, .stroke): return []
    case .erase(let touch, .touched):
      let cut = StrokeCut(record)
      let lines = maps.map { StrokeLine(of: cut.record, $0) }
      return cut.without(lines.flatMap { $0.spans(touchedBy: touch) }, of: lines[0])
    case .erase(let touch, .crossing):
      let cut = StrokeCut(record)
      let lines = maps.map { StrokeLine(of: cut.record, $0) }
      let others = neighbours()
      let spans = lines.enumerated().flatMap { index, line in
        let places = line.places(nearestTo: touch)
        if places.isEmpty { return [ClosedRange<Double>]() }
        let copies = lines.enumerated().filter { $0.offset != index }.map(\.element.points)
        let crossings = line.crossings(with: others + copies)
        return line.withRests(places.map { line.span(around: $0, between: crossings) })
      }
      return cut.without(spans, of: lines[0])
    case .split(let place):
      let cut = StrokeCut(record)
      guard let near = Self.nearest(place, cut.record, maps) else { throw .isUnreadable }
      return cut.parts(split: [near.at], of: near.line)
    case .ends(let start, let end):
      let cut = StrokeCut(record)
      let place = start ?? end ?? .zero
      return [try cut.ending(start, end, Self.nearest(place, cut.record, maps)?.map ?? map)]
    case .bend(let from, let to, let reach):
      return [try StrokeBend(from: from, to: to, reach: reach).bent(record, maps)]
    case .calm(let length) where length <= 0: return [record]
    case .calm(let length): return [try StrokeCalm.calmed(record, length / map.lengthScale)]
    case .widen(let factor, let touch): return [StrokeWidening(factor: factor, touch: touch).widened(record, maps)]
    case .redraw(let samples, let near):
      let copy = samples.first.flatMap { Self.nearest($0.position, record, maps) }
      return [try StrokeRedrawing(samples: samples, reach: near).redrawn(record, copy?.map ?? map)]
    }
  }

  /// Where the line of a stroke, or of one of its copies, is nearest to a place.
  static func nearest(
    _ place: Point, _ record: StrokeRecord, _ maps: [Affine]
  ) -> (line: StrokeLine, map: Affine, at: Double)? {
    var best: (line: StrokeLine, map: Affine, at: Double, distance: Double)?
    for map in maps {
      let line = StrokeLine(of: record, map)
      guard let near = line.nearest(to: place), near.distance < best?.distance ?? .infinity else { continue }
      best = (line, map, near.at, near.distance)
    }
    return best.map { ($0.line, $0.map, $0.at) }
  }
}

extension Affine {
  /// The factor by which lengths grow, as the root of that of areas.
  var lengthScale: Double { max(1e-12, abs(determinant).squareRoot()) }
}
