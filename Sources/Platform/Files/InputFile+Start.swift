import Glibc

extension InputFile {
  /// Returns the first `count` bytes, or fewer at the end of the file. Throws for a folder.
  public static func start(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress?.advanced(by: filled), count - filled) }
      if got < 0 && errno == EINTR { continue }
      if got < 0 { throw FileError(.read, path, errno: errno) }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes.prefix(filled))
  }
}
