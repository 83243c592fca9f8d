import Geometry
import Raster

/// A pixel that the compositor writes, in either depth.
public protocol ComposedPixel: TilePixel {
  /// The pixel of a word 0xAARRGGBB.
  static func of(word: UInt32) -> Self

  /// The rounded pixel of channels, limited to the alpha.
  static func of(_ channels: PixelChannels) -> Self

  /// What a pixel with 8 bits gives over the ground, if this depth holds it exactly; nil otherwise.
  static func laid(_ word: UInt32, over ground: UInt32) -> Self?

  /// Composites plates by `RowCompositor.compose`, for its caller's depth.
  static func compose(
    _ part: PixelRect, _ plates: [Plate], with rows: inout RowCompositor, over ground: UInt32,
    to target: inout MutableSpan<Self>, start: Int, stride: Int)

  /// Writes the pixels of `part` of a tile with 8 bits over the ground, if this depth holds them exactly.
  /// Otherwise it writes nothing and returns false.
  static func lay(
    _ part: PixelRect, of tile: Tile?, first: Int, over ground: UInt32, to target: inout MutableSpan<Self>, start: Int,
    stride: Int
  ) -> Bool
}

extension UInt32: ComposedPixel {
  public static func compose(
    _ part: PixelRect, _ plates: [Plate], with rows: inout RowCompositor, over ground: UInt32,
    to target: inout MutableSpan<UInt32>, start: Int, stride: Int
  ) {
    rows.compose(part, plates, over: ground, to: &target, start: start, stride: stride)
  }

  @inline(__always) public static func of(word: UInt32) -> UInt32 { word }
  @inline(__always) public static func of(_ channels: PixelChannels) -> UInt32 { channels.pixel }

  @inline(__always) public static func laid(_ word: UInt32, over ground: UInt32) -> UInt32? {
    word == 0 ? ground : Pixel.over(word, ground)
  }

  public static func lay(
    _ part: PixelRect, of tile: Tile?, first: Int, over ground: UInt32, to target: inout MutableSpan<UInt32>,
    start: Int, stride: Int
  ) -> Bool {
    target.fill(part, with: ground, start: start, stride: stride)
    if let tile { target.composite(part, from: tile.pixels.span, first: first, start: start, stride: stride) }
    return true
  }
}

extension DeepPixel: ComposedPixel {
  public static func compose(
    _ part: PixelRect, _ plates: [Plate], with rows: inout RowCompositor, over ground: UInt32,
    to target: inout MutableSpan<DeepPixel>, start: Int, stride: Int
  ) {
    rows.compose(part, plates, over: ground, to: &target, start: start, stride: stride)
  }

  public static func of(word: UInt32) -> DeepPixel { DeepPixel(word) }
  public static func of(_ channels: PixelChannels) -> DeepPixel { channels.deepPixel }
  @inline(__always) public static func laid(_ word: UInt32, over ground: UInt32) -> DeepPixel? { nil }

  public static func lay(
    _ part: PixelRect, of tile: Tile?, first: Int, over ground: UInt32, to target: inout MutableSpan<DeepPixel>,
    start: Int, stride: Int
  ) -> Bool {
    guard tile == nil else { return false }
    target.fill(part, with: DeepPixel(ground), start: start, stride: stride)
    return true
  }
}
