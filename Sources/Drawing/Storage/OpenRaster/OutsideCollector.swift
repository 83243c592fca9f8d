import Document
import Geometry
import Pictures
import Raster

/// A layer's pixels in a file.
struct LayerPixels {
  /// Those on the canvas, whose size it has.
  var image: TileGrid
  /// Those outside of it.
  var outside: [OutsidePixels.Part] = []
  /// What is missing of them; nil for nothing.
  var damage: ImageDamage?
}

extension OutsidePixels {
  /// The largest number of tiles of a file: 64 megapixels.
  static let mostTiles = (64 << 20) / Tile.count
  /// The largest distance from the canvas at which pixels are kept, px.
  static let reach = 1 << 19

  /// The number of tiles that a file can still have.
  struct Budget {
    var tiles = OutsidePixels.mostTiles
  }
}

/// Collects what an image has outside the canvas, row by row.
struct OutsideCollector {
  /// Whether painted pixels were dropped.
  private(set) var isCut = false
  /// The memory of the tiles, in tiles of 8 bits.
  private(set) var cost = 0
  private let place: PixelRect
  /// The columns and rows that are kept, canvas px; whole tiles at the left and at the top.
  private let kept: PixelRect
  private var image: TileGrid?

  /// Prepares for an image.
  /// - Parameters:
  ///   - place: its place, canvas px.
  ///   - isKept: false to drop all that is outside.
  init(_ place: PixelRect, beside canvas: PixelRect, isKept: Bool) {
    self.place = place
    let part = isKept ? place.intersection(canvas.grown(by: OutsidePixels.reach)) : .empty
    let mask = ~(Tile.size - 1)
    kept =
      part.isEmpty
      ? .empty : PixelRect(minX: part.minX & mask, minY: part.minY & mask, maxX: part.maxX, maxY: part.maxY)
  }

  /// What was collected; nil for nothing.
  var part: OutsidePixels.Part? { image.map { OutsidePixels.Part(image: $0, x: kept.minX, y: kept.minY) } }

  /// Adds row `y` of the canvas, which has paint outside it.
  /// - Parameters:
  ///   - columns: the pixels of the row that are on the canvas; nil for none.
  ///   - budget: the tiles that are left; the new ones are subtracted.
  mutating func add<P: PNGPixel>(
    _ row: Span<P>, at y: Int, outside columns: Range<Int>?, _ budget: inout OutsidePixels.Budget
  ) {
    let inside = columns ?? row.count..<row.count
    for part in [0..<inside.lowerBound, inside.upperBound..<row.count] where !part.isEmpty {
      let pixels = row.extracting(part)
      let left = place.minX + part.lowerBound
      let line = PixelRect(x: left, y: y, width: part.count, height: 1).intersection(kept)
      let own = line.minX - left..<line.maxX - left
      if line.isEmpty || own != 0..<part.count {
        isCut = isCut || OpenRasterReader.isPainted(pixels, outside: line.isEmpty ? nil : own)
      }
      if line.isEmpty || !OpenRasterReader.isPainted(pixels.extracting(own), outside: nil) { continue }
      // More than the part can need.
      guard budget.tiles >= (line.width / Tile.size + 2) * P.tileCost else {
        isCut = true
        continue
      }
      if image == nil { image = TileGrid(width: kept.width, height: kept.height) }
      let made = image?.setRow(y - kept.minY, from: line.minX - kept.minX, to: pixels.extracting(own)) ?? 0
      cost += made * P.tileCost
      budget.tiles -= made * P.tileCost
    }
  }
}
