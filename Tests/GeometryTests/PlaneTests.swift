import Foundation
import RandomSource
import Testing

@testable import Geometry

@Suite struct PlaneTests {
  /// Fails if the direction of rotation on the screen (y down) is reversed.
  @Test func anglesTurnClockwiseOnTheScreen() {
    #expect(Vector(1, 0).direction.radians == 0)
    #expect(Vector(0, 1).direction.radians == .pi / 2)
    #expect(Vector(-1, 0).direction.radians == .pi)
    #expect(Vector(1, 0).perpendicular == Vector(0, 1))
    #expect(Vector(1, 0).cross(Vector(0, 1)) == 1)
    #expect(Affine.rotation(.quarterTurn)(Vector(1, 0)) == Vector(0, 1))
    #expect(Vector.zero.direction.radians == 0)
    #expect(Vector.zero.normalized == nil)
    #expect(Vector(1e-13, 0).normalized == nil)
  }

  /// Fails if components are confused: lengths, products, interpolation.
  @Test func closedForms() {
    #expect(Vector(3, -4).length == 5 && Vector(3, -4).lengthSquared == 25)
    #expect(Vector(3, -4).normalized == Vector(0.6, -0.8))
    #expect(Vector(2, 3).dot(Vector(5, 7)) == 31 && Vector(2, 3).cross(Vector(5, 7)) == -1)
    #expect(Point(1, 2) - Point(4, 6) == Vector(-3, -4))
    #expect(Point(1, 2).distance(to: Point(4, 6)) == 5)
    #expect(Point(0, 8).lerp(to: Point(4, 0), 0.25) == Point(1, 6))
    #expect(Point(0.1, 0.7).lerp(to: Point(0.3, 0.9), 1) == Point(0.3, 0.9))
    #expect(Point(0.1, 0.7).lerp(to: Point(0.3, 0.9), 0) == Point(0.1, 0.7))
    #expect(Point(1, 2).midpoint(to: Point(2, 5)) == Point(1.5, 3.5))
    #expect(abs((Vector(length: 2, direction: Angle(degrees: 30)) - Vector(3.0.squareRoot(), 1)).length) < 1e-15)
    #expect(!Point(.nan, 0).isFinite && !Point(0, .infinity).isFinite && Point(0, 1e308).isFinite)
  }

  /// Fails if wrapping changes the direction or leaves the range, above all at the ends of the
  /// range.
  @Test func anglesAreWrapped() {
    for (degrees, wrapped, positive) in [
      (0.0, 0.0, 0.0), (180, 180, 180), (-180, 180, 180), (190, -170, 190), (-190, 170, 170), (360, 0, 0),
      (540, 180, 180),
      (720 + 45, 45, 45), (-720 - 45, -45, 315), (-90, -90, 270),
    ] {
      #expect(abs(Angle(degrees: degrees).wrapped.degrees - wrapped) < 1e-9, "\(degrees)")
      #expect(abs(Angle(degrees: degrees).positive.degrees - positive) < 1e-9, "\(degrees)")
    }
    var rng = RandomSource(1)
    for _ in 0..<2000 {
      let angle = Angle(radians: rng.roll(-1000...1000))
      let (w, p) = (angle.wrapped, angle.positive)
      #expect(w.radians > -.pi && w.radians <= .pi && p.radians >= 0 && p.radians < 2 * .pi)
      for same in [w, p] {
        #expect(abs(same.sine - angle.sine) < 1e-12 && abs(same.cosine - angle.cosine) < 1e-12)
      }
    }
    // So small that a full turn minus it rounds to a full turn.
    #expect(Angle(radians: -1e-20).positive.radians == 0)
    #expect(Angle(degrees: 90) == .quarterTurn && Angle.zero < .halfTurn)
    #expect((Angle(degrees: 50) - Angle(degrees: 20) + -Angle(degrees: 10) * 2).degrees < 10.000001)
  }

  private func random(_ rng: inout RandomSource) -> Affine {
    .translation(Vector(rng.roll(-1e4...1e4), rng.roll(-1e4...1e4)))
      * .rotation(Angle(degrees: rng.roll(-720...720)))
      * .scale(rng.roll(0.05...64), (rng.isOne(in: 2) ? 1 : -1) * rng.roll(0.05...64))
      * .translation(Vector(rng.roll(-1e4...1e4), rng.roll(-1e4...1e4)))
  }

  /// Fails if the inverse of a map does not undo it, or a product differs from applying both
  /// maps.
  @Test func inversesUndoTheirMap() throws {
    var rng = RandomSource(2)
    for _ in 0..<1000 {
      let (f, g) = (random(&rng), random(&rng))
      let back = try #require(f.inverse)
      let p = Point(rng.roll(-1000...1000), rng.roll(-1000...1000))
      #expect(back(f(p)).distance(to: p) < 1e-9 * 1e4)
      #expect((f * g)(p).distance(to: f(g(p))) <= 1e-9 * (1 + f(g(p)).distance(to: .zero)))
      #expect(abs((f * g).determinant - f.determinant * g.determinant) <= 1e-9 * abs(f.determinant * g.determinant))
      let v = Vector(rng.roll(-9...9), rng.roll(-9...9))
      #expect((f(p + v) - f(p) - f(v)).length < 1e-9 * (1 + f(p).distance(to: .zero)))
    }
  }

  /// Fails if a view's mapping is not exact enough to find the pixel under the pointer: scale,
  /// rotation, mirroring and translation of a window's view, there and back within 1e-9 px.
  @Test func viewMapsAreExactThereAndBack() throws {
    var rng = RandomSource(3)
    for _ in 0..<1000 {
      let scale = rng.roll(0.05...64)
      let view =
        Affine.translation(Vector(rng.roll(0...2000), rng.roll(0...2000)))
        * .rotation(Angle(degrees: rng.roll(0...360)))
        * .scale(rng.isOne(in: 2) ? -scale : scale, scale)
        * .translation(Vector(rng.roll(-4000...0), rng.roll(-4000...0)))
      let p = Point(rng.roll(0...4000), rng.roll(0...4000))
      let back = try #require(view.inverse)
      #expect(back(view(p)).distance(to: p) < 1e-9)
    }
  }

  /// Fails if quarter turns are inexact: a view rotated by them would blur.
  @Test func quarterTurnsAreExact() {
    for (degrees, x, y) in [(0.0, 3.0, 4.0), (90, -4, 3), (180, -3, -4), (270, 4, -3), (-90, 4, -3), (450, -4, 3)] {
      #expect(Affine.rotation(Angle(degrees: degrees))(Point(3, 4)) == Point(x, y), "\(degrees)")
    }
    let near = Affine.rotation(Angle(degrees: 90.0001))
    #expect(near.a != 0 && abs(near.a) < 2e-6)
  }

  /// Fails if a map that collapses the plane has an inverse.
  @Test func collapsingMapsHaveNoInverse() {
    #expect(Affine.scale(0, 1).inverse == nil)
    #expect(Affine(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
    #expect(Affine(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
    #expect(Affine.identity.inverse == .identity)
  }

  /// Fails if the bounds of a rectangle's image are larger or smaller than those of its
  /// corners.
  @Test func boundsAreThoseOfTheCorners() {
    var rng = RandomSource(4)
    for _ in 0..<300 {
      let f = random(&rng)
      let r = Rect(
        x: rng.roll(-50...50), y: rng.roll(-50...50), width: rng.roll(0.1...90), height: rng.roll(0.1...90))
      let corners = [
        Point(r.minX, r.minY), Point(r.maxX, r.minY), Point(r.minX, r.maxY), Point(r.maxX, r.maxY),
      ].map { f($0) }
      let b = f.bounds(of: r)
      for (edge, wanted) in [
        (b.minX, corners.map(\.x).min()), (b.maxX, corners.map(\.x).max()), (b.minY, corners.map(\.y).min()),
        (b.maxY, corners.map(\.y).max()),
      ] { #expect(abs(edge - (wanted ?? .nan)) < 1e-7) }
    }
    #expect(Affine.scale(2, 2).bounds(of: .null).isEmpty)
  }
}
