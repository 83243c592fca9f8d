import Geometry
import Glibc
import RandomSource
import TestSupport
import Testing

@testable import Ink

/// The contours of ink: winding numbers and counts.
@Suite struct OutlineTests {
  // MARK: against the union of all prints

  /// Fails if ink has a hole or a fringe: contours must wind around places deeper than the
  /// tolerance, not around places farther outside, and nowhere backwards. Thousands of places,
  /// mostly near edges, on tapers, corners, cusps, hairpins, dots and tight turns.
  @Test func contoursWindAroundInkOnly() {
    var worst = 0.0
    for seed in RandomSource.seeds(240) {
      var rng = RandomSource(seed)
      let sweeps = Self.chain(seed, &rng)
      let contours = Contours(Self.outline(sweeps))
      let hulls = TrueInk.hulls(along: sweeps)
      for _ in 0..<120 {
        let p = Self.place(nearRimOf: sweeps, &rng)
        let (winding, depth) = (contours.winding(p), TrueInk.depth(p, in: hulls))
        #expect(winding >= 0, "seed \(seed), \(p)")
        let error = winding > 0 ? -depth : depth
        worst = max(worst, error)
        // The reference is exact to 0.002 px, the polygons to 0.001.
        #expect(error <= Self.tolerance + 0.003, "seed \(seed), \(p): winds \(winding) times, \(depth) px deep")
      }
    }
  }

  /// Fails if a flat tip's ink has a hole or a fringe: against the polygons of many prints that
  /// grow and turn, by at most 1/20 rad a sweep, as from a tracer. A tip that turns while its width
  /// changes by many times its way, as no pen does, may miss slivers at its corners.
  @Test func flatTipsWindAroundTheirPrints() {
    var worst = 0.0
    for seed in RandomSource.seeds(120) {
      var rng = RandomSource(seed)
      let nib = Brush.Nib(thickness: [0.05, 0.2, 0.5, 1][seed % 4], angle: .zero, followsAzimuth: false)
      let shape = NibShape(nib)
      var sweeps = Self.chain(seed, &rng)
      var direction = Float(rng.roll(-3...3))
      let turns: Float = seed % 3 == 0 ? 0 : 1
      for i in sweeps.indices {
        sweeps[i].start.direction = direction
        direction += turns * Float(rng.roll(-0.05...0.05))
        sweeps[i].end.direction = direction
      }
      let contours = Contours(Self.outline(sweeps, .flat(nib)))
      for _ in 0..<40 {
        let p = Self.place(nearRimOf: sweeps, &rng, shape)
        let (winding, depth) = (contours.winding(p), TrueInk.depth(p, of: shape, along: sweeps))
        #expect(winding >= 0, "seed \(seed), \(p)")
        let error = winding > 0 ? -depth : depth
        worst = max(worst, error)
        #expect(
          error <= (turns == 0 ? Self.tolerance + 0.003 : 0.15),
          "seed \(seed), \(p): winds \(winding) times, \(depth) px deep")
      }
    }
  }

  /// Fails if a growing stroke differs from the whole: its settled part, joined tail and end,
  /// in separate outlines or as separate hulls, against one outline.
  @Test func partsOfAStrokeMatchTheWhole() {
    for seed in RandomSource.seeds(120) {
      var rng = RandomSource(seed)
      let sweeps = Self.chain(seed, &rng)
      let whole = Contours(Self.outline(sweeps))
      let cut = rng.roll(0...sweeps.count)
      var (settled, tail) = (Outline(), Outline())
      for sweep in sweeps[..<cut] { settled.append(sweep) }
      tail.begin(joining: settled)
      for sweep in sweeps[cut...] { tail.append(sweep) }
      if let end = sweeps.last?.end { tail.appendEnd(end, isApart: rng.isOne(in: 2)) }
      #expect(settled.hulls.count + tail.hulls.count >= Self.outline(sweeps).hulls.count)
      let (head, rest) = (Contours(settled), Contours(tail))
      var wrong = 0
      for _ in 0..<100 {
        let p = Self.place(nearRimOf: sweeps, &rng)
        if (whole.winding(p) > 0) != (head.winding(p) > 0 || rest.winding(p) > 0) { wrong += 1 }
      }
      #expect(wrong == 0, "seed \(seed), cut at \(cut)")
    }
  }

  // MARK: closed forms

  /// Fails if a dot is not a disc: its area, and its contour's distance from the circle.
  @Test(arguments: [0.01, 0.3, 2, 40, 100, 500])
  func aDotIsADisc(radius r: Double) {
    for tolerance in [0.01, 0.02, 0.1] {
      var outline = Outline(tolerance: tolerance)
      outline.appendEnd(Disc(center: Point(3, 4), radius: r))
      let contours = Contours(outline)
      let worst = contours.polygons.joined().map { abs($0.distance(to: Point(3, 4)) - r) }.max() ?? .infinity
      #expect(worst <= tolerance / 2 + 1e-9)
      #expect(abs(contours.area - .pi * r * r) <= 2 * .pi * r * min(tolerance / 2, 3e-4 * r))
      #expect(contours.polygons.count == 1 && outline.hulls.count == 1)
    }
  }

  /// Fails if a straight line is not the hull of its two discs, or has several contours.
  @Test func aLineIsACapsule() {
    for (r0, r1) in [(6.0, 6.0), (0.2, 0.2), (100, 100), (12, 3), (1, 30), (0, 9), (9, 0)] {
      let (a, b) = (Point(5, -3), Point(65, 77))
      let outline = Self.outline([Self.line(a, b, r0, r1)])
      // Two tangents, and an arc of each disc.
      let (length, lean) = (100.0, asin((r0 - r1) / 100))
      let straight = (length * length - (r0 - r1) * (r0 - r1)).squareRoot() * (r0 + r1)
      let exact = straight + r0 * r0 * (.pi / 2 + lean) + r1 * r1 * (.pi / 2 - lean)
      #expect(abs(Contours(outline).area - exact) < 0.005 * 2 * .pi * max(r0, r1) + 1e-9, "\(r0), \(r1)")
      #expect(outline.hulls.count == 1 && Contours(outline).polygons.count == 1, "\(r0), \(r1)")
    }
  }

  /// Fails if a bend has another width: an arc of a circle covers 2 r times its length, and a
  /// disc for the ends.
  @Test(arguments: [1.0, 5, 20, 39])
  func anArcIsAPartOfARing(radius r: Double) {
    let (middle, reach, step) = (Point(50, 50), 40.0, Double.pi / 8)
    func sweep(_ i: Int) -> Sweep {
      let (a, b) = (
        Vector(length: reach, direction: Angle(radians: Double(i) * step)),
        Vector(length: reach, direction: Angle(radians: Double(i + 1) * step))
      )
      let k = 4.0 / 3 * tan(step / 4)
      let curve = CubicBezier(
        middle + a, middle + a + a.perpendicular * k, middle + b - b.perpendicular * k, middle + b)
      let disc = Disc(center: .zero, radius: r)
      return Sweep(curve, from: disc, to: disc)
    }
    let count = 8
    let outline = Self.outline((0..<count).map(sweep))
    let length = Double(count) * step * reach
    let area = Contours(outline).area
    #expect(abs(area - 2 * r * length - .pi * r * r) < Self.tolerance * 2 * length)
    #expect(Contours(outline).polygons.count == 1)
    #expect(outline.hulls.count <= 2 * count, "\(outline.hulls.count) hulls")
  }

  // MARK: what is no ink

  /// Fails if NaN, infinity or no size leaves ink, damages existing ink, or crashes.
  @Test(arguments: [Brush.Tip.round, .flat(Brush.Nib(thickness: 0.3, angle: .zero, followsAzimuth: false))])
  func nothingComesOfNothing(_ tip: Brush.Tip) {
    let good = Self.line(Point(1, 2), Point(30, 4), 3, 4)
    var alone = Outline(tip: tip)
    alone.append(good)
    alone.appendEnd(good.end)
    var bad: [Sweep] = []
    for x in [Double.nan, .infinity, -.infinity] {
      for r in [1, 0, x] {
        for i in 0..<4 {
          var curve = good.curve
          switch i {
          case 0: curve.p0 = Point(x, 0)
          case 1: curve.p1 = Point(0, x)
          case 2: curve.p2 = Point(x, x)
          default: curve.p3 = Point(x, 1)
          }
          bad.append(Sweep(curve, from: Disc(center: .zero, radius: r), to: Disc(center: .zero, radius: 1)))
        }
      }
      bad.append(Self.line(.zero, Point(9, 9), x, 1))
      bad.append(Self.line(.zero, Point(9, 9), 1, x))
    }
    bad += [(-1.0, 2.0), (2, -1), (-1, -1), (0, 0)].map { Self.line(.zero, Point(9, 9), $0.0, $0.1) }
    for sweep in bad {
      var outline = Outline(tip: tip)
      outline.append(sweep)
      outline.appendEnd(
        Disc(center: sweep.curve.p0, radius: sweep.start.radius > 0 && sweep.end.radius > 0 ? .nan : -1))
      #expect(outline.hulls.isEmpty && outline.curves.isEmpty, "\(sweep)")
      outline.append(good)
      outline.append(sweep)
      outline.appendEnd(good.end)
      #expect(Contours(outline).polygons == Contours(alone).polygons, "\(sweep)")
    }
    var none = Outline(tip: tip)
    for r in [0, -1, Double.nan, .infinity] { none.appendEnd(Disc(center: .zero, radius: r)) }
    #expect(none.hulls.isEmpty)
  }

  // MARK: contours

  /// Fails if contours are not valid in an SVG path: a move, at least one line or curve, a
  /// close, finite numbers within the hulls' bounds.
  @Test func contoursAreWellFormed() {
    for seed in RandomSource.seeds(200) {
      var rng = RandomSource(seed)
      let tip: Brush.Tip =
        seed % 4 == 3 ? .flat(Brush.Nib(thickness: 0.3, angle: .zero, followsAzimuth: false)) : .round
      let outline = Self.outline(Self.chain(seed, &rng), tip)
      var (isOpen, drawn, wrong) = (false, 0, 0)
      let bounds = outline.hulls.reduce(Rect.null) { $0.union($1.bounds) }
      func check(_ points: Point...) {
        for p in points
        where
          !(p.x >= bounds.minX - 1e-6 && p.x <= bounds.maxX + 1e-6 && p.y >= bounds.minY - 1e-6
          && p.y <= bounds.maxY + 1e-6)
        { wrong += 1 }
      }
      outline.forEachElement { element in
        switch element {
        case .move(let p):
          if isOpen { wrong += 1 }
          (isOpen, drawn) = (true, 0)
          check(p)
        case .line(let p):
          if !isOpen { wrong += 1 }
          drawn += 1
          check(p)
        case .curve(let a, let b, let c):
          if !isOpen || !(a.x + a.y + b.x + b.y).isFinite { wrong += 1 }
          drawn += 1
          check(c)
        case .close:
          if !isOpen || drawn == 0 { wrong += 1 }
          isOpen = false
        }
      }
      #expect(wrong == 0 && !isOpen, "seed \(seed)")
    }
  }

  /// Fails if gentle bends become many hulls or contours: drawing and SVG files would be
  /// larger.
  @Test func gentleBendsAreOneHullASweepAndOneContour() {
    let curves = (0..<40).map { i -> Sweep in
      func place(_ t: Double) -> (Point, Vector) {
        (Point(t * 20, 60 + 40 * sin(t / 4)), Vector(20, 10 * cos(t / 4)))
      }
      let (a, b) = (place(Double(i)), place(Double(i + 1)))
      func radius(_ t: Double) -> Double { 4 + 2 * sin(t / 7) }
      return Sweep(
        CubicBezier(hermiteFrom: a.0, velocity: a.1, to: b.0, velocity: b.1),
        from: Disc(center: .zero, radius: radius(Double(i))), to: Disc(center: .zero, radius: radius(Double(i + 1))))
    }
    let outline = Self.outline(curves)
    #expect(outline.hulls.count <= 44, "\(outline.hulls.count) hulls of 40 sweeps")
    #expect(Contours(outline).polygons.count == 1)
  }

  /// Fails if a difficult sweep costs without bound.
  @Test func noSweepCostsWithoutBound() {
    var (most, all, count) = (0, 0, 0)
    for seed in RandomSource.seeds(400) {
      var rng = RandomSource(seed)
      let sweeps = Self.chain(seed, &rng)
      let hulls = Self.outline(sweeps).hulls.count
      (most, all, count) = (max(most, hulls / sweeps.count), all + hulls, count + sweeps.count)
    }
    #expect(all < 12 * count && most <= 64)
  }

  // MARK: helpers

  private static let tolerance = 0.02

  private static func outline(_ sweeps: [Sweep], _ tip: Brush.Tip = .round) -> Outline {
    var outline = Outline(tip: tip, tolerance: tolerance)
    for sweep in sweeps { outline.append(sweep) }
    if let end = sweeps.last?.end { outline.appendEnd(end) }
    return outline
  }

  private static func line(_ a: Point, _ b: Point, _ r0: Double, _ r1: Double) -> Sweep {
    Sweep(
      CubicBezier(a, a + (b - a) / 3, b - (b - a) / 3, b), from: Disc(center: a, radius: r0),
      to: Disc(center: b, radius: r1))
  }

  /// Sweeps of all kinds: radii of 0.3 to 100 px, even and tapered, short and long; corners,
  /// hairpins, loops, cusps, dots.
  private static func chain(_ seed: Int, _ rng: inout RandomSource) -> [Sweep] {
    let most = [0.3, 2, 6, 20, 100][seed % 5]
    let scale = [3.0, 10, 40, 120][(seed / 5) % 4]
    let taper = [0, 0.3, 1][seed % 3]
    var (p, heading, radius) = (Point(rng.roll(-9...9), rng.roll(-9...9)), rng.roll(0...6.28), most)
    return (0..<rng.roll(1...5)).map { _ in
      let kind = rng.roll(0...6)
      if kind == 6 { heading += .pi }
      let v0 = Vector(length: scale * rng.roll(0.2...2), direction: Angle(radians: heading))
      heading += kind == 0 ? rng.roll(-3.14...3.14) : rng.roll(-1.2...1.2)
      let v1 = Vector(length: scale * rng.roll(0.2...2), direction: Angle(radians: heading))
      var q = p + (v0 + v1) * rng.roll(0.2...0.6)
      if kind == 1 { heading += rng.roll(-2...2) }
      let next = max(0, most * (1 - taper * rng.roll(0...1)))
      var curve = CubicBezier(hermiteFrom: p, velocity: v0, to: q, velocity: v1)
      if kind == 2 {
        curve.p1 = p + Vector(rng.roll(-scale...scale), rng.roll(-scale...scale))
        curve.p2 = p + Vector(rng.roll(-scale...scale), rng.roll(-scale...scale))
      }
      if kind == 5, rng.isOne(in: 3) { (curve, q) = (CubicBezier(p, p, p, p), p) }
      let sweep = Sweep(
        curve, from: Disc(center: p, radius: radius), to: Disc(center: q, radius: q == p ? radius : next))
      (p, radius) = (q, sweep.end.radius)
      return sweep
    }
  }

  /// A place near the rim of a print, or sometimes within it.
  private static func place(nearRimOf sweeps: [Sweep], _ rng: inout RandomSource, _ nib: NibShape? = nil) -> Point {
    let print = sweeps[rng.roll(0..<sweeps.count)].print(at: rng.roll(0...1))
    if let nib {
      let i = rng.roll(0..<NibShape.cornerCount)
      let (a, b) = (nib.corner(i, of: print), nib.corner((i + 1) % NibShape.cornerCount, of: print))
      return a + (b - a) * rng.roll(0...1) + Vector(rng.roll(-0.1...0.1), rng.roll(-0.1...0.1))
    }
    let reach = max(0, print.radius + rng.roll(-0.3...0.3)) * (rng.isOne(in: 4) ? rng.roll(0...1) : 1)
    return print.center + Vector(length: reach, direction: Angle(radians: rng.roll(0...6.2832)))
  }

  /// The contours of an outline as polygons within 0.001 px.
  private struct Contours {
    private(set) var polygons: [[Point]] = []
    /// The enclosed area, overlaps counted twice: exact integrals of x dy along the curves.
    private(set) var area = 0.0

    init(_ outline: Outline) {
      var (points, area): ([Point], Double) = ([], 0)
      var polygons: [[Point]] = []
      func line(_ b: Point) {
        guard let a = points.last else { return }
        area += (a.x + b.x) / 2 * (b.y - a.y)
        points.append(b)
      }
      outline.forEachElement { element in
        switch element {
        case .move(let p): points = [p]
        case .line(let p): line(p)
        case .curve(let a, let b, let c):
          guard let start = points.last else { return }
          let curve = CubicBezier(start, a, b, c)
          // Gauss's rule with three nodes is exact up to the fifth power.
          for (t, weight) in [
            (0.5 - 0.15.squareRoot(), 5.0 / 18), (0.5, 8.0 / 18), (0.5 + 0.15.squareRoot(), 5.0 / 18),
          ] {
            area += weight * curve.point(at: t).x * curve.velocity(at: t).dy
          }
          let n = curve.steps(tolerance: 0.001, limit: 1000)
          for i in 1...n { points.append(curve.point(at: Double(i) / Double(n))) }
        case .close:
          if let first = points.first { line(first) }
          polygons.append(points)
        }
      }
      (self.polygons, self.area) = (polygons, area)
    }

    /// The winding number of all contours around a place, clockwise on the screen.
    func winding(_ p: Point) -> Int {
      var winding = 0
      for polygon in polygons {
        for (a, b) in zip(polygon, polygon.dropFirst()) where (a.y <= p.y) != (b.y <= p.y) {
          let x = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
          if x > p.x { winding += b.y > a.y ? 1 : -1 }
        }
      }
      return winding
    }
  }
}
