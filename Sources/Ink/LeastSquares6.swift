/// Six numbers: one equation of least squares, or its unknowns.
typealias Row6 = InlineArray<6, Double>

/// The lower half of a symmetric matrix of six rows, or a lower triangle: one array, as rows of their own would be copied to be looked at.
private struct Triangle6 {
  private var numbers = InlineArray<21, Double>(repeating: 0)

  /// The number in a row, 0...5, and a column, 0...row.
  subscript(row: Int, column: Int) -> Double {
    @inline(__always) get { numbers[row * (row + 1) / 2 + column] }
    @inline(__always) set { numbers[row * (row + 1) / 2 + column] = newValue }
  }
}

/// The normal equations of a linear least squares problem of six unknowns, summed up equation by equation.
struct NormalEquations6 {
  /// The lower half of the symmetric matrix.
  fileprivate var matrix = Triangle6()
  /// The right side.
  private(set) var right = Row6(repeating: 0)

  /// Adds the equation `row` * unknowns = `value`; its weight is that of its square.
  mutating func add(_ row: Row6, _ value: Double, weight: Double) {
    for i in 0..<6 {
      let w = row[i] * weight
      right[i] += w * value
      for k in 0...i { matrix[i, k] += w * row[k] }
    }
  }
}

/// The lower triangle whose product with its transpose is a positive definite matrix (A. Cholesky); Golub and Van Loan, "Matrix
/// Computations", section 4.2.
struct Cholesky6 {
  private var lower = Triangle6()

  /// That of the zero matrix's stand-in: everything is uncertain without bound.
  init() { for i in 0..<6 { lower[i, i] = 1e-150 } }

  /// That of the equations' matrix. An unknown that the equations do not tell counts as told next to nothing.
  init(_ equations: NormalEquations6) {
    for i in 0..<6 {
      for k in 0...i {
        var sum = equations.matrix[i, k]
        for m in 0..<k { sum -= lower[i, m] * lower[k, m] }
        lower[i, k] = i == k ? max(sum, 1e-12).squareRoot() : sum / lower[k, k]
      }
    }
  }

  /// The unknowns for a right side.
  func solve(_ right: Row6) -> Row6 {
    var x = forward(right)
    for i in (0..<6).reversed() {
      for m in (i + 1)..<6 { x[i] -= lower[m, i] * x[m] }
      x[i] /= lower[i, i]
    }
    return x
  }

  /// The variance of a sum of the unknowns, each as often as `row` says, where the matrix is the inverse of their
  /// covariance.
  func variance(along row: Row6) -> Double {
    let x = forward(row)
    var sum = 0.0
    for i in 0..<6 { sum += x[i] * x[i] }
    return sum
  }

  private func forward(_ right: Row6) -> Row6 {
    var x = right
    for i in 0..<6 {
      for m in 0..<i { x[i] -= lower[i, m] * x[m] }
      x[i] /= lower[i, i]
    }
    return x
  }
}
