extension MyPaintInput {
  /// A range that holds all values of the input. Those of `custom` are limited in each step of a
  /// stroke, those of speeds follow from the limits of positions and times.
  var range: ClosedRange<Float> {
    switch self {
    case .pressure: 0...7
    case .random, .stroke: 0...1
    case .speed1, .speed2: -2000...2000
    case .custom: -Self.customLimit...Self.customLimit
    case .direction, .directionAngle, .barrelRotation: 0...360
    case .tiltDeclination, .tiltAscension, .attackAngle, .tiltDeclinationx, .tiltDeclinationy: -360...360
    case .gridmapX, .gridmapY: 0...256
    case .viewzoom, .brushRadius: -7...7
    }
  }
}

extension MyPaintMapping {
  /// The greatest absolute value that the mapping adds for any value of its input.
  var reach: Float {
    let range = input.range
    let inside = points.filter { range.contains($0.x) }.map(\.y)
    return (inside + [value(at: range.lowerBound), value(at: range.upperBound)]).reduce(0) { max($0, abs($1)) }
  }

  /// The value as the library computes it.
  func value(at x: Float) -> Float {
    guard points.count >= 2 else { return 0 }
    let end = points.indices.dropFirst().first { x <= points[$0].x } ?? points.count - 1
    let (a, b) = (points[end - 1], points[end])
    return a.x == b.x || a.y == b.y ? a.y : (b.y * (x - a.x) + a.y * (b.x - x)) / (b.x - a.x)
  }
}
