import Geometry
import Ink
import Raster

/// Pixels that are put on a layer at another place, size or angle: those of a selection, which are
/// lifted off the layer first, or pasted ones. The selection moves along.
public struct Placing: Sendable, Equatable {
  /// Where the pixels come from.
  public enum Source: Sendable, Equatable {
    /// The layer's own pixels in a mask.
    case lifted(Mask)
    /// Pixels from elsewhere.
    case pasted(Clipping)
  }

  /// The layer.
  public var surface: SurfaceID
  /// Where the pixels come from.
  public var source: Source
  /// How they are placed.
  public var placement: Placement
  /// The map from the original to the new positions: that of `placement` as it was computed when it
  /// was done. Angles are computed slightly differently by other systems.
  public var map: Affine
  /// The strokes that the placed pixels consist of, mapped by `map`: they are drawn again instead of the pixels, so that they
  /// stay crisp. Empty where pixels are placed.
  public var strokes: [StrokeRecord] = []

  package init(
    surface: SurfaceID, source: Source, placement: Placement, map: Affine, strokes: [StrokeRecord] = []
  ) {
    (self.surface, self.source, self.placement, self.map) = (surface, source, placement, map)
    self.strokes = strokes
  }

  /// Whether the strokes could have been recorded by `WholeStrokes`.
  package var hasPossibleStrokes: Bool {
    !strokes.isEmpty
      && strokes.allSatisfy {
        $0.brush.paint == nil && !$0.brush.usesChance && $0.brush.paper == nil && $0.selection == nil
      }
      && strokes.reduce(0) { $0 + $1.samples.count } <= WholeStrokes.mostSamples
  }

  /// Whether pixels come from elsewhere.
  public var isPaste: Bool { if case .pasted = source { true } else { false } }
}
