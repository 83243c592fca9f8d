import Geometry
import Paint
import Raster

/// What a drawing shows and its history lacks: a stroke in progress or a floating selection.
///
/// A journal has it, so that it survives the end of the process. It is no edit until it is finished.
public enum UnfinishedWork: Sendable {
  case stroke(StrokeRecord)
  case floating(Floating)

  /// A floating selection.
  public struct Floating: Sendable {
    /// The pixels that it floats over.
    public var surface: SurfaceID
    /// Its pixels; for a lifted selection only its mask counts.
    public var clipping: Clipping
    /// Whether it was lifted off the layer, not pasted.
    public var isLifted: Bool
    /// Its placement.
    public var placement: Placement

    package init(surface: SurfaceID, clipping: Clipping, isLifted: Bool, placement: Placement) {
      (self.surface, self.clipping, self.isLifted, self.placement) = (surface, clipping, isLifted, placement)
    }
  }
}

extension Document {
  /// The floating selection with what brings it back; nil for none.
  public var floatingWork: UnfinishedWork.Floating? {
    floating.map {
      UnfinishedWork.Floating(
        surface: activeSurface, clipping: $0.clipping, isLifted: $0.isLifted, placement: $0.placement)
    }
  }

  /// Takes up unfinished work: draws the stroke as an edit, or lets the selection float again.
  /// Returns the pixels that may have changed. Work that does not fit the drawing changes nothing.
  public mutating func resume(_ work: UnfinishedWork, filler: CoverageFiller) -> Region {
    switch work {
    case .stroke(let record):
      let region = draw(record, filler: filler)
      if region != nil {
        _ = activate(record.surface.layer)
        drawOn(record.surface)
      }
      return region ?? Region()
    case .floating(let work):
      guard image(of: work.surface) != nil else { return Region() }
      _ = activate(work.surface.layer)
      drawOn(work.surface)
      guard work.isLifted else {
        _ = float(work.clipping)
        return place(work.placement)
      }
      guard (work.clipping.mask.width, work.clipping.mask.height) == (width, height) else { return Region() }
      if selection == nil { selection = work.clipping.mask }
      var region = lift() ? place(work.placement) : Region()
      if let floating { region.add(floating.writer.region(of: activeImage)) }
      return region
    }
  }

  /// Takes up unfinished work and finishes it: a floating selection is merged into its layer.
  public mutating func finish(_ work: UnfinishedWork, filler: CoverageFiller) {
    _ = resume(work, filler: filler)
    _ = drop()
  }
}
