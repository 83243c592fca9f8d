import Geometry
import Ink

/// Numbers of scripts in the units of the user, with the fewest digits that give the same number again.
enum ScriptNumber {
  /// A share of a greatest whole number.
  static func share(_ number: Int, of most: Int) -> Double {
    for unit in [1e2, 1e3, 1e4, 1e5] {
      let share = (Double(number) / Double(most) * unit).rounded() / unit
      if whole(share, of: most) == number { return share }
    }
    return Double(number) / Double(most)
  }

  /// The whole number that is a share of the greatest one.
  static func whole(_ share: Double, of most: Int) -> Int { Int((share * Double(most)).rounded()) }

  /// An angle in degrees; nil if no number of degrees gives exactly this angle.
  static func degrees(_ radians: Double) -> Double? {
    let degrees = Angle(radians: radians).degrees
    return first(near: degrees) { Angle(degrees: $0).radians == radians }
  }

  /// The angle of a pen from upright, degrees; nil if no number of degrees gives exactly this altitude.
  static func tilt(ofAltitude radians: Double) -> Double? {
    first(near: 90 - Angle(radians: radians).degrees) { altitude(ofTilt: $0) == radians }
  }

  /// Radians, from a tilt in degrees.
  static func altitude(ofTilt degrees: Double) -> Double { Angle(degrees: 90 - degrees).radians }

  /// The width of a brush at full pressure; nil if no width gives exactly its size.
  static func width(of brush: Brush) -> Double? {
    first(near: brush.fullWidth) {
      Brush.sizes.contains($0) && ScriptBrushes.alike(brush).resized(toFullWidth: $0).size == brush.size
    }
  }

  /// The first number that holds of one with few decimals, the number itself and those beside it.
  private static func first(near number: Double, where holds: (Double) -> Bool) -> Double? {
    guard number.isFinite else { return nil }
    let short = [1.0, 1e3].map { (number * $0).rounded() / $0 }
    return (short + [number, number.nextUp, number.nextDown]).first(where: holds)
  }
}
