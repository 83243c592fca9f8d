/// The arguments of a command, read one after the other.
struct Words {
  private var rest: ArraySlice<String>
  private let command: String

  /// Arguments of `command`.
  init(_ words: ArraySlice<String>, of command: String) {
    rest = words
    self.command = command
  }

  /// Whether none is left.
  var isEmpty: Bool { rest.isEmpty }

  /// The remaining arguments.
  mutating func remaining() -> [String] {
    defer { rest = [] }
    return Array(rest)
  }

  /// The next argument. Throws if there is none.
  mutating func next(_ what: String) throws -> String {
    guard let word = rest.popFirst() else { throw UsageError("\(command): \(what) is missing.") }
    return word
  }

  /// The next word as a number.
  mutating func number(_ what: String) throws -> Double {
    let word = try next(what)
    guard let number = Double(word), number.isFinite else {
      throw UsageError("\(command): \(what) is \"\(word)\", not a number.")
    }
    return number
  }

  /// The next word as a whole number within a range.
  mutating func integer(_ what: String, within range: ClosedRange<Int>) throws -> Int {
    let number = try integer(what)
    guard range ~= number else { throw UsageError("\(command): \(what) is \(number), not within \(range).") }
    return number
  }

  /// The next argument as a number, or `otherwise` if there is none.
  mutating func number(_ what: String, otherwise: Double) throws -> Double {
    isEmpty ? otherwise : try number(what)
  }

  /// The next word as a whole number.
  mutating func integer(_ what: String) throws -> Int {
    let word = try next(what)
    guard let number = Int(word) else {
      throw UsageError("\(command): \(what) is \"\(word)\", not a whole number.")
    }
    return number
  }

  /// Throws if arguments are left.
  func end() throws {
    if let word = rest.first { throw UsageError("\(command): \"\(word)\" is too much.") }
  }
}

/// Parses WIDTHxHEIGHT.
func size(_ word: String) throws -> (width: Int, height: Int) {
  let numbers = word.split(separator: "x").map { Int($0) }
  guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else {
    throw UsageError("\"\(word)\" is no size such as 1920x1080.")
  }
  return (width, height)
}
