import Geometry
import Pixels
import Raster

/// How a fill finds its area. Fills of older drawings keep the rule that they were made by.
public enum FillRule: String, Sendable, CaseIterable {
  /// A square that is one px wider than the gap moves through what is similar (`FillArea`).
  case squares
  /// Joints close gaps between the ends of lines (`AreaFill`).
  case joints
}

extension Filling {
  /// What it paints on a drawing whose active pixels it fills; nil if its place is outside the limit or not selected.
  /// - Parameter known: the lines that an earlier fill found; then those of this one.
  func work(on document: Document, _ known: inout FillMemory.Found?) -> (any FillWork)? {
    switch filling.rule {
    case .squares: squareArea(on: document).map { FillPainter($0, colour: colour, opacity: opacity) }
    case .joints: area(on: document, &known).map { painter(of: $0) }
    }
  }

  /// The area that it reaches by joints.
  func area(on document: Document) -> AreaFill? {
    var nothing: FillMemory.Found?
    return area(on: document, &nothing)
  }

  private func area(on document: Document, _ known: inout FillMemory.Found?) -> AreaFill? {
    let others = others(of: document)
    // Without gaps a fill looks at few tiles, and is to say which.
    let picture = filling.gap > 0 ? others.map { FillMemory.Picture($0) } : nil
    let area = AreaFill(
      at: place, on: ground(of: document, others), tolerance: filling.tolerance, gap: filling.gap,
      within: document.selection, limit: limit.intersection(document.bounds),
      known: known.flatMap { $0.picture == picture ? $0.lines : nil })
    if let picture, let lines = area?.lines { known = FillMemory.Found(picture: picture, lines: lines) }
    return area
  }

  /// The area that it reaches by squares.
  func squareArea(on document: Document) -> FillArea? {
    FillArea(
      at: place, in: FillSample(of: document, filling.source), tolerance: filling.tolerance,
      gap: min(filling.gap, LazyMask.largestSquare - 1), within: document.selection,
      limit: limit.intersection(document.bounds))
  }

  func painter(of area: AreaFill) -> AreaPainter {
    AreaPainter(area, colour: colour, opacity: opacity, under: filling.under)
  }

  /// The pictures that it compares.
  func ground(of document: Document) -> FillGround { ground(of: document, others(of: document)) }

  private func ground(of document: Document, _ others: Document?) -> FillGround {
    let image = document.activeImage
    guard let others else { return FillGround(lines: nil, own: FillSample(of: document, .layer), image: image) }
    let references = filling.source == .reference ? document.layers.visibleReferences : []
    let counts = references.isEmpty || references.contains(document.activeLayer)
    return FillGround(
      lines: FillSample(showing: others, on: image), own: counts ? ownLook(on: document) : nil, image: image)
  }

  /// What shows lines beside the pixels that are filled; nil if only those count.
  private func others(of document: Document) -> Document? {
    if filling.source == .layer { return nil }
    var others = filling.source.picture(of: document)
    others.takesNotes = false
    // A mask is no part of the picture: all layers are beside it.
    if document.activeSurface.plane == .pixels {
      var layers = others.layers
      layers[document.activeLayer].isVisible = false
      others.setLayers(layers)
    }
    return others
  }

  /// The active pixels as they look on the paper; a mask as it is.
  private func ownLook(on document: Document) -> FillSample {
    if document.activeSurface.plane == .mask { return FillSample(of: document, .layer) }
    var alone = document
    alone.takesNotes = false
    alone.show(only: document.layers[document.activeLayer])
    alone.showPaper(document.isPaperShown)
    return FillSample(showing: alone, on: document.activeImage)
  }
}
