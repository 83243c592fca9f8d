import Geometry

/// Finds the ends of lines on their contours.
///
/// At an end the contour turns back within a short way: two places a way of `reach` before and behind it are nearer to each
/// other than that. Small reaches come first, since a large one sees a short line as one end.
struct LineEndFinder {
  private static let reaches = [5.0, 10, 20, 40]
  /// The shortest contour that has ends, px: shorter ones are specks.
  static let speck = 20.0

  private let contour: InkContour
  /// Whether a side is near an end already.
  private var isTaken: [Bool]
  /// The distance of the places before and behind each side, px; infinite where the contour is concave.
  private var chords: [Double]
  /// From the middle of those to the side.
  private var fronts: [Vector]
  private(set) var ends: [LineEnd] = []
  private let width: Int

  /// Finds all ends on a contour of a map, and its corners.
  init(_ contour: InkContour, mapWidth: Int) {
    (self.contour, width) = (contour, mapWidth)
    isTaken = [Bool](repeating: false, count: contour.count)
    chords = [Double](repeating: 0, count: contour.count)
    fronts = [Vector](repeating: .zero, count: contour.count)
    for (index, reach) in Self.reaches.enumerated() {
      if index > 0, Double(contour.count) < 3 * Self.reaches[index - 1] { break }
      find(reach, ratio: 1, isCorner: false)
    }
    find(Self.reaches[0], ratio: 1.5, isCorner: true)
  }

  private mutating func measure(_ reach: Double) {
    var (before, after) = (-1, 0)
    while before > -contour.count, contour.way(before) > -reach { before -= 1 }
    for i in 0..<contour.count {
      while before + 1 <= i, contour.way(before + 1) <= contour.way(i) - reach { before += 1 }
      after = max(after, i)
      while contour.way(after) < contour.way(i) + reach, after < i + contour.count { after += 1 }
      let (a, b) = (contour[before].place, contour[after].place)
      let chord = b - a
      fronts[i] = contour[i].place - a.lerp(to: b, 0.5)
      let isConcave = chord.cross(fronts[i]) > 0 && chord.length > 0.5
      chords[i] = isConcave ? .infinity : chord.length
    }
  }

  /// - Parameter ratio: the longest chord, in reaches.
  private mutating func find(_ wanted: Double, ratio: Double, isCorner: Bool) {
    let reach = min(wanted, contour.length / 4)
    measure(reach)
    var found: [Int] = []
    for i in 0..<contour.count where !isTaken[i] && chords[i] <= ratio * reach {
      // A short chord would have been found before.
      if wanted == 40, chords[i] < 18 { continue }
      guard isSharpest(i, reach), let end = end(at: i, reach, wanted, isCorner) else { continue }
      ends.append(end)
      found.append(i)
    }
    for i in found {
      isTaken[i] = true
      for k in sides(around: i, within: 2 * reach) { isTaken[k] = true }
    }
  }

  /// Whether no side near it is a sharper end.
  private func isSharpest(_ i: Int, _ reach: Double) -> Bool {
    func sharpness(_ k: Int) -> Double { fronts[k].length - chords[k] }
    let own = sharpness(i)
    var j = i - 1
    while j > i - contour.count, contour.way(j) > contour.way(i) - reach {
      let k = contour.wrapped(j)
      if chords[k] < .infinity, sharpness(k) > own { return false }
      j -= 1
    }
    j = i + 1
    while j < i + contour.count, contour.way(j) < contour.way(i) + reach {
      let k = contour.wrapped(j)
      if chords[k] < .infinity, sharpness(k) >= own { return false }
      j += 1
    }
    return true
  }

  /// The end whose front has a side; nil if that is a wide bulge.
  private func end(at i: Int, _ reach: Double, _ wanted: Double, _ isCorner: Bool) -> LineEnd? {
    guard fronts[i].length >= 1e-3 else { return nil }
    let middle = middle(ofFrontAt: i, reach)
    guard var direction = fronts[middle].normalized else { return nil }
    let width = chords[middle]
    let axis = LineAxis(of: contour, behind: middle, width: width, limit: wanted > 20 ? 2.5 * wanted : 40)
    if wanted > 20, axis.growth > 0.25 || axis.length < 1.5 * width { return nil }
    if let tangent = axis.direction { direction = tangent }
    let kind: LineEnd.Kind = isCorner ? .corner : axis.length >= 6 && axis.length >= width ? .end : .stub
    let pixel = contour[middle].pixel.quotientAndRemainder(dividingBy: self.width)
    return LineEnd(
      kind: kind, place: contour[middle].place, direction: direction, width: width,
      pixel: (pixel.remainder, pixel.quotient))
  }

  /// The middle of the run of sides around one that have nearly its chord.
  private func middle(ofFrontAt i: Int, _ reach: Double) -> Int {
    let (way, width) = (contour.way(i), chords[i])
    let room = min(reach, width)
    var (first, last) = (i, i)
    while first - 1 > i - contour.count, contour.way(first - 1) > way - room,
      abs(chords[contour.wrapped(first - 1)] - width) <= 1
    {
      first -= 1
    }
    while last + 1 < i + contour.count, contour.way(last + 1) < way + room,
      abs(chords[contour.wrapped(last + 1)] - width) <= 1
    {
      last += 1
    }
    let middle = (contour.way(first) + contour.way(last)) / 2
    var found = first
    while found < last, contour.way(found + 1) <= middle + 1e-3 { found += 1 }
    return contour.wrapped(found)
  }

  /// The sides whose way to one is shorter than `room`, px.
  private func sides(around i: Int, within room: Double) -> [Int] {
    var (first, last) = (i, i)
    while first - 1 > i - contour.count, contour.way(first - 1) > contour.way(i) - room { first -= 1 }
    while last + 1 < i + contour.count, contour.way(last + 1) < contour.way(i) + room { last += 1 }
    return (first...last).map(contour.wrapped)
  }
}
