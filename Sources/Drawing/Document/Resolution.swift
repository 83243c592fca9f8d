/// How many pixels of a drawing are to make an inch of paper, across and down; above 0.
public struct Resolution: Hashable, Sendable {
  /// Across.
  public var x: Double
  /// Down.
  public var y: Double

  /// By its values; 72 both ways, as OpenRaster has it, where nothing else is said.
  public init(x: Double = 72, y: Double = 72) { (self.x, self.y) = (x, y) }
}
