import Geometry

extension Outline {
  /// A closed contour of connected curves. A line closes it if the last curve does not end at the
  /// start of the first.
  public struct Contour: Hashable, Sendable {
    /// The curves; not empty.
    public var curves: [CubicBezier]

    /// A contour by its curves.
    public init(curves: [CubicBezier]) { self.curves = curves }
  }

  /// All contours, with fewer curves where possible (`CubicBezier.simplified`), for the nonzero
  /// rule.
  /// - Parameter tolerance: greatest distance from the contours of `forEachElement`, canvas px, >
  ///   0.
  public func contours(simplifiedWithin tolerance: Double) -> [Contour] {
    var contours: [Contour] = []
    var chain: [CubicBezier] = []
    var at = Point.zero
    var hasCurves = false
    forEachElement { element in
      switch element {
      case .move(let p):
        at = p
        hasCurves = false
      case .line(let p):
        // A polygon's side. `simplified` bridges gaps between curves of a side.
        if !hasCurves { chain.append(CubicBezier(lineFrom: at, to: p)) }
        at = p
      case .curve(let a, let b, let c):
        chain.append(CubicBezier(at, a, b, c))
        at = c
        hasCurves = true
      case .close:
        let curves = CubicBezier.simplified(chain, tolerance: tolerance)
        if !curves.isEmpty { contours.append(Contour(curves: curves)) }
        chain.removeAll(keepingCapacity: true)
      }
    }
    return contours
  }
}
