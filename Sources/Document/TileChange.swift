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

/// Changes of tiles in few bytes, for this process alone: of each pixel that changes, by how much.
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
    let size = 8 + masks.count * 8 + words.count * 4
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      bytes.storeBytes(of: UInt64(masks.count), toByteOffset: 0, as: UInt64.self)
      masks.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[8...]).copyMemory(from: $0) }
      words.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: bytes[(8 + masks.count * 8)...]).copyMemory(from: $0)
      }
      count = size
    }
  }

  /// Brings tiles of an image to the other side of a change, on one side of which they are.
  /// - Parameters:
  ///   - bytes: what `encoded` made of the changes at these places, in their order.
  ///   - forward: whether to the side after it.
  static func apply(_ bytes: [UInt8], at places: [TilePlace], forward: Bool, to image: inout TileGrid) {
    bytes.withUnsafeBytes { buffer in
      var reader = Reader(buffer)
      for place in places {
        if place.exists(after: forward) {
          image.withMutableTile(place.index) { reader.apply(to: &$0, forward: forward) }
        } else {
          // Nothing is left, so what the difference says is not needed.
          reader.skip()
          image[place.index] = nil
        }
      }
    }
  }

  /// Goes through the bytes, tile by tile.
  private struct Reader {
    private let bytes: UnsafeRawBufferPointer
    private var masks = 8
    private var words: Int

    init(_ bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
      words = 8 + Int(bytes.loadUnaligned(as: UInt64.self)) * 8
    }

    private mutating func nextMask() -> UInt64 {
      precondition(masks + 8 <= bytes.count, "a mask lies inside")
      defer { masks += 8 }
      return bytes.loadUnaligned(fromByteOffset: masks, as: UInt64.self)
    }

    /// Passes a tile by.
    mutating func skip() {
      for _ in 0..<nextMask().nonzeroBitCount { words += 4 * nextMask().nonzeroBitCount }
    }

    /// Brings a tile's pixels to the other side.
    mutating func apply(to pixels: inout MutableSpan<UInt32>, forward: Bool) {
      var rows = nextMask()
      while rows != 0 {
        let start = rows.trailingZeroBitCount << Tile.shift
        rows &= rows - 1
        var columns = nextMask()
        precondition(words + 4 * columns.nonzeroBitCount <= bytes.count, "a row's pixels lie inside")
        while columns != 0 {
          let at = start | columns.trailingZeroBitCount
          columns &= columns - 1
          let difference = bytes.loadUnaligned(fromByteOffset: words, as: UInt32.self)
          words += 4
          pixels[at] = forward ? Channels.sum(pixels[at], difference) : Channels.difference(pixels[at], difference)
        }
      }
    }
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
