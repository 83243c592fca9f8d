import Geometry
import Raster

/// The parts of tiles that a region covers, one rectangle for each tile. Keeps its memory.
struct TileParts {
  private var parts: [Int: PixelRect] = [:]

  mutating func removeAll() { parts.removeAll(keepingCapacity: true) }

  mutating func add(_ region: Region, of image: borrowing TileGrid) {
    for rect in region.rects {
      let range = image.tileRange(of: rect)
      for row in range.rows {
        for column in range.columns {
          let index = image.index(column: column, row: row)
          parts[index, default: .empty] = parts[index, default: .empty].union(
            image.bounds(ofTile: index).intersection(rect))
        }
      }
    }
  }

  func forEach(_ body: (_ tile: Int, _ part: PixelRect) -> Void) {
    for (tile, part) in parts { body(tile, part) }
  }
}
