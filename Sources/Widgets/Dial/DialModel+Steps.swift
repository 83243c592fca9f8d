import Geometry
import Glibc

/// Turning without a touch: by wheel, keys and a tablet's ring. And the magnet of the Shift key.
extension DialModel {
  /// The share of the way between two places that snapping goes for, on either side of one, within which it holds it.
  public static let snapShare = 0.2

  /// Draws an angle to the nearest multiple of a step (15 degrees for rotations): within a fifth of the step (3 degrees)
  /// it is that multiple, and from there to half way to the next one it catches up evenly, so that it never jumps and
  /// never falls.
  public static func softlySnapped(_ degrees: Double, step: Double = 15) -> Double {
    let nearest = (degrees / step).rounded() * step
    let off = degrees - nearest
    let (half, reach) = (step / 2, step * snapShare)
    guard abs(off) > reach else { return nearest }
    return nearest + (abs(off) - reach) * (half / (half - reach)) * (off < 0 ? -1 : 1)
  }

  /// A wheel over the dial turned by `notches` (positive: towards larger values; fractions from smooth devices).
  /// With `isSnapping` each whole notch goes on to the mode's next round value.
  public mutating func scroll(notches count: Double, isSnapping: Bool = false) -> Outcome {
    guard !isPressed else { return .held }
    guard count.isFinite, count != 0, abs(count) < 1000 else { return .held }
    guard isSnapping else { return step(to: degrees + count * mode.wheelStep) }
    let whole = takeWholeNotches(count)
    return whole == 0 ? .held : step(to: multiple(whole))
  }

  /// A finger on a tablet's ring turned by an angle, degrees clockwise: the dial goes as far. With `isSnapping` it goes on to
  /// the mode's next round value for each 15 degrees.
  public mutating func turn(by angle: Double, isSnapping: Bool = false) -> Outcome {
    guard !isPressed, angle.isFinite, abs(angle) <= 360 else { return .held }
    guard isSnapping else { return step(to: degrees + angle) }
    let whole = takeWholeNotches(angle / 15)
    return whole == 0 ? .held : step(to: multiple(whole))
  }

  /// An arrow key turns by `steps` (+1 or -1), with `isSnapping` to the mode's next round value.
  public mutating func key(steps: Int, isSnapping: Bool = false) -> Outcome {
    guard !isPressed else { return .held }
    return step(to: isSnapping ? multiple(steps) : degrees + Double(steps) * mode.keyStep)
  }

  /// Brings a value, in the mode's unit, which counts as within the mode's range.
  mutating func set(_ value: Double) -> Outcome {
    guard !isPressed, value.isFinite else { return .held }
    return step(to: mode.degrees(of: mode.range.map { max($0.lowerBound, min($0.upperBound, value)) } ?? value))
  }

  /// The multiple of the mode's step that is `steps` beyond the dial; an angle between two counts as the one it comes from.
  private func multiple(_ steps: Int) -> Double {
    let place = degrees / mode.snapStep
    let nearest = place.rounded()
    // One that is a multiple but for rounding is one.
    let origin = abs(place - nearest) < 1e-9 ? nearest : steps > 0 ? place.rounded(.down) : place.rounded(.up)
    return (origin + Double(steps)) * mode.snapStep
  }
}
