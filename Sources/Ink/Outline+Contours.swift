import Geometry

extension Outline {
  /// A closed contour: each curve starts at the end of the one before. A line closes the contour if its last curve does not end at the
  /// start of the first.
  public struct Contour: Hashable, Sendable {
    /// The curves; not empty.
    public var curves: [CubicBezier]

    /// A contour by its curves.
    public init(curves: [CubicBezier]) { self.curves = curves }
  }

  /// All contours, to be filled together by the nonzero rule, of as few curves as can easily be found
  /// (`CubicBezier.simplified`).
  /// - Parameter tolerance: how far they may be from those of `forEachElement`, canvas px, > 0.
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
        // The side of a polygon; or between curves of a side, where `simplified` bridges the gap.
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
