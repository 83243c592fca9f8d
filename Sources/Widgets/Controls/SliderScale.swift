import Glibc

/// How a slider's way maps to values: from one end to the other evenly, or by equal ratios.
struct SliderScale: Hashable {
  let range: ClosedRange<Double>
  /// Whether equal ways are equal ratios; the range is above 0 then.
  let isLogarithmic: Bool
  /// What one key or notch changes: by this much, or by this factor.
  let step: Double

  /// Even: values are multiples of `step`, > 0, from the start on.
  static func linear(_ range: ClosedRange<Double>, step: Double) -> SliderScale {
    SliderScale(range: range, isLogarithmic: false, step: step)
  }

  /// By ratios: values have two significant digits. `step` > 1.
  static func logarithmic(_ range: ClosedRange<Double>, step: Double = 1.1) -> SliderScale {
    SliderScale(range: range, isLogarithmic: true, step: step)
  }

  /// The share of the way, 0...1, at which a value is; 0 for what is no number.
  func share(of value: Double) -> Double {
    guard value.isFinite, range.upperBound > range.lowerBound else { return 0 }
    let value = max(range.lowerBound, min(range.upperBound, value))
    return isLogarithmic
      ? log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
      : (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  /// The value at a share of the way.
  func value(at share: Double) -> Double {
    let share = share.isFinite ? max(0, min(1, share)) : 0
    // The ends are exact.
    if share == 0 { return range.lowerBound }
    if share == 1 { return range.upperBound }
    return settled(
      isLogarithmic
        ? range.lowerBound * pow(range.upperBound / range.lowerBound, share)
        : range.lowerBound + share * (range.upperBound - range.lowerBound))
  }

  /// The value so many steps away. Always another one until the end is reached.
  func value(_ value: Double, movedBy steps: Double) -> Double {
    guard isLogarithmic else { return settled(clamped(value) + steps * step) }
    let value = clamped(value)
    let moved = settled(value * pow(step, steps))
    if moved != value || steps == 0 { return moved }
    return clamped(value + (steps > 0 ? 1 : -1) * unit(of: value))
  }

  /// The nearest value that a slider settles on.
  func settled(_ value: Double) -> Double {
    if isLogarithmic {
      let value = clamped(value)
      let unit = unit(of: value)
      // Divided where the unit is a fraction: 0.1 has no exact form, 10 has.
      return clamped(
        unit < 1 ? (value * (1 / unit).rounded()).rounded() / (1 / unit).rounded() : (value / unit).rounded() * unit)
    }
    let steps = ((clamped(value) - range.lowerBound) / step).rounded()
    let perUnit = (1 / step).rounded()
    let offset = step < 1 && abs(1 / step - perUnit) < 1e-9 ? steps / perUnit : steps * step
    return clamped(range.lowerBound + offset)
  }

  /// What the second digit of a value counts.
  private func unit(of value: Double) -> Double { pow(10, (log10(value) + 1e-9).rounded(.down) - 1) }

  private func clamped(_ value: Double) -> Double {
    value.isFinite ? max(range.lowerBound, min(range.upperBound, value)) : range.lowerBound
  }
}
