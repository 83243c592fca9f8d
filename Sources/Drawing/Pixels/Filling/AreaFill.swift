import Geometry
import Raster

/// The area that a fill finds: what is similar to its start and connected with it, in both pictures of its ground, where
/// joints close the gaps of lines.
public struct AreaFill {
  /// The pixels that the fill reaches, without those under lines.
  public let area: Mask
  /// The lines beside what is filled; nil if they do not count.
  public let lines: ComparedLines?
  /// The same for the pixels that are filled.
  let own: ColourDistances?
  let selection: Mask?
  let tolerance: Int
  /// The pixels that are filled, before.
  let image: TileGrid
  /// The part that is searched, px.
  let limit: PixelRect
  /// The pixel that is filled at the start.
  let seed: UInt32
  /// The tiles that the search looked at.
  let knownTiles: [Int]

  /// How far from the start gaps are closed at least, px.
  private static let reach = 3072
  /// Fills that begin in the same square of so many px close the same gaps.
  private static let square = 2048

  /// - Parameters:
  ///   - tolerance: the largest difference of a premultiplied channel from the start, 0 ... 255.
  ///   - gap: the widest gap in a line that stops the fill, px; 0 stops at no gap.
  ///   - selection: the pixels that can be filled; nil for all.
  ///   - limit: the part that is searched: whole tiles, or the whole picture.
  ///   - known: the lines that an earlier fill found in the same picture; they are used if it began at the same colour.
  /// - Returns: nil if the place is outside the limit or not selected.
  public init?(
    at place: Point, on ground: FillGround, tolerance: Int, gap: Int, within selection: Mask?, limit: PixelRect,
    known: ComparedLines? = nil
  ) {
    guard place.isFinite, Rect(limit).contains(place) else { return nil }
    let (x, y) = (Int(place.x), Int(place.y))
    if let selection, !selection[x, y] { return nil }
    lines = ground.lines.map { sample in
      ComparedLines.found(known, in: sample, to: sample.pixel(x: x, y: y), tolerance: tolerance, limit: limit)
    }
    own = ground.own.map { ColourDistances(in: $0, to: $0.pixel(x: x, y: y), limit: limit) }
    (self.selection, self.tolerance, self.limit) = (selection, tolerance, limit)
    (image, seed) = (ground.image, ground.image[x, y])
    let ownSimilar = own?.similar(tolerance: tolerance)
    let pictures = [lines?.similar, ownSimilar].compactMap(\.self)
    let similar = LazyMask.common(pictures)
    let open = selection.map { LazyMask.common([LazyMask($0), similar]) } ?? similar
    let part = Self.searched(around: place, limit)
    // Other colours on the filled layer are no line art where others have some.
    let joints = lines?.joints(in: part, gap: gap) ?? ownSimilar.flatMap { ClosedLines(ofInkIn: $0, part, gap: gap) }
    area = (joints ?? ClosedLines(columns: similar.columns)).area(around: place, within: open)
    knownTiles = Set(pictures.flatMap(\.knownTiles)).sorted()
  }

  /// The pixels that are similar to a place, in both pictures; nil if it is outside the limit.
  public static func similar(to place: Point, on ground: FillGround, tolerance: Int, limit: PixelRect) -> LazyMask? {
    guard place.isFinite, Rect(limit).contains(place) else { return nil }
    return .common(
      [ground.lines, ground.own].compactMap(\.self).map { sample in
        let colour = sample.pixel(x: Int(place.x), y: Int(place.y))
        return ColourDistances(in: sample, to: colour, limit: limit).similar(tolerance: tolerance)
      })
  }

  /// The pixels of a part of the canvas where something unlike the start is drawn: lines, and other paint. What is transparent
  /// on the filled layer is none, for instance the rim that an earlier fill left free.
  func obstacles(near part: PixelRect) -> Mask {
    var mask = Mask(width: area.width, height: area.height)
    let similar = own?.similar(tolerance: tolerance)
    for tile in TileRange(part.intersection(area.extent)).indices(columns: area.columns) {
      var words =
        lines.map { lines in lines.similar.words(ofTile: tile).map { ~$0 } }
        ?? [UInt64](repeating: 0, count: Tile.size)
      if let similar, let paint = image[tile] {
        let own = similar.words(ofTile: tile)
        for row in 0..<Tile.size where own[row] != .max {
          for column in 0..<Tile.size where own[row] >> UInt64(column) & 1 == 0 && paint[column, row] >> 24 > 0 {
            words[row] |= 1 << UInt64(column)
          }
        }
      }
      mask.setWords(words, ofTile: tile)
    }
    return mask
  }

  /// The part in which gaps around a place inside the limit are closed, px.
  public static func searched(around place: Point, _ limit: PixelRect) -> PixelRect {
    func first(_ position: Double) -> Int { Int((position / Double(square)).rounded(.down)) * square }
    return PixelRect(x: first(place.x), y: first(place.y), width: square, height: square).grown(by: reach)
      .intersection(limit)
  }

  /// The area on a larger picture, within what another area reached on the smaller one. The edges are found again.
  /// - Parameter enlarged: the mask of the larger picture for one of the smaller.
  public init(on ground: FillGround, like small: AreaFill, enlarged: (Mask) -> Mask) {
    let bounds = ground.image.bounds
    lines = ground.lines.flatMap { sample in
      small.lines.map { ComparedLines(in: sample, to: $0.distances.colour, tolerance: small.tolerance, limit: bounds) }
    }
    own = ground.own.flatMap { sample in
      small.own.map { ColourDistances(in: sample, to: $0.colour, limit: bounds) }
    }
    (image, limit) = (ground.image, bounds)
    (tolerance, seed, selection) = (small.tolerance, small.seed, small.selection.map(enlarged))
    // Edges lie between pixels of the smaller picture.
    var near = small.area
    near.formUnion(near.borderNeighbours)
    if let selection = small.selection { near.formIntersection(selection) }
    let pictures = [lines?.similar, own?.similar(tolerance: tolerance)].compactMap(\.self)
    let open = LazyMask.common([LazyMask(enlarged(near))] + pictures)
    area = Mask.flood(from: enlarged(small.area), within: open)
    knownTiles = open.knownTiles
  }
}
