import Glibc

/// A new folder under TMPDIR (or /tmp), private to the user. `remove` or deallocation removes it
/// with its contents.
public final class TemporaryFolder {
  /// Absolute path, without a trailing slash.
  public let path: String
  private var isRemoved = false

  /// Creates a temporary folder. Fails if the parent folder is not writable.
  public init() throws(RigError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/fude-rig-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw .system("Cannot make a folder in \(parent)", code: errno) }
    path = made
  }

  deinit { remove() }

  /// Creates a subfolder and returns its path.
  /// - Parameter name: relative to this folder; its parents must exist.
  public func makeFolder(_ name: String, mode: UInt32 = 0o700) throws(RigError) -> String {
    let folder = path + "/" + name
    guard mkdir(folder, mode) == 0 else { throw .system("Cannot make the folder \(folder)", code: errno) }
    return folder
  }

  /// Writes a file, private to the user, and creates its folders.
  /// - Parameter name: relative to this folder.
  public func write(_ text: String, to name: String) throws(RigError) {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw .system("Cannot make the folder \(folder)", code: errno)
      }
    }
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system("Cannot make \(file)", code: errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw .system("Cannot write \(file)", code: errno)
    }
  }

  /// Writes an executable file by another process and creates its folders.
  ///
  /// The kernel refuses to start a file that is open for writing (ETXTBSY). A child that another
  /// thread starts while this process writes would hold the file open until the child's `exec`.
  /// - Parameter name: relative to this folder.
  /// - Returns: the path of the file.
  @discardableResult
  public func writeProgram(_ text: String, to name: String) throws(RigError) -> String {
    let source = name + ".source"
    try write(text, to: source)
    try copyProgram(path + "/" + source, to: name)
    unlink(path + "/" + source)
    return path + "/" + name
  }

  /// Copies an executable file by another process, for the same reason.
  /// - Parameter name: relative to this folder; its parents must exist.
  public func copyProgram(_ source: String, to name: String) throws(RigError) {
    let file = path + "/" + name
    let copy = try Program("install", ["-m", "755", source, file])
    guard try copy.waitForExit(seconds: 60) == .exited(0) else {
      throw RigError("Cannot copy \(source) to \(file): \(copy.errors)")
    }
  }

  /// Removes the folder and its contents. Symbolic links are removed, not followed. A second call
  /// does nothing.
  public func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    Self.removeTree(path)
  }

  private static func removeTree(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    chmod(path, 0o700)  // a test may have made it read-only
    for name in names(in: path) { removeTree(path + "/" + name) }
    rmdir(path)
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
