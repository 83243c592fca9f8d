import Geometry
import Glibc

/// A shape as a value: subpaths of lines and cubic Bézier curves.
///
/// An element before any `move` starts at its own end, as in Cairo. Arcs are cubics of at most an
/// eighth of a turn, within 5e-6 of the radius.
public struct Path: Hashable, Sendable {
  /// One drawing step.
  public enum Element: Hashable, Sendable {
    /// Starts a subpath at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A cubic Bézier curve by its two control points and its end.
    case cubic(Point, Point, Point)
    /// A straight line back to the start of the subpath, joined there.
    case close
  }

  /// The steps, in order.
  public private(set) var elements: [Element] = []
  /// The end of the last element, where the next one starts; nil for an empty path.
  public private(set) var current: Point?
  private var start: Point?

  /// An empty path.
  public init() {}

  /// Starts a subpath at `p`.
  public mutating func move(to p: Point) {
    elements.append(.move(p))
    current = p
    start = p
  }

  /// Adds a straight line to `p`.
  public mutating func line(to p: Point) {
    guard current != nil else { return move(to: p) }
    elements.append(.line(p))
    current = p
  }

  /// Adds a cubic Bézier curve to `p`.
  public mutating func cubic(_ c1: Point, _ c2: Point, to p: Point) {
    if current == nil { move(to: c1) }
    elements.append(.cubic(c1, c2, p))
    current = p
  }

  /// Adds a quadratic Bézier curve to `p` (raised to a cubic, exactly).
  public mutating func quadratic(_ c: Point, to p: Point) {
    let curve = CubicBezier(quadraticFrom: current ?? c, control: c, to: p)
    cubic(curve.p1, curve.p2, to: p)
  }

  /// Closes the subpath; the next element starts where the subpath started.
  public mutating func close() {
    guard let start else { return }
    elements.append(.close)
    current = start
  }

  /// Adds an arc from angle `from` to angle `to`, clockwise on the screen where `to` is greater. A
  /// line leads to its start, or the arc starts the path.
  public mutating func arc(center: Point, radius: Double, from: Angle, to: Angle) {
    let placed = Affine(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
    line(to: placed(Point(from.cosine, from.sine)))
    unitArc(placed, from: from, to: to)
  }

  /// Adds the image under `placed` of an arc of the unit circle. The current point must be the
  /// image of its start. Control points are 4/3 tan(sweep/4) along the tangents (M. Goldapp,
  /// "Approximation of circular arcs by cubic polynomials", CAGD 8, 1991).
  mutating func unitArc(_ placed: Affine, from: Angle, to: Angle) {
    let sweep = (to - from).radians
    let pieces = max(1, (abs(sweep) / (.pi / 4) - 1e-9).rounded(.up))
    guard pieces < 10_000 else { return }
    let step = sweep / pieces
    let k = 4.0 / 3 * tan(step / 4)
    for i in 0..<Int(pieces) {
      let (a, b) = (from.radians + step * Double(i), from.radians + step * Double(i + 1))
      let (p, q) = (Point(cos(a), sin(a)), Point(cos(b), sin(b)))
      cubic(placed(p + Vector(-p.y, p.x) * k), placed(q - Vector(-q.y, q.x) * k), to: placed(q))
    }
  }

  /// Moves the end of the last curve onto `p`, to remove rounding.
  mutating func snapEnd(to p: Point) {
    guard case .cubic(let a, let b, _) = elements.last else { return }
    elements[elements.count - 1] = .cubic(a, b, p)
    current = p
  }

  /// A rectangle, clockwise from its upper left corner.
  public static func rect(_ r: Rect) -> Path {
    var path = Path()
    path.move(to: Point(r.minX, r.minY))
    path.line(to: Point(r.maxX, r.minY))
    path.line(to: Point(r.maxX, r.maxY))
    path.line(to: Point(r.minX, r.maxY))
    path.close()
    return path
  }

  /// A rectangle with round corners; the radius is limited to half of the shorter side.
  public static func roundedRect(_ r: Rect, radius: Double) -> Path {
    let radius = max(0, min(radius, min(r.width, r.height) / 2))
    guard radius > 0 else { return rect(r) }
    let q = Angle.quarterTurn
    var path = Path()
    path.move(to: Point(r.minX, r.minY + radius))
    path.arc(center: Point(r.minX + radius, r.minY + radius), radius: radius, from: q * 2, to: q * 3)
    path.arc(center: Point(r.maxX - radius, r.minY + radius), radius: radius, from: q * 3, to: q * 4)
    path.arc(center: Point(r.maxX - radius, r.maxY - radius), radius: radius, from: .zero, to: q)
    path.arc(center: Point(r.minX + radius, r.maxY - radius), radius: radius, from: q, to: q * 2)
    path.close()
    return path
  }

  /// A circle, clockwise from its rightmost point.
  public static func circle(center: Point, radius: Double) -> Path {
    var path = Path()
    path.arc(center: center, radius: radius, from: .zero, to: .halfTurn * 2)
    path.close()
    return path
  }

  /// A straight line.
  public static func segment(_ a: Point, _ b: Point) -> Path {
    var path = Path()
    path.move(to: a)
    path.line(to: b)
    return path
  }

  /// The bounds of all points, control points included; `Rect.null` for an empty path.
  public var controlBounds: Rect {
    var r = Rect.null
    for element in elements {
      switch element {
      case .move(let p), .line(let p): r.formUnion(disc: p, radius: 0)
      case .cubic(let a, let b, let c):
        r.formUnion(disc: a, radius: 0)
        r.formUnion(disc: b, radius: 0)
        r.formUnion(disc: c, radius: 0)
      case .close: break
      }
    }
    return r
  }

  /// The path's image under an affine map.
  public func transformed(by map: Affine) -> Path {
    var path = self
    path.elements = elements.map { element in
      switch element {
      case .move(let p): .move(map(p))
      case .line(let p): .line(map(p))
      case .cubic(let a, let b, let c): .cubic(map(a), map(b), map(c))
      case .close: .close
      }
    }
    path.current = current.map { map($0) }
    path.start = start.map { map($0) }
    return path
  }
}
