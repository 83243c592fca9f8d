import Glibc

/// A file in memory, for parsers that read from a path. It is removed with this object.
final class MemoryFile {
  /// The path, for as long as this lives.
  var path: String { "/proc/self/fd/\(descriptor)" }
  private let descriptor: Int32

  init(_ bytes: [UInt8]) {
    // Without a name from the start on: it is reached through its descriptor alone.
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
