import Geometry

/// A pixel in one of the depths that tiles have: a word of 8 bits a channel, or a deep pixel of 16.
/// What is the same in both depths is written once for it.
public protocol TilePixel: Hashable, Sendable, BitwiseCopyable {
  /// The transparent pixel.
  static var clear: Self { get }

  /// Calls `body` with the pixels of some rows of a tile, in this depth.
  static func withRows<R>(_ rows: Range<Int>, of tile: Tile, _ body: (Span<Self>) -> R) -> R

  /// Calls `body` with a tile's pixels in this depth for writing (`Tile.withMutablePixels`,
  /// `Tile.withMutableDeepPixels`).
  static func withMutablePixels<R>(of tile: inout Tile, _ body: (inout MutableSpan<Self>) -> R) -> R

  /// Writes a row of pixels to an image (`TileGrid.setRow`).
  static func setRow(_ y: Int, from x: Int, of image: inout TileGrid, to row: Span<Self>) -> Int

  /// The pixel at `share`/255 between `a` and `b`, each channel rounded to nearest.
  static func mixed(_ a: Self, _ b: Self, _ share: UInt8) -> Self

  /// The sum of the differences of all four channels, in steps of the depth.
  static func sumOfDifferences(_ a: Self, _ b: Self) -> UInt32
}

extension UInt32: TilePixel {
  /// The transparent pixel.
  public static var clear: UInt32 { 0 }

  /// Calls `body` with the pixels of some rows of a tile, in this depth.
  @inlinable @inline(__always) public static func withRows<R>(
    _ rows: Range<Int>, of tile: Tile, _ body: (Span<UInt32>) -> R
  ) -> R {
    tile.withRows(rows, body)
  }

  /// Calls `body` with a tile's pixels in this depth for writing.
  public static func withMutablePixels<R>(of tile: inout Tile, _ body: (inout MutableSpan<UInt32>) -> R) -> R {
    tile.withMutablePixels(body)
  }

  /// Writes a row of pixels to an image (`TileGrid.setRow`).
  public static func setRow(_ y: Int, from x: Int, of image: inout TileGrid, to row: Span<UInt32>) -> Int {
    if row.count > 0, image.hasDeepTiles(in: PixelRect(x: x, y: y, width: row.count, height: 1)) {
      // As words that stay the same keep their 16 bits.
      let pixels = (0..<row.count).map { DeepPixel(row[$0]) }
      return image.putRow(y, from: x, to: pixels.span)
    }
    return image.putRow(y, from: x, to: row)
  }

  /// The pixel at `share`/255 between `a` and `b`, each channel rounded to nearest.
  public static func mixed(_ a: UInt32, _ b: UInt32, _ share: UInt8) -> UInt32 { Pixel.mixed(a, b, UInt32(share)) }

  /// The sum of the differences of all four channels: 0...1020.
  @inlinable public static func sumOfDifferences(_ a: UInt32, _ b: UInt32) -> UInt32 { Pixel.sumOfDifferences(a, b) }
}

extension DeepPixel: TilePixel {
  /// Calls `body` with the pixels of some rows of a tile, in this depth.
  @inlinable @inline(__always) public static func withRows<R>(
    _ rows: Range<Int>, of tile: Tile, _ body: (Span<DeepPixel>) -> R
  ) -> R {
    tile.withDeepRows(rows, body)
  }

  /// Calls `body` with a tile's pixels in this depth for writing.
  public static func withMutablePixels<R>(of tile: inout Tile, _ body: (inout MutableSpan<DeepPixel>) -> R) -> R {
    tile.withMutableDeepPixels(body)
  }

  /// Writes a row of pixels to an image (`TileGrid.setRow`).
  public static func setRow(_ y: Int, from x: Int, of image: inout TileGrid, to row: Span<DeepPixel>) -> Int {
    image.putRow(y, from: x, to: row)
  }

  /// The pixel at `share`/255 between `a` and `b`, each channel rounded to nearest.
  public static func mixed(_ a: DeepPixel, _ b: DeepPixel, _ share: UInt8) -> DeepPixel {
    let k = UInt32(share)
    let (from, to) = (SIMD4<UInt32>(truncatingIfNeeded: a.channels), SIMD4<UInt32>(truncatingIfNeeded: b.channels))
    let sum = from &* (255 &- k) &+ to &* k &+ 127
    return DeepPixel(SIMD4<UInt16>(truncatingIfNeeded: sum / 255))
  }

  /// The sum of the differences of all four channels: 0...131,072.
  @inlinable public static func sumOfDifferences(_ a: DeepPixel, _ b: DeepPixel) -> UInt32 {
    let differs = a.channels .> b.channels
    let (more, less) = (
      b.channels.replacing(with: a.channels, where: differs), a.channels.replacing(with: b.channels, where: differs)
    )
    return SIMD4<UInt32>(truncatingIfNeeded: more &- less).wrappedSum()
  }
}

extension TileGrid {
  /// Calls `body` with a tile's pixels in a depth for writing in place; creates a missing tile first.
  public mutating func withMutableTile<P: TilePixel, R>(
    _ index: Int, as depth: P.Type, _ body: (inout MutableSpan<P>) -> R
  ) -> R {
    // The tile is taken out of the grid while it is written: the grid's own reference would force a
    // copy.
    var tile = self[index] ?? Tile()
    self[index] = nil
    defer { self[index] = tile }
    return P.withMutablePixels(of: &tile, body)
  }
}
