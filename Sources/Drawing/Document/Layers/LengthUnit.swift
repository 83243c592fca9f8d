/// A unit in which the sides of a canvas are given.
public enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  case pixels = "px"
  case millimetres = "mm"
  case inches = "in"
  /// Of the present side; only where there is one.
  case percent = "%"

  /// The whole number of px of a length, at least 1 and at most 10^9.
  /// - Parameters:
  ///   - dpi: px per inch, > 0.
  ///   - old: the present side, px; for percent.
  public func pixels(_ length: Double, dpi: Double, old: Int) -> Int {
    let px =
      switch self {
      case .pixels: length
      case .millimetres: length / 25.4 * dpi
      case .inches: length * dpi
      case .percent: length / 100 * Double(old)
      }
    return max(1, Int(min(1e9, px.isNaN ? 1 : px).rounded()))
  }

  /// The length of a number of px; parameters as above.
  public func length(ofPixels px: Int, dpi: Double, old: Int) -> Double {
    switch self {
    case .pixels: Double(px)
    case .millimetres: Double(px) / dpi * 25.4
    case .inches: Double(px) / dpi
    case .percent: Double(px) / Double(max(1, old)) * 100
    }
  }

  /// Decimals that lengths are shown with: enough that the px come back at 1200 dpi.
  public var decimals: Int {
    switch self {
    case .pixels: 0
    case .millimetres, .percent: 2
    case .inches: 4
    }
  }
}
