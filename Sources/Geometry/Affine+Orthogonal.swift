extension Affine {
  /// The rotation or reflection about the origin that is nearest to this map's linear part (least sum of squared
  /// differences of coefficients): the orthogonal factor of its polar decomposition.
  ///
  /// It is a rotation where the determinant is 0 or more and a reflection where it is negative. A rotation or reflection,
  /// scaled evenly or not at all, gives itself. A map that takes the plane to a point gives the identity. Reference: N.
  /// Higham, "Computing the polar decomposition", 1986; for two rows there is a closed form.
  @inlinable public var orthogonalPart: Affine {
    // Scaled first, so that no product overflows or underflows.
    let most = max(max(abs(a), abs(b)), max(abs(c), abs(d)))
    guard most > 0, most.isFinite else { return .identity }
    let (a, b, c, d) = (a / most, b / most, c / most, d / most)
    if a * d - b * c < 0 {
      guard let axis = Vector(a - d, b + c).normalized else { return .identity }
      return Affine(a: axis.dx, b: axis.dy, c: axis.dy, d: -axis.dx, tx: 0, ty: 0)
    }
    guard let turn = Vector(a + d, b - c).normalized else { return .identity }
    return Affine(a: turn.dx, b: turn.dy, c: -turn.dy, d: turn.dx, tx: 0, ty: 0)
  }
}
