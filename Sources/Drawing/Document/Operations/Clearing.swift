import Raster

/// The removal of a layer's paint.
public struct Clearing: Sendable, Hashable {
  /// The layer.
  public var layer: Layer.ID
  /// The pixels that are cleared; nil for all.
  public var selection: Mask?
}
