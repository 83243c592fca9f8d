import Geometry
import Glibc

/// Turning without a touch: by wheel and keys. And the magnet of the Shift key.
extension DialModel {
  /// Degrees that one notch of a wheel turns.
  public static let wheelStep = 5.0
  /// Degrees that an arrow key turns.
  public static let keyStep = 1.0
  /// Degrees between the values that snapping goes for.
  public static let snapStep = 15.0
  /// Degrees on either side of such a value within which snapping holds it.
  public static let snapReach = 3.0

  /// Draws a value to the nearest multiple of 15 degrees: within 3 degrees it is that multiple, and from there to half
  /// way to the next one it catches up evenly, so that it never jumps and never falls.
  public static func softlySnapped(_ value: Double) -> Double {
    let nearest = (value / snapStep).rounded() * snapStep
    let off = value - nearest
    guard abs(off) > snapReach else { return nearest }
    let half = snapStep / 2
    return nearest + (abs(off) - snapReach) * (half / (half - snapReach)) * (off < 0 ? -1 : 1)
  }

  /// A wheel over the dial turned by `notches` (positive: towards larger values; fractions from smooth devices).
  /// With `isSnapping` each whole notch goes on to the next multiple of 15 degrees.
  public mutating func scroll(notches count: Double, isSnapping: Bool = false) -> Outcome {
    guard !isPressed else { return .held }
    guard count.isFinite, count != 0, abs(count) < 1000 else { return .held }
    guard isSnapping else { return step(to: value + count * Self.wheelStep) }
    let whole = takeWholeNotches(count)
    return whole == 0 ? .held : step(to: multiple(whole))
  }

  /// An arrow key turns by `steps` (+1 or -1), with `isSnapping` to the next multiple of 15 degrees.
  public mutating func key(steps: Int, isSnapping: Bool = false) -> Outcome {
    guard !isPressed else { return .held }
    return step(to: isSnapping ? multiple(steps) : value + Double(steps) * Self.keyStep)
  }

  /// The multiple of 15 degrees that is `steps` beyond the value; a value between two counts as the one it comes from.
  private func multiple(_ steps: Int) -> Double {
    let place = value / Self.snapStep
    let nearest = place.rounded()
    // A value that is a multiple but for rounding is one.
    let origin = abs(place - nearest) < 1e-9 ? nearest : steps > 0 ? place.rounded(.down) : place.rounded(.up)
    return (origin + Double(steps)) * Self.snapStep
  }
}
