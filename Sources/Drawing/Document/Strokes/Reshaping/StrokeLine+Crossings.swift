import Geometry

extension StrokeLine {
  /// The places where it crosses itself, where other lines cross it, and where others end within its ink; ascending.
  func crossings(with others: [[Point]]) -> [Double] {
    if points.count < 2 { return [] }
    var found: [Double] = []
    let grid = LineGrid(points)
    grid.forEachPair { first, second in
      // Neighbours meet at their corner.
      guard second > first + 1, let (t, u) = crossing(first, points[second], points[second + 1]) else { return }
      found += [Double(first) + t, Double(second) + u]
    }
    var ends: [Point] = []
    for other in others {
      for (a, b) in zip(other, other.dropFirst()) {
        grid.forEach(near: a, b) { index in
          if let (t, _) = crossing(index, a, b) { found.append(Double(index) + t) }
        }
      }
      if let first = other.first, let last = other.last { ends += [first, last] }
    }
    let widest = radii.max() ?? 0
    let box = points.reduce(Rect.null) {
      $0.union(Rect(minX: $1.x - widest, minY: $1.y - widest, maxX: $1.x + widest, maxY: $1.y + widest))
    }
    for end in ends where box.contains(end) {
      guard let near = nearest(to: end), near.distance <= radius(at: near.at), near.at > 0, near.at < self.end else {
        continue
      }
      // One that goes on a little beyond the line crosses it once.
      let room = 2 * radius(at: near.at) + 1
      let place = point(at: near.at)
      if found.contains(where: { point(at: $0).distance(to: place) <= room }) { continue }
      found.append(near.at)
    }
    return found.sorted()
  }

  /// Where its piece from a corner to the next crosses a line, as shares of both; nil if they do not.
  private func crossing(_ index: Int, _ a: Point, _ b: Point) -> (Double, Double)? {
    let (way, other) = (points[index + 1] - points[index], b - a)
    let cross = way.cross(other)
    guard cross != 0 else { return nil }
    let between = a - points[index]
    let (t, u) = (between.cross(other) / cross, between.cross(way) / cross)
    // Half open: a line through a corner crosses once.
    return t >= 0 && t < 1 && u >= 0 && u < 1 ? (t, u) : nil
  }

  /// The part around a place up to the next crossings.
  func span(around place: Double, between crossings: [Double]) -> ClosedRange<Double> {
    let before = crossings.last { $0 < place } ?? 0
    let after = crossings.first { $0 > place } ?? end
    return before...max(before, after)
  }

  /// Parts between crossings, with the rests beside them that are shorter than the line is wide: they would be dots on the
  /// crossings.
  func withRests(_ spans: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    if spans.isEmpty { return [] }
    let merged = StrokeCut.merged(spans)
    let rests = zip([0] + merged.map(\.upperBound), merged.map(\.lowerBound) + [end]).filter { from, to in
      from < to && to <= place(at: from, along: 2 * radius(at: from))
    }
    return merged + rests.map { $0...$1 }
  }

  /// The places where a line goes over its ink, one for each place of the line.
  func places(nearestTo touch: StrokeTouch) -> [Double] {
    var (line, found) = ([Point](), [Double]())
    if let first = touch.line.first { line.append(first) }
    let grid = LineGrid(points)
    for (a, b) in zip(touch.line, touch.line.dropFirst()) {
      let count = max(1, min(4096, (a.distance(to: b) / 2).rounded(.up)))
      guard count.isFinite else { continue }
      line += (1...Int(count)).map { a.lerp(to: b, Double($0) / count) }
      // Thin ink may lie between these.
      grid.forEach(near: a, b) { index in
        if let (t, _) = crossing(index, a, b) { found.append(Double(index) + t) }
      }
    }
    for place in line {
      if let near = nearest(to: place), near.distance <= radius(at: near.at) + touch.radius { found.append(near.at) }
    }
    return found
  }

  /// The parts whose ink a line touches, as if nothing lay above.
  func spans(touchedBy touch: StrokeTouch) -> [ClosedRange<Double>] {
    if touch.line.isEmpty { return [] }
    if points.count == 1 { return places(nearestTo: touch).isEmpty ? [] : [0...0] }
    let corners = touch.line.count == 1 ? [touch.line[0], touch.line[0]] : touch.line
    let widest = touch.radius + (radii.max() ?? 0)
    var spans: [ClosedRange<Double>] = []
    for index in points.indices.dropLast() {
      let (a, b) = (points[index], points[index + 1])
      let box = Rect(
        minX: min(a.x, b.x) - widest, minY: min(a.y, b.y) - widest, maxX: max(a.x, b.x) + widest,
        maxY: max(a.y, b.y) + widest)
      let near = zip(corners, corners.dropFirst()).filter { box.meets($0, $1) }
      if near.isEmpty { continue }
      /// How far inside of the touched area a share of the piece is.
      func depth(_ t: Double) -> Double {
        let place = a.lerp(to: b, t)
        let distance =
          near.map { place.distance(to: $0.lerp(to: $1, place.share(nearestOn: $0, $1))) }.min() ?? .infinity
        return touch.radius + radii[index] + (radii[index + 1] - radii[index]) * t - distance
      }
      /// The share between two at which the line enters or leaves.
      func edge(_ from: Double, _ to: Double) -> Double {
        var (outside, inside) = depth(from) < 0 ? (from, to) : (to, from)
        for _ in 0..<24 {
          let middle = (outside + inside) / 2
          if depth(middle) < 0 { outside = middle } else { inside = middle }
        }
        return inside
      }
      let count = max(1, min(4096, (a.distance(to: b) * 2).rounded(.up)))
      guard count.isFinite else { continue }
      for step in 0..<Int(count) {
        let (from, to) = (Double(step) / count, Double(step + 1) / count)
        let (start, end): (Double, Double)
        switch (depth(from) >= 0, depth(to) >= 0) {
        case (true, true): (start, end) = (from, to)
        case (true, false): (start, end) = (from, edge(from, to))
        case (false, true): (start, end) = (edge(from, to), to)
        case (false, false): continue
        }
        spans.append(Double(index) + start...Double(index) + end)
      }
    }
    return spans
  }
}

extension Rect {
  /// Whether the rectangle around two points meets it.
  fileprivate func meets(_ a: Point, _ b: Point) -> Bool {
    min(a.x, b.x) <= maxX && max(a.x, b.x) >= minX && min(a.y, b.y) <= maxY && max(a.y, b.y) >= minY
  }
}
