import Geometry
import Pixels
import Raster

/// The settings of a fill.
public struct FillSettings: Sendable, Hashable {
  /// The largest difference of a premultiplied channel from the start, 0 ... 255.
  public var tolerance: Int
  /// The widest gap in a line that stops the fill, px, in `gaps`; 0 stops at no gap.
  public var gap: Int
  /// Whether the fill compares colours of the whole drawing, instead of the active layer.
  public var samplesMerged: Bool

  /// The range of gaps, px.
  public static let gaps = 0...32

  /// Makes a filling from its values, clamped.
  public init(tolerance: Int = 32, gap: Int = 0, samplesMerged: Bool = true) {
    self.tolerance = max(0, min(255, tolerance))
    self.gap = max(Self.gaps.lowerBound, min(Self.gaps.upperBound, gap))
    self.samplesMerged = samplesMerged
  }
}

extension Document {
  /// Fills the area around a place with a colour 0xRRGGBB, within the selection, as an edit. The
  /// fill ends under the surrounding lines, see `FillPainter`. Returns the pixels that may have
  /// changed; nil if the place is outside the canvas or not selected.
  ///
  /// On an endless canvas, the fill stays within whole tiles around what is drawn and around
  /// `seen`. `isCut` tells whether that stopped it.
  public mutating func fill(
    at place: Point, colour: UInt32, opacity: UInt8 = 255, _ filling: FillSettings, seen: PixelRect, isCut: inout Bool
  ) -> Region? {
    let fill = Filling(
      surface: activeSurface, place: place, colour: colour, opacity: opacity, filling: filling,
      limit: fillLimit(seen, around: place), selection: selection)
    guard let reached = self.fill(fill) else { return nil }
    isCut =
      fill.limit != bounds && selection == nil
      && (reached.minX == fill.limit.minX || reached.minY == fill.limit.minY || reached.maxX == fill.limit.maxX
        || reached.maxY == fill.limit.maxY)
    return Region(reached.grown(by: FillPainter.reach).intersection(bounds))
  }

  /// The tiles that a fill looked at, of all layers that it samples.
  private func reads(of fill: Filling, _ area: FillArea, _ painter: FillPainter) -> TileSet {
    let sampled = fill.filling.samplesMerged ? layers.filter { $0.isVisible }.surfaces : []
    return TileSet(sampled + [fill.surface], atMost: painter.readTiles.union(area.open.knownTiles))
  }

  /// Fills as an edit. The active layer and the selection stay. Returns the bounds of the area; nil if
  /// it does not fit the drawing, or the place is outside the limit or not selected.
  /// - Parameter enlargement: if the fill is one of a smaller drawing.
  mutating func fill(_ fill: Filling, by enlargement: Enlargement? = nil) -> PixelRect? {
    guard index(of: fill.surface) != nil else { return nil }
    let mask = fill.selection.map { enlargement?.mask($0) ?? $0 }
    guard mask.map(fits) ?? true else { return nil }
    return on(fill.surface, within: mask) { document in
      let area =
        enlargement.map { $0.area(of: fill, on: document) }
        ?? document.area(of: fill)
      guard let area else { return nil }
      let painter = FillPainter(area, colour: fill.colour, opacity: fill.opacity)
      // The area has no pixels beyond hard edges.
      let limit = mask.flatMap { $0.isHard ? nil : CoverageLimit($0) }
      var writer = LayerWriter(to: fill.surface, limit: limit, keepsAlpha: document.keepsAlpha(of: fill.surface))
      // Where the layer is transparent, a fill goes below its ink, and there is no room.
      for index in painter.tiles where !(writer.keepsAlpha && area.isGroundClear) {
        writer.write(document.activeImage.bounds(ofTile: index), ofTile: index, of: &document.activeImage) { image, _ in
          painter.paint(tile: index, of: &image)
        }
      }
      document.record(.fill(fill), by: writer, reads: document.reads(of: fill, area, painter), evenIdle: true)
      return area.reached.bounds
    }
  }
}

extension Document {
  /// Fills as above; the part of an endless canvas that the window shows does not count.
  public mutating func fill(at place: Point, colour: UInt32, opacity: UInt8 = 255, _ filling: FillSettings) -> Region? {
    var isCut = false
    return fill(at: place, colour: colour, opacity: opacity, filling, seen: .empty, isCut: &isCut)
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

extension Document {
  /// The area that a fill reaches; nil if its place is outside the limit or not selected.
  func area(of fill: Filling) -> FillArea? {
    FillArea(
      at: fill.place, in: FillSample(of: self, isMerged: fill.filling.samplesMerged),
      tolerance: fill.filling.tolerance, gap: fill.filling.gap, within: selection,
      limit: fill.limit.intersection(bounds))
  }
}

extension FillSample {
  /// The colours of a drawing, of all layers or of the active one.
  init(of document: Document, isMerged: Bool) {
    let (image, document) = (document.activeImage, isMerged ? document.picture(withActiveDraft: true) : document)
    self.init(image: image) { rect, target in
      var span = target.mutableSpan
      if isMerged {
        document.flatten(rect, to: &span, start: 0, stride: rect.width)
      } else {
        image.copy(rect, to: &span, stride: rect.width)
      }
    } uniform: { tile in
      let isEmpty = isMerged ? document.isGround(image.bounds(ofTile: tile)) : image[tile] == nil
      return isEmpty ? (isMerged ? document.ground : 0) : nil
    } source: { tile in
      isMerged && document.layers.count > 1 ? nil : image[tile]
    }
  }
}
