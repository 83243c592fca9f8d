import Geometry
import Raster

/// A tile before and after a change; nil if it did not exist.
struct TileChange: Sendable {
  /// The index of the tile, row by row.
  var index: Int
  var before: Tile?
  var after: Tile?

  /// The bounding rectangle of the changed pixels, px in the tile; may be empty.
  var bounds: PixelRect {
    let none = Tile()
    let (before, after) = (self.before ?? none, self.after ?? none)
    let (old, new) = (before.pixels.span, after.pixels.span)
    var changed = ChangedPixels()
    for row in 0..<Tile.size {
      var columns: UInt64 = 0
      for column in 0..<Tile.size {
        let at = row << Tile.shift | column
        columns |= (old[unchecked: at] == new[unchecked: at] ? 0 : 1) << UInt64(column)
      }
      if columns != 0 { changed.add(row, columns) }
    }
    return changed.bounds
  }
}

private struct ChangedPixels {
  private var rows: UInt64 = 0
  private var columns: UInt64 = 0

  /// Adds the changed columns of a row, one bit each.
  mutating func add(_ row: Int, _ columns: UInt64) {
    rows |= 1 << UInt64(row)
    self.columns |= columns
  }

  var bounds: PixelRect {
    if rows == 0 { return .empty }
    let (top, left) = (rows.trailingZeroBitCount, columns.trailingZeroBitCount)
    return PixelRect(
      minX: left, minY: top, maxX: UInt64.bitWidth - columns.leadingZeroBitCount,
      maxY: UInt64.bitWidth - rows.leadingZeroBitCount)
  }
}

/// The index of a changed tile and whether it exists before and after the change, in four bytes.
struct TilePlace: Sendable {
  private var bits: UInt32

  init(_ change: TileChange) {
    precondition(change.index < 1 << 30, "a canvas has fewer tiles")
    bits = UInt32(change.index) | (change.before == nil ? 0 : 1 << 30) | (change.after == nil ? 0 : 1 << 31)
  }

  /// The index of the tile, row by row.
  var index: Int { Int(bits & (1 << 30 - 1)) }
  /// Whether the tile exists after the change, or before it.
  func exists(after: Bool) -> Bool { bits >> (after ? 31 : 30) & 1 != 0 }
}

/// A compact coding of tile changes for use within this process.
///
/// Each change is stored as the difference of its two sides, so the same bytes serve undo and redo.
/// Each tile has a mask of its changed rows and, for each such row, a mask of its changed pixels.
/// All masks come first, then the differences of the pixels, channel by channel.
enum TileChangeCoding {
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

  /// Redoes (`forward`) or undoes changes of an image that shows one side of them. `bytes` is the
  /// result of `encoded` for these places. Returns the pixels that change.
  static func apply(_ bytes: [UInt8], at places: [TilePlace], forward: Bool, to image: inout TileGrid)
    -> FineRegion
  {
    bytes.withUnsafeBytes { buffer in
      var reader = Reader(buffer)
      var region = FineRegion()
      for place in places {
        var changed: PixelRect
        if place.exists(after: forward) {
          changed = image.withMutableTile(place.index) { reader.apply(to: &$0, forward: forward) }
        } else {
          // The tile does not exist on this side, so its pixels are not needed.
          changed = reader.skip()
          image[place.index] = nil
        }
        let tile = image.bounds(ofTile: place.index)
        region.add(changed.offset(dx: tile.minX, dy: tile.minY).intersection(tile))
      }
      return region
    }
  }

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

    /// Skips a tile. Returns the bounds of its changed pixels, px in the tile.
    mutating func skip() -> PixelRect {
      var changed = ChangedPixels()
      var rows = nextMask()
      while rows != 0 {
        let columns = nextMask()
        changed.add(rows.trailingZeroBitCount, columns)
        rows &= rows - 1
        words += 4 * columns.nonzeroBitCount
      }
      return changed.bounds
    }

    mutating func apply(to pixels: inout MutableSpan<UInt32>, forward: Bool) -> PixelRect {
      // Masks have one bit for each row of a tile and each pixel of a row.
      precondition(pixels.count == Tile.count, "a tile's pixels")
      var changed = ChangedPixels()
      var rows = nextMask()
      while rows != 0 {
        let row = rows.trailingZeroBitCount
        let start = row << Tile.shift
        rows &= rows - 1
        var columns = nextMask()
        changed.add(row, columns)
        precondition(words + 4 * columns.nonzeroBitCount <= bytes.count, "a row's pixels lie inside")
        while columns != 0 {
          let at = start | columns.trailingZeroBitCount
          columns &= columns - 1
          let difference = bytes.loadUnaligned(fromByteOffset: words, as: UInt32.self)
          words += 4
          let pixel = pixels[unchecked: at]
          pixels[unchecked: at] = forward ? Channels.sum(pixel, difference) : Channels.difference(pixel, difference)
        }
      }
      return changed.bounds
    }
  }
}

/// Four 8-bit numbers in a word, modulo 256.
enum Channels {
  /// a - b. The highest bit of each byte is handled separately to prevent borrowing between bytes.
  @inline(__always) static func difference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a | 0x8080_8080) &- (b & 0x7F7F_7F7F)) ^ ((a ^ ~b) & 0x8080_8080)
  }

  @inline(__always) static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a & 0x7F7F_7F7F) &+ (b & 0x7F7F_7F7F)) ^ ((a ^ b) & 0x8080_8080)
  }
}
