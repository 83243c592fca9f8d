import Glibc
import Language

/// Files that are read as a whole.
public enum InputFile {
  /// All bytes of a file.
  /// - Parameter limit: the most bytes that it may have; nothing beyond is read.
  /// - Throws: where it cannot be read, is no regular file, or is larger.
  public static func bytes(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var information = stat()
    // A size is a hint only: files of the kernel's have none, and a file can grow.
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

  /// A descriptor for reading, which the caller closes. Refuses what is no regular file: folders; and pipes and devices, from which nothing
  /// may come for as long as anybody waits.
  public static func open(_ path: String) throws(FileError) -> Int32 {
    if path.isEmpty { throw FileError(.read, path, fault: translated("its name is empty")) }
    if path.utf8.contains(0) { throw FileError(.read, path, fault: translated("its name holds a zero byte")) }
    var descriptor: Int32
    repeat {
      // Without waiting for whoever may write to a pipe; of files nothing is ever waited for so.
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
    FileError(.read, path, fault: translated("it is a device or the like, not a regular file"))
  }
}
