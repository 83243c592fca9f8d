import Glibc

extension Leftovers {
  /// The depth of folders below which nothing is removed.
  private static let mostLevels = 16

  /// Removes a folder with its content. Links are removed, not followed. Content that cannot be
  /// removed stays, with its folders.
  static func removeTree(_ path: String) { removeTree(PathText.system(path), in: AT_FDCWD, level: 0) }

  private static func removeTree(_ name: [CChar], in parent: Int32, level: Int) {
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0, let listing = fdopendir(descriptor) else {
      if descriptor >= 0 { close(descriptor) }
      return
    }
    defer { closedir(listing) }
    while let entry = readdir(listing), let at = MemoryLayout<dirent>.offset(of: \.d_name) {
      // The name can extend beyond the declared end of the structure.
      let start = UnsafeRawPointer(entry).advanced(by: at).assumingMemoryBound(to: CChar.self)
      let inner = Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
      if strcmp(inner, ".") == 0 || strcmp(inner, "..") == 0 { continue }
      if unlinkat(descriptor, inner, 0) != 0, errno == EISDIR || errno == EPERM, level < mostLevels {
        removeTree(inner, in: descriptor, level: level + 1)
      }
    }
    _ = unlinkat(parent, name, AT_REMOVEDIR)
  }
}
