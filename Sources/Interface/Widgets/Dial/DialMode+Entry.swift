import Geometry

extension DialMode {
  /// The typed form of a value of the mode.
  func form(_ value: Double) -> NumberForm {
    switch self {
    case .rotate:
      NumberForm(title: name, value: Angle(degrees: value).wrapped.degrees, range: -360...360, decimals: 1, unit: "°")
    case .size: NumberForm(title: name, value: value, range: range ?? 1...1000, decimals: 1, unit: "px")
    case .opacity: NumberForm(title: name, value: value, range: 0...1, factor: 100, unit: "%")
    case .zoom: NumberForm(title: name, value: value, range: range ?? 0.05...64, factor: 100, decimals: 1, unit: "%")
    case .hue: NumberForm(title: name, value: Angle(degrees: value).positive.degrees, range: 0...360, unit: "°")
    }
  }
}
