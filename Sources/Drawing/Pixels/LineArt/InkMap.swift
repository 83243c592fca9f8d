import Geometry
import Raster

/// The ink of a picture's part, a byte for each pixel. Places are those of the part: its upper left pixel is (0, 0), and
/// centres of pixels are whole numbers.
struct InkMap {
  let width: Int
  let height: Int
  /// Whether a pixel is ink, row by row.
  private(set) var pixels: [Bool]

  /// The pixels of a part of a mask's image that are not open.
  /// - Parameter part: px, inside the image.
  init(_ open: LazyMask, _ part: PixelRect) {
    (width, height) = (part.width, part.height)
    pixels = [Bool](repeating: false, count: part.area)
    for tile in TileRange(part).indices(columns: open.columns) where open.share(ofTile: tile) != .all {
      let words = open.words(ofTile: tile)
      let (row, column) = tile.quotientAndRemainder(dividingBy: open.columns)
      let square = PixelRect(x: column << Tile.shift, y: row << Tile.shift, width: Tile.size, height: Tile.size)
        .intersection(part)
      for y in square.minY..<square.maxY {
        let word = words[y & (Tile.size - 1)]
        if word == .max { continue }
        let start = (y - part.minY) * width - part.minX
        for x in square.minX..<square.maxX where word >> UInt64(x & (Tile.size - 1)) & 1 == 0 {
          pixels[start + x] = true
        }
      }
    }
  }

  /// A map of pixels, row by row.
  init(width: Int, height: Int, _ pixels: [Bool]) {
    precondition(pixels.count == width * height, "a value for each pixel")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Whether a place is ink. There is none beside the part.
  @inline(__always) subscript(x: Int, y: Int) -> Bool {
    x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x]
  }

  /// Whether the pixel nearest to a place is ink.
  subscript(place: Point) -> Bool {
    let near = Self.pixel(nearestTo: place)
    return self[near.x, near.y]
  }

  static func pixel(nearestTo place: Point) -> (x: Int, y: Int) {
    (Int(place.x.rounded(.toNearestOrEven)), Int(place.y.rounded(.toNearestOrEven)))
  }

  func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height }

  /// The number of sides between ink and open pixels, without those at the part's edge.
  var sides: Int {
    var count = 0
    pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height {
        let row = y * width
        for x in 1..<max(1, width) where pixels[row + x] != pixels[row + x - 1] { count += 1 }
        if y > 0 { for x in 0..<width where pixels[row + x] != pixels[row + x - width] { count += 1 } }
      }
    }
    return count
  }
}
