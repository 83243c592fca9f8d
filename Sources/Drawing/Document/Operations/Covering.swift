import Raster

/// Paint over all pixels of a layer, or over the selected ones.
public struct Covering: Sendable, Hashable {
  /// The pixels.
  public var surface: SurfaceID
  /// The pixels that are covered; nil for all.
  public var selection: Mask?
  /// The colour, 0xRRGGBB.
  public var colour: UInt32
  /// The opacity, 0...255.
  public var opacity: UInt8

  package init(surface: SurfaceID, selection: Mask? = nil, colour: UInt32, opacity: UInt8) {
    (self.surface, self.selection, self.colour, self.opacity) = (surface, selection, colour, opacity)
  }
}
