import Glibc

extension ExportLocation.Probe {
  /// Access to the real file system.
  public static var system: Self {
    Self(
      content: { path in
        do { return try InputFile.bytes(of: path, limit: 1_000_000) } catch { return nil }
      },
      isFolder: isFolder,
      makeFolder: { path in
        var made = ""
        for part in path.split(separator: "/") {
          made += "/" + part
          // Parent folders may exist without being accessible, so only the last folder decides.
          _ = mkdir(PathText.system(made), 0o777)
        }
        return isFolder(path)
      })
  }

  private static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(PathText.system(path), &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }
}
