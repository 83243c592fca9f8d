import Geometry
import Language
import Toolkit

/// The values of the status strip; nil values are not shown.
public struct StatusReadings: Sendable, Hashable {
  /// The view's magnification, window px per canvas px.
  public var zoom: Double?
  /// The view's rotation in degrees, any finite value.
  public var rotation: Double?
  /// The tilt of a hovering pen.
  public var tilt: Tilt?
  /// Seconds from a pen's sample to its ink.
  public var latency: Double?

  /// The tilt of a pen.
  public struct Tilt: Sendable, Hashable {
    /// Angle from the surface's normal, 0 is vertical.
    public var lean: Angle
    /// Direction of the tilt, seen from the tip: 0 right, positive clockwise on the screen.
    public var azimuth: Angle

    /// Creates a tilt from its parts.
    public init(lean: Angle, azimuth: Angle) {
      self.lean = lean
      self.azimuth = azimuth
    }
  }

  /// Creates readings from their parts.
  public init(
    zoom: Double? = nil, rotation: Double? = nil, tilt: Tilt? = nil, latency: Double? = nil
  ) {
    self.zoom = zoom
    self.rotation = rotation
    self.tilt = tilt
    self.latency = latency
  }

  /// "50 %": whole percents from 10 on, one decimal below.
  static func shown(zoom: Double) -> String {
    guard zoom.isFinite, zoom >= 0 else { return "" }
    let tenths = (min(zoom, 1e6) * 1000).rounded(.toNearestOrAwayFromZero)
    if tenths >= 100 || tenths.truncatingRemainder(dividingBy: 10) == 0 {
      return "\(Int((tenths / 10).rounded(.toNearestOrAwayFromZero))) %"
    }
    return "\(Int(tenths) / 10)\(Language.decimalSeparator)\(Int(tenths) % 10) %"
  }

  static func shown(lean: Angle) -> String {
    let degrees = lean.degrees
    return degrees.isFinite ? "\(Int(max(0, min(90, degrees)).rounded()))°" : ""
  }

  static func shown(latency: Double) -> String {
    guard latency.isFinite, latency >= 0 else { return "" }
    let tenths = Int((min(latency, 100) * 10_000).rounded(.toNearestOrAwayFromZero))
    return "\(tenths / 10)\(Language.decimalSeparator)\(tenths % 10) ms"
  }
}
