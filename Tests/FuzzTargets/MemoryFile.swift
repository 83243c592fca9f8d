import Glibc

/// A file in memory, for parsers that read from a path. It is removed with this object.
final class MemoryFile {
  /// The path, valid during the object's lifetime.
  var path: String { "/proc/self/fd/\(descriptor)" }
  private let descriptor: Int32

  init(_ bytes: [UInt8]) {
    // The name is removed at once; the file is reached through its descriptor.
    var template = Array("/dev/shm/fude-fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    precondition(descriptor >= 0, "the system gives no file in memory")
    unlink(template)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done) }
      precondition(count > 0, "a file in memory cannot be written")
      done += count
    }
  }

  deinit { close(descriptor) }
}
