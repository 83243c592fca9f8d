import RandomSource
import Testing

@testable import Geometry

@Suite struct OrthogonalPartTests {
  /// Fails if a rotation or reflection, scaled and moved or not, differs from its orthogonal
  /// part.
  @Test func rotationsAndReflectionsAreTheirOwnOrthogonalPart() {
    var rng = RandomSource(1)
    for _ in 0..<100 {
      let turn = Affine.rotation(Angle(radians: rng.roll(-4...4)))
      for map in [turn, turn * .scale(1, -1), turn * .scale(-1, 1)] {
        let scale = [1e-200, 0.3, 1, 7, 1e200][rng.roll(0...4)]
        let part = (.translation(Vector(5, rng.roll(-9...9))) * map * .scale(scale, scale)).orthogonalPart
        #expect(abs(part.a - map.a) < 1e-14 && abs(part.b - map.b) < 1e-14)
        #expect(abs(part.c - map.c) < 1e-14 && abs(part.d - map.d) < 1e-14)
        #expect(part.tx == 0 && part.ty == 0)
      }
    }
    for quarter in 0..<4 {
      let turn = Affine.rotation(.quarterTurn * Double(quarter))
      #expect(turn.orthogonalPart == turn)
    }
  }

  /// Fails if another rotation (or reflection, for a map that mirrors) is nearer to a map with
  /// shear.
  @Test func noOtherRotationIsNearer() {
    var rng = RandomSource(2)
    for _ in 0..<60 {
      func number() -> Double { rng.roll(-3...3) }
      let map = Affine(a: number(), b: number(), c: number(), d: number(), tx: 1, ty: 2)
      func distance(_ o: Affine) -> Double {
        Vector(map.a - o.a, map.b - o.b).lengthSquared + Vector(map.c - o.c, map.d - o.d).lengthSquared
      }
      let part = map.orthogonalPart
      #expect(abs(part.determinant - (map.determinant < 0 ? -1 : 1)) < 1e-14)
      for i in 0..<720 {
        let turn = Affine.rotation(Angle(degrees: Double(i) / 2))
        let other = map.determinant < 0 ? turn * .scale(1, -1) : turn
        #expect(distance(part) <= distance(other) + 1e-12)
      }
    }
  }

  /// Fails if maps that collapse the plane, or are not finite, trap or return NaN.
  @Test func collapsingMapsGiveTheIdentity() {
    #expect(Affine.scale(0, 0).orthogonalPart == .identity)
    #expect(Affine.scale(2, 0).orthogonalPart == .identity)
    #expect(Affine(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).orthogonalPart.a.isNaN == false)
    #expect(Affine(a: .infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0).orthogonalPart == .identity)
  }
}
