import Geometry
import Glibc

/// The outline of ink as polygons that are to be filled together once, by the nonzero rule.
///
/// The winding number is positive wherever there is ink, however often polygons overlap, and 0 elsewhere: the filled area
/// is exactly their union, without seams or holes, however the stroke turns.
/// A capsule, the hull of two discs, is its straight part; the round parts are joints and discs at its ends.
/// Arcs are polygons within `tolerance` of the circle.
public struct Outline: Sendable {
  /// The corners of all polygons, one after another, canvas px.
  public private(set) var points: [Point] = []
  /// Where each polygon ends in `points`: polygon k is `points[ends[k-1] ..< ends[k]]`.
  public private(set) var ends: [Int] = []
  /// The farthest that an arc's chord may be from the arc, canvas px, > 0.
  public let tolerance: Double

  /// The right side of the chain that is being appended, from its start.
  private var rightSide: [Point] = []

  /// No polygons.
  public init(tolerance: Double = 0.02) { self.tolerance = tolerance }

  /// Forgets all polygons but keeps their memory.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Appends a whole disc.
  public mutating func appendDisc(_ d: Disc) {
    guard d.radius > 0 else { return }
    let n = steps(arc: 2 * .pi, radius: d.radius)
    for i in 0..<n { points.append(d.point(at: 2 * .pi * Double(i) / Double(n))) }
    close()
  }

  /// Appends the capsules between neighbours of `discs[range]`, with the joints between them and the one at the start (a
  /// whole disc where that is the first of all).
  ///
  /// The area is that of all of them appended one by one. But where the stroke bends gently, capsules and joints are drawn
  /// as one polygon around them: their inner edges, of which there are more than outer ones, are saved. It matters not to a
  /// pixel of which chain a piece of stroke is: a disc that touches a pixel is drawn in the same way in all chains that
  /// hold both of its neighbours.
  public mutating func appendChain(_ discs: [Disc], _ range: ClosedRange<Int>) {
    let (first, last) = (range.lowerBound, range.upperBound)
    guard first < last else { return }
    var before = first > 0 ? Hull(discs[first - 1], discs[first]) : nil
    var isOpen = false
    for i in first..<last {
      let (a, b) = (discs[i], discs[i + 1])
      let hull = Hull(a, b)
      if let hull, let h = before {
        let gaps = h.gaps(to: hull)
        if isOpen, h.joins(hull, gap: gaps.left, radius: a.radius), h.joins(hull, gap: gaps.right, radius: a.radius) {
          extend(h, a, hull, gaps)
        } else {
          if isOpen { end(h, a) }
          appendJoint(h, a, hull)
          begin(hull, a)
        }
        isOpen = true
      } else {
        if isOpen, let h = before { end(h, a) }
        appendDisc(a)
        if let hull { begin(hull, a) } else { appendDisc(b) }
        isOpen = hull != nil
      }
      before = hull
    }
    if isOpen, let h = before { end(h, discs[last]) }
  }

  // MARK: chains: begin, extend ..., end

  private mutating func begin(_ h: Hull, _ a: Disc) {
    rightSide.removeAll(keepingCapacity: true)
    points.append(a.center)
    points.append(h.left(of: a))
    rightSide.append(h.right(of: a))
  }

  private mutating func extend(_ h: Hull, _ b: Disc, _ g: Hull, _ gaps: (left: Double, right: Double)) {
    points.append(h.left(of: b))
    if gaps.left > 0 { appendArc(b, start: h.direction - h.spread, sweep: gaps.left) }
    points.append(g.left(of: b))
    rightSide.append(h.right(of: b))
    if gaps.right > 0 {
      let start = points.count
      appendArc(b, start: g.direction + g.spread, sweep: gaps.right)
      while points.count > start { if let p = points.popLast() { rightSide.append(p) } }
    }
    rightSide.append(g.right(of: b))
  }

  private mutating func end(_ h: Hull, _ b: Disc) {
    points.append(h.left(of: b))
    points.append(b.center)
    points.append(h.right(of: b))
    points.append(contentsOf: rightSide.reversed())
    close()
  }

  // MARK: joints

  private mutating func appendJoint(_ h: Hull, _ b: Disc, _ g: Hull) {
    let gaps = h.gaps(to: g)
    if gaps.right > 0 {
      points.append(b.center)
      points.append(g.right(of: b))
      appendArc(b, start: g.direction + g.spread, sweep: gaps.right)
      points.append(h.right(of: b))
      close()
    }
    if gaps.left > 0 {
      points.append(b.center)
      points.append(h.left(of: b))
      appendArc(b, start: h.direction - h.spread, sweep: gaps.left)
      points.append(g.left(of: b))
      close()
    }
  }

  /// Appends the corners on an arc without its two ends.
  private mutating func appendArc(_ d: Disc, start: Double, sweep: Double) {
    let n = steps(arc: sweep, radius: d.radius)
    var i = 1
    while i < n {
      points.append(d.point(at: start + sweep * Double(i) / Double(n)))
      i += 1
    }
  }

  private mutating func close() { ends.append(points.count) }

  /// Appends a corner to the polygon that `closePolygon` ends.
  mutating func appendCorner(_ p: Point) { points.append(p) }
  /// Ends the polygon of the corners since the last one.
  mutating func closePolygon() { close() }

  /// Chords for an arc: one spans at most the angle whose sagitta is the tolerance.
  private func steps(arc: Double, radius: Double) -> Int {
    let widest = 2 * acos(max(0.5, 1 - tolerance / max(radius, tolerance)))
    return max(arc > .pi ? 6 : 1, Int((arc / widest).rounded(.up)))
  }
}

extension Disc {
  /// The point of the rim in a direction, rad.
  fileprivate func point(at angle: Double) -> Point {
    Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
  }
}
