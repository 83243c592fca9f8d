import Glibc

/// A library that is loaded when it is first used and stays loaded. Fude runs without it.
struct SharedLibrary: Sendable {
  /// The address of dlopen's handle.
  private let handle: UInt

  /// Loads a library by its soname; nil if it is not installed.
  init?(_ soname: String) {
    guard let handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = UInt(bitPattern: handle)
  }

  /// A function of the library; nil if there is none of this name.
  /// - Parameter type: a type `@convention(c)` that agrees with the library's header.
  func function<T>(_ name: String, as type: T.Type) -> T? {
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: handle), name) else { return nil }
    // A C function pointer is an address, and so is what dlsym returns.
    return unsafeBitCast(address, to: type)
  }
}

/// Memory for the pixels of a whole picture, 4 bytes each. A failed allocation is an error.
final class PixelBlock {
  /// The pixels, row by row from the top.
  let words: UnsafeMutableBufferPointer<UInt32>
  /// The same memory as bytes.
  var bytes: UnsafeMutablePointer<UInt8> { UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt8.self) }
  private let base: UnsafeMutablePointer<UInt32>

  /// - Throws: if there is no memory for the pixels and an image made from them.
  init(width: Int, height: Int) throws(PNGFault) {
    let count = width * height
    guard TileMemory.hasRoom(for: 2 * (count / (64 * 64) + 1), beside: 0), let memory = calloc(count, 4) else {
      throw .system(ENOMEM)
    }
    base = memory.bindMemory(to: UInt32.self, capacity: count)
    words = UnsafeMutableBufferPointer(start: base, count: count)
  }

  deinit { free(base) }
}
