import Glibc

/// The width of a brush's ink: the part of its settings on which it depends, for a line that is drawn calmly with full
/// pressure by an upright pen.
///
/// The band is counted in which the ink is at least a tenth of that of its darkest line. Compared with what libmypaint
/// paints, the width of the shipped brushes is right to within a quarter; `FullWidthTests` names the exceptions.
extension MyPaintBrush {
  /// The width at full pressure of the brush with a base radius, px.
  public func fullWidth(ofRadius radius: Double) -> Double {
    func value(of setting: MyPaintSetting) -> Double {
      sum(of: setting) { Double($0.value(at: calmValue(of: $0.input, radius: radius))) }
    }
    let growth = value(of: .radiusLogarithmic) - Double(baseValue(of: .radiusLogarithmic))
    let disc = radius * exp(max(-9, min(9, growth)))
    // The largest of the dabs of changing radius show, and of soft ones the middle.
    let largest = disc * exp(1.3 * max(0, min(1.5, value(of: .radiusByRandom))))
    let edge = min(1, 0.72 + 0.4 * max(0, value(of: .hardness)))
    let scatter = 1.8 * max(0, value(of: .offsetByRandom))
    let offsets = Self.offsets.map { offset(by: $0, radius: radius) }.max() ?? 0
    let most = scatter + offsets * exp(min(5, value(of: .offsetMultiplier)))
    return 2 * (largest * edge + most * radius)
  }

  /// The settings that place dabs beside the stroke.
  private static let offsets: [MyPaintSetting] = [
    .offsetX, .offsetY, .offsetAngle, .offsetAngleAsc, .offsetAngleView, .offsetAngle2, .offsetAngle2Asc,
    .offsetAngle2View,
  ]

  private func sum(of setting: MyPaintSetting, _ summand: (MyPaintMapping) -> Double) -> Double {
    mappings.reduce(Double(baseValue(of: setting))) { $1.setting == setting ? $0 + summand($1) : $0 }
  }

  /// How far dabs are beside the stroke by a setting, as a share of the base radius. A brush can feed chance to itself
  /// by `custom`, for bristles.
  private func offset(by setting: MyPaintSetting, radius: Double) -> Double {
    func most(_ mapping: MyPaintMapping, _ end: Float) -> Double {
      max(Double(abs(mapping.value(at: -end))), Double(abs(mapping.value(at: end))))
    }
    let custom = Float(
      abs(
        sum(of: .customInput) {
          $0.input == .random
            ? Double(max(abs($0.value(at: 0)), abs($0.value(at: 1))))
            : Double($0.value(at: calmValue(of: $0.input, radius: radius)))
        }))
    return abs(
      sum(of: setting) {
        switch $0.input {
        case .custom: most($0, custom)
        case .random: most($0, 1)
        default: Double($0.value(at: calmValue(of: $0.input, radius: radius)))
        }
      })
  }

  /// The base radius of the brush whose ink has a width at full pressure, px.
  public func radius(ofFullWidth width: Double) -> Double {
    let share = fullWidth(ofRadius: radius) / radius
    guard mappings.contains(where: { $0.input == .brushRadius }) else { return width / share }
    // It is not proportional to the radius.
    var (low, high) = (log(width) - 6, log(width) + 6)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if fullWidth(ofRadius: exp(middle)) < width { low = middle } else { high = middle }
    }
    return exp((low + high) / 2)
  }

  /// An input as it is on average while an upright pen draws at full pressure and 300 px/s.
  private func calmValue(of input: MyPaintInput, radius: Double) -> Float {
    switch input {
    case .pressure: exp(baseValue(of: .pressureGainLog))
    case .speed1: Self.speed(300, gamma: baseValue(of: .speed1Gamma))
    case .speed2: Self.speed(300, gamma: baseValue(of: .speed2Gamma))
    case .random, .stroke: 0.5
    case .tiltDeclination: 90
    case .gridmapX, .gridmapY: 128
    case .brushRadius: Float(log(radius))
    case .custom: baseValue(of: .customInput)
    case .direction, .tiltAscension, .directionAngle, .attackAngle, .tiltDeclinationx, .tiltDeclinationy, .viewzoom,
      .barrelRotation:
      0
    }
  }

  /// The value of a speed's input, as libmypaint 1.6 computes it: a logarithm through 0.5 at 45 px/s with a slope of
  /// 0.015 there.
  private static func speed(_ speed: Float, gamma: Float) -> Float {
    let start = exp(gamma)
    let factor = 0.015 * (45 + start)
    return log(start + speed) * factor + 0.5 - log(45 + start) * factor
  }
}
