/// The options that some command has.
enum ArgumentOption: CaseIterable, Hashable, Sendable {
  case geometry, canvas, fullscreen, prediction, smoothing, output, smoother, help, version

  /// How it is written in full.
  var name: String {
    switch self {
    case .geometry: "--geometry"
    case .canvas: "--canvas"
    case .fullscreen: "--fullscreen"
    case .prediction: "--prediction"
    case .smoothing: "--smoothing"
    case .output: "--output"
    case .smoother: "--smoother"
    case .help: "--help"
    case .version: "--version"
    }
  }

  /// How it is written in short, if at all.
  var letter: String? {
    switch self {
    case .output: "-o"
    case .help: "-h"
    default: nil
    }
  }

  /// What its value is called; nil for an option without one.
  var value: String? {
    switch self {
    case .geometry: "WxH+X+Y"
    case .canvas: "WxH"
    case .prediction: "MS"
    case .smoothing: "N"
    case .output: "OUT.png"
    case .smoother: "NAME"
    case .fullscreen, .help, .version: nil
    }
  }
}

/// Takes a command line apart by the habits of Unix: `--option value`, `--option=value`, `-o value`, `-ovalue`; options
/// and operands in any order; after `--` all are operands; each option once.
struct ArgumentScanner {
  /// A part of the command line.
  enum Token: Hashable {
    /// A word that is no option.
    case operand(String)
    /// An option with its value, which is empty where it takes none.
    case option(ArgumentOption, String)
  }

  private var words: ArraySlice<String>
  private let topic: Arguments.HelpTopic
  private let allowed: [ArgumentOption]
  private var seen: Set<ArgumentOption> = []
  private var isPastOptions = false

  init(_ words: ArraySlice<String>, of topic: Arguments.HelpTopic, _ allowed: [ArgumentOption]) {
    self.words = words
    self.topic = topic
    self.allowed = allowed
  }

  /// The next part; nil at the end.
  mutating func next() throws(UsageError) -> Token? {
    guard let word = words.popFirst() else { return nil }
    // A lone "-" is a name like any other.
    if isPastOptions || !word.hasPrefix("-") || word == "-" { return .operand(word) }
    if word == "--" {
      isPastOptions = true
      return try next()
    }
    let (name, attached) = Self.split(word)
    guard let option = ArgumentOption.allCases.first(where: { $0.name == name || $0.letter == name }),
      allowed.contains(option)
    else {
      throw error("there is no option \(Arguments.quoted(name))")
    }
    guard seen.insert(option).inserted else { throw error("\(option.name) is given twice") }
    guard let placeholder = option.value else {
      if attached != nil { throw error("\(option.name) takes no value") }
      return .option(option, "")
    }
    guard let value = attached ?? words.popFirst(), !value.isEmpty else {
      throw error("\(name) needs a value: \(name) \(placeholder)")
    }
    return .option(option, value)
  }

  /// An error of this command, with the place to look for help.
  func error(_ fault: String) -> UsageError {
    UsageError(description: "\(fault) (see \(topic.invocation) --help)")
  }

  /// "--name=value" and "-nvalue" into name and value.
  private static func split(_ word: String) -> (name: String, attached: String?) {
    if word.hasPrefix("--") {
      guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
      return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
    let name = String(word.prefix(2))
    return word.count > 2 ? (name, String(word.dropFirst(2))) : (name, nil)
  }
}
