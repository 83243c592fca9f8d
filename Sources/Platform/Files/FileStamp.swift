import Glibc

/// A file's last write time and size. A different stamp means that the file has changed.
public struct FileStamp: Hashable, Sendable {
  private let seconds: Int
  private let nanoseconds: Int
  private let size: Int

  /// The stamp of the file at a path, links followed; nil if it is not accessible.
  public init?(_ path: String) {
    var information = stat()
    guard stat(PathText.system(path), &information) == 0 else { return nil }
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
    size = Int(information.st_size)
  }
}
