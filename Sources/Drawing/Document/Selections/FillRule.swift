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
  /// A fill of the active layer within the selection.
  /// - Parameter seen: the part of an endless canvas that the window shows, px.
  package init(
    on document: borrowing Document, at place: Point, colour: UInt32, opacity: UInt8, erases: Bool = false,
    _ settings: FillSettings, seen: PixelRect
  ) {
    self.init(
      surface: document.activeSurface, place: place, colour: colour, opacity: opacity, filling: settings,
      limit: document.fillLimit(seen, around: place), selection: document.selection)
    self.erases = erases
  }

  /// The pixels that it may change.
  /// - Parameter area: what it reached.
  package func painted(around area: Mask, on document: borrowing Document) -> Region {
    Region(
      area.bounds.grown(by: (erases ? AreaPainter.reach(filling.under) : filling.reach)).intersection(document.bounds))
  }

  /// Whether its limit stopped it on an endless canvas.
  /// - Parameter reached: the bounds of the area that it reached.
  package func isCut(at reached: PixelRect, on document: borrowing Document) -> Bool {
    limit != document.bounds && selection == nil
      && (reached.minX == limit.minX || reached.minY == limit.minY || reached.maxX == limit.maxX
        || reached.maxY == limit.maxY)
  }

  /// The pixels of a drawing that look like those at its place; nil if that is outside of the canvas.
  package func similar(on document: Document) -> LazyMask? {
    AreaFill.similar(
      to: place, on: ground(of: document), tolerance: filling.tolerance, limit: limit.intersection(document.bounds))
  }

  /// The pixels that it would reach; nil if its place is outside the limit or not selected.
  package func reached(on document: Document) -> Mask? { area(on: document)?.area }

  /// The pixels where others show no lines; all if only the pixels that are filled count.
  package func free(on document: Document) -> LazyMask {
    guard let others = others(of: document) else {
      return LazyMask(Mask(width: document.width, height: document.height, isFull: true))
    }
    let sample = FillSample(showing: others, on: document.activeImage)
    return ColourDistances(in: sample, to: others.ground, limit: limit.intersection(document.bounds))
      .similar(tolerance: filling.tolerance)
  }

  /// What it paints on a drawing whose active pixels it fills; nil if its place is outside the limit or not selected.
  /// - Parameter known: the lines that an earlier fill found; then those of this one.
  func work(on document: Document, _ known: inout FillMemory.Found?) -> (any FillWork)? {
    // Nothing of older drawings erases.
    switch erases ? .joints : filling.rule {
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

  /// The areas that fills with these settings can have.
  /// - Parameter countsOwn: whether pixels that have a colour are in no area, where others show the lines.
  func areas(on document: Document, countsOwn: Bool = true) -> LineAreas {
    let others = others(of: document)
    // However little is seen of it, what has a colour is none.
    let own = others == nil || countsOwn ? FillSample(of: document, .layer) : nil
    let ground = FillGround(
      lines: others.map { FillSample(showing: $0, on: document.activeImage) }, own: own, image: document.activeImage)
    let colours = (lines: others?.ground ?? 0, own: UInt32(0))
    return LineAreas(
      on: ground, colours: colours, tolerance: filling.tolerance, gap: filling.gap, within: selection,
      limit: limit.intersection(document.bounds))
  }

  /// Has a drawing keep lines for the next fill with these settings.
  func remember(_ lines: ComparedLines?, on document: borrowing Document) {
    guard let lines, let others = others(of: document) else { return }
    let found = FillMemory.Found(picture: FillMemory.Picture(others), lines: lines)
    document.fillMemory.use { $0 = found }
  }

  func painter(of area: AreaFill) -> AreaPainter {
    AreaPainter(area, colour: colour, opacity: opacity, under: filling.under, erases: erases)
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
    // It is remembered for the next fill: without what keeps the drawing alive.
    (others.history, others.baggage, others.fillMemory) = (History(), FileBaggage(), FillMemory())
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
