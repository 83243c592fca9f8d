import Dice
import Geometry
import Testing

@testable import Ink

/// The polygons of ink: which places they wind around.
@Suite struct OutlineTests {
  private func area(_ outline: Outline, polygon k: Int) -> Double {
    let corners = outline.points[(k == 0 ? 0 : outline.ends[k - 1])..<outline.ends[k]]
    return zip(corners, Array(corners.dropFirst()) + [corners[corners.startIndex]]).reduce(0) { sum, edge in
      sum + (edge.0.x * edge.1.y - edge.1.x * edge.0.y) / 2
    }
  }

  /// How often all polygons together go round a place.
  private func winding(_ outline: Outline, _ p: Point) -> Int {
    var (winding, start) = (0, 0)
    for end in outline.ends {
      for i in start..<end {
        let (a, b) = (outline.points[i], outline.points[i + 1 == end ? start : i + 1])
        guard (a.y <= p.y) != (b.y <= p.y) else { continue }
        let side = (b - a).cross(p - a)
        if a.y <= p.y, side > 0 { winding += 1 }
        if a.y > p.y, side < 0 { winding -= 1 }
      }
      start = end
    }
    return winding
  }

  /// How deep a place is inside the discs from a to b, px; negative outside.
  private func depth(_ p: Point, _ a: Disc, _ b: Disc) -> Double {
    let axis = b.center - a.center
    let length = max(axis.length, 1e-9)
    let slope = (b.radius - a.radius) / length
    if abs(slope) >= 1 { return max(a.radius - p.distance(to: a.center), b.radius - p.distance(to: b.center)) }
    let along = (p - a.center).dot(axis) / length
    let aside = abs((p - a.center).cross(axis)) / length
    let s = max(0, min(length, along + aside * slope / (1 - slope * slope).squareRoot()))
    return a.radius + slope * s - p.distance(to: a.center + axis * (s / length))
  }

  private func randomChain(_ dice: inout Dice) -> [Disc] {
    // From gentle bends to hairpins, from steps far below the radius to beyond it, radii even and leaping.
    let (bend, step, leap) = (
      [0.1, 0.5, 3.14][dice.roll(0..<3)], [0.3, 3, 15][dice.roll(0..<3)], dice.roll(0.01...0.6)
    )
    var (heading, p, radius) = (dice.roll(0...6.28), Point(60, 60), dice.roll(0.5...20))
    return (0..<dice.roll(2...14)).map { _ in
      heading += dice.roll(-bend...bend)
      p = p + Vector(length: dice.roll(0...step), direction: Angle(radians: heading))
      radius = max(0, min(25, radius * (1 + dice.roll(-leap...leap))))
      return Disc(center: p, radius: dice.isOne(in: 20) ? 0 : radius)
    }
  }

  /// Breaks where a polygon of its own winds backwards: it would cut a hole into others.
  @Test func singlePiecesWindForwards() {
    for seed in Dice.seeds(200) {
      var dice = Dice(seed)
      let discs = randomChain(&dice)
      var outline = Outline()
      for i in 1..<discs.count {
        outline.appendDisc(discs[i])
        outline.appendChain(discs, i - 1...i)
      }
      for k in outline.ends.indices { #expect(area(outline, polygon: k) > -1e-9, "seed \(seed), polygon \(k)") }
    }
  }

  /// Breaks where ink has a hole or a fringe: the winding number must be positive inside the discs of a chain and 0 outside,
  /// piece by piece and as a chain, at thousands of places, near the edges above all.
  @Test func windsAroundAllInkAndNothingElse() {
    for seed in Dice.seeds(150) {
      var dice = Dice(seed)
      let discs = randomChain(&dice)
      var (chain, pieces) = (Outline(), Outline())
      chain.appendChain(discs, 0...(discs.count - 1))
      chain.appendDisc(discs[discs.count - 1])
      for i in 1..<discs.count { pieces.appendChain(discs, i - 1...i) }
      pieces.appendDisc(discs[discs.count - 1])
      var wrong = 0
      for _ in 0..<150 {
        // Places around the rim of some disc.
        let disc = discs[dice.roll(0..<discs.count)]
        let p =
          disc.center
          + Vector(
            length: disc.radius * dice.roll(0...1.1) + dice.roll(-0.1...0.1),
            direction: Angle(radians: dice.roll(0...6.28)))
        let deep = zip(discs, discs.dropFirst()).reduce(-Double.infinity) { max($0, depth(p, $1.0, $1.1)) }
        // Polygons are inside their arcs by up to 0.02.
        if deep > 0.021, winding(chain, p) <= 0 || winding(pieces, p) <= 0 { wrong += 1 }
        if deep < -1e-6, winding(chain, p) != 0 || winding(pieces, p) != 0 { wrong += 1 }
        if winding(chain, p) < 0 || (winding(chain, p) > 0) != (winding(pieces, p) > 0) { wrong += 1 }
      }
      #expect(wrong == 0, "seed \(seed)")
    }
  }

  /// Breaks where a part of a chain is drawn otherwise than in the whole: the joint at its start must be there.
  @Test func partsOfAChainHaveTheirJoints() {
    for seed in Dice.seeds(120) {
      var dice = Dice(seed)
      let discs =
        randomChain(&dice) + randomChain(&dice).map { Disc(center: $0.center + Vector(5, 5), radius: $0.radius) }
      let cut = dice.roll(1..<(discs.count - 1))
      var (whole, parts) = (Outline(), Outline())
      whole.appendChain(discs, 0...(discs.count - 1))
      parts.appendChain(discs, 0...cut)
      parts.appendChain(discs, cut...(discs.count - 1))
      var wrong = 0
      for _ in 0..<100 {
        let d = discs[cut]
        let p = d.center + Vector(length: d.radius * dice.roll(0...1.2), direction: Angle(radians: dice.roll(0...6.28)))
        if (winding(whole, p) > 0) != (winding(parts, p) > 0) { wrong += 1 }
      }
      #expect(wrong == 0, "seed \(seed)")
    }
  }

  /// Breaks where an arc leaves its circle by more than the tolerance, or has more corners than that needs.
  @Test(arguments: [0.3, 2, 40, 500])
  func arcsKeepTheirTolerance(radius: Double) {
    for tolerance in [0.01, 0.1] {
      var outline = Outline(tolerance: tolerance)
      outline.appendDisc(Disc(center: Point(3, 4), radius: radius))
      let corners = outline.points
      for (a, b) in zip(corners, Array(corners.dropFirst()) + [corners[0]]) {
        #expect(abs(a.distance(to: Point(3, 4)) - radius) < 1e-9)
        let sagitta = radius - a.midpoint(to: b).distance(to: Point(3, 4))
        #expect(sagitta <= tolerance * (1 + 1e-9))
        if corners.count > 8 { #expect(sagitta > tolerance / 2) }
      }
    }
  }

  /// Breaks where gentle bends are not drawn as one: their inner edges would cost most of the drawing.
  @Test func gentleBendsAreOnePolygon() {
    let discs = (0..<20).map { i in
      let angle = Angle(radians: Double(i) * 0.1)
      return Disc(center: Point(100, 100) + Vector(length: 50, direction: angle), radius: 6 + Double(i) * 0.1)
    }
    var outline = Outline()
    outline.appendChain(discs, 4...19)
    // The joint at the start, and the chain.
    #expect(outline.ends.count <= 3)
    // One disc alone, or no piece at all, is nothing.
    outline.removeAll()
    outline.appendChain(discs, 7...7)
    outline.appendDisc(Disc(center: .zero, radius: 0))
    #expect(outline.points.isEmpty && outline.ends.isEmpty)
  }
}
