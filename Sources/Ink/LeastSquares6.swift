/// Six numbers: one equation of least squares, or its unknowns.
typealias Row6 = InlineArray<6, Double>

/// The lower half of a symmetric matrix of six rows, or a lower triangle: one array, row after row. To look at one of its numbers through a
/// subscript of a property is to copy all of them, so loops go through a span of it.
private typealias Triangle6 = InlineArray<21, Double>

/// Where in it the row of a number, 0...5, begins.
@inline(__always) private func start(_ row: Int) -> Int { row &* (row &+ 1) / 2 }

/// The normal equations of a linear least squares problem of six unknowns, summed up equation by equation.
struct NormalEquations6 {
  /// The lower half of the symmetric matrix.
  fileprivate var matrix = Triangle6(repeating: 0)
  /// The right side.
  private(set) var right = Row6(repeating: 0)

  /// Adds the equation `row` * unknowns = `value`; its weight is that of its square.
  mutating func add(_ row: Row6, _ value: Double, weight: Double) {
    let row = row.span
    var sums = right.mutableSpan
    var numbers = matrix.mutableSpan
    for i in 0..<6 {
      let w = row[i] * weight
      sums[i] += w * value
      for k in 0...i { numbers[start(i) + k] += w * row[k] }
    }
  }
}

/// The lower triangle whose product with its transpose is a positive definite matrix (A. Cholesky); Golub and Van Loan, "Matrix
/// Computations", section 4.2.
struct Cholesky6 {
  private var lower = Triangle6(repeating: 0)

  /// That of the zero matrix's stand-in: everything is uncertain without bound.
  init() { for i in 0..<6 { lower[start(i) + i] = 1e-150 } }

  /// That of the equations' matrix. An unknown that the equations do not tell counts as told next to nothing.
  init(_ equations: NormalEquations6) {
    var numbers = equations.matrix
    var l = numbers.mutableSpan
    for i in 0..<6 {
      for k in 0...i {
        var sum = l[start(i) + k]
        for m in 0..<k { sum -= l[start(i) + m] * l[start(k) + m] }
        l[start(i) + k] = i == k ? max(sum, 1e-12).squareRoot() : sum / l[start(k) + k]
      }
    }
    lower = numbers
  }

  /// The unknowns for a right side.
  func solve(_ right: Row6) -> Row6 {
    var unknowns = forward(right)
    var x = unknowns.mutableSpan
    let l = lower.span
    for i in (0..<6).reversed() {
      for m in (i + 1)..<6 { x[i] -= l[start(m) + i] * x[m] }
      x[i] /= l[start(i) + i]
    }
    return unknowns
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
    var unknowns = right
    var x = unknowns.mutableSpan
    let l = lower.span
    for i in 0..<6 {
      for m in 0..<i { x[i] -= l[start(i) + m] * x[m] }
      x[i] /= l[start(i) + i]
    }
    return unknowns
  }
}
