import Geometry
import Ink
import Language

/// A sample of a pen in a script: `[x, y, pressure, tilt, azimuth, rotation, time]`.
enum ScriptSample {
  /// The pressure of a sample that has none.
  static let pressure = 1.0
  /// The time between samples that have none, s.
  static let interval = 0.01

  static var form: String {
    translated("a list of [x, y, pressure, tilt, azimuth, rotation, time], where all after y may be missing")
  }

  /// Reads a sample, whose position and pressure may be out of range; nil if it is none.
  /// - Parameters:
  ///   - isRadians: whether angles are in radians, and the tilt is the altitude.
  ///   - last: the sample before.
  static func read(_ value: JSONValue, isRadians: Bool, after last: PenSample?) -> PenSample? {
    guard case .list(let items) = value, (2...8).contains(items.count) else { return nil }
    var numbers: [Double?] = []
    for item in items.prefix(7) {
      switch item {
      case .number(let number): numbers.append(number)
      case .null: numbers.append(nil)
      default: return nil
      }
    }
    func number(_ index: Int) -> Double? { index < numbers.count ? numbers[index] : nil }
    guard let x = number(0), let y = number(1) else { return nil }
    func angle(_ number: Double) -> Angle { isRadians ? Angle(radians: number) : Angle(degrees: number) }
    var sample = PenSample(
      position: Point(x, y), time: number(6) ?? last.map { $0.time + interval } ?? 0, pressure: number(2) ?? pressure)
    if let tilt = number(3) {
      sample.altitude = Angle(radians: isRadians ? tilt : ScriptNumber.altitude(ofTilt: tilt))
    }
    sample.azimuth = number(4).map(angle) ?? .zero
    sample.roll = number(5).map(angle)
    if items.count == 8 {
      guard case .text(let word) = items[7], let tool = Tool.allCases.first(where: { "\($0)" == word }) else {
        return nil
      }
      sample.tool = tool
    }
    var placed = sample
    placed.position = .zero
    return placed.isPossible ? sample : nil
  }
}
