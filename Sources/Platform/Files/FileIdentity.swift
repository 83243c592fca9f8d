import Glibc

/// Which file a path leads to, by links of any kind. A file that replaces another one at the same
/// path is a different file.
public struct FileIdentity: Hashable, Sendable {
  /// The file system, and the file's number in it.
  public let device, number: UInt64
  /// Distinguishes files that get the same number one after the other; 0 where the file system does
  /// not say it.
  public let generation: UInt64

  /// The regular file at a path, links followed; nil for none.
  public init?(_ path: String) {
    var information = stat()
    guard stat(PathText.system(path), &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(information.st_dev)
    number = UInt64(information.st_ino)
    generation = Self.generation(path)
  }

  private static func generation(_ path: String) -> UInt64 {
    let descriptor = open(PathText.system(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    // FS_IOC_GETVERSION, see ioctl_iflags(2). It writes 32 bits, whatever its number says.
    var generation: UInt64 = 0
    guard ioctl(descriptor, 0x8008_7601, &generation) == 0 else { return 0 }
    return generation
  }
}
