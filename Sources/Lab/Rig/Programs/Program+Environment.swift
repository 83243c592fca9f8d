import Glibc

extension Program {
  /// Where an executable is: `name` itself where it has a slash, else the first of that name in
  /// PATH; nil where there is none that may be run.
  public static func find(_ name: String) -> String? {
    if name.contains("/") { return isExecutable(name) ? name : nil }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let path = "\(folder)/\(name)"
      if isExecutable(path) { return path }
    }
    return nil
  }

  /// A program of this package, built beside the running one (tests and programs share a folder);
  /// nil where it is not there.
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

  /// The environment of a program under test: few variables of the developer's own, for a test must
  /// not depend on them, and every folder that a program may keep things in within `home`.
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
