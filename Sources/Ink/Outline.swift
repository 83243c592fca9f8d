import Geometry
import Glibc

/// The outline of ink: closed contours of cubic Bézier curves that are filled together by the nonzero rule.
///
/// A stroke's sweeps are appended in order; each becomes a few pieces. A piece is bounded by a curve on either side of the
/// centre line, which joins those of the piece before it, and has the print of the tip at its start where the two do not
/// join: at the start of the stroke, at corners, and where the curve turns more tightly than the tip is wide. Nothing winds
/// the other way round, so the filled area is the union of all pieces, without seams or holes, however the stroke turns.
/// The area is within `tolerance` of the one that the tip really sweeps.
///
/// Sources: R. Levien and A. Uguray, "GPU-friendly stroke expansion" (2024), for the cases; D. Nehab, "Converting stroked
/// primitives to filled primitives" (2020), for what a stroke is; the fit is Hermite interpolation of the exact envelope,
/// halved until it is near enough.
public struct Outline: Sendable {
  /// A part of the outline between two places of the centre line.
  public struct Piece: Sendable {
    /// Its left side: curves of `Outline.curves`, in the direction of the stroke.
    public internal(set) var left: Range<Int>
    /// Its right side, likewise.
    public internal(set) var right: Range<Int>
    /// The print of the tip at its start, where it does not join the piece before.
    public internal(set) var print: Disc?
    /// Where the sides of the piece before end, if it joins that: its own start there, so that pieces leave no gap between them, filled
    /// together or apart.
    public internal(set) var joined: (left: Point, right: Point)?
    /// The print at the start of the stroke, if the piece is its first; the half before the piece counts.
    public internal(set) var startCap: Disc?
    /// The print at the end of the stroke, if the piece is its last; the half beyond the piece counts.
    public internal(set) var endCap: Disc?
    /// A rectangle that holds it, canvas px.
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
    /// Ends a contour at its first point.
    case close
  }

  /// The farthest that a side may be from the true one, canvas px, > 0.
  public let tolerance: Double
  /// The shape of a flat tip; nil for a round one.
  public let nib: NibShape?
  /// The sides of all pieces.
  public private(set) var curves: [CubicBezier] = []
  /// All pieces, in the order of the stroke.
  public private(set) var pieces: [Piece] = []
  /// Where the last piece ended.
  private(set) var joint: Joint?
  /// Whether the next piece is the first of a stroke.
  private var isAtStart = true

  /// Which sides of a piece follow the envelope of the prints. On the inner side of a bend tighter than the tip is wide there
  /// is no envelope: the centre line takes its place, and the prints at the ends of the bend cover the rest.
  enum Form: Hashable, Sendable {
    case open, insideLeft, insideRight
    /// A flat tip whose corners of these numbers draw the two sides.
    case corners(left: Int, right: Int)
  }

  /// The end of a piece, which the next one may join.
  struct Joint: Sendable {
    var left: Point
    var right: Point
    var end: Disc
    /// nil where nothing may join.
    var form: Form?
    /// By how much the centre line has turned since the last print, rad; counts in bends tighter than the tip is wide.
    var turn: Double
  }

  /// No ink.
  public init(tip: Brush.Tip = .round, tolerance: Double = 0.02) {
    self.tolerance = tolerance
    if case .flat(let nib) = tip { self.nib = NibShape(nib) } else { nib = nil }
  }

  /// Forgets all pieces but keeps their memory.
  public mutating func removeAll() {
    curves.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    joint = nil
    isAtStart = true
  }

  /// Lets the first piece join the end of another outline, as if it were appended to that.
  public mutating func begin(joining other: borrowing Outline) {
    joint = other.joint
    isAtStart = other.isAtStart
  }

  /// Appends what the tip covers on a sweep, but for its print at the very end: the next sweep, or `appendEnd`, covers that.
  /// A sweep with a number that is none, or without a size, is left out.
  public mutating func append(_ sweep: Sweep) {
    guard sweep.curve.isFinite, sweep.bounds.isBounded, sweep.start.radius >= 0, sweep.end.radius >= 0 else { return }
    guard sweep.start.radius > 0 || sweep.end.radius > 0 else { return }
    if let nib { appendFlat(sweep, nib) } else { appendRound(sweep) }
  }

  /// Ends a stroke: the next sweep joins nothing.
  public mutating func end() {
    joint = nil
    isAtStart = true
  }

  /// Appends the print of the tip at the end of the stroke: half of it, as a part of the last piece, where it can be.
  /// - Parameter isApart: whether the last piece must stay as it is; the whole print is a piece of its own then.
  public mutating func appendEnd(_ end: Disc, isApart: Bool = false) {
    guard end.radius > 0, end.bounds.isBounded else { return }
    let last = pieces.count - 1
    if !isApart, let joint, joint.form == .open, joint.end == end, last >= 0 {
      pieces[last].endCap = end
      pieces[last].bounds = pieces[last].bounds.union(bounds(ofPrint: end))
      self.joint = nil
    } else {
      appendPrint(end)
    }
  }

  // MARK: pieces

  /// Appends a piece with a curve on either side.
  mutating func append(
    left: CubicBezier, right: CubicBezier, from start: Disc, to end: Disc, _ form: Form?, turn: Double = 0
  ) {
    let first = curves.count
    curves.append(left)
    curves.append(right)
    var piece = Piece(
      left: first..<(first + 1), right: (first + 1)..<(first + 2), print: nil,
      bounds: left.controlBounds.union(right.controlBounds))
    var turned = turn
    if let joint, joins(joint, left.p0, right.p0, start.radius, form), joint.turn + turn <= Self.mostTurn {
      turned += joint.turn
      piece.joined = (joint.left, joint.right)
      piece.bounds.formUnion(disc: joint.left, radius: 0)
      piece.bounds.formUnion(disc: joint.right, radius: 0)
    } else {
      if isAtStart, form == .open { piece.startCap = start } else { piece.print = start }
      piece.bounds = piece.bounds.union(bounds(ofPrint: start))
    }
    isAtStart = false
    pieces.append(piece)
    joint = Joint(left: left.p3, right: right.p3, end: end, form: form, turn: turned)
  }

  /// Appends the print of the tip at a place; the next piece begins with its own print.
  mutating func appendPrint(_ print: Disc) {
    isAtStart = false
    let here = curves.count..<curves.count
    pieces.append(Piece(left: here, right: here, print: print, bounds: bounds(ofPrint: print)))
    joint = nil
  }

  /// In a bend tighter than the tip is wide two prints whose directions differ by no more than this, rad, cover the inside of
  /// the bend between them.
  private static let mostTurn = Double.pi / 2

  /// Whether a piece that starts at these points continues the one before: the gap or overlap between them is nowhere deeper
  /// than half of the tolerance. An arc of radius r over a chord c is c^2 / 8r high.
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
  /// Passes the contours of pieces that follow each other to `body`, element by element. Pieces that join make one contour.
  public func forEachElement(of range: Range<Int>, _ body: (Element) -> Void) {
    var first = range.lowerBound
    while first < range.upperBound {
      var end = first + 1
      while end < range.upperBound, pieces[end].isJoined { end += 1 }
      contour(of: first..<end, body)
      for i in first..<end { if let print = pieces[i].print { contour(ofPrint: print, body) } }
      first = end
    }
  }

  /// Passes all contours to `body`.
  public func forEachElement(_ body: (Element) -> Void) { forEachElement(of: pieces.indices, body) }

  /// The contour around pieces that join each other: along their left sides and back along their
  /// right ones.
  private func contour(of range: Range<Int>, _ body: (Element) -> Void) {
    var at: Point?
    func go(along c: CubicBezier) {
      if at == nil { body(.move(c.p0)) } else if at != c.p0 { body(.line(c.p0)) }
      body(.curve(c.p1, c.p2, c.p3))
      at = c.p3
    }
    let first = pieces[range.lowerBound]
    if let start = first.joined, !first.left.isEmpty {
      body(.move(start.left))
      at = start.left
    }
    for i in range { for k in pieces[i].left { go(along: curves[k]) } }
    guard let end = at else { return }
    for i in range.reversed() {
      let right = pieces[i].right
      if i == range.upperBound - 1, let cap = pieces[i].endCap, let k = right.last {
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

  /// Passes the arc of a disc's rim from one point on it clockwise, as seen on the screen, to another one.
  private func arc(of d: Disc, from start: Point, to end: Point, _ body: (Element) -> Void) {
    var spoke = start - d.center
    let last = end - d.center
    var sweep = Vector(spoke.dot(last), spoke.cross(last)).direction.radians
    if sweep <= 0 { sweep += 2 * .pi }
    let count = max(1, (sweep / arcStep(radius: d.radius) - 1e-6).rounded(.up))
    let step = Angle(radians: sweep / count)
    let (cosine, sine) = (step.cosine, step.sine)
    // 4/3 tan(step / 4): the arc's ends and its middle are on the circle.
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

  /// The longest arc, rad, that one cubic is near enough to: a quarter of a circle is within 2.8e-4 of the radius, and the error goes by
  /// the sixth power of the angle (M. Goldapp, "Approximation of circular arcs by cubic polynomials", 1991).
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

extension Outline.Piece {
  /// Whether it continues the piece before it.
  var isJoined: Bool { print == nil && startCap == nil }
}

extension CubicBezier {
  /// Whether every control point is a place; bounds may hide one that is not.
  fileprivate var isFinite: Bool {
    (p0.x + p1.x + p2.x + p3.x).isFinite && (p0.y + p1.y + p2.y + p3.y).isFinite
  }
}

extension Rect {
  /// Whether no edge is infinite or no number.
  fileprivate var isBounded: Bool { (maxX - minX).isFinite && (maxY - minY).isFinite }
}
