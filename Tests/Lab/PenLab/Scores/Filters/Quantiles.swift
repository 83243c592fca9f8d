/// Values by rank.
struct Quantiles {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  /// The quantile for a share of 0...1, interpolated linearly (type 7 of R. Hyndman and Y. Fan,
  /// "Sample quantiles in statistical packages", 1996); NaN for no values.
  func callAsFunction(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let place = max(0, min(1, share)) * Double(sorted.count - 1)
    let i = Int(place)
    let next = min(i + 1, sorted.count - 1)
    return sorted[i] + (sorted[next] - sorted[i]) * (place - Double(i))
  }

  /// The value in the middle.
  var median: Double { self(0.5) }
}
