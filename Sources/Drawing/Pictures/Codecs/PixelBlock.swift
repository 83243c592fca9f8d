import Glibc

/// Memory for the pixels of a whole picture, 4 bytes each. A failed allocation is an error.
final class PixelBlock {
  /// The pixels, row by row from the top.
  public let words: UnsafeMutableBufferPointer<UInt32>
  /// The same memory as bytes.
  public var bytes: UnsafeMutablePointer<UInt8> { UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt8.self) }
  private let base: UnsafeMutablePointer<UInt32>

  /// - Throws: if there is no memory for the pixels and an image made from them.
  public init(width: Int, height: Int) throws(PNGFault) {
    let count = width * height
    guard TileMemory.hasRoom(for: 2 * (count / (64 * 64) + 1), beside: 0), let memory = calloc(count, 4) else {
      throw .system(ENOMEM)
    }
    base = memory.bindMemory(to: UInt32.self, capacity: count)
    words = UnsafeMutableBufferPointer(start: base, count: count)
  }

  deinit { free(base) }
}
