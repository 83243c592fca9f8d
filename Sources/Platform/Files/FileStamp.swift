import Glibc

/// When a file was last written to, and its size: a file whose stamp is another was changed meanwhile.
public struct FileStamp: Hashable, Sendable {
  private let seconds: Int
  private let nanoseconds: Int
  private let size: Int

  /// The stamp of the file at a path, links followed; nil where there is none or it is out of reach.
  public init?(_ path: String) {
    var information = stat()
    guard stat(PathText.system(path), &information) == 0 else { return nil }
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
    size = Int(information.st_size)
  }
}
