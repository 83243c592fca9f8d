import Geometry
import Language

/// What the status strip is told; what is nil is not shown.
public struct StatusReadings: Sendable, Hashable {
  /// The view's magnification: 1 is a window px for a canvas px.
  public var zoom: Double?
  /// The view's rotation in degrees, any finite value.
  public var rotation: Double?
  /// The pen's pressure, 0...1, while a pen is near.
  public var pressure: Double?
  /// How far the pen leans from upright, 0 ... pi/2, and whither (0 right, clockwise).
  public var tilt: Tilt?
  /// Seconds from a pen's sample to its ink.
  public var latency: Double?

  /// How a pen leans.
  public struct Tilt: Sendable, Hashable {
    /// Angle from the surface's perpendicular, 0 upright.
    public var lean: Angle
    /// Direction in which the pen leans, seen from the tip: 0 right, positive clockwise on the screen.
    public var azimuth: Angle

    /// A tilt by its parts.
    public init(lean: Angle, azimuth: Angle) {
      self.lean = lean
      self.azimuth = azimuth
    }
  }

  /// Readings by their parts.
  public init(
    zoom: Double? = nil, rotation: Double? = nil, pressure: Double? = nil, tilt: Tilt? = nil, latency: Double? = nil
  ) {
    self.zoom = zoom
    self.rotation = rotation
    self.pressure = pressure
    self.tilt = tilt
    self.latency = latency
  }

  /// "50 %": whole per cents from 10 on, one decimal below.
  static func shown(zoom: Double) -> String {
    guard zoom.isFinite, zoom >= 0 else { return "" }
    let tenths = (min(zoom, 1e6) * 1000).rounded(.toNearestOrAwayFromZero)
    if tenths >= 100 || tenths.truncatingRemainder(dividingBy: 10) == 0 {
      return "\(Int((tenths / 10).rounded(.toNearestOrAwayFromZero))) %"
    }
    return "\(Int(tenths) / 10)\(Language.decimalSeparator)\(Int(tenths) % 10) %"
  }

  /// "34°".
  static func shown(lean: Angle) -> String {
    let degrees = lean.degrees
    return degrees.isFinite ? "\(Int(max(0, min(90, degrees)).rounded()))°" : ""
  }

  /// "0.6 ms".
  static func shown(latency: Double) -> String {
    guard latency.isFinite, latency >= 0 else { return "" }
    let tenths = Int((min(latency, 100) * 10_000).rounded(.toNearestOrAwayFromZero))
    return "\(tenths / 10)\(Language.decimalSeparator)\(tenths % 10) ms"
  }
}
