/// The resolution of a drawing on paper, pixels per inch; positive.
public struct Resolution: Hashable, Sendable {
  /// Horizontal resolution.
  public var x: Double
  /// Vertical resolution.
  public var y: Double

  /// Creates a resolution; the default is 72, as in OpenRaster.
  public init(x: Double = 72, y: Double = 72) { (self.x, self.y) = (x, y) }
}
