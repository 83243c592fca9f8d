/// A square of pixels, the unit in which drawings are stored, shared and undone.
///
/// A tile is a value: assigning it shares the memory, and the first write to a shared tile copies
/// it (16 KiB). So an undo state of a tile costs nothing until the tile is drawn on. Pixels are
/// premultiplied 0xAARRGGBB words, row by row.
public struct Tile: Sendable, Equatable {
  /// Pixels on a side.
  public static let size = 64
  /// `size` as a power of two.
  public static let shift = 6
  /// Pixels in a tile.
  public static let count = size * size

  /// The pixels, row by row; always `Tile.count` of them.
  public private(set) var pixels: [UInt32]

  /// Creates a tile of one colour, by default fully transparent.
  public init(filledWith pixel: UInt32 = 0) { pixels = [UInt32](repeating: pixel, count: Tile.count) }

  /// The pixel in column `x`, row `y` of the tile, both 0..<64.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y << Tile.shift | x] }
    set { pixels[y << Tile.shift | x] = newValue }
  }

  /// Calls `body` with the pixels for writing; copies them first where they are shared.
  @inline(__always)
  public mutating func withMutablePixels<R>(_ body: (inout MutableSpan<UInt32>) -> R) -> R {
    var span = pixels.mutableSpan
    return body(&span)
  }

  /// Whether every pixel is fully transparent.
  public var isTransparent: Bool { pixels.allSatisfy { $0 == 0 } }
}
