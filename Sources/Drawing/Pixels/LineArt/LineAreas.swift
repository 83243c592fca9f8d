import Geometry
import Raster

/// The areas of line art, which lines and joints enclose, one after the other. Each pixel of the ground is in one of them.
public struct LineAreas {
  /// An area.
  public struct Area {
    /// The middle of a pixel far from its edge, px.
    public let seed: Point
    public let pixels: Mask
    /// The number of its pixels.
    public let count: Int
    public let bounds: PixelRect
  }

  private let open: LazyMask
  /// The pixels that have exactly the ground's colour.
  private let exact: LazyMask
  private let lines: ComparedLines?
  private let ownOpen: LazyMask
  private let gap: Int
  private let limit: PixelRect
  private var taken: Mask
  private var tile = 0

  /// - Parameters:
  ///   - ground: what shows lines, and what is to be filled.
  ///   - colours: the colours of their grounds, premultiplied.
  ///   - tolerance: the largest difference of a premultiplied channel from the ground, 0 ... 255.
  ///   - gap: the widest gap in a line that is closed, px.
  ///   - selection: the pixels that can be filled; nil for all.
  ///   - limit: the part that is searched: whole tiles, or the whole picture.
  ///   - known: the lines that were found in the same picture; they are used if they fit.
  public init(
    on ground: FillGround, colours: (lines: UInt32, own: UInt32), tolerance: Int, gap: Int, within selection: Mask?,
    limit: PixelRect, known: ComparedLines? = nil
  ) {
    lines = ground.lines.map {
      ComparedLines.found(known, in: $0, to: colours.lines, tolerance: tolerance, limit: limit)
    }
    let own = ground.own.map { ColourDistances(in: $0, to: colours.own, limit: limit) }
    let (ownOpen, exact) = (own?.similar(tolerance: tolerance), own?.similar(tolerance: 0))
    var similar = LazyMask.common([lines?.similar, ownOpen].compactMap(\.self))
    if let selection { similar = LazyMask.common([LazyMask(selection), similar]) }
    open = similar
    self.ownOpen = ownOpen ?? similar
    self.exact = LazyMask.common([lines?.distances.similar(tolerance: 0), exact].compactMap(\.self))
    (self.gap, self.limit) = (gap, limit)
    taken = Mask(width: open.width, height: open.height)
  }

  /// The lines that were found; nil if they do not count.
  public var found: ComparedLines? { lines }
  /// How much was searched, 0...1.
  public var progress: Double { Double(tile) / Double(max(1, open.columns * open.rows)) }

  /// Finds the next area; nil at the end.
  public mutating func next() -> Area? {
    while tile < open.columns * open.rows {
      let (row, column) = tile.quotientAndRemainder(dividingBy: open.columns)
      let square = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
      guard limit.intersects(square), open.share(ofTile: tile) != .none, let start = firstLeft(in: square) else {
        tile += 1
        continue
      }
      if let area = area(around: start) { return area }
    }
    return nil
  }

  /// The first pixel of the tile in no area that was found.
  private func firstLeft(in square: PixelRect) -> (x: Int, y: Int)? {
    let words = open.words(ofTile: tile)
    for row in 0..<Tile.size {
      let left = words[row] & ~taken.word(ofTile: tile, row: row)
      if left != 0 { return (square.minX + left.trailingZeroBitCount, square.minY + row) }
    }
    return nil
  }

  private mutating func area(around start: (x: Int, y: Int)) -> Area? {
    let place = Point(Double(start.x) + 0.5, Double(start.y) + 0.5)
    let part = AreaFill.searched(around: place, limit)
    let joints = lines?.joints(in: part, gap: gap) ?? ClosedLines(ofInkIn: ownOpen, part, gap: gap)
    let pixels = (joints ?? ClosedLines(columns: open.columns)).area(around: place, within: open)
    taken.formUnion(pixels)
    // A joint that touches no area.
    guard pixels[start.x, start.y] else {
      taken.fill(PixelRect(x: start.x, y: start.y, width: 1, height: 1))
      return nil
    }
    return Area(seed: seed(of: pixels), pixels: pixels, count: pixels.count, bounds: pixels.bounds)
  }

  // MARK: Seeds

  /// The rows in which a seed is searched.
  private static let rows = 9
  /// How far from it a pixel of exactly the ground's colour is searched, px.
  private static let nearby = 8

  /// The middle of the pixel in the middle of the widest place that is found in some rows.
  private func seed(of pixels: Mask) -> Point {
    let bounds = pixels.bounds
    var best = (x: bounds.minX, y: bounds.minY, room: 0)
    for step in 0..<Self.rows {
      let y = bounds.minY + (2 * step + 1) * bounds.height / (2 * Self.rows)
      for run in Self.runs(of: pixels, row: y, bounds) where run.count > best.room {
        let x = (run.lowerBound + run.upperBound) / 2
        let column = Self.column(of: pixels, x, y, bounds)
        let room = min(run.count, column.count)
        if room > best.room { best = (x, (column.lowerBound + column.upperBound) / 2, room) }
      }
    }
    var place = (x: best.x, y: best.y)
    // Rings around it, the nearest first.
    search: for ring in 0...Self.nearby {
      for dy in -ring...ring {
        for dx in stride(from: -ring, through: ring, by: abs(dy) == ring ? 1 : max(1, 2 * ring))
        where pixels[best.x + dx, best.y + dy] && exact[best.x + dx, best.y + dy] {
          place = (best.x + dx, best.y + dy)
          break search
        }
      }
    }
    return Point(Double(place.x) + 0.5, Double(place.y) + 0.5)
  }

  /// The runs of a mask's pixels in a row.
  private static func runs(of pixels: Mask, row y: Int, _ bounds: PixelRect) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for x in bounds.minX...bounds.maxX {
      let isIn = x < bounds.maxX && pixels[x, y]
      if isIn, start == nil { start = x }
      if !isIn, let from = start {
        runs.append(from..<x)
        start = nil
      }
    }
    return runs
  }

  /// The run of a mask's pixels in a column around one of them.
  private static func column(of pixels: Mask, _ x: Int, _ y: Int, _ bounds: PixelRect) -> Range<Int> {
    var (top, bottom) = (y, y + 1)
    while top > bounds.minY, pixels[x, top - 1] { top -= 1 }
    while bottom < bounds.maxY, pixels[x, bottom] { bottom += 1 }
    return top..<bottom
  }
}
