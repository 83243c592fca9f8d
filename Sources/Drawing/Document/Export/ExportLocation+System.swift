import Files
import Glibc

extension ExportLocation.Probe {
  /// Access to the real file system.
  public static var system: Self {
    Self(
      content: { path in
        // The limit is generous for a settings file of a few lines.
        do { return try InputFile.bytes(of: path, limit: 1_000_000) } catch { return nil }
      },
      isFolder: isFolder,
      makeFolder: { path in
        var made = ""
        for part in path.split(separator: "/") {
          made += "/" + part
          // Ignore errors of parent folders, which may exist without being accessible. The last
          // folder decides.
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
