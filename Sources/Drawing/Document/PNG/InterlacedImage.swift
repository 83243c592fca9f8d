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
  private var colours: [UInt32]
  private var isStarted: [Bool]
  private var tileCount = 0

  init(width: Int, height: Int) {
    grid = TileGrid(width: width, height: height)
    colours = [UInt32](repeating: 0, count: grid.slotCount)
    isStarted = [Bool](repeating: false, count: colours.count)
  }

  /// Adds row `y` of a pass: premultiplied pixels from column `x` on, `step` columns apart.
  /// - Throws: if memory is short.
  mutating func put(_ row: Span<UInt32>, y: Int, x: Int, step: Int) throws(PNGFault) {
    let first = grid.index(column: 0, row: y >> Tile.shift)
    var i = 0
    while i < row.count {
      let column = (x + i * step) >> Tile.shift
      let end = min(row.count, i + ((column + 1) << Tile.shift - (x + i * step) + step - 1) / step)
      try put(row.extracting(i..<end), tile: first + column, y: y, x: x + i * step, step: step)
      i = end
    }
  }

  private mutating func put(_ part: Span<UInt32>, tile: Int, y: Int, x: Int, step: Int) throws(PNGFault) {
    if !isStarted[tile] { (isStarted[tile], colours[tile]) = (true, part[0]) }
    if grid[tile] == nil {
      let colour = colours[tile]
      var isSame = true
      for i in part.indices where part[i] != colour {
        isSame = false
        break
      }
      if isSame { return }
      if tileCount % 512 == 0, !TileMemory.hasRoom(for: 512, beside: tileCount) { throw .system(ENOMEM) }
      tileCount += 1
      // Later pixels replace this colour.
      grid[tile] = Tile(filledWith: colour)
    }
    let first = (y & (Tile.size - 1)) << Tile.shift | (x & (Tile.size - 1))
    grid.withMutableTile(tile) { pixels in for i in part.indices { pixels[first + i * step] = part[i] } }
  }

  func copy(_ y: Int, to row: inout MutableSpan<UInt32>) {
    for column in 0..<grid.columns {
      let tile = grid.index(column: column, row: y >> Tile.shift)
      let (start, end) = (column << Tile.shift, min(grid.width, (column + 1) << Tile.shift))
      if let pixels = grid[tile]?.pixels {
        let first = (y & (Tile.size - 1)) << Tile.shift - start
        for x in start..<end { row[x] = pixels[first + x] }
      } else {
        for x in start..<end { row[x] = colours[tile] }
      }
    }
  }
}
