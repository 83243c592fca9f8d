import Geometry
import Glibc
import Toolkit

/// Turning by wheel, keys and a tablet's ring, and snapping with Shift.
extension DialModel {
  /// The share of the distance between two snapping angles within which an angle snaps, on either
  /// side.
  public static let snapShare = 0.2

  /// Snaps an angle softly to the nearest multiple of a step (15 degrees for rotations). Within a
  /// fifth of the step (3 degrees) the result is the multiple. From there to half way to the next
  /// multiple it catches up linearly, so that it is continuous and monotonic.
  public static func softlySnapped(_ degrees: Double, step: Double = 15) -> Double {
    let nearest = (degrees / step).rounded() * step
    let off = degrees - nearest
    let (half, reach) = (step / 2, step * snapShare)
    guard abs(off) > reach else { return nearest }
    return nearest + (abs(off) - reach) * (half / (half - reach)) * (off < 0 ? -1 : 1)
  }

  /// Turns by `notches` of a wheel (positive: towards larger values; fractions from smooth
  /// devices). With `isSnapping` each whole notch moves to the mode's next snapping value.
  public mutating func scroll(notches count: Double, isSnapping: Bool = false) -> Outcome {
    guard !isPressed else { return .held }
    guard count.isFinite, count != 0, abs(count) < 1000 else { return .held }
    guard isSnapping else { return step(to: degrees + count * mode.wheelStep) }
    let whole = takeWholeNotches(count)
    return whole == 0 ? .held : step(to: multiple(whole))
  }

  /// Turns by an angle of a tablet's ring, degrees clockwise. With `isSnapping` each 15 degrees
  /// move to the mode's next snapping value.
  public mutating func turn(by angle: Double, isSnapping: Bool = false) -> Outcome {
    guard !isPressed, angle.isFinite, abs(angle) <= 360 else { return .held }
    guard isSnapping else { return step(to: degrees + angle) }
    let whole = takeWholeNotches(angle / 15)
    return whole == 0 ? .held : step(to: multiple(whole))
  }

  /// Turns by `steps` of an arrow key (+1 or -1), with `isSnapping` to the mode's next snapping
  /// value.
  public mutating func key(steps: Int, isSnapping: Bool = false) -> Outcome {
    guard !isPressed else { return .held }
    return step(to: isSnapping ? multiple(steps) : degrees + Double(steps) * mode.keyStep)
  }

  /// Sets a value in the mode's unit, clamped to its range.
  mutating func set(_ value: Double) -> Outcome {
    guard !isPressed, value.isFinite else { return .held }
    return step(to: mode.degrees(of: mode.range.map { max($0.lowerBound, min($0.upperBound, value)) } ?? value))
  }

  /// The multiple of the mode's step that is `steps` further; an angle between two multiples counts
  /// as the one it comes from.
  private func multiple(_ steps: Int) -> Double {
    let place = degrees / mode.snapStep
    let nearest = place.rounded()
    // A multiple except for rounding counts as a multiple.
    let origin = abs(place - nearest) < 1e-9 ? nearest : steps > 0 ? place.rounded(.down) : place.rounded(.up)
    return (origin + Double(steps)) * mode.snapStep
  }
}
