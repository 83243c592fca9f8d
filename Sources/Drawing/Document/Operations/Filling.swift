import Geometry
import Raster

/// A fill of the area around a place.
public struct Filling: Sendable, Hashable {
  /// The layer that is filled.
  public var surface: SurfaceID
  /// Where it begins, canvas px.
  public var place: Point
  /// The colour, 0xRRGGBB.
  public var colour: UInt32
  /// The opacity, 0...255.
  public var opacity: UInt8
  /// Tolerance, gaps and what is sampled.
  public var filling: FillSettings
  /// The part of the canvas in which it searches, canvas px: whole tiles, or the whole canvas.
  public var limit: PixelRect
  /// The mask that limits it; nil for none.
  public var selection: Mask?
  /// Whether the area is emptied, instead of getting the colour.
  public var erases = false

  package init(
    surface: SurfaceID, place: Point, colour: UInt32, opacity: UInt8, filling: FillSettings, limit: PixelRect,
    selection: Mask? = nil
  ) {
    (self.surface, self.place, self.colour, self.opacity) = (surface, place, colour, opacity)
    (self.filling, self.limit, self.selection) = (filling, limit, selection)
  }
}
