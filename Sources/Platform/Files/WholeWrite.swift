import Glibc

/// Writes bytes to a descriptor.
enum WholeWrite {
  /// Writes all bytes. Returns 0, or the `errno` of the failure; `EIO` if the system takes no more bytes.
  static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return count < 0 ? errno : EIO }
        rest = rest.dropFirst(count)
      }
      return 0
    }
  }
}
