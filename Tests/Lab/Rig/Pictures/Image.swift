/// Pixels read back from a screen.
public struct Image: Sendable, Hashable, CustomStringConvertible {
  /// Width, px.
  public let width: Int
  /// Height, px.
  public let height: Int
  /// Row by row from the upper left, 0x00RRGGBB.
  public private(set) var pixels: [UInt32]

  /// Makes an image.
  /// - Parameter pixels: row by row, 0x00RRGGBB; `width` times `height` of them.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height, "an image has width x height pixels")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Makes an image of one colour.
  public init(width: Int, height: Int, filledWith pixel: UInt32) {
    self.init(width: width, height: height, pixels: [UInt32](repeating: pixel, count: width * height))
  }

  /// Only the size. The pixels would fill the report of every failed test.
  public var description: String { "image of \(width)x\(height)" }

  /// The area of the whole image.
  public var area: Area { Area(x: 0, y: 0, width: width, height: height) }

  /// The pixel at `x`, `y`, 0x00RRGGBB. The position must be inside the image.
  public subscript(x: Int, y: Int) -> UInt32 {
    get {
      precondition(area.contains(x: x, y: y), "\(x), \(y) is not within \(width)x\(height)")
      return pixels[y * width + x]
    }
    set {
      precondition(area.contains(x: x, y: y), "\(x), \(y) is not within \(width)x\(height)")
      pixels[y * width + x] = newValue
    }
  }

  /// The pixels of one row, from the left.
  public func row(_ y: Int) -> ArraySlice<UInt32> {
    precondition(y >= 0 && y < height, "row \(y) is not within \(height)")
    return pixels[y * width..<(y + 1) * width]
  }

  /// The pixels of one column, from the top.
  public func column(_ x: Int) -> [UInt32] {
    precondition(x >= 0 && x < width, "column \(x) is not within \(width)")
    return (0..<height).map { pixels[$0 * width + x] }
  }

  /// The part inside `area`, which is clipped to the image.
  public func cropped(to area: Area) -> Image {
    let part = area.intersection(self.area)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(part.count)
    if !part.isEmpty {
      for y in part.y..<part.bottom { pixels += self.pixels[y * width + part.x..<y * width + part.right] }
    }
    return Image(width: part.width, height: part.height, pixels: pixels)
  }

  /// A pixel's brightness, 0 (black) to 255 (white), by the weights of ITU-R BT.601.
  public static func luma(_ pixel: UInt32) -> Int {
    let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
    return (red * 77 + green * 151 + blue * 28) >> 8
  }

  /// The largest difference of a colour channel between two pixels, 0...255.
  public static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    var largest = 0
    for shift: UInt32 in [0, 8, 16] {
      largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
    }
    return largest
  }
}
