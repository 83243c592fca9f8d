/// Newton's method, kept within a bracket: at most about twice as many steps as bisection, and
/// quadratic convergence where the function allows it (W. Press et al., "Numerical Recipes", 3rd
/// ed., 2007, section 9.4).
enum BracketedRoot {
  /// A root of `f`, which is not positive at the lower end of `range` and not negative at its upper
  /// end.
  ///
  /// Ends where |f| is at most `tolerance`, where the next Newton step would be at most
  /// `resolution` long, or where no number remains inside the bracket. At most 120 evaluations for
  /// any `f`.
  /// - Parameters:
  ///   - start: the first guess, within `range`.
  ///   - f: value and derivative.
  static func solve(
    in range: ClosedRange<Double>, from start: Double, tolerance: Double, resolution: Double = 0,
    _ f: (Double) -> (value: Double, slope: Double)
  ) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    var width = high - low
    var t = start
    for _ in 0..<120 {
      let (value, slope) = f(t)
      if abs(value) <= tolerance || abs(value) <= resolution * slope { return t }
      if value < 0 { low = t } else { high = t }
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { return t }
      let newton = t - value / slope
      // Newton's steps may approach from one side only; then every other step halves the bracket.
      t = low < newton && newton < high && high - low <= width / 2 ? newton : middle
      width = high - low
    }
    return t
  }
}
