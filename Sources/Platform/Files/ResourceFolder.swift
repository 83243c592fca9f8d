import Glibc

/// The folders of files that come with the program or are added by the user.
public enum ResourceFolder {
  /// The folder of a program's resources: PREFIX/share/fude/NAME for PREFIX/bin/fude, or
  /// Resources/NAME in a folder above the executable; nil if neither exists.
  public static func path(_ name: String, besideExecutable executable: String) -> String? {
    var above = parent(executable)
    if let bin = above {
      let installed = (parent(bin) ?? "") + "/share/fude/" + name
      if isFolder(installed) { return installed }
    }
    while let place = above {
      if isFolder(place + "/Resources/" + name) { return place + "/Resources/" + name }
      above = parent(place)
    }
    return nil
  }

  public static func path(_ name: String) -> String? { executable.flatMap { path(name, besideExecutable: $0) } }

  /// The first page of the manual for a program: PREFIX/share/doc/fude/manual/index.html for PREFIX/bin/fude, or
  /// Resources/manual/README.md in a folder above the executable; nil if it is not there.
  public static func manual(besideExecutable executable: String) -> String? {
    let installed = parent(executable).flatMap { parent($0) }.map { $0 + "/share/doc/fude/manual" }
    let folders = [installed, path("manual", besideExecutable: executable)].compactMap { $0 }
    let pages: [String] = folders.flatMap { [$0 + "/index.html", $0 + "/README.md"] }
    return pages.first { access($0, R_OK) == 0 }
  }

  /// That of the running program.
  public static var manual: String? { executable.flatMap { manual(besideExecutable: $0) } }

  /// The path of the running program; nil if it cannot be found out.
  public static var executable: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The user's folder, existing or not: $XDG_DATA_HOME/fude/NAME, by default
  /// ~/.local/share/fude/NAME (XDG Base Directory Specification). Nil without a home folder.
  public static func userPath(_ name: String, environment: [String: String]) -> String? {
    UserFolder.path("XDG_DATA_HOME", otherwise: ".local/share", environment: environment).map { $0 + "/" + name }
  }

  /// Sorted, without hidden files; empty if the folder cannot be read.
  public static func files(in folder: String, ending: String, atMost limit: Int) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(ending), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private static func parent(_ path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), path.count > 1 else { return nil }
    return String(path[..<slash])
  }

  private static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }
}
