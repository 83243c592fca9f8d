import Glibc

/// The standard streams, written to at once.
enum Standard {
  /// Writes to standard output.
  static func output(_ text: String) { write(text, to: STDOUT_FILENO) }
  /// Writes to standard error.
  static func error(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
