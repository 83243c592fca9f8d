import Geometry

/// Finds lines that arrive at a crossing and have no line that goes on behind it: there the gap begins at the crossing line,
/// and no end is seen.
struct LineArmFinder {
  private static let reach = 8.0
  /// Places on a leg from the corner on, px of way.
  private static let places = [3.0, 8, 14]
  /// The widest line, px.
  private static let widest = 26.0

  private let ink: InkMap
  /// The pixels near ends that are known.
  private var marked: Set<Int> = []
  private(set) var arms: [LineEnd] = []

  init(in ink: InkMap, _ contours: [InkContour], beside ends: [LineEnd]) {
    self.ink = ink
    for end in ends where end.kind != .corner { mark(end.pixel) }
    for contour in contours where contour.length >= 60 { find(contour) }
  }

  private mutating func mark(_ pixel: (x: Int, y: Int)) {
    for y in (pixel.y - 3)...(pixel.y + 3) {
      for x in (pixel.x - 3)...(pixel.x + 3) where ink.contains(x, y) { marked.insert(y * ink.width + x) }
    }
  }

  private mutating func find(_ contour: InkContour) {
    let chords = chords(contour)
    for i in 0..<contour.count where chords[i] <= 1.8 * Self.reach && isSharpest(i, chords, contour) {
      for side in [-1, 1] {
        guard let arm = arm(contour, from: i, side), !marked.contains(arm.pixel.y * ink.width + arm.pixel.x) else {
          continue
        }
        mark(arm.pixel)
        arms.append(arm)
      }
    }
  }

  /// The distance of the places before and behind each side, px; infinite where the contour is convex.
  private func chords(_ contour: InkContour) -> [Double] {
    let reach = Self.reach
    var chords: [Double] = []
    var (before, after) = (-1, 0)
    while before > -contour.count, contour.way(before) > -reach { before -= 1 }
    for i in 0..<contour.count {
      while before + 1 <= i, contour.way(before + 1) <= contour.way(i) - reach { before += 1 }
      after = max(after, i)
      while contour.way(after) < contour.way(i) + reach, after < i + contour.count { after += 1 }
      let (a, b) = (contour[before].place, contour[after].place)
      let isConvex = (b - a).cross(contour[i].place - a.lerp(to: b, 0.5)) < 0
      chords.append(isConvex ? .infinity : a.distance(to: b))
    }
    return chords
  }

  private func isSharpest(_ i: Int, _ chords: [Double], _ contour: InkContour) -> Bool {
    let room = 0.75 * Self.reach
    var j = i - 1
    while j > i - contour.count, contour.way(j) > contour.way(i) - room {
      if chords[contour.wrapped(j)] < chords[i] { return false }
      j -= 1
    }
    j = i + 1
    while j < i + contour.count, contour.way(j) < contour.way(i) + room {
      if chords[contour.wrapped(j)] <= chords[i] { return false }
      j += 1
    }
    return true
  }

  /// The line along a leg of a corner, through the crossing line; nil if the leg is bent, or the line goes on.
  /// - Parameter side: -1 for the leg before the corner, 1 for that after it.
  private func arm(_ contour: InkContour, from corner: Int, _ side: Int) -> LineEnd? {
    var legs: [Point] = []
    var k = corner
    for place in Self.places {
      while abs(contour.way(k) - contour.way(corner)) < place {
        k += side
        if k <= corner - contour.count || k >= corner + contour.count || k <= -contour.count
          || k >= 2 * contour.count
        {
          return nil
        }
      }
      legs.append(contour[k].place)
    }
    let way = legs[0] - legs[2]
    guard way.length >= 9.8, let along = way.normalized else { return nil }
    guard abs((legs[1] - legs[2]).dot(along.perpendicular)) <= 1.5 else { return nil }
    // The ink is on the right of the contour.
    let inwards = side < 0 ? along.perpendicular : -along.perpendicular
    guard let near = width(from: legs[1], inwards), let far = width(from: legs[2], inwards),
      abs(near - far) <= 1.5 + 0.25 * far
    else { return nil }
    let width = min(near, far)
    let middle = legs[1] + inwards * (width / 2)
    guard let end = end(from: middle, along, width) else { return nil }
    guard isCrossed(at: end, along, inwards, width) else { return nil }
    let pixel = InkMap.pixel(nearestTo: end)
    guard (3..<max(3, ink.width - 3)).contains(pixel.x), (3..<max(3, ink.height - 3)).contains(pixel.y),
      ink[pixel.x, pixel.y]
    else { return nil }
    return LineEnd(kind: .arm, place: end, direction: along, width: width, pixel: pixel)
  }

  /// The ink's width from a place on the contour, px; nil if there is none, or too much.
  private func width(from place: Point, _ inwards: Vector) -> Double? {
    var width = 1.0
    while width < Self.widest, ink[place + inwards * width] { width += 0.5 }
    return width < Self.widest && width > 1 ? width : nil
  }

  /// Where the ink ends along a line; nil if that is near the start or far away, or ink follows soon.
  private func end(from middle: Point, _ along: Vector, _ width: Double) -> Point? {
    let limit = 8 + 3 * width + 12
    guard ink[middle] else { return nil }
    var way = 0.0
    while way < limit, ink[middle + along * way] { way += 0.5 }
    guard way < limit, way >= 8 else { return nil }
    let end = middle + along * (way - 0.5)
    return (1...4).contains { ink[end + along * (Double($0) + 0.5)] } ? nil : end
  }

  /// Whether a line crosses there: ink is on both sides, and it is not the line's own bend.
  private func isCrossed(at end: Point, _ along: Vector, _ across: Vector, _ width: Double) -> Bool {
    let beside = width / 2 + 2.5
    return [-1.0, 1].allSatisfy { side in
      stride(from: -beside - 2, through: beside + 2, by: 0.5).contains {
        ink[end + across * (side * beside) + along * $0]
      }
    }
  }
}
