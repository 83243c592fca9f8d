/// The coefficients of an equation, or the unknowns.
typealias Row6 = InlineArray<6, Double>

/// The lower half of a symmetric matrix or a triangular one, row after row. A subscript of a
/// property would copy all of it, so loops use a span.
private typealias Triangle6 = InlineArray<21, Double>

/// The start of a row, 0...5, in it.
@inline(__always) private func start(_ row: Int) -> Int { row &* (row &+ 1) / 2 }

/// The normal equations of a linear least squares problem with six unknowns.
struct NormalEquations6 {
  fileprivate var matrix = Triangle6(repeating: 0)
  private(set) var right = Row6(repeating: 0)

  /// Adds the equation `row` * unknowns = `value`; the weight is that of its square.
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

/// The Cholesky factor of a positive definite matrix (Golub and Van Loan, "Matrix Computations",
/// section 4.2).
struct Cholesky6 {
  private var lower = Triangle6(repeating: 0)

  /// A substitute for the factor of the zero matrix: unbounded uncertainty.
  init() { for i in 0..<6 { lower[start(i) + i] = 1e-150 } }

  /// The factor of the equations' matrix. Unknowns that the equations do not determine get a tiny
  /// weight.
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

  /// The variance of the sum of the unknowns weighted by `row`, where the matrix is the inverse of
  /// their covariance.
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
