import Geometry
import Raster

/// A small picture of a layer for a list.
public struct LayerThumbnail: Sendable, Hashable {
  /// Width, px, at least 1.
  public let width: Int
  /// Height, px, at least 1.
  public let height: Int
  /// Premultiplied pixels, row by row.
  public let pixels: [UInt32]

  /// Whether any pixel of the layer may have 16 bits a channel.
  public let isDeep: Bool

  /// Samples for each pixel and direction; limits the cost for large canvases.
  private static let samples = 3

  init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels, isDeep) = (width, height, pixels, false)
  }

  /// Scales a part of an image, by default all of it, to fit into `most` px. Missing tiles cost
  /// almost nothing.
  public init(of image: TileGrid, part: PixelRect? = nil, most: (width: Int, height: Int)) {
    let part = part ?? image.bounds
    let scale = max(Double(part.width) / Double(most.width), Double(part.height) / Double(most.height))
    let (width, height) = (
      max(1, min(most.width, Int(Double(part.width) / scale))),
      max(1, min(most.height, Int(Double(part.height) / scale)))
    )
    let count = Self.samples
    func places(_ start: Int, _ size: Int, _ parts: Int) -> [Int] {
      (0..<(parts * count)).map { start + (2 * $0 + 1) * size / (2 * parts * count) }
    }
    let (columns, rows) = (places(part.minX, part.width, width), places(part.minY, part.height, height))
    let range = image.tileRange(of: part)
    var ends = [Int](repeating: 0, count: image.columns)
    for column in columns { ends[column >> Tile.shift] += 1 }
    for i in 1..<max(1, ends.count) { ends[i] += ends[i - 1] }
    let n = UInt32(count * count)
    let half = SIMD4<UInt32>(repeating: n / 2)
    var pixels = [UInt32](repeating: 0, count: width * height)
    var sums = [SIMD4<UInt32>](repeating: .zero, count: width)
    for y in 0..<height {
      var isEmpty = true
      for row in rows[(y * count)..<((y + 1) * count)] {
        let first = row >> Tile.shift * image.columns
        for column in range.columns {
          guard let tile = image[first + column] else { continue }
          isEmpty = false
          let line = row & (Tile.size - 1)
          tile.withRows(line..<line + 1) { line in
            for k in (column == 0 ? 0 : ends[column - 1])..<ends[column] {
              let p = line[columns[k] & (Tile.size - 1)]
              sums[k / count] &+= SIMD4(p >> 24, p >> 16, p >> 8, p) & SIMD4(repeating: 255)
            }
          }
        }
      }
      if isEmpty { continue }
      for x in 0..<width {
        let mean = (sums[x] &+ half) / n
        pixels[y * width + x] = mean[0] << 24 | mean[1] << 16 | mean[2] << 8 | mean[3]
        sums[x] = .zero
      }
    }
    (self.width, self.height, self.pixels, isDeep) = (width, height, pixels, image.hasDeepTiles)
  }
}
