/// What a setting of a MyPaint brush may depend on. The raw value is the number that libmypaint 1.6
/// has for it.
public enum MyPaintInput: Int, CaseIterable, Hashable, Sendable {
  case pressure, speed1, speed2, random, stroke, direction, tiltDeclination, tiltAscension, custom, directionAngle
  case attackAngle, tiltDeclinationx, tiltDeclinationy, gridmapX, gridmapY, viewzoom, barrelRotation, brushRadius

  /// The name in files.
  public var name: String { Self.names[rawValue] }

  /// The input of a name; nil where there is none.
  public init?(named name: String) {
    guard let number = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: number)
  }

  /// The greatest absolute value of `custom`, which a brush can feed back to itself. Files have
  /// -5...5.
  public static let customLimit: Float = 1000

  /// The values that an editor of curves shows, as libmypaint 1.6 describes them. One differs: the
  /// library gives barrel rotations of 0...360, not -180...180.
  public var usualRange: ClosedRange<Float> {
    switch self {
    case .pressure, .random, .stroke: 0...1
    case .speed1, .speed2: 0...4
    case .direction: 0...180
    case .tiltDeclination: 0...90
    case .tiltDeclinationx, .tiltDeclinationy: -90...90
    case .tiltAscension, .attackAngle: -180...180
    case .directionAngle, .barrelRotation: 0...360
    case .custom: -10...10
    case .gridmapX, .gridmapY: 0...256
    case .viewzoom: -2.77...4.15
    case .brushRadius: -2...6
    }
  }

  // In the order of the cases.
  private static let names = [
    "pressure", "speed1", "speed2", "random", "stroke", "direction", "tilt_declination", "tilt_ascension", "custom",
    "direction_angle", "attack_angle", "tilt_declinationx", "tilt_declinationy", "gridmap_x", "gridmap_y",
    "viewzoom", "barrel_rotation", "brush_radius",
  ]
}
