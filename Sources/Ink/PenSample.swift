import Geometry

/// The kind of thing that touches the surface.
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

/// One reading of a pen: where it was, how it was held and how hard it was pressed at one moment.
///
/// A sample is a plain value of fixed size, kept in reused arrays; making one allocates nothing. What a device does not
/// measure has the neutral value that is named with each property, so that brushes need no special case.
@frozen public struct PenSample: Hashable, Sendable {
  /// Where the tip was, in px of the space that the receiver works in (window or canvas), finite.
  public var position: Point
  /// When, in seconds since an origin that is fixed for the session (not the epoch). Never decreases in a stroke.
  public var time: Double
  /// How hard the tip was pressed, 0 (not at all) ... 1 (the device's maximum). A mouse reports 0.5 while pressed.
  public var pressure: Double
  /// Angle between the pen and the surface: pi/2 upright (also where tilt is unknown), 0 lying flat.
  public var altitude: Angle
  /// Direction in which the pen leans, seen from the tip: 0 right, pi/2 towards the user (down the screen).
  /// 0 where it is unknown or the pen is upright.
  public var azimuth: Angle
  /// Rotation of the barrel, clockwise seen from above, 0 where its buttons face away from the user (up the screen); nil
  /// where the pen does not measure it.
  public var roll: Angle?
  /// What touched.
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
}
