import Raster

/// A layer made small, for a list.
public struct LayerThumbnail: Sendable, Hashable {
  /// Width, px, at least 1.
  public let width: Int
  /// Height, px, at least 1.
  public let height: Int
  /// Premultiplied pixels, row by row.
  public let pixels: [UInt32]

  /// Samples each way that a small pixel is the mean of: a bounded cost, whatever the canvas's size.
  private static let samples = 3

  /// An image made to fit into `most` px each way. Tiles that do not exist cost next to nothing.
  public init(of image: TileGrid, most: (width: Int, height: Int)) {
    let scale = max(Double(image.width) / Double(most.width), Double(image.height) / Double(most.height))
    let (width, height) = (
      max(1, min(most.width, Int(Double(image.width) / scale))),
      max(1, min(most.height, Int(Double(image.height) / scale)))
    )
    let count = Self.samples
    func places(_ size: Int, _ parts: Int) -> [Int] {
      (0..<(parts * count)).map { (2 * $0 + 1) * size / (2 * parts * count) }
    }
    let (columns, rows) = (places(image.width, width), places(image.height, height))
    var pixels = [UInt32](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var (a, r, g, b) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
        for row in rows[(y * count)..<((y + 1) * count)] {
          for column in columns[(x * count)..<((x + 1) * count)] {
            let pixel = image[column, row]
            if pixel == 0 { continue }
            a += pixel >> 24
            r += pixel >> 16 & 255
            g += pixel >> 8 & 255
            b += pixel & 255
          }
        }
        let n = UInt32(count * count)
        func mean(_ sum: UInt32, _ shift: UInt32) -> UInt32 { (sum + n / 2) / n << shift }
        pixels[y * width + x] = mean(a, 24) | mean(r, 16) | mean(g, 8) | mean(b, 0)
      }
    }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}
