import Glibc

/// A file without a name, removed when it is released.
final class TemporaryFile {
  let descriptor: Int32

  init(_ bytes: [UInt8] = []) {
    var name = Array("/tmp/fude-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    unlink(name)
    precondition(
      descriptor >= 0 && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, "a temporary file can be written")
  }

  deinit { close(descriptor) }

  var bytes: [UInt8] {
    var information = stat()
    fstat(descriptor, &information)
    var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
    precondition(pread(descriptor, &bytes, bytes.count, 0) == bytes.count, "a file is read as a whole")
    return bytes
  }
}
