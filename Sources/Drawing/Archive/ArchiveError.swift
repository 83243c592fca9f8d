import Language

/// A fault of compressed data. It has no file name; the caller adds it.
public enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(Int32)
  /// A message about the file as "it": "its entry stack.xml is damaged".
  case fault(String)

  /// The message. For a system error it has only the code; callers should show a better message.
  public var description: String {
    switch self {
    case .system(let code): translated("the system reports error {code}", ["code": code])
    case .fault(let fault): fault
    }
  }

  /// A name from a file for a message: on one line, without control characters, at most 80
  /// characters. An empty name becomes two quotation marks.
  public static func printable(_ name: String) -> String {
    let shown = quotable(name)
    return shown.isEmpty ? "\"\"" : shown
  }

  /// The same for a message with its own quotation marks: an empty name stays empty.
  public static func quotable(_ name: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(80) {
      shown.append(scalar.properties.generalCategory == .control ? "?" : scalar)
    }
    return String(shown) + (name.unicodeScalars.count > 80 ? "..." : "")
  }
}
