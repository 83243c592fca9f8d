import Geometry
import Paint
import Testing

/// SVG path data: every command, numbers run together, arcs on their circles, and errors at their
/// byte.
@Suite struct PathDataTests {
  @Test("absolute, relative and implied commands give the same path")
  func equivalents() throws {
    let wanted = try Path(svg: "M10,20 L30,20 L30,50 L10,50 Z")
    #expect(try Path(svg: "M10 20H30V50H10z") == wanted)
    #expect(try Path(svg: "m10,20 h20 v30 h-20z") == wanted)
    #expect(try Path(svg: " M 10 , 20 30 20 30 50 10 50 Z ") == wanted)
    #expect(try Path(svg: "m10,20 20,0 0,30 -20,0Z") == wanted)
    #expect(try Path(svg: "\tM10 20\nl2e1 0+0+30-20-0z") == wanted)
  }

  @Test("numbers need no separators where the grammar allows it")
  func numbers() throws {
    #expect(try Path(svg: "M.5.5-1-1").elements == [.move(Point(0.5, 0.5)), .line(Point(-1, -1))])
    #expect(try Path(svg: "M1.E1,-2e-1").elements == [.move(Point(10, -0.2))])
    #expect(try Path(svg: "").elements.isEmpty)
  }

  @Test("after a close the next element starts where the subpath started")
  func closing() throws {
    let path = try Path(svg: "M10,10 h5 v5 z l1,1")
    #expect(path.elements.last == .line(Point(11, 11)))
  }

  @Test("smooth curves reflect control points of their own kind only")
  func smooth() throws {
    let cubic = try Path(svg: "M0,0 C0,10 10,10 10,0 S20,-10 20,0")
    #expect(cubic.elements.last == .cubic(Point(10, -10), Point(20, -10), Point(20, 0)))
    let fresh = try Path(svg: "M0,0 L10,0 S20,-10 20,0")
    #expect(fresh.elements.last == .cubic(Point(10, 0), Point(20, -10), Point(20, 0)))
    // T after Q reflects (5,10) about (10,0) to (15,-10). The quadratic's control is 3/2 of the way
    // to the cubic's.
    let quadratic = try Path(svg: "M0,0 q5,10 10,0 t10,0")
    guard case .cubic(let a, let b, let end) = quadratic.elements.last else {
      Issue.record("no curve")
      return
    }
    #expect(end == Point(20, 0))
    #expect(a.distance(to: Point(10 + 10 / 3.0, -20 / 3.0)) < 1e-12)
    #expect(b.distance(to: Point(20 - 10 / 3.0, -20 / 3.0)) < 1e-12)
  }

  @Test("the four arcs between two points are on their circles and turn the right way")
  func arcs() throws {
    // From (10,0) to (0,10) with radius 10: a quarter or three of a circle around (0,0) or around
    // (10,10).
    for (flags, center, middle, pieces) in [
      ("0 1", Point(0, 0), Angle(degrees: 45), 2), ("1 0", Point(0, 0), Angle(degrees: -135), 6),
      ("0 0", Point(10, 10), Angle(degrees: -135), 2), ("1 1", Point(10, 10), Angle(degrees: 45), 6),
    ] {
      let path = try Path(svg: "M10,0 A10 10 0 \(flags) 0 10")
      let points = Self.samples(path)
      #expect(points.allSatisfy { abs($0.distance(to: center) - 10) < 1e-4 }, "flags \(flags)")
      #expect(points[points.count / 2].distance(to: center + Vector(length: 10, direction: middle)) < 1e-3)
      #expect(path.elements.count == 1 + pieces)
      #expect(path.current == Point(0, 10))
    }
  }

  @Test("flags need no separators, and radii that are too small are enlarged")
  func arcForms() throws {
    #expect(try Path(svg: "M10,0 a10 10 0 01-10 10") == Path(svg: "M10,0 A10,10,0,0,1,0,10"))
    let grown = try Path(svg: "M0,0 A1 1 0 0 1 10 0")
    #expect(Self.samples(grown).allSatisfy { abs($0.distance(to: Point(5, 0)) - 5) < 1e-4 })
    #expect(try Path(svg: "M0,0 A0 5 0 0 1 10 0").elements.last == .line(Point(10, 0)))
    #expect(try Path(svg: "M3,3 A5 5 0 0 1 3 3").elements == [.move(Point(3, 3))])
  }

  @Test("an arc of a turned ellipse fulfils its equation")
  func turnedEllipse() throws {
    // Half of an ellipse with radii 20 and 5, its long axis turned by 30 degrees, centred on
    // (50,50).
    let axis = Vector(length: 20, direction: Angle(degrees: 30))
    let (p, q) = (Point(50, 50) + axis, Point(50, 50) - axis)
    let path = try Path(svg: "M\(p.x) \(p.y)A20 5 30 0 1 \(q.x) \(q.y)")
    let back = Affine.rotation(Angle(degrees: -30))
    for point in Self.samples(path) {
      let v = back(point - Point(50, 50))
      #expect(abs(v.dx * v.dx / 400 + v.dy * v.dy / 25 - 1) < 1e-5)
      #expect(v.dy > -1e-6)
    }
  }

  @Test(
    "what is outside the grammar is refused at its byte",
    arguments: [
      ("L10,10", 0), ("10,10", 0), ("M10", 3), ("M10,", 4), ("M10,10,", 7), ("M10,10 X5", 7), ("M1,1 L,2,3", 6),
      ("M1,1 A5 5 0 2 1 3 3", 12), ("M1,1 A5 5 0 1", 13), ("M1e,1", 1), ("M.,1", 1), ("M1,1 C1 2 3 4 5", 15),
      ("M1,1 z5", 6), ("M1e99,1", 1), ("M1,1 L1 2,", 10), ("Mnan,1", 1), ("M--1,1", 1), ("M0x10,1", 2),
    ])
  func faults(_ data: String, _ offset: Int) {
    let error = #expect(throws: PathDataError.self) { try Path(svg: data) }
    #expect(error?.offset == offset, "\(data): \(error?.description ?? "none")")
  }

  static func samples(_ path: Path) -> [Point] {
    var points: [Point] = []
    var at = Point.zero
    for element in path.elements {
      switch element {
      case .move(let p), .line(let p): at = p
      case .cubic(let a, let b, let c):
        let curve = CubicBezier(at, a, b, c)
        points += stride(from: 0.0, through: 1, by: 0.125).map { curve.point(at: $0) }
        at = c
      case .close: break
      }
    }
    return points
  }
}
