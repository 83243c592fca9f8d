import Glibc

extension Program {
  /// Finds an executable: `name` itself if it has a slash, otherwise the first in PATH. Returns nil
  /// if there is none.
  public static func find(_ name: String) -> String? {
    if name.contains("/") { return isExecutable(name) ? name : nil }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(name)"
      if isExecutable(path) { return path }
    }
    return nil
  }

  /// The path of a program of this package, beside the running one; nil if it was not built.
  public static func built(_ name: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        chars.baseAddress.map { readlink("/proc/self/exe", $0, chars.count) } ?? -1
      }
    }
    guard count > 0 else { return nil }
    let own = String(decoding: buffer[..<count], as: UTF8.self)
    guard let slash = own.lastIndex(of: "/") else { return nil }
    let path = own[..<slash] + "/" + name
    return isExecutable(String(path)) ? String(path) : nil
  }

  /// The environment of a program under test. It has only a few of the developer's variables, so
  /// that tests do not depend on them. All folders for the program's data are in `home`.
  static func environment(home: String, display: String?) throws(RigError) -> [String: String] {
    var variables: [String: String] = [:]
    let kept = [
      "PATH", "LD_LIBRARY_PATH", "TZ", "USER", "LOGNAME", "TMPDIR", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
      "LLVM_PROFILE_FILE",
    ]
    for name in kept {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    variables["LANG"] = "C.UTF-8"
    variables["HOME"] = home
    if let display { variables["DISPLAY"] = display }
    let folders = [
      "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache",
      "XDG_RUNTIME_DIR": "runtime", "XDG_PICTURES_DIR": "Pictures",
    ]
    for (variable, name) in folders {
      let path = "\(home)/\(name)"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw .system("Cannot make the folder \(path)", code: errno)
      }
      variables[variable] = path
    }
    return variables
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }
}
