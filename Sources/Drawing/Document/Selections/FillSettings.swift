import Geometry
import Pixels
import Raster

/// The settings of a fill.
public struct FillSettings: Sendable, Hashable {
  /// The largest difference of a premultiplied channel from the start, 0 ... 255.
  public var tolerance: Int
  /// The widest gap in a line that stops the fill, px, in `gaps`; 0 stops at no gap.
  public var gap: Int
  /// Whose colours are compared.
  public var source: FillSource

  /// How far the fill goes on below lines, px, in `unders`; negative for how far from them it ends.
  public var under: Int
  /// How it finds its area.
  public var rule: FillRule

  /// The range of gaps, px.
  public static let gaps = 0...100
  /// The range of `under`, px.
  public static let unders = AreaPainter.unders

  /// Makes a filling from its values, clamped.
  public init(
    tolerance: Int = 32, gap: Int = 0, source: FillSource = .all, under: Int = 2, rule: FillRule = .joints
  ) {
    self.under = max(Self.unders.lowerBound, min(Self.unders.upperBound, under))
    self.rule = rule
    self.tolerance = max(0, min(255, tolerance))
    self.gap = max(Self.gaps.lowerBound, min(Self.gaps.upperBound, gap))
    self.source = source
  }
}

extension Document {
  /// Fills the area around a place with a colour 0xRRGGBB, or empties it, within the selection, as an edit. The
  /// fill ends under the surrounding lines, see `FillPainter`. Returns the pixels that may have
  /// changed; nil if the place is outside the canvas or not selected.
  ///
  /// On an endless canvas, the fill stays within whole tiles around what is drawn and around
  /// `seen`. `isCut` tells whether that stopped it.
  public mutating func fill(
    at place: Point, colour: UInt32, opacity: UInt8 = 255, erases: Bool = false, _ filling: FillSettings,
    seen: PixelRect, isCut: inout Bool
  ) -> Region? {
    let fill = Filling(
      on: self, at: place, colour: colour, opacity: opacity, erases: erases, filling, seen: seen)
    guard let area = self.fill(fill) else { return nil }
    isCut = fill.isCut(at: area.bounds, on: self)
    return fill.painted(around: area, on: self)
  }

  /// The tiles that a fill looked at, of all layers that it samples.
  private func reads(of fill: Filling, _ work: any FillWork) -> TileSet {
    let sampled = fill.filling.source.isMerged ? layers.filter { $0.isVisible }.surfaces : []
    return TileSet(sampled + [fill.surface], atMost: work.readTiles.union(work.knownTiles))
  }

  /// Fills as an edit. The active layer and the selection stay. Returns the area; nil if it does not fit the drawing, or the
  /// place is outside the limit or not selected.
  /// - Parameter enlargement: if the fill is one of a smaller drawing.
  package mutating func fill(_ fill: Filling, by enlargement: Enlargement? = nil) -> Mask? {
    guard index(of: fill.surface) != nil else { return nil }
    let mask = fill.selection.map { enlargement?.mask($0) ?? $0 }
    guard mask.map(fits) ?? true else { return nil }
    return on(fill.surface, within: mask) { document in
      document.fillMemory.use { known in
        let work = enlargement.map { $0.work(of: fill, on: document) } ?? fill.work(on: document, &known)
        return work.map { document.paint($0, of: fill, within: mask) }
      }
    }
  }

  /// Paints on the active layer as an edit. Returns the area.
  private mutating func paint(_ work: any FillWork, of fill: Filling, within mask: Mask?) -> Mask {
    let writer = write(work, of: fill, within: mask)
    record(.fill(fill), by: writer, reads: reads(of: fill, work), evenIdle: true)
    return work.area
  }

  private mutating func write(_ work: any FillWork, of fill: Filling, within mask: Mask?) -> LayerWriter {
    // The area has no pixels beyond hard edges.
    let limit = mask.flatMap { $0.isHard ? nil : CoverageLimit($0) }
    var writer = LayerWriter(to: fill.surface, limit: limit, keepsAlpha: keepsAlpha(of: fill.surface))
    // Where the layer is transparent, a fill goes below its ink, and there is no room.
    for index in work.tiles where !(writer.keepsAlpha && (work.isGroundClear || fill.erases)) {
      writer.write(activeImage.bounds(ofTile: index), ofTile: index, of: &activeImage) { image, _ in
        work.paint(tile: index, of: &image)
      }
    }
    return writer
  }

  /// Shows a fill of the active layer without an edit. Returns the pixels that may differ from those before it.
  /// - Parameter before: the layer's pixels before it.
  package mutating func preview(_ fill: Filling, on before: TileGrid) -> Region {
    activeImage = before
    return fillMemory.use { known in
      guard let work = fill.work(on: self, &known) else { return Region() }
      _ = write(work, of: fill, within: fill.selection)
      return fill.painted(around: work.area, on: self)
    }
  }
}

extension Document {
  /// Fills as above; the part of an endless canvas that the window shows does not count.
  public mutating func fill(
    at place: Point, colour: UInt32, opacity: UInt8 = 255, erases: Bool = false, _ filling: FillSettings
  ) -> Region? {
    var isCut = false
    return fill(at: place, colour: colour, opacity: opacity, erases: erases, filling, seen: .empty, isCut: &isCut)
  }

  /// The largest area that a fill of an endless canvas can search, px².
  private static let largestFill = 1 << 28

  /// The part of the canvas that a fill searches: of an endless one the selection, or what is drawn and seen.
  /// Where that is too large, only what is seen, or some px around the place.
  package func fillLimit(_ seen: PixelRect = .empty, around place: Point) -> PixelRect {
    guard isEndless else { return bounds }
    if let selection { return tiled(selection.bounds) }
    let all = tiled(drawnBounds.union(seen))
    if all.area <= Self.largestFill { return all }
    if !seen.isEmpty { return tiled(seen) }
    guard place.isFinite, Rect(bounds).contains(place) else { return .empty }
    return tiled(PixelRect(x: Int(place.x), y: Int(place.y), width: 1, height: 1).grown(by: 2048))
  }
}

extension FillSettings {
  /// The pixels that are connected with a place.
  func area(around place: Point, within open: LazyMask, limit: PixelRect) -> Mask {
    switch rule {
    case .squares:
      return FillArea.reached(from: place, within: open, gap: min(gap, LazyMask.largestSquare - 1))
    case .joints:
      return ClosedLines(open, in: AreaFill.searched(around: place, limit), gap: gap).area(
        around: place, within: open)
    }
  }

  /// The largest distance between a pixel of the area and one that is painted, px.
  var reach: Int { rule == .squares ? FillPainter.growth : AreaPainter.reach(under) }
}
