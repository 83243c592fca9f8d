import Geometry
import Ink
import RandomSource
import Testing

/// Contours for files.
@Suite struct OutlineContourTests {
  /// A shaky stroke with uneven pressure and sharp turns.
  private func outline(_ rng: inout RandomSource, size: Double) -> Outline {
    var model = StrokeModel(brush: Brush(size: size))
    var (place, heading) = (Point(0, 0), 0.0)
    for i in 0..<70 {
      heading += rng.isOne(in: 15) ? rng.roll(-3...3) : rng.roll(-0.4...0.4)
      place = place + Vector(length: rng.roll(0.5...9), direction: Angle(radians: heading))
      model.add(
        PenSample(position: place, time: Double(i) * 0.008, pressure: rng.roll(0.02...0.2) + 0.01 * Double(i)))
    }
    model.finish()
    var outline = Outline()
    for sweep in model.settled.sweeps { outline.append(sweep) }
    if let end = model.settled.end { outline.appendEnd(end) }
    outline.end()
    return outline
  }

  private func polygons(_ outline: Outline) -> [[Point]] {
    var (result, polygon) = ([[Point]](), [Point]())
    outline.forEachElement { element in
      switch element {
      case .move(let p), .line(let p): polygon.append(p)
      case .curve(let a, let b, let c):
        guard let last = polygon.last else { return }
        polygon += (1...16).map { CubicBezier(last, a, b, c).point(at: Double($0) / 16) }
      case .close:
        result.append(polygon)
        polygon = []
      }
    }
    return result
  }

  private func contains(_ polygons: [[Point]], _ p: Point) -> Bool {
    var winding = 0
    for polygon in polygons {
      guard var a = polygon.last else { continue }
      for b in polygon {
        if (a.y <= p.y) != (b.y <= p.y) {
          let side = (b - a).cross(p - a)
          if a.y <= p.y, side > 0 { winding += 1 }
          if a.y > p.y, side < 0 { winding -= 1 }
        }
        a = b
      }
    }
    return winding != 0
  }

  /// Fails if simplification changes the shape by more than the tolerance.
  @Test(arguments: [1.0, 3, 12, 60]) func theShapeStays(size: Double) {
    for seed in RandomSource.seeds(9) {
      var rng = RandomSource(seed)
      let outline = outline(&rng, size: size)
      let contours = outline.contours(simplifiedWithin: 0.02)
      let before = polygons(outline)
      let after = contours.map { contour in
        contour.curves.flatMap { curve in (0...16).map { curve.point(at: Double($0) / 16) } }
      }
      var wrong = 0
      for polygon in before {
        for _ in 0..<(1 + 200 / before.count) {
          let place = polygon[rng.roll(0..<polygon.count)] + Vector(rng.roll(-0.2...0.2), rng.roll(-0.2...0.2))
          let around = (0..<8).map { k in
            contains(before, place + Vector(length: 0.04, direction: Angle(radians: Double(k) * .pi / 4)))
          }
          let isInside = contains(after, place)
          // Within the tolerance of an edge either is right.
          if around.allSatisfy({ $0 != isInside }) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
      #expect(contours.count == before.count)
    }
  }
}
