import Raster

/// The removal of a layer's paint.
public struct Clearing: Sendable, Hashable {
  /// The pixels.
  public var surface: SurfaceID
  /// The pixels that are cleared; nil for all.
  public var selection: Mask?

  package init(surface: SurfaceID, selection: Mask? = nil) { (self.surface, self.selection) = (surface, selection) }
}
