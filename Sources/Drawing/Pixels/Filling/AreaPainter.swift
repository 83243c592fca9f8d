import Geometry
import Raster

/// Paints an area, and goes on below the lines around it.
///
/// Below a line of the picture beside what is filled, a pixel gets the colour if it is at most `under` px from the area, or if
/// the way there leads to ever darker ink (at most `soft` px); but not beyond the line's middle, where another area is
/// nearer. At lines among the pixels that are filled, the ground's share of each pixel is replaced (`FillMixing`).
public struct AreaPainter: FillWork {
  /// How far under lines a fill goes at most, px; negative for how far from them it ends.
  public static let unders = -16...64
  /// How far a fill follows ever darker ink, px.
  private static let soft = 12
  /// The same where lines are among the pixels that are filled.
  private static let ownSoft = 3

  public let tiles: [Int]
  public let readTiles: Set<Int>
  private let found: AreaFill
  /// The area, or what is left of it where it ends before the lines.
  private let core: Mask
  private let under: Int
  private let goesUnder: Bool
  private let mixing: FillMixing
  /// The tiles that are completely in the area, together with all their neighbours.
  private let inside: Set<Int>
  /// A tile of the colour, which all empty tiles share.
  private let even: Tile

  /// - Parameter erases: whether what is there is removed; `colour` does not count then.
  public init(_ found: AreaFill, colour: UInt32, opacity: UInt8, under: Int, erases: Bool = false) {
    (self.found, self.under) = (found, max(0, under))
    var area = found.area
    if under < 0 { area.subtract(found.obstacles(near: area.bounds.grown(by: 1 - under)).grown(by: Double(-under))) }
    core = area
    mixing = FillMixing(
      seed: found.seed, tolerance: UInt32(found.tolerance), colour: colour, opacity: opacity,
      isGroundClear: found.seed >> 24 == 0, erases: erases)
    even = Tile(filledWith: mixing.ink)
    let (columns, rows) = (area.columns, area.rows)
    func near(_ tile: Int, _ reach: Int) -> [Int] {
      let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
      return (max(0, row - reach)...min(rows - 1, row + reach)).flatMap { r in
        (max(0, column - reach)...min(columns - 1, column + reach)).map { r * columns + $0 }
      }
    }
    let reach = (Self.margin(under) + Tile.size - 1) >> Tile.shift
    var (all, inside, read): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
    for tile in area.tileIndices {
      all.formUnion(near(tile, under < 0 ? 0 : reach))
      if near(tile, 1).allSatisfy({ area.share(ofTile: $0) == .all }) { inside.insert(tile) }
    }
    for tile in all { read.formUnion(near(tile, reach)) }
    (tiles, self.inside, readTiles, goesUnder) = (all.sorted(), inside, read, under >= 0)
  }

  public var area: Mask { found.area }
  public var reach: Int { goesUnder ? Self.reach(under) : 0 }
  public var isGroundClear: Bool { found.seed >> 24 == 0 }
  public var knownTiles: [Int] { found.knownTiles }

  /// The largest distance between a pixel of the area and one that is painted, px.
  public static func reach(_ under: Int) -> Int { under < 0 ? 0 : max(under, soft) }

  /// What must be known around a tile, px.
  private static func margin(_ under: Int) -> Int { max(under, soft) + 2 }

  // MARK: Painting

  /// Paints a tile of the image.
  public func paint(tile: Int, of image: inout TileGrid) {
    let square = image.bounds(ofTile: tile)
    if inside.contains(tile), square.area == Tile.count {
      if mixing.opacity == 255, found.own == nil || image[tile] == nil || !isGroundClear {
        image[tile] = mixing.erases ? nil : even
        return
      }
      if image[tile] == nil, !mixing.erases {
        image[tile] = mixing.ink == 0 ? nil : even
        return
      }
    }
    if mixing.erases, image[tile] == nil { return }
    let window = PaintedWindow(around: square, margin: Self.margin(under), found, core)
    guard var levels = window.levels else { return }
    if goesUnder {
      window.goUnder(&levels, under: under, soft: Self.soft)
      window.goInto(&levels, steps: Self.ownSoft)
    }
    if image[tile]?.isDeep ?? false {
      let ink = DeepPixel(mixing.ink)
      paint(square, window, levels, &image, tile) { (old: DeepPixel, paint) in paint.applied(to: old, ink) }
    } else {
      paint(square, window, levels, &image, tile) { (old: UInt32, paint) in paint.applied(to: old, mixing.ink) }
    }
  }

  private func paint<P: TilePixel>(
    _ square: PixelRect, _ window: PaintedWindow, _ levels: [UInt8], _ image: inout TileGrid, _ tile: Int,
    _ painted: (P, FillMixing.Paint) -> P
  ) {
    let columns = window.rect.width
    func index(_ x: Int, _ y: Int) -> Int { (y - window.rect.minY) * columns + x - window.rect.minX }
    let isPainted = (square.minY..<square.maxY).contains { y in
      (square.minX..<square.maxX).contains { levels[index($0, y)] != PaintedWindow.none }
    }
    guard isPainted else { return }
    image.withMutableTile(tile, as: P.self) { target in
      for y in square.minY..<square.maxY {
        for x in square.minX..<square.maxX {
          let i = index(x, y)
          if levels[i] == PaintedWindow.none { continue }
          let at = (y & 63) << Tile.shift | (x & 63)
          let old = target[at]
          guard levels[i] != PaintedWindow.under, let own = window.own else {
            target[at] = painted(old, mixing.whole)
            continue
          }
          // 16 bits take the same decisions as 8.
          let isArea = levels[i] == PaintedWindow.area
          if let paint = mixing.paint(window.pixels, own, i, columns, isArea: isArea) {
            target[at] = painted(old, paint)
          }
        }
      }
    }
  }
}
