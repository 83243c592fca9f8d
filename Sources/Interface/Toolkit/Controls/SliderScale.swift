import Glibc

public struct SliderScale: Hashable, Sendable {
  public let range: ClosedRange<Double>
  /// Whether equal distances are equal ratios; the range is above 0 then.
  let isLogarithmic: Bool
  /// The change by one key press or notch: a difference, or a factor if logarithmic.
  public let step: Double
  /// A linear scale shows the share of a value to the power of 1 / exponent, so that small values
  /// have more room.
  public var exponent = 1.0

  /// A linear scale: values are multiples of `step`, > 0, from the start of the range on.
  public static func linear(_ range: ClosedRange<Double>, step: Double) -> SliderScale {
    SliderScale(range: range, isLogarithmic: false, step: step)
  }

  /// A linear scale whose small values have more room, `exponent` > 1.
  public static func curved(_ range: ClosedRange<Double>, step: Double, exponent: Double = 2.5) -> SliderScale {
    SliderScale(range: range, isLogarithmic: false, step: step, exponent: exponent)
  }

  /// A logarithmic scale: values have two significant digits. `step` > 1.
  public static func logarithmic(_ range: ClosedRange<Double>, step: Double = 1.1) -> SliderScale {
    SliderScale(range: range, isLogarithmic: true, step: step)
  }

  /// The position of a value, 0...1; 0 for NaN and infinity.
  public func share(of value: Double) -> Double {
    guard value.isFinite, range.upperBound > range.lowerBound else { return 0 }
    let value = max(range.lowerBound, min(range.upperBound, value))
    return isLogarithmic
      ? log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
      : pow((value - range.lowerBound) / (range.upperBound - range.lowerBound), 1 / exponent)
  }

  public func value(at share: Double) -> Double {
    let share = share.isFinite ? max(0, min(1, share)) : 0
    // The ends are exact.
    if share == 0 { return range.lowerBound }
    if share == 1 { return range.upperBound }
    return settled(
      isLogarithmic
        ? range.lowerBound * pow(range.upperBound / range.lowerBound, share)
        : range.lowerBound + pow(share, exponent) * (range.upperBound - range.lowerBound))
  }

  /// The value `steps` steps away; always a different one until the end is reached.
  public func value(_ value: Double, movedBy steps: Double) -> Double {
    guard isLogarithmic else { return settled(clamped(value) + steps * step) }
    let value = clamped(value)
    let moved = settled(value * pow(step, steps))
    if moved != value || steps == 0 { return moved }
    return clamped(value + (steps > 0 ? 1 : -1) * unit(of: value))
  }

  /// The nearest value on the grid of the scale.
  public func settled(_ value: Double) -> Double {
    if isLogarithmic {
      let value = clamped(value)
      let unit = unit(of: value)
      // Divided if the unit is a fraction: 0.1 has no exact form, 10 has.
      return clamped(
        unit < 1 ? (value * (1 / unit).rounded()).rounded() / (1 / unit).rounded() : (value / unit).rounded() * unit)
    }
    let steps = ((clamped(value) - range.lowerBound) / step).rounded()
    let perUnit = (1 / step).rounded()
    let offset = step < 1 && abs(1 / step - perUnit) < 1e-9 ? steps / perUnit : steps * step
    return clamped(range.lowerBound + offset)
  }

  /// The unit of the second significant digit.
  private func unit(of value: Double) -> Double { pow(10, (log10(value) + 1e-9).rounded(.down) - 1) }

  private func clamped(_ value: Double) -> Double {
    value.isFinite ? max(range.lowerBound, min(range.upperBound, value)) : range.lowerBound
  }
}
