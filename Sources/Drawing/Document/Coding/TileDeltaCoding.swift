import Geometry
import Journal
import Raster

/// A compact coding of tile changes for use within this process.
///
/// Each change is stored as the difference of its two sides, so the same bytes serve undo and redo.
/// Each tile has a mask of its changed rows and, for each such row, a mask of its changed pixels.
/// All masks come first, then the differences of the pixels, channel by channel. If any side of any tile is
/// deep, the number of masks has its highest bit set, and each tile has another mask before the others: its
/// lowest bit tells whether it is deep before the change, the next one after it. If either is set, its
/// differences have 16 bits a channel (`DeepPlanes`).
enum TileDeltaCoding {
  /// Marks a number of masks among which are depths.
  private static let withDepths: UInt64 = 1 << 63

  static func encoded(_ changes: [TileDelta]) -> [UInt8] {
    var masks: [UInt64] = []
    var words: [UInt32] = []
    let none = Tile()
    let hasDepths = changes.contains { $0.isDeep }
    for change in changes {
      if hasDepths { masks.append((change.before?.isDeep ?? false ? 1 : 0) | (change.after?.isDeep ?? false ? 2 : 0)) }
      if change.isDeep {
        append(deep: change, &masks, &words)
        continue
      }
      let (before, after) = ((change.before ?? none).pixels, (change.after ?? none).pixels)
      let (old, new) = (before.span, after.span)
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
      bytes.storeBytes(of: UInt64(masks.count) | (hasDepths ? withDepths : 0), toByteOffset: 0, as: UInt64.self)
      masks.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[8...]).copyMemory(from: $0) }
      words.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: bytes[(8 + masks.count * 8)...]).copyMemory(from: $0)
      }
      count = size
    }
  }

  private static func append(deep change: TileDelta, _ masks: inout [UInt64], _ words: inout [UInt32]) {
    let changed = change.changedPixels
    masks.append(changed.rows)
    for row in 0..<Tile.size where changed[row] != 0 { masks.append(changed[row]) }
    let none = Tile()
    let (old, new) = ((change.before ?? none).deepPixels, (change.after ?? none).deepPixels)
    let differences = (0..<Tile.count).map { DeepPixel(new[$0].channels &- old[$0].channels) }
    var planes: [UInt8] = []
    DeepPlanes.append(differences, at: changed.places, to: &planes)
    planes.withUnsafeBytes { bytes in
      for at in stride(from: 0, to: bytes.count, by: 4) {
        words.append(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
      }
    }
  }

  /// Redoes (`forward`) or undoes changes of an image that shows one side of them, except those of some
  /// tiles. `bytes` is the result of `encoded` for these places. Returns the pixels that change.
  static func apply(
    _ bytes: [UInt8], at places: [TilePlace], except hidden: Set<Int> = [], forward: Bool, to image: inout TileGrid
  ) -> FineRegion {
    bytes.withUnsafeBytes { buffer in
      var reader = Reader(buffer)
      var region = FineRegion()
      for place in places {
        let depths = reader.nextDepths()
        var changed: PixelRect
        if hidden.contains(place.index) {
          _ = reader.skip(isDeep: depths != 0)
          continue
        }
        if !place.exists(after: forward) {
          // The tile does not exist on this side, so its pixels are not needed.
          changed = reader.skip(isDeep: depths != 0)
          image[place.index] = nil
        } else if depths == 0 {
          // Depth alone may differ in a drawing that was read from a file.
          if image[place.index]?.isDeep ?? false { image[place.index] = image[place.index]?.narrowed }
          changed = image.withMutableTile(place.index) { reader.apply(to: &$0, forward: forward) }
        } else {
          changed = image.withMutableTile(place.index, as: DeepPixel.self) {
            reader.apply(toDeep: &$0, forward: forward)
          }
          if depths & (forward ? 2 : 1) == 0 { image[place.index] = image[place.index]?.narrowed }
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
    private let hasDepths: Bool

    init(_ bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
      let count = bytes.loadUnaligned(as: UInt64.self)
      hasDepths = count & withDepths != 0
      words = 8 + Int(count & ~withDepths) * 8
    }

    /// The depths of the next tile: bit 0 if it is deep before the change, bit 1 after it.
    mutating func nextDepths() -> UInt64 { hasDepths ? nextMask() : 0 }

    private mutating func nextMask() -> UInt64 {
      precondition(masks + 8 <= bytes.count, "a mask lies inside")
      defer { masks += 8 }
      return bytes.loadUnaligned(fromByteOffset: masks, as: UInt64.self)
    }

    private mutating func nextPixels() -> ChangedPixels {
      var changed = ChangedPixels()
      var rows = nextMask()
      while rows != 0 {
        changed[rows.trailingZeroBitCount] = nextMask()
        rows &= rows - 1
      }
      return changed
    }

    /// Skips a tile. Returns the bounds of its changed pixels, px in the tile.
    mutating func skip(isDeep: Bool) -> PixelRect {
      let changed = nextPixels()
      words += (isDeep ? DeepPlanes.pixelSize : 4) * changed.count
      return changed.bounds
    }

    mutating func apply(toDeep pixels: inout MutableSpan<DeepPixel>, forward: Bool) -> PixelRect {
      precondition(pixels.count == Tile.count, "a tile's pixels")
      let changed = nextPixels()
      let size = DeepPlanes.pixelSize * changed.count
      precondition(words + size <= bytes.count, "a tile's pixels lie inside")
      let (places, planes) = (changed.places, Array(bytes[words..<words + size]))
      words += size
      let differences = DeepPlanes.pixels(planes[...], at: places)
      for at in places {
        let (pixel, difference) = (pixels[unchecked: at].channels, differences[at].channels)
        pixels[unchecked: at] = DeepPixel(forward ? pixel &+ difference : pixel &- difference)
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
        changed[row] = columns
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
