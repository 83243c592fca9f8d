import Geometry

/// The view in which a stroke is drawn. Some brushes depend on it.
public struct MyPaintView: Hashable, Sendable {
  /// Window px for each canvas px.
  public var zoom: Double
  /// Rotation from canvas to window, clockwise on the screen.
  public var rotation: Angle
  /// Whether the canvas is mirrored, left to right, before it is rotated.
  public var isMirrored: Bool

  /// Creates a view; the defaults are those of a view that changes nothing.
  public init(zoom: Double = 1, rotation: Angle = .zero, isMirrored: Bool = false) {
    (self.zoom, self.rotation, self.isMirrored) = (zoom, rotation, isMirrored)
  }
}
