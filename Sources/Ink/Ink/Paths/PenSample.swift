import Geometry

/// The kind of pointer.
public enum Tool: UInt8, Sendable, Hashable, CaseIterable {
  /// The writing end of a pen.
  case pen
  /// The eraser end of a pen.
  case eraser
  /// A mouse or another pointer without pressure.
  case mouse
  /// A finger.
  case touch
}

/// One reading of a pen.
///
/// A plain value of fixed size; making one allocates nothing. Values that a device does not measure
/// have the neutral value named with each property.
@frozen public struct PenSample: Hashable, Sendable {
  /// Position of the tip, px of the receiver's space (window or canvas), finite.
  public var position: Point
  /// Time, s, since a fixed origin of the session. Never decreases in a stroke.
  public var time: Double
  /// Pressure, 0 ... 1 (the device's maximum). A mouse reports 0.5 while pressed.
  public var pressure: Double
  /// Angle between pen and surface: pi/2 upright or unknown, 0 flat.
  public var altitude: Angle
  /// Direction in which the pen leans, seen from the tip: 0 right, pi/2 down the screen. 0 if it is
  /// unknown or the pen is upright.
  public var azimuth: Angle
  /// Rotation of the barrel, clockwise seen from above; 0 where its buttons face up the screen; nil
  /// where it is not measured.
  public var roll: Angle?
  /// The kind of pointer.
  public var tool: Tool

  /// A sample by its values; the defaults are those of an upright pen of half pressure.
  @inlinable public init(
    position: Point, time: Double, pressure: Double = 0.5, altitude: Angle = .quarterTurn, azimuth: Angle = .zero,
    roll: Angle? = nil, tool: Tool = .pen
  ) {
    self.position = position
    self.time = time
    self.pressure = pressure
    self.altitude = altitude
    self.azimuth = azimuth
    self.roll = roll
    self.tool = tool
  }

  /// The sample in another space. Tilt and roll are turned and mirrored with the position.
  public func mapped(by map: Affine) -> PenSample {
    var s = self
    s.position = map(position)
    if altitude < .quarterTurn { s.azimuth = map(Vector(length: 1, direction: azimuth)).direction }
    if let roll {
      // A mirrored space reverses the direction of roll.
      let buttons = map(Vector(length: 1, direction: roll - .quarterTurn)).direction
      s.roll = (buttons + .quarterTurn).wrapped
    }
    return s
  }
}
