import Geometry
import Glibc

/// Recognises the figure that a stroke was meant to be, such as a line or a circle.
///
/// Every kind of figure is fitted to the stroke by least squares. The figure with the lowest
/// residual in place and direction wins, with a penalty for complexity (B. Paulson, T. Hammond,
/// "PaleoSketch: accurate primitive sketch recognition and beautification", IUI 2008). A stroke that
/// no figure fits well enough gives none. `penlab shapes` prints the rates of errors.
///
/// Templates as in the $1 recogniser (J. Wobbrock, A. Wilson, Y. Li, UIST 2007) are not used: they
/// name a gesture, but do not give its parameters.
public enum FigureRecogniser {
  /// The least size of a figure, window px: the diagonal of its bounding rectangle.
  public static let leastSize = 24.0

  /// A candidate with its cost: the logarithms of the residuals, plus the penalty of its kind.
  struct Candidate {
    var figure: Figure
    var cost: Double
  }

  /// The figure of a stroke; nil if none fits with enough confidence.
  /// - Parameters:
  ///   - places: the positions of the samples in order.
  ///   - unit: the length of a window px in the unit of the positions, > 0. Tremor has a size in
  ///     window px.
  /// - Complexity: O(samples), and up to 2 ms for the fits.
  public static func figure(of places: [Point], unit: Double = 1) -> Figure? {
    guard places.count > 2, places.allSatisfy(\.isFinite), unit > 0,
      let stroke = StrokeOutline(places, unit: unit), stroke.size >= leastSize * unit
    else { return nil }
    let grader = Grader(stroke: stroke, unit: unit)
    var candidates: [Candidate] = []
    if stroke.isClosed {
      candidates += rounds(stroke, grader) + polygons(stroke, grader)
    } else {
      candidates += [line(stroke, grader), arc(stroke, grader)].compactMap(\.self) + polylines(stroke, grader)
    }
    return candidates.min { $0.cost < $1.cost }?.figure
  }

  /// Compares a stroke with figures.
  struct Grader {
    let stroke: StrokeOutline
    let unit: Double

    /// A candidate; nil if the stroke is too far from the figure.
    /// - Parameters:
    ///   - tolerance: the greatest root mean square distance, relative to the stroke's size.
    ///   - turn: the greatest root mean square angle from the figure's direction.
    ///   - penalty: the cost of the kind.
    func candidate(_ figure: Figure, tolerance: Double, turn: Angle, penalty: Double) -> Candidate? {
      let misfit = FigureMisfit(stroke, figure.outline(tolerance: 0.004 * stroke.size), unit: unit)
      let limit = tolerance * stroke.size + 0.8 * unit
      guard misfit.distance <= limit, misfit.most <= 2.8 * limit,
        // Tremor turns small strokes more.
        misfit.turn <= turn.radians + 4 * unit / stroke.size
      else { return nil }
      // Differences below the tremor of a hand do not count.
      let cost = log(misfit.distance + 0.004 * stroke.size + 0.4 * unit) + log(misfit.turn + 0.05)
      return Candidate(figure: figure, cost: cost + penalty)
    }
  }

  // MARK: Open figures

  private static func line(_ stroke: StrokeOutline, _ grader: Grader) -> Candidate? {
    guard let fit = FigureFits.line(stroke.points[...]), let first = stroke.points.first, let last = stroke.points.last,
      stroke.length < 1.12 * first.distance(to: last) + 6 * grader.unit
    else { return nil }
    let start = fit.middle + fit.direction * (first - fit.middle).dot(fit.direction)
    // The end stays under the pen.
    return grader.candidate(.line(from: start, to: last), tolerance: 0.022, turn: Angle(degrees: 17), penalty: 0)
  }

  private static func arc(_ stroke: StrokeOutline, _ grader: Grader) -> Candidate? {
    guard let (center, radius) = FigureFits.circle(stroke.points[...]), radius < 8 * stroke.size,
      let first = stroke.points.first
    else { return nil }
    let (net, total) = stroke.turn(about: center)
    guard abs(net) > 0.6, abs(net) < 2 * .pi, total < 1.12 * abs(net) else { return nil }
    let arc = Figure.arc(
      center: center, radius: radius, start: (first - center).direction, sweep: Angle(radians: net))
    return grader.candidate(arc, tolerance: 0.026, turn: Angle(degrees: 15), penalty: 0.7)
  }

  /// The polylines of each number of edges.
  private static func polylines(_ stroke: StrokeOutline, _ grader: Grader) -> [Candidate] {
    guard stroke.size > 64 * grader.unit else { return [] }
    return StrokeCorners.all(stroke, edges: 2...mostLegs, unit: grader.unit).compactMap { found in
      let count = found.corners.count
      // The tips of a wave are nearly as sharp as those of a zigzag.
      let isZigzag = count > 4 && zip(found.turns, found.turns.dropFirst()).allSatisfy { $0 * $1 < 0 }
      let turns = leastTurn...(count == 3 ? Double.pi : mostTurn)
      guard found.sharpness >= (isZigzag ? 0.9 : 0.84), found.turns.allSatisfy({ turns.contains(abs($0)) }),
        found.shortest >= max(0.17 * stroke.size, 16 * grader.unit)
      else { return nil }
      return grader.candidate(
        .polygon(found.corners, isClosed: false), tolerance: 0.026, turn: Angle(degrees: 13),
        penalty: 1.3 + 0.13 * Double(count))
    }
  }

  /// The most edges of a polyline. More to and fro is a scribble.
  private static let mostLegs = 5
  /// The least turn at a corner.
  private static let leastTurn = Angle(degrees: 24).radians
  /// The greatest turn at the corners of a polyline with more than one, and of a polygon with more
  /// than four. Narrower ones are of hatching and scribbles.
  private static let mostTurn = Angle(degrees: 140).radians

  // MARK: Closed figures

  private static func rounds(_ stroke: StrokeOutline, _ grader: Grader) -> [Candidate] {
    var found: [Candidate] = []
    let points = stroke.points.dropLast()
    func isRing(_ center: Point) -> Bool {
      let (net, total) = stroke.turn(about: center)
      return abs(abs(net) - 2 * .pi) < 0.5 && total < 1.12 * abs(net)
    }
    let isReversed = stroke.turn(about: FigureFits.mean(points)).net < 0
    if let (center, radius) = FigureFits.circle(points), isRing(center), let first = points.first {
      let circle = Figure.ellipse(
        center: center, radii: Vector(radius, radius), angle: .zero, start: (first - center).direction,
        isReversed: isReversed)
      found += [grader.candidate(circle, tolerance: 0.035, turn: Angle(degrees: 15), penalty: 0.3)].compactMap(\.self)
    }
    if let (center, radii, angle) = FigureFits.ellipse(points), isRing(center), let first = points.first,
      radii.dy > 0.12 * radii.dx
    {
      // The parameter of the stroke's start.
      let start = Affine.rotation(-angle)(first - center)
      let parameter = Vector(start.dx / radii.dx, start.dy / radii.dy).direction
      let ellipse = Figure.ellipse(
        center: center, radii: radii, angle: angle, start: parameter, isReversed: isReversed)
      // Nobody draws a circle with radii that are exactly equal.
      let penalty = radii.dy > 0.82 * radii.dx ? 9 : 0.3
      found += [grader.candidate(ellipse, tolerance: 0.02, turn: Angle(degrees: 8), penalty: penalty)].compactMap(
        \.self)
    }
    return found
  }

  /// The polygons of each number of sides.
  private static func polygons(_ stroke: StrokeOutline, _ grader: Grader) -> [Candidate] {
    StrokeCorners.all(stroke, edges: 3...mostSides, unit: grader.unit).compactMap { found in
      let count = found.corners.count
      guard found.turns.allSatisfy({ abs($0) >= leastTurn }),
        !StrokeCorners.crosses(found.corners, isClosed: true) || isStar(found)
      else { return nil }
      if count < 5 {
        // Round corners are a large part of small figures.
        let least = stroke.size > 64 * grader.unit ? 0.72 : 0.6
        guard found.sharpness >= least, found.shortest >= 8 * grader.unit else { return nil }
      } else {
        guard found.sharpness >= 0.8, found.shortest >= 16 * grader.unit, stroke.size > 64 * grader.unit,
          found.turns.allSatisfy({ abs($0) <= mostTurn || isStar(found) })
        else { return nil }
      }
      if let rectangle = rectangle(found.corners, stroke),
        let known = grader.candidate(rectangle, tolerance: 0.034, turn: Angle(degrees: 22), penalty: 0.3)
      {
        return known
      }
      // Rounded corners and ends that do not meet look like short sides.
      guard found.shortest >= 0.17 * stroke.size else { return nil }
      return grader.candidate(
        .polygon(found.corners, isClosed: true), tolerance: 0.028, turn: Angle(degrees: count < 4 ? 20 : 13),
        penalty: 0.3 + 0.08 * Double(count))
    }
  }

  /// Whether the stroke is a star of five points. What crosses itself otherwise is a scribble.
  private static func isStar(_ found: StrokeCorners) -> Bool {
    found.turns.count == 5 && abs(found.turns.reduce(0, +)) > 3 * .pi
      && found.turns.allSatisfy { abs(abs($0) - 0.8 * .pi) < 0.15 * .pi }
  }

  /// The most sides of a polygon.
  private static let mostSides = 8

  /// The rectangle nearest to four corners whose angles are within 17 degrees of right angles; nil
  /// for others.
  private static func rectangle(_ corners: [Point], _ stroke: StrokeOutline) -> Figure? {
    guard corners.count == 4 else { return nil }
    let edges = (0..<4).map { corners[($0 + 1) % 4] - corners[$0] }
    for i in 0..<4 where abs(StrokeCorners.angle(edges[i], edges[(i + 1) % 4]) - .pi / 2) > 17 * .pi / 180 {
      return nil
    }
    // Four times the angle is the same for all edges; longer ones are more certain.
    var sum = Vector.zero
    for edge in edges { sum = sum + Vector(length: edge.length, direction: edge.direction * 4) }
    // The rotation nearest to the first edge.
    var angle = sum.direction * 0.25
    let quarters = ((edges[0].direction - angle).radians / (.pi / 2)).rounded()
    angle = angle + .quarterTurn * quarters
    let (u, v) = (Vector(length: 1, direction: angle), Vector(length: 1, direction: angle + .quarterTurn))
    let center = FigureFits.mean(corners[...])
    let places = corners.map { ($0 - center).dot(u) }
    let heights = corners.map { ($0 - center).dot(v) }
    // Corners 0 and 3 are at one end of the first edge, 0 and 1 at one side of it.
    let (left, right) = ((places[0] + places[3]) / 2, (places[1] + places[2]) / 2)
    let (low, high) = ((heights[0] + heights[1]) / 2, (heights[2] + heights[3]) / 2)
    return .polygon(
      [(left, low), (right, low), (right, high), (left, high)].map { center + u * $0.0 + v * $0.1 }, isClosed: true)
  }
}
