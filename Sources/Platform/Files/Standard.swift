import Glibc

/// The process's standard streams (without a buffer), arguments and environment.
public enum Standard {
  /// Writes to standard output.
  public static func output(_ text: String) { write(text, to: STDOUT_FILENO) }
  /// Writes to standard error.
  public static func error(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The command's arguments, the program first, as `PathText`, so any file can be named.
  public static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { PathText.text(of: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// The environment variables, as `PathText`, since most are paths.
  public static var environment: [String: String] {
    var all: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = PathText.text(ofSystem: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return all
  }
}
