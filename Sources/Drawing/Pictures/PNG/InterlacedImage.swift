import Geometry
import Glibc
import Raster

/// The pixels of an interlaced image while its passes are read.
///
/// Each pass covers the whole image, so all pixels are kept until the last pass. A tile is one
/// colour while all its pixels are equal, so large images of few colours take little memory.
struct InterlacedImage {
  /// Tiles with several colours.
  private var grid: TileGrid
  /// The first colour of each tile; all its pixels have it while the tile is not in `grid`.
  private var colours: [DeepPixel]
  private var isStarted: [Bool]
  private var tileCount = 0

  public init(width: Int, height: Int) {
    grid = TileGrid(width: width, height: height)
    colours = [DeepPixel](repeating: .clear, count: grid.slotCount)
    isStarted = [Bool](repeating: false, count: colours.count)
  }

  /// Adds row `y` of a pass: premultiplied pixels from column `x` on, `step` columns apart. All rows have the
  /// same depth.
  /// - Throws: if memory is short.
  public mutating func put<P: PNGPixel>(_ row: Span<P>, y: Int, x: Int, step: Int) throws(PNGFault) {
    let first = grid.index(column: 0, row: y >> Tile.shift)
    var i = 0
    while i < row.count {
      let column = (x + i * step) >> Tile.shift
      let end = min(row.count, i + ((column + 1) << Tile.shift - (x + i * step) + step - 1) / step)
      try put(row.extracting(i..<end), tile: first + column, y: y, x: x + i * step, step: step)
      i = end
    }
  }

  private mutating func put<P: PNGPixel>(
    _ part: Span<P>, tile: Int, y: Int, x: Int, step: Int
  ) throws(PNGFault) {
    if !isStarted[tile] { (isStarted[tile], colours[tile]) = (true, part[0].deep) }
    if grid[tile] == nil {
      let colour = P(deep: colours[tile])
      var isSame = true
      for i in part.indices where part[i] != colour {
        isSame = false
        break
      }
      if isSame { return }
      if tileCount % 512 == 0, !TileMemory.hasRoom(for: 512 * P.tileCost, beside: tileCount * P.tileCost) {
        throw .system(ENOMEM)
      }
      tileCount += 1
      // Later pixels replace this colour.
      grid[tile] =
        P.isDeep
        ? Tile(deep: [DeepPixel](repeating: colours[tile], count: Tile.count)) : Tile(filledWith: colours[tile].word)
    }
    let first = (y & (Tile.size - 1)) << Tile.shift | (x & (Tile.size - 1))
    grid.withMutableTile(tile, as: P.self) { pixels in
      for i in part.indices { pixels[first + i * step] = part[i] }
    }
  }

  /// Copies row `y`, in the depth in which it was put.
  public func copy<P: PNGPixel>(_ y: Int, to row: inout MutableSpan<P>) {
    grid.copy(PixelRect(x: 0, y: y, width: grid.width, height: 1), to: &row, stride: grid.width)
    for column in 0..<grid.columns {
      let tile = grid.index(column: column, row: y >> Tile.shift)
      if grid[tile] != nil { continue }
      let colour = P(deep: colours[tile])
      for x in column << Tile.shift..<min(grid.width, (column + 1) << Tile.shift) { row[x] = colour }
    }
  }
}
