import Glibc
import Language

/// Functions that read whole files.
public enum InputFile {
  /// Reads all bytes of a file.
  /// - Parameter limit: the largest size; nothing beyond is read.
  /// - Throws: if the file cannot be read, is not a regular file, or is too large.
  public static func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var information = stat()
    // The size is only a hint: kernel files report 0, and a file can grow.
    let hint = fstat(descriptor, &information) == 0 ? Int(information.st_size) : 0
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    bytes.reserveCapacity(max(0, min(hint, limit)))
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw FileError(.read, path, errno: errno) }
      if count == 0 { return bytes }
      if count > limit - bytes.count {
        throw FileError(.read, path, fault: translated("it is larger than {size}", ["size": Language.size(limit)]))
      }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// Opens a file for reading; the caller closes the descriptor. Throws for anything but a regular
  /// file: reading a pipe or a device could block forever.
  public static func open(_ path: String) throws(FileError) -> Int32 {
    if path.isEmpty { throw FileError(.read, path, fault: translated("its name is empty")) }
    if path.utf8.contains(0) { throw FileError(.read, path, fault: translated("its name contains a zero byte")) }
    var descriptor: Int32
    repeat {
      // O_NONBLOCK: opening a pipe must not wait for its writer. It has no effect on regular files.
      descriptor = Glibc.open(PathText.system(path), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    } while descriptor < 0 && errno == EINTR
    if descriptor < 0, errno == ENXIO { throw noFile(path) }
    guard descriptor >= 0 else { throw FileError(.read, path, errno: errno) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT != S_IFREG else { return descriptor }
    close(descriptor)
    throw information.st_mode & S_IFMT == S_IFDIR ? FileError(.read, path, errno: EISDIR) : noFile(path)
  }

  private static func noFile(_ path: String) -> FileError {
    FileError(.read, path, fault: translated("it is not a regular file"))
  }
}
