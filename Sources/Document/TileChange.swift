import Journal
import Raster

/// What became of a tile: how it was before a change, and how it is after it; nil where it did not exist.
struct TileChange: Sendable {
  /// Which one it is, row by row.
  var index: Int
  var before: Tile?
  var after: Tile?
}

/// Where a tile is that changes, and on which sides of the change it exists, in four bytes.
struct TilePlace: Sendable {
  private var bits: UInt32

  init(_ change: TileChange) {
    precondition(change.index < 1 << 30, "a canvas has fewer tiles")
    bits = UInt32(change.index) | (change.before == nil ? 0 : 1 << 30) | (change.after == nil ? 0 : 1 << 31)
  }

  /// Which one it is, row by row.
  var index: Int { Int(bits & (1 << 30 - 1)) }
  /// Whether it exists after the change, or before it.
  func exists(after: Bool) -> Bool { bits >> (after ? 31 : 30) & 1 != 0 }
}

/// Changes of tiles in few bytes: of each pixel that changes, by how much.
///
/// A change is put down as the difference of its sides. That leads from either to the other, so undo and redo read the same bytes,
/// and nothing is packed anew where an edit goes from one side to the other. The bytes mean nothing without the tiles.
///
/// For each tile there is a mask of its rows that change, and for each such row a mask of its pixels that do; behind all masks come
/// the differences of these pixels, channel by channel. (Packed by zlib at its quickest, strokes of all brushes over each other take
/// 13 kB each, and 0.1 ms to unpack. Differences of neighbours, planes and exclusive or are all worse.)
enum TileChangeCoding {
  /// The changes as bytes.
  static func encoded(_ changes: [TileChange]) -> [UInt8] {
    var masks: [UInt64] = []
    var words: [UInt32] = []
    let none = Tile()
    for change in changes {
      let (before, after) = (change.before ?? none, change.after ?? none)
      let old = before.pixels.span
      let new = after.pixels.span
      let rows = masks.count
      masks.append(0)
      for row in 0..<Tile.size {
        var mask: UInt64 = 0
        for column in 0..<Tile.size {
          let (a, b) = (old[row << Tile.shift | column], new[row << Tile.shift | column])
          if a == b { continue }
          mask |= 1 << UInt64(column)
          words.append(Channels.difference(b, a))
        }
        if mask == 0 { continue }
        masks[rows] |= 1 << UInt64(row)
        masks.append(mask)
      }
    }
    var writer = ByteWriter()
    writer.reserve(8 + masks.count * 8 + words.count * 4)
    writer.write(UInt64(masks.count))
    for mask in masks { writer.write(mask) }
    for word in words { writer.write(word) }
    return writer.bytes
  }

  /// Brings tiles of an image to the other side of a change, on one side of which they are.
  /// - Parameters:
  ///   - bytes: what `encoded` made of the changes at these places, in their order.
  ///   - forward: whether to the side after it.
  static func apply(_ bytes: Span<UInt8>, at places: [TilePlace], forward: Bool, to image: inout TileGrid) {
    var masks = 8
    var words = 8 + Int(word(bytes, 0)) * 8
    for place in places {
      let rows = mask(bytes, masks)
      masks += 8
      if !place.exists(after: forward) {
        // Nothing is left; what the difference says is not needed.
        for _ in 0..<rows.nonzeroBitCount {
          words += 4 * mask(bytes, masks).nonzeroBitCount
          masks += 8
        }
        image[place.index] = nil
        continue
      }
      image.withMutableTile(place.index) { pixels in
        var rows = rows
        while rows != 0 {
          let start = rows.trailingZeroBitCount << Tile.shift
          rows &= rows - 1
          var columns = mask(bytes, masks)
          masks += 8
          while columns != 0 {
            let at = start | columns.trailingZeroBitCount
            columns &= columns - 1
            let difference = word(bytes, words)
            words += 4
            pixels[at] =
              forward ? Channels.sum(pixels[at], difference) : Channels.difference(pixels[at], difference)
          }
        }
      }
    }
  }

  @inline(__always) private static func word(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
    UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
  }

  @inline(__always) private static func mask(_ bytes: Span<UInt8>, _ at: Int) -> UInt64 {
    UInt64(word(bytes, at)) | UInt64(word(bytes, at + 4)) << 32
  }
}

/// Four numbers of 8 bits in a word, each for itself, modulo 256.
enum Channels {
  /// a - b: the highest bits are kept apart, so that nothing is borrowed from the neighbour.
  @inline(__always) static func difference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a | 0x8080_8080) &- (b & 0x7F7F_7F7F)) ^ ((a ^ ~b) & 0x8080_8080)
  }

  /// a + b.
  @inline(__always) static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a & 0x7F7F_7F7F) &+ (b & 0x7F7F_7F7F)) ^ ((a ^ b) & 0x8080_8080)
  }
}
