import Geometry
import Glibc
import Ink
import Language
import Studio
import Toolkit

/// The quantity that a dial sets, and the mapping between its angle and the value.
///
/// The angle is in degrees, clockwise from the top, not wrapped. Sizes and magnifications are
/// logarithmic: a whole turn is `ratioPerTurn`, and the neutral value is at the top.
public enum DialMode: Sendable, Hashable, CaseIterable {
  /// The view's rotation: degrees, clockwise on the screen, unlimited.
  case rotate
  /// The brush's width at full pressure: canvas px.
  case size
  /// The brush's opacity: 0...1.
  case opacity
  /// The view's magnification, window px per canvas px.
  case zoom
  /// The hue of the foreground colour: degrees on the colour wheel, 0 red, 120 green, unlimited.
  case hue

  /// The factor of a size or magnification for a whole turn.
  public static let ratioPerTurn = 8.0

  /// Its name, shown below the value.
  public var name: String {
    switch self {
    case .rotate: translated("Rotate", context: "dial")
    case .size: translated("Size", context: "dial")
    case .opacity: translated("Opacity", context: "dial")
    case .zoom: translated("Zoom", context: "dial")
    case .hue: translated("Hue", context: "dial")
    }
  }

  /// The letter on its button beside the dial, in the user's language.
  public var letter: String {
    switch self {
    case .rotate: translated("R", context: "letter on the dial")
    case .size: translated("S", context: "letter on the dial")
    case .opacity: translated("O", context: "letter on the dial")
    case .zoom: translated("Z", context: "letter on the dial")
    case .hue: translated("H", context: "letter on the dial")
    }
  }

  /// The value that a tap in the dial's middle restores, unless the program sets another one; nil
  /// for none.
  public var neutral: Double? {
    switch self {
    case .rotate: 0
    case .size: Self.neutralSize
    case .opacity, .zoom: 1
    case .hue: nil
    }
  }

  /// The size at the dial's top, canvas px.
  private static let neutralSize = 12.0

  /// The range of values; nil if unlimited.
  public var range: ClosedRange<Double>? {
    switch self {
    case .rotate, .hue: nil
    case .size: Brush.sizes
    case .opacity: 0...1
    case .zoom: View.zooms
    }
  }

  // MARK: Turns

  /// The dial's angle for a value, degrees.
  public func degrees(of value: Double) -> Double {
    switch self {
    case .rotate, .hue: value
    case .opacity: value * 360
    case .size: log(value / Self.neutralSize) / log(Self.ratioPerTurn) * 360
    case .zoom: log(value) / log(Self.ratioPerTurn) * 360
    }
  }

  /// The value for an angle, degrees; within `range`.
  public func value(atDegrees degrees: Double) -> Double {
    let value =
      switch self {
      case .rotate, .hue: degrees
      case .opacity: degrees / 360
      case .size: Self.neutralSize * pow(Self.ratioPerTurn, degrees / 360)
      case .zoom: pow(Self.ratioPerTurn, degrees / 360)
      }
    return range.map { max($0.lowerBound, min($0.upperBound, value)) } ?? value
  }

  /// The range of angles, degrees; nil if unlimited.
  public var degreesRange: ClosedRange<Double>? {
    range.map { degrees(of: $0.lowerBound)...degrees(of: $0.upperBound) }
  }

  /// Degrees for one notch of a wheel: a third of a doubling for logarithmic modes.
  public var wheelStep: Double {
    switch self {
    case .rotate, .hue: 5
    case .size, .zoom: 40
    case .opacity: 18
    }
  }

  /// Degrees for an arrow key.
  public var keyStep: Double {
    switch self {
    case .rotate, .hue: 1
    case .size, .zoom: 10
    case .opacity: 3.6
    }
  }

  /// Degrees between snapping angles: 15 degrees, doublings, tenths.
  public var snapStep: Double {
    switch self {
    case .rotate, .hue: 15
    case .size, .zoom: 120
    case .opacity: 36
    }
  }

  // MARK: Text

  /// The value as text. Rotations are wrapped into 0 <= v < 360, with one decimal, rounded half up
  /// ("354.0°").
  public func shown(_ value: Double) -> String {
    switch self {
    case .rotate:
      let tenths = Self.tenths(ofDegrees: value)
      return "\(tenths / 10)\(Language.decimalSeparator)\(tenths % 10)°"
    case .size: return Self.shown(size: value)
    case .opacity: return Self.shown(share: value)
    case .zoom: return StatusReadings.shown(zoom: value)
    case .hue: return "\((Self.tenths(ofDegrees: value) + 5) / 10 % 360)°"
    }
  }

  /// "12 px": whole px from 10 on, else one decimal unless it is 0.
  static func shown(size: Double) -> String {
    guard size.isFinite, size >= 0 else { return "" }
    let tenths = (min(size, 1e6) * 10).rounded(.toNearestOrAwayFromZero)
    if tenths >= 100 || tenths.truncatingRemainder(dividingBy: 10) == 0 {
      return "\(Int((tenths / 10).rounded(.toNearestOrAwayFromZero))) px"
    }
    return "\(Int(tenths) / 10)\(Language.decimalSeparator)\(Int(tenths) % 10) px"
  }

  static func shown(share: Double) -> String {
    guard share.isFinite else { return "" }
    return "\(Int((max(0, min(1, share)) * 100).rounded(.toNearestOrAwayFromZero))) %"
  }

  /// A rotation in whole tenths of a degree, 0 ..< 3600, rounded half up; 0 for NaN and infinity.
  public static func tenths(ofDegrees degrees: Double) -> Int {
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    guard turn.isFinite else { return 0 }
    let positive = turn < 0 ? turn + 360 : turn
    // Not negative here, so "away from zero" is "up"; floor(x + 0.5) would err just below a half.
    return Int((positive * 10).rounded(.toNearestOrAwayFromZero)) % 3600
  }
}
