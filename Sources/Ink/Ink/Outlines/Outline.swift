import Geometry
import Glibc

/// The outline of ink: closed contours of cubic Bézier curves, filled together by the nonzero rule.
///
/// Each sweep becomes a few hulls: areas between two curves, one on either side of the centre line.
/// A hull joins the one before it, or has the print of the tip at its start: at the start of the
/// stroke, at corners, and where the curve turns more tightly than the tip is wide. No contour
/// winds backwards, so the filled area is the union of the hulls, without seams or holes. The area
/// is within `tolerance` of the true one.
///
/// Sources: R. Levien and A. Uguray, "GPU-friendly stroke expansion" (2024), for the cases; D.
/// Nehab, "Converting stroked primitives to filled primitives" (2020), for the definition of a
/// stroke. The fit is Hermite interpolation of the exact envelope, bisected until it is accurate.
public struct Outline: Sendable {
  /// The area that the tip covers between two places of the centre line.
  public struct Hull: Sendable {
    /// Its left side: indices of `curves`, in the direction of the stroke.
    public internal(set) var left: Range<Int>
    /// Its right side: indices of `curves`, in the direction of the stroke.
    public internal(set) var right: Range<Int>
    /// The print at its start, unless it joins the hull before.
    public internal(set) var print: Disc?
    /// The ends of the sides of the hull before, if it joins that. The hull starts there, so that
    /// no gap remains even where the two are filled apart.
    public internal(set) var joined: (left: Point, right: Point)?
    /// The print at the start of the stroke, on the stroke's first hull; the half before the hull
    /// counts.
    public internal(set) var startCap: Disc?
    /// The print at the end of the stroke, on its last hull; the half beyond the hull counts.
    public internal(set) var endCap: Disc?
    /// Bounding rectangle (not the tightest), canvas px.
    public internal(set) var bounds: Rect
  }

  /// An element of a contour.
  public enum Element: Hashable, Sendable {
    /// Begins a contour.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A cubic curve by its two control points and its end.
    case curve(Point, Point, Point)
    /// Closes the contour.
    case close
  }

  /// The greatest distance of a side from the true one, canvas px, > 0.
  public let tolerance: Double
  /// The polygon of a flat tip; nil for a round one.
  public let nib: NibShape?
  /// The sides of all hulls.
  public private(set) var curves: [CubicBezier] = []
  /// All hulls, in the order of the stroke.
  public private(set) var hulls: [Hull] = []
  /// The end of the last hull.
  private(set) var joint: Joint?
  /// Whether the next hull is the first of a stroke.
  private var isAtStart = true

  /// Which sides follow the envelope. Inside a bend tighter than the tip is wide there is none: the
  /// centre line replaces it, and the prints at the ends of the bend cover the rest.
  enum Form: Hashable, Sendable {
    case open, insideLeft, insideRight
    /// A flat tip; the sides are the paths of these corners.
    case corners(left: Int, right: Int)
  }

  /// The end of a hull, which the next one may join.
  struct Joint: Sendable {
    var left: Point
    var right: Point
    var end: Disc
    /// nil where the next hull must not join.
    var form: Form?
    /// The turn of the centre line since the last print, rad; counted in bends tighter than the tip
    /// is wide.
    var turn: Double
  }

  /// An empty outline.
  public init(tip: Brush.Tip = .round, tolerance: Double = 0.02) {
    self.tolerance = tolerance
    if case .flat(let nib) = tip { self.nib = NibShape(nib) } else { nib = nil }
  }

  /// Removes all hulls; keeps the capacity.
  public mutating func removeAll() {
    curves.removeAll(keepingCapacity: true)
    hulls.removeAll(keepingCapacity: true)
    joint = nil
    isAtStart = true
  }

  /// Lets the first hull join the end of another outline, as if it were appended to that.
  public mutating func begin(joining other: borrowing Outline) {
    joint = other.joint
    isAtStart = other.isAtStart
  }

  /// Appends the area that the tip covers along a sweep, except the print at its end, which the
  /// next sweep or `appendEnd` covers. Sweeps with numbers that are not finite or without a size
  /// are ignored. Cost: at most 2^9 hulls, mostly one.
  public mutating func append(_ sweep: Sweep) {
    guard sweep.curve.isFinite, sweep.bounds.isBounded, sweep.start.radius >= 0, sweep.end.radius >= 0 else { return }
    guard sweep.start.radius > 0 || sweep.end.radius > 0 else { return }
    if let nib { appendFlat(sweep, nib) } else { appendRound(sweep) }
  }

  /// Ends a stroke: the next sweep does not join.
  public mutating func end() {
    joint = nil
    isAtStart = true
  }

  /// Appends the print at the end of the stroke: half of it as a part of the last hull, if
  /// possible.
  /// - Parameter isApart: whether the last hull must not change; the print is then a hull of its
  ///   own.
  public mutating func appendEnd(_ end: Disc, isApart: Bool = false) {
    guard end.radius > 0, end.bounds.isBounded else { return }
    let last = hulls.count - 1
    if !isApart, let joint, joint.form == .open, joint.end == end, last >= 0 {
      hulls[last].endCap = end
      hulls[last].bounds = hulls[last].bounds.union(bounds(ofPrint: end))
      self.joint = nil
    } else {
      appendPrint(end)
    }
  }

  // MARK: hulls

  /// Appends a hull by its two sides.
  mutating func append(
    left: CubicBezier, right: CubicBezier, from start: Disc, to end: Disc, _ form: Form?, turn: Double = 0
  ) {
    let first = curves.count
    curves.append(left)
    curves.append(right)
    var hull = Hull(
      left: first..<(first + 1), right: (first + 1)..<(first + 2), print: nil,
      bounds: left.controlBounds.union(right.controlBounds))
    var turned = turn
    if let joint, joins(joint, left.p0, right.p0, start.radius, form), joint.turn + turn <= Self.mostTurn {
      turned += joint.turn
      hull.joined = (joint.left, joint.right)
      hull.bounds.formUnion(disc: joint.left, radius: 0)
      hull.bounds.formUnion(disc: joint.right, radius: 0)
    } else {
      if isAtStart, form == .open { hull.startCap = start } else { hull.print = start }
      hull.bounds = hull.bounds.union(bounds(ofPrint: start))
    }
    isAtStart = false
    hulls.append(hull)
    joint = Joint(left: left.p3, right: right.p3, end: end, form: form, turn: turned)
  }

  /// Appends a print as a hull of its own; the next hull does not join it.
  mutating func appendPrint(_ print: Disc) {
    isAtStart = false
    let here = curves.count..<curves.count
    hulls.append(Hull(left: here, right: here, print: print, bounds: bounds(ofPrint: print)))
    joint = nil
  }

  /// Inside a tight bend, two prints whose directions differ by at most this, rad, cover the area
  /// between them.
  private static let mostTurn = Double.pi / 2

  /// Whether a hull that starts at these points joins the one before: a gap or overlap is at most
  /// half of the tolerance deep. An arc of radius r over a chord c is c^2 / 8r high.
  private func joins(_ joint: Joint, _ left: Point, _ right: Point, _ radius: Double, _ form: Form?) -> Bool {
    guard let form, form == joint.form else { return false }
    let most = 4 * tolerance * radius
    return (left - joint.left).lengthSquared <= most && (right - joint.right).lengthSquared <= most
  }

  private func bounds(ofPrint d: Disc) -> Rect {
    let r = d.radius * (nib?.reach ?? 1)
    return Rect(minX: d.center.x - r, minY: d.center.y - r, maxX: d.center.x + r, maxY: d.center.y + r)
  }
}

extension Outline {
  /// Passes the contours of consecutive hulls to `body`. Hulls that join make one contour. Cost:
  /// O(curves).
  public func forEachElement(of range: Range<Int>, _ body: (Element) -> Void) {
    var first = range.lowerBound
    while first < range.upperBound {
      var end = first + 1
      while end < range.upperBound, hulls[end].isJoined { end += 1 }
      contour(of: first..<end, body)
      for i in first..<end { if let print = hulls[i].print { contour(ofPrint: print, body) } }
      first = end
    }
  }

  /// Calls `body` with each element of all hulls, in order. O(n) of elements.
  public func forEachElement(_ body: (Element) -> Void) { forEachElement(of: hulls.indices, body) }

  /// The contour around hulls that join: along their left sides and back along the right ones.
  private func contour(of range: Range<Int>, _ body: (Element) -> Void) {
    var at: Point?
    func go(along c: CubicBezier) {
      if at == nil { body(.move(c.p0)) } else if at != c.p0 { body(.line(c.p0)) }
      body(.curve(c.p1, c.p2, c.p3))
      at = c.p3
    }
    let first = hulls[range.lowerBound]
    if let start = first.joined, !first.left.isEmpty {
      body(.move(start.left))
      at = start.left
    }
    for i in range { for k in hulls[i].left { go(along: curves[k]) } }
    guard let end = at else { return }
    for i in range.reversed() {
      let right = hulls[i].right
      if i == range.upperBound - 1, let cap = hulls[i].endCap, let k = right.last {
        arc(of: cap, from: end, to: curves[k].p3, body)
        at = curves[k].p3
      }
      for k in right.reversed() { go(along: CubicBezier(curves[k].p3, curves[k].p2, curves[k].p1, curves[k].p0)) }
    }
    if let start = first.joined, at != start.right { body(.line(start.right)) }
    if let cap = first.startCap, let l = first.left.first, let r = first.right.first {
      arc(of: cap, from: curves[r].p0, to: curves[l].p0, body)
    }
    body(.close)
  }

  /// Passes an arc of a disc's rim, clockwise on the screen, to `body`.
  private func arc(of d: Disc, from start: Point, to end: Point, _ body: (Element) -> Void) {
    var spoke = start - d.center
    let last = end - d.center
    var sweep = Vector(spoke.dot(last), spoke.cross(last)).direction.radians
    if sweep <= 0 { sweep += 2 * .pi }
    let count = max(1, (sweep / arcStep(radius: d.radius) - 1e-6).rounded(.up))
    let step = Angle(radians: sweep / count)
    let (cosine, sine) = (step.cosine, step.sine)
    // 4/3 tan(step / 4): the ends and the middle of the cubic are on the circle.
    let quarter = Angle(radians: step.radians / 4)
    let k = 4.0 / 3 * quarter.sine / quarter.cosine
    for i in 1...Int(count) {
      let next =
        i == Int(count) ? last : Vector(spoke.dx * cosine - spoke.dy * sine, spoke.dx * sine + spoke.dy * cosine)
      body(
        .curve(
          d.center + spoke + spoke.perpendicular * k, d.center + next - next.perpendicular * k, d.center + next))
      spoke = next
    }
  }

  /// The longest arc, rad, that one cubic approximates within the tolerance. For a quarter of a
  /// circle the error is 2.8e-4 of the radius; it grows with the sixth power of the angle (M.
  /// Goldapp, "Approximation of circular arcs by cubic polynomials", 1991).
  private func arcStep(radius: Double) -> Double {
    let parts = pow(max(1, radius * 2.8e-4 / (tolerance / 2)), 1.0 / 6)
    return .pi / 2 / parts.rounded(.up)
  }

  private func contour(ofPrint d: Disc, _ body: (Element) -> Void) {
    if let nib {
      for i in 0..<NibShape.cornerCount { body(i == 0 ? .move(nib.corner(i, of: d)) : .line(nib.corner(i, of: d))) }
      return body(.close)
    }
    let top = d.center - Vector(0, d.radius)
    body(.move(top))
    arc(of: d, from: top, to: top, body)
    body(.close)
  }
}

extension Outline.Hull {
  /// Whether it joins the hull before it.
  var isJoined: Bool { print == nil && startCap == nil }
}

extension CubicBezier {
  /// Whether all control points are finite; bounds may hide NaN.
  fileprivate var isFinite: Bool {
    (p0.x + p1.x + p2.x + p3.x).isFinite && (p0.y + p1.y + p2.y + p3.y).isFinite
  }
}

extension Rect {
  /// Whether all edges are finite.
  fileprivate var isBounded: Bool { (maxX - minX).isFinite && (maxY - minY).isFinite }
}
