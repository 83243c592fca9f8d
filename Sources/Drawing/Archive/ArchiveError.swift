import Language

/// Why something packed cannot be read or written. It knows of no file's name: whoever opened the file says it.
public enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused, as an `errno`.
  case system(Int32)
  /// What is wrong, about the file as "it": "its entry stack.xml is damaged".
  case fault(String)

  /// The fault, or the system's code, which whoever shows it has better words for.
  public var description: String {
    switch self {
    case .system(let code): translated("the system reports error {code}", ["code": code])
    case .fault(let fault): fault
    }
  }

  /// A name from a file as it may stand in a sentence: on one line, without control characters, and not without end.
  /// An empty name is shown as two quotation marks.
  public static func printable(_ name: String) -> String {
    let shown = quotable(name)
    return shown.isEmpty ? "\"\"" : shown
  }

  /// The same for a sentence that has quotation marks around it: an empty name stays empty.
  public static func quotable(_ name: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(80) {
      shown.append(scalar.properties.generalCategory == .control ? "?" : scalar)
    }
    return String(shown) + (name.unicodeScalars.count > 80 ? "..." : "")
  }
}
