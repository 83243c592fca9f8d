/// The options of a command, each a name with a value: `--name VALUE` or `--name=VALUE`, each at
/// most once.
struct Options {
  private var values: [String: String] = [:]

  /// Parses the words after a command's name.
  /// - Parameter names: the options that the command has, without the dashes.
  init(_ words: some Sequence<String>, names: [String]) throws(UsageError) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let first = parts.first, first.hasPrefix("--"), names.contains(String(first.dropFirst(2))) else {
        throw UsageError("there is no option \"\(word)\" here (see penlab --help)")
      }
      let name = String(first.dropFirst(2))
      guard values[name] == nil else { throw UsageError("--\(name) is given twice") }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
        throw UsageError("--\(name) needs a value")
      }
      values[name] = value
    }
  }

  /// The value of an option; nil where it is not given.
  subscript(name: String) -> String? { values[name] }

  /// The value of an option as a number of times, 1 to 1000; nil where it is not given.
  func count(_ name: String) throws(UsageError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let count = Int(text), 1...1000 ~= count else {
      throw UsageError("--\(name) is \"\(text)\", not a number from 1 to 1000")
    }
    return count
  }

  /// The value of an option that must be given.
  func required(_ name: String) throws(UsageError) -> String {
    guard let value = values[name] else { throw UsageError("--\(name) is missing (see penlab --help)") }
    return value
  }
}

/// The error in a command line, for status 2.
struct UsageError: Error, Hashable, CustomStringConvertible {
  /// The exit status that goes with it.
  static let status: Int32 = 2
  /// The message.
  let description: String

  init(_ description: String) { self.description = description }
}
