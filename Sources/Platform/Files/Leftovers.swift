import Glibc
import Synchronization

/// Temporary files (`AtomicFile`) and folders (`AtomicFolder`) that stay in a folder when their process
/// is killed or the machine loses its power.
///
/// Their names hold the mark of the process that writes them. Files of a process that has ended are
/// removed. Nothing shows whether a process on another machine, or one before this machine's last
/// start, still writes: such files are removed when nothing was written for a week, like those
/// without a mark. Files of other users are never removed.
public enum Leftovers {
  static let prefix = ".fude-"
  static let suffix = ".part"
  /// The end of the names of temporary folders.
  static let folderSuffix = ".parts"
  /// Seconds.
  static let oldest = 7 * 24 * 3600

  private static let seen = Mutex<Set<String>>([])

  /// A new name for a temporary file or folder of this process.
  static func newName(suffix: String = suffix) -> String {
    prefix + ProcessMark.own.text + "-" + String(UInt64.random(in: .min ... .max), radix: 36) + suffix
  }

  /// Removes the leftovers of a folder, once in the life of this process. Lists the folder, so it
  /// belongs on a worker; the main thread calls it only where it commits a file itself.
  public static func remove(in folder: String) {
    guard seen.withLock({ $0.insert(folder).inserted }) else { return }
    removeAll(in: folder, now: time(nil))
  }

  /// Removes the leftovers in the folder of a file, which may be a link, as `remove(in:)`.
  public static func remove(beside path: String) {
    guard let real = realpath(PathText.system(path), nil) else { return remove(in: PathText.folder(of: path)) }
    defer { free(real) }
    remove(in: PathText.folder(of: PathText.text(ofSystem: real)))
  }

  /// - Parameter now: seconds since 1970.
  static func removeAll(in folder: String, now: time_t) {
    guard let listing = opendir(PathText.system(folder)) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { PathText.text(ofSystem: $0) }
      }
      guard name.hasPrefix(prefix), let end = [suffix, folderSuffix].first(where: { name.hasSuffix($0) }) else {
        continue
      }
      let kind = end == suffix ? S_IFREG : S_IFDIR
      var information = stat()
      guard fstatat(dirfd(listing), PathText.system(name), &information, AT_SYMLINK_NOFOLLOW) == 0,
        information.st_mode & S_IFMT == kind, information.st_uid == geteuid(),
        isLeft(name.dropLast(end.count), written: information.st_mtim.tv_sec, now: now)
      else { continue }
      if kind == S_IFDIR {
        removeTree(PathText.join(folder, name))
      } else {
        _ = unlinkat(dirfd(listing), PathText.system(name), 0)
      }
    }
  }

  /// - Parameter name: the name of a file or folder without its suffix.
  private static func isLeft(_ name: Substring, written: time_t, now: time_t) -> Bool {
    let parts = name.dropFirst(prefix.count).split(separator: "-")
    if let mark = ProcessMark(parts.dropLast().joined(separator: "-")), let hasEnded = mark.hasEnded { return hasEnded }
    return now - written > oldest
  }
}
