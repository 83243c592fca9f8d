import Desktop
import Language

/// Parses a command line by Unix conventions: `--option value`, `--option=value`, `-o value`,
/// `-ovalue`; options and operands in any order; only operands after `--`; each option once. The
/// command's description lists its options.
struct ArgumentScanner {
  /// The result of parsing.
  enum Outcome {
    /// The values.
    case given(GivenArguments)
    /// The user asks for help.
    case help
    /// The user asks for the version.
    case version
  }

  private var words: ArraySlice<String>
  private let command: CommandDescription

  init(_ words: ArraySlice<String>, of command: CommandDescription) {
    self.words = words
    self.command = command
  }

  /// Parses to the end, or to the first request for help or the version.
  mutating func all() throws(UsageError) -> Outcome {
    var given = GivenArguments()
    var isPastOptions = false
    while let word = words.popFirst() {
      // "-" alone is an operand.
      if isPastOptions || !word.hasPrefix("-") || word == "-" {
        try take(operand: word, &given)
      } else if word == "--" {
        isPastOptions = true
      } else {
        switch try take(option: word, &given) {
        case .help: return .help
        case .version: return .version
        default: break
        }
      }
    }
    return .given(given)
  }

  /// The operand of a command that needs one.
  func operand(_ given: GivenArguments) throws(UsageError) -> String {
    guard let word = given.operand else {
      let call = (command.usage.first ?? "").split(separator: " ").filter { $0 != "[OPTION]..." }
      throw error(
        translated(
          "{operand} is missing: {call}", ["operand": command.operand?.name ?? "", "call": call.joined(separator: " ")])
      )
    }
    return word
  }

  /// An error of this command, with the place to look for help.
  func error(_ fault: String) -> UsageError {
    UsageError(
      description: translated("{fault} (see {command} --help)", ["fault": fault, "command": command.name.invocation]))
  }

  /// A message with a suggestion.
  private func hinted(_ fault: String, _ hint: String?) -> String {
    hint.map { translated("{fault}; did you mean {hint}?", ["fault": fault, "hint": $0]) } ?? fault
  }

  private func take(operand word: String, _ given: inout GivenArguments) throws(UsageError) {
    guard let operand = command.operand else {
      throw error(
        translated(
          "{command} takes no file, but there is {word}",
          ["command": command.name.rawValue, "word": Arguments.quoted(word)]))
    }
    if let first = given.operand {
      let fault =
        command.name == .draw
        ? translated("one FILE can be opened, not also {word}", ["word": Arguments.quoted(word)])
        : translated(
          "{command} takes one {operand}, not also {word}",
          ["command": command.name.rawValue, "operand": operand.name, "word": Arguments.quoted(word)])
      // "fude exprot a.ora ...": a second file is most likely the file of a command with a typing
      // error.
      let hint =
        command.name == .draw && given.values.isEmpty
        ? EditDistance.nearest(to: first, among: CommandName.named.map(\.rawValue)) : nil
      throw error(hinted(fault, hint.map { "fude " + $0 }))
    }
    given.operand = word
  }

  private mutating func take(option word: String, _ given: inout GivenArguments) throws(UsageError) -> ArgumentOption {
    let (name, attached) = Self.split(word)
    guard let entry = command.options.first(where: { $0.option.name == name || $0.option.letter == name }) else {
      let hint = EditDistance.nearest(to: name, among: command.options.map(\.option.name))
      throw error(hinted(translated("there is no option {word}", ["word": Arguments.quoted(name)]), hint))
    }
    let option = entry.option
    var earlier: [String] = []
    if case .assignment = entry.value?.kind { earlier = given.texts(option) }
    guard given.values[option] == nil || !earlier.isEmpty else {
      throw error(translated("{option} is given twice", ["option": option.name]))
    }
    if let value = entry.value {
      guard let text = attached ?? words.popFirst(), !text.isEmpty else {
        throw error(translated("{option} needs a value: {option} {value}", ["option": name, "value": value.name]))
      }
      given.values[option] = try parsed(text, value.kind, of: option)
      if case .assignment = value.kind { given.values[option] = .texts(earlier + [text]) }
    } else {
      if attached != nil { throw error(translated("{option} takes no value", ["option": option.name])) }
      given.values[option] = .flag
    }
    return option
  }

  private func parsed(
    _ text: String, _ kind: CommandOption.Kind, of option: ArgumentOption
  ) throws(UsageError) -> GivenArguments.Value {
    let (name, quoted) = (option.name, Arguments.quoted(text))
    switch kind {
    case .text, .folder, .source: return .text(text)
    case .assignment: return .texts([text])
    case .whole(let range):
      guard let number = Int(text), range.contains(number), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw error(
          translated(
            "{option} {value} is not a whole number from {range}",
            ["option": name, "value": quoted, "range": OptionRange.words(range)]))
      }
      return .number(Double(number))
    case .colour:
      guard let colour = Self.colour(text) else {
        throw error(
          translated("{option} {value} is not a colour such as #1d1f24", ["option": name, "value": quoted]))
      }
      return .colour(colour)
    case .number(let range, let inMilliseconds):
      guard let number = Self.number(text), range.contains(number) else {
        throw error(
          inMilliseconds
            ? translated(
              "{option} {value} is not a number of milliseconds from {range}",
              ["option": name, "value": quoted, "range": OptionRange.words(range)])
            : translated(
              "{option} {value} is not a number from {range}",
              ["option": name, "value": quoted, "range": OptionRange.words(range)]))
      }
      return .number(number)
    case .choice(let words):
      guard words.contains(text) else {
        throw error(
          translated(
            "{option} {value} is none of {words}",
            ["option": name, "value": quoted, "words": words.joined(separator: ", ")]))
      }
      return .text(text)
    case .file(let endings):
      guard let format = text.split(separator: "/", omittingEmptySubsequences: false).last?.lowercased(),
        endings.contains(where: { format.hasSuffix("." + $0) && format.count > $0.count + 1 })
      else {
        let names = endings.map { "." + $0 }.joined(separator: ", ")
        throw error(
          translated(
            "{command} writes files that end in {endings}, which {file} does not",
            ["command": command.name.rawValue, "endings": names, "file": quoted]))
      }
      return .text(text)
    case .size:
      guard let size = CanvasSize(text) else {
        throw error(
          translated(
            "{option} {value} is not a size such as 3840x2160, and not endless", ["option": name, "value": quoted]))
      }
      guard size.isPossible else {
        throw error(
          translated(
            "{option} {value} is too large: at most {side} px a side and 1000 megapixels are possible",
            ["option": name, "value": quoted, "side": CanvasSize.side]))
      }
      return .size(size)
    case .geometry:
      do throws(DesktopError) { return .geometry(try WindowGeometry(parsing: text)) } catch {
        throw self.error(translated("{option}: {fault}", ["option": name, "fault": error]))
      }
    }
  }

  /// A decimal number without sign and exponent, as a user writes one; nil for anything else.
  static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }) else { return nil }
    return Double(text)
  }

  /// Six hexadecimal digits, with or without the "#" that shells read as a comment; nil for anything
  /// else.
  static func colour(_ text: String) -> UInt32? {
    let digits = text.utf8.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
    // A sign is no digit.
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(digits, radix: 16)
  }

  /// Splits "--name=value" and "-nvalue" into name and value.
  private static func split(_ word: String) -> (name: String, attached: String?) {
    if word.hasPrefix("--") {
      guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
      return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
    let name = String(word.prefix(2))
    return word.count > 2 ? (name, String(word.dropFirst(2))) : (name, nil)
  }
}

/// The operand, and a value for each given option, of the kind in the command's description.
struct GivenArguments: Hashable, Sendable {
  /// The value of an option.
  enum Value: Hashable, Sendable {
    case flag
    case text(String)
    case texts([String])
    case number(Double)
    case size(CanvasSize)
    case geometry(WindowGeometry)
    case colour(UInt32)
  }

  var operand: String?
  var values: [ArgumentOption: Value] = [:]

  func has(_ option: ArgumentOption) -> Bool { values[option] != nil }

  func text(_ option: ArgumentOption) -> String? {
    if case .text(let text) = values[option] { text } else { nil }
  }

  /// The values of an option that can be given several times.
  func texts(_ option: ArgumentOption) -> [String] { if case .texts(let texts) = values[option] { texts } else { [] } }

  func number(_ option: ArgumentOption) -> Double? {
    if case .number(let number) = values[option] { number } else { nil }
  }

  func colour(_ option: ArgumentOption) -> UInt32? {
    if case .colour(let colour) = values[option] { colour } else { nil }
  }

  func size(_ option: ArgumentOption) -> CanvasSize? {
    if case .size(let size) = values[option] { size } else { nil }
  }

  func geometry(_ option: ArgumentOption) -> WindowGeometry? {
    if case .geometry(let geometry) = values[option] { geometry } else { nil }
  }
}
