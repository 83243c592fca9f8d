import Glibc

/// A file's last write time and size. A different stamp means that the file has changed.
public struct FileStamp: Hashable, Sendable {
  private let seconds: Int
  private let nanoseconds: Int
  private let size: Int

  /// The stamp in letters that file names can have.
  public var text: String { [seconds, nanoseconds, size].map { String($0, radix: 36) }.joined(separator: "-") }
  /// When the file was last written, seconds since 1970.
  public var time: Double { Double(seconds) + Double(nanoseconds) / 1e9 }

  /// The stamp of the file at a path, links followed; nil if it is not accessible.
  public init?(_ path: String) {
    var information = stat()
    guard stat(PathText.system(path), &information) == 0 else { return nil }
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
    size = Int(information.st_size)
  }
}
