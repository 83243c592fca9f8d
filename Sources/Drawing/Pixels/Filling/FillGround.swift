import Raster

/// The pictures in which a fill finds its area. What it fills is apart from what shows lines beside that, so that a fill over
/// another one finds the same area again.
public struct FillGround {
  /// What shows lines beside the pixels that are filled; nil if only those count.
  public let lines: FillSample?
  /// The pixels that are filled; nil if they do not count.
  public let own: FillSample?
  /// The pixels that are filled, whether they count or not.
  public let image: TileGrid

  /// At least one of both pictures counts.
  public init(lines: FillSample?, own: FillSample?, image: TileGrid) {
    precondition(lines != nil || own != nil, "something to compare")
    (self.lines, self.own, self.image) = (lines, own, image)
  }
}
