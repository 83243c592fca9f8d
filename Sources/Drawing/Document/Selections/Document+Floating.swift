import Geometry
import Paint
import Raster

/// Floating selections of the active layer: lift, move, copy, drop.
extension Document {
  /// Lifts the selected pixels off the active layer into a floating selection; the drawing looks
  /// the same. Returns whether there is a floating selection: not while a group is active. A
  /// selection without ink is lifted too, so it can be moved.
  public mutating func lift() -> Bool {
    if floating != nil { return true }
    guard hasActivePixels else { return false }
    return selection.map(movable).map { lift($0) } ?? false
  }

  /// Lifts the pixels of a mask off the active layer, where nothing floats. Returns whether the mask
  /// has any.
  private mutating func lift(_ mask: Mask) -> Bool {
    guard let clipping = Clipping(of: activeImage, mask) else { return false }
    var writer = LayerWriter(to: activeSurface, limit: CoverageLimit(mask))
    for index in mask.tileIndices { writer.clear(index, of: &activeImage) }
    floating = FloatingSelection(clipping, isLifted: true, writer: writer)
    return true
  }

  /// Places pixels as an edit. The active layer stays. Returns the pixels that may have changed; nil
  /// if it does not fit the drawing.
  mutating func place(_ placing: Placing) -> Region? {
    guard index(of: placing.surface) != nil, placing.map.inverse != nil else { return nil }
    var region = drop()
    let (active, plane) = (activeLayer, activePlane)
    drawOn(placing.surface)
    defer { (activeLayer, activePlane) = (active, plane) }
    switch placing.source {
    case .lifted(let mask): guard fits(mask), lift(mask) else { return nil }
    case .pasted(let clipping):
      floating = FloatingSelection(clipping, isLifted: false, writer: LayerWriter(to: placing.surface))
    }
    floating?.strokes = placing.strokes
    floating?.place(placing.placement, map: placing.map)
    region.add(drop())
    return region
  }

  /// From this number of tiles on, a selection is lifted without the tiles that have no ink.
  private static let largestMove = 1 << 16

  /// The part of a selection that is moved. On an endless canvas a selection may be far larger than
  /// the ink in it, and moving costs by its tiles.
  private func movable(_ selection: Mask) -> Mask { movable(selection, on: activeSurface) }

  /// The same for the pixels of a surface.
  func movable(_ selection: Mask, on surface: SurfaceID) -> Mask {
    let range = TileRange(selection.bounds)
    guard isEndless, range.columns.count * range.rows.count > Self.largestMove, let image = image(of: surface) else {
      return selection
    }
    var inked = Mask(width: width, height: height)
    for tile in image.tileIndices { inked.setTile(tile, isFull: true) }
    inked.formIntersection(selection)
    return inked.isEmpty ? selection : inked
  }

  /// Makes a clipping the floating selection, unless a group is active; drops the previous one
  /// first. Returns the pixels that may have changed.
  /// - Parameters:
  ///   - translation: the distance from its original position, canvas px.
  ///   - scale: the scale factor about its middle, > 0.
  public mutating func float(_ clipping: Clipping, translation: Vector = .zero, scale: Double = 1) -> Region {
    var region = drop()
    guard hasActivePixels else { return region }
    var piece = FloatingSelection(clipping, isLifted: false, writer: LayerWriter(to: activeSurface))
    var placement = piece.placement
    placement.translation = translation
    (placement.scaleX, placement.scaleY) = (scale, scale)
    piece.place(placement)
    floating = piece
    region.add(piece.bounds.intersection(bounds))
    return region
  }

  /// Moves the floating selection. Returns the pixels that may have changed.
  public mutating func place(_ placement: Placement) -> Region {
    guard var piece = floating else { return Region() }
    var region = Region(piece.bounds.intersection(bounds))
    floating = nil
    piece.place(placement)
    floating = piece
    region.add(piece.bounds.intersection(bounds))
    return region
  }

  /// Merges the floating selection into its layer as one edit, which includes the lifting. The
  /// selection mask moves along. If it was lifted and not moved, there is no edit. Returns the
  /// pixels that may have changed.
  public mutating func drop() -> Region {
    guard var piece = floating else { return Region() }
    if piece.isUnmoved, piece.isLifted { return cancelFloating() }
    floating = nil
    let redrawn = redraw(&piece)
    var writer = piece.writer
    // Pixels that were lifted within the selection are placed anywhere.
    writer.limit = nil
    // Moved pixels take their alpha along; pasted ones are placed atop.
    writer.keepsAlpha = !piece.isLifted && keepsAlpha(of: activeSurface)
    var region = writer.region(of: activeImage)
    let shown = redrawn ?? piece
    // The interpolated pixels that were shown may reach beyond the strokes.
    region.add(piece.bounds.intersection(bounds))
    region.add(shown.bounds.intersection(bounds))
    for index in shown.tiles(on: activeImage) {
      writer.write(activeImage.bounds(ofTile: index), ofTile: index, of: &activeImage) { image, _ in
        shown.composite(ofTile: index, onto: &image)
      }
    }
    let previous = selection
    setSelection(piece.clipping.mask.mapped(by: piece.map, size: (width, height)))
    let reads = piece.isLifted ? TileSet([activeSurface], atMost: piece.clipping.mask.tileIndices) : TileSet()
    record(.place(piece.placing), by: writer, selection: .some(previous), reads: reads)
    return region
  }

  /// Draws the strokes of lifted pixels again where they would be interpolated, and notes them in `piece`. Returns what is
  /// placed instead of the pixels; nil if those are.
  private func redraw(_ piece: inout FloatingSelection) -> FloatingSelection? {
    guard piece.isLifted, !piece.isCopied, piece.strokes != [], let filler = CoverageFiller() else { return nil }
    let strokes =
      piece.strokes
      ?? WholeStrokes(of: piece.clipping, on: activeSurface, in: self, filler: filler)?.mapped(by: piece.map)
    piece.strokes = []
    guard let strokes, !strokes.isEmpty,
      let image = WholeStrokes.draw(strokes, width: width, height: height, filler: filler)
    else { return nil }
    var mask = Mask(width: width, height: height)
    for tile in image.tileIndices { mask.setTile(tile, isFull: true) }
    guard let clipping = Clipping(of: image, mask) else { return nil }
    piece.strokes = strokes
    return FloatingSelection(clipping, isLifted: false, writer: piece.writer)
  }

  /// The strokes to draw in place of lifted pixels, mapped; none where pixels are placed.
  package func wholeStrokes(of placing: Placing) -> [StrokeRecord] {
    guard case .lifted(let mask) = placing.source, !placing.map.isExact, fits(mask),
      let clipping = image(of: placing.surface).flatMap({ Clipping(of: $0, mask) }), let filler = CoverageFiller()
    else { return [] }
    return WholeStrokes(of: clipping, on: placing.surface, in: self, filler: filler)?.mapped(by: placing.map) ?? []
  }

  /// Cancels the floating selection without an edit: lifted pixels are restored exactly, pasted
  /// ones disappear. Returns the pixels that may have changed.
  public mutating func cancelFloating() -> Region {
    guard var piece = floating else { return Region() }
    floating = nil
    var region = piece.writer.revert(on: &activeImage)
    region.add(piece.bounds.intersection(bounds))
    return region
  }

  /// Copies the floating selection, else the selection of the active layer, else the whole layer.
  public func copied() -> Clipping? {
    if let piece = floating {
      var image = TileGrid(width: width, height: height)
      for index in piece.tiles(on: image) { piece.composite(ofTile: index, onto: &image) }
      return Clipping(of: image, piece.clipping.mask.mapped(by: piece.map, size: (width, height)), isCut: true)
    }
    return Clipping(of: activeImage, selection ?? mask(of: isEndless ? activeImage.paintedBounds : bounds))
  }

  /// Deletes the floating selection, or the selected pixels of the active layer, as an edit. If the alpha of
  /// the layer is locked, pasted pixels disappear and all others stay. Returns the pixels that may have
  /// changed.
  public mutating func deleteSelected() -> Region {
    if keepsAlpha(of: activeSurface) { return cancelFloating() }
    if let piece = floating {
      floating = nil
      var region = piece.writer.region(of: activeImage)
      region.add(piece.bounds.intersection(bounds))
      let clearing = Clearing(surface: activeSurface, selection: piece.clipping.mask)
      record(.clear(clearing), by: piece.writer, reads: reads(of: clearing))
      return region
    }
    return selection.flatMap { clear(Clearing(surface: activeSurface, selection: $0)) } ?? Region()
  }
}
