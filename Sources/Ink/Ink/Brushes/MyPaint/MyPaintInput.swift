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

  // In the order of the cases.
  private static let names = [
    "pressure", "speed1", "speed2", "random", "stroke", "direction", "tilt_declination", "tilt_ascension", "custom",
    "direction_angle", "attack_angle", "tilt_declinationx", "tilt_declinationy", "gridmap_x", "gridmap_y",
    "viewzoom", "barrel_rotation", "brush_radius",
  ]
}
