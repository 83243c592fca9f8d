/// A square of pixels, the unit in which drawings are stored, shared and undone.
///
/// A tile is a value: assigning it shares the memory, and the first write to a shared tile copies
/// it. So an undo state of a tile costs nothing until the tile is drawn on.
///
/// A tile has 8 bits a channel (16 KiB) or, where paint was mixed, 16 (32 KiB, "deep"). Both are read
/// and written in the depth that the caller asks for. Reading in another depth than the tile's
/// makes a copy.
public struct Tile: Sendable, Equatable {
  /// Pixels on a side.
  public static let size = 64
  /// `size` as a power of two.
  public static let shift = 6
  /// Pixels in a tile.
  public static let count = size * size

  /// The pixels, row by row; always `Tile.count` of them, but while they are written.
  @usableFromInline enum Storage: Sendable, Equatable {
    case words([UInt32])
    case deep([DeepPixel])
  }

  @usableFromInline var storage: Storage

  /// A transparent tile.
  public static let clear = Tile()

  /// Creates a tile of one colour with 8 bits, by default fully transparent.
  public init(filledWith pixel: UInt32 = 0) { storage = .words([UInt32](repeating: pixel, count: Tile.count)) }

  /// Creates a deep tile of these pixels, row by row; there must be `Tile.count` of them.
  public init(deep pixels: [DeepPixel]) {
    precondition(pixels.count == Tile.count, "a tile's pixels")
    storage = .deep(pixels)
  }

  /// Whether it has 16 bits a channel.
  @inlinable public var isDeep: Bool {
    if case .deep = storage { true } else { false }
  }

  /// The pixels with 8 bits a channel, premultiplied 0xAARRGGBB words, row by row. Those of a deep tile are
  /// rounded.
  @inlinable public var pixels: [UInt32] {
    switch storage {
    case .words(let words): words
    case .deep(let pixels): pixels.map(\.word)
    }
  }

  /// The pixels with 16 bits a channel, row by row.
  public var deepPixels: [DeepPixel] {
    switch storage {
    case .words(let words): words.map { DeepPixel($0) }
    case .deep(let pixels): pixels
    }
  }

  /// Calls `body` with the pixels of some rows, 8 bits a channel. Those of a deep tile are rounded.
  @inlinable @inline(__always) public func withRows<R>(_ rows: Range<Int>, _ body: (Span<UInt32>) -> R) -> R {
    let range = rows.lowerBound << Tile.shift..<rows.upperBound << Tile.shift
    switch storage {
    case .words(let words): return body(words.span.extracting(range))
    case .deep(let pixels):
      let words = pixels[range].map(\.word)
      return body(words.span)
    }
  }

  /// Calls `body` with the pixels of some rows, 16 bits a channel.
  @inlinable @inline(__always) public func withDeepRows<R>(_ rows: Range<Int>, _ body: (Span<DeepPixel>) -> R) -> R {
    let range = rows.lowerBound << Tile.shift..<rows.upperBound << Tile.shift
    switch storage {
    case .words(let words):
      let pixels = words[range].map { DeepPixel($0) }
      return body(pixels.span)
    case .deep(let pixels): return body(pixels.span.extracting(range))
    }
  }

  /// The pixel in column `x`, row `y` of the tile, both 0..<64, with 8 bits a channel.
  public subscript(x: Int, y: Int) -> UInt32 {
    get {
      switch storage {
      case .words(let words): words[y << Tile.shift | x]
      case .deep(let pixels): pixels[y << Tile.shift | x].word
      }
    }
    set { withMutablePixels { $0[y << Tile.shift | x] = newValue } }
  }

  /// Calls `body` with the pixels with 8 bits a channel for writing; copies them first where they are
  /// shared. A deep tile stays deep: pixels that `body` leaves as they were keep their 16 bits.
  @inline(__always)
  public mutating func withMutablePixels<R>(_ body: (inout MutableSpan<UInt32>) -> R) -> R {
    guard case .words(var words) = storage else { return withRoundedPixels(body) }
    // A second owner would force a copy.
    storage = .words([])
    defer { storage = .words(words) }
    var span = words.mutableSpan
    return body(&span)
  }

  private mutating func withRoundedPixels<R>(_ body: (inout MutableSpan<UInt32>) -> R) -> R {
    let old = pixels
    var new = old
    var span = new.mutableSpan
    let result = body(&span)
    withMutableDeepPixels { deep in
      for i in 0..<Tile.count where new[i] != old[i] { deep[i] = DeepPixel(new[i]) }
    }
    return result
  }

  /// Calls `body` with the pixels with 16 bits a channel for writing. The tile becomes deep.
  @inline(__always)
  public mutating func withMutableDeepPixels<R>(_ body: (inout MutableSpan<DeepPixel>) -> R) -> R {
    var pixels: [DeepPixel]
    switch storage {
    case .words(let words): pixels = words.map { DeepPixel($0) }
    case .deep(let deep): pixels = deep
    }
    storage = .words([])
    defer { storage = .deep(pixels) }
    var span = pixels.mutableSpan
    return body(&span)
  }

  /// This tile with 16 bits a channel.
  public var deepened: Tile { isDeep ? self : Tile(deep: deepPixels) }

  /// This tile with 8 bits a channel if that holds the same pixels, else itself.
  public var narrowed: Tile {
    guard case .deep(let pixels) = storage, pixels.allSatisfy({ DeepPixel($0.word) == $0 }) else { return self }
    var tile = self
    tile.storage = .words(pixels.map(\.word))
    return tile
  }

  /// Whether every pixel is fully transparent.
  public var isTransparent: Bool {
    switch storage {
    case .words(let words): words.allSatisfy { $0 == 0 }
    case .deep(let pixels): pixels.allSatisfy { $0 == .clear }
    }
  }

  /// Whether both have the same pixels, whatever their depth.
  public func showsSame(as other: Tile) -> Bool {
    if isDeep == other.isDeep { return self == other }
    return deepPixels == other.deepPixels
  }
}
