import Foundation
import Testing

@testable import Fude

/// Compares the table of commands with the parser, the help, the completions and the manual.
@Suite struct CommandTableTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private static func resource(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: "Resources/" + path), encoding: .utf8)
  }

  /// Fails if the parser and the table have different options. Every option of the table is
  /// accepted with an allowed value. Commands without the option refuse it.
  @Test(arguments: CommandName.allCases)
  func theParserTakesWhatTheTableHas(_ name: CommandName) throws {
    let command = name.description
    #expect(command.name == name)
    #expect(Set(command.options.map(\.option)).count == command.options.count)
    for option in ArgumentOption.allCases {
      let entry = command.options.first { $0.option == option }
      var words = name == .draw ? [] : [name.rawValue]
      words.append(option.name)
      if let kind = entry?.value?.kind { words.append(Self.example(kind)) }
      let outcome: String
      switch Arguments.parse(words) {
      case .success: outcome = ""
      case .failure(let error): outcome = error.description
      }
      #expect(outcome.hasPrefix("there is no option") == (entry == nil), "\(words): \(outcome)")
      // Messages about missing arguments differ from messages about wrong arguments.
      if entry != nil { #expect(!outcome.hasPrefix(option.name), "\(words): \(outcome)") }
    }
  }

  private static func example(_ kind: CommandOption.Kind) -> String {
    switch kind {
    case .text, .folder: "x"
    case .size: "10x20"
    case .geometry: "800x600"
    case .number(let range, _): "\(range.upperBound)"
    case .choice(let words): words[0]
    case .file(let endings), .source(let endings): "x." + endings[0]
    case .whole(let range): "\(range.upperBound)"
    case .colour: "#1d1f24"
    case .assignment(let words): words[0] + "=#1d1f24"
    }
  }

  /// The help must fit into a terminal and name every option of the command.
  @Test(arguments: CommandName.allCases)
  func helpFitsAndIsWhole(_ name: CommandName) {
    let text = name.description.help
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)")
    }
    #expect(text.hasPrefix("Usage: \(name.invocation)") && text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    for entry in name.description.options { #expect(text.contains("  \(entry.label)"), "\(entry.label)") }
    if name == .draw { for other in CommandName.named { #expect(text.contains("  \(other.rawValue) ")) } }
  }

  /// The installed files must be up to date: `make completions`.
  @Test(arguments: Completions.allCases)
  func completionsAreUpToDate(_ shell: Completions) throws {
    #expect(try Self.resource("completions/" + shell.fileName) == shell.script, "run: make completions")
  }

  // MARK: Manual

  /// Fails if the manual's synopsis or list of options lacks an option, has a removed one, or names
  /// a value differently.
  @Test(arguments: CommandName.allCases)
  func theManualHasEveryOption(_ name: CommandName) throws {
    let manual = try Self.resource("fude.1").replacing("\\-", with: "-").replacing("\"", with: "")
    let lines = manual.components(separatedBy: "\n")
    let wanted = Set(name.description.options.map(\.label))

    // ".OP --canvas WxH", or ".B --frames" for a required option, between ".SY fude record" and
    // ".YS". A command may have several.
    var synopsis: Set<String> = []
    var isInside = false
    for line in lines {
      if line.hasPrefix(".SY ") { isInside = line == ".SY \(name.invocation)" }
      if line == ".YS" { isInside = false }
      if isInside, line.hasPrefix(".OP ") { synopsis.insert(String(line.dropFirst(4))) }
      if isInside, line.hasPrefix(".B ") { synopsis.insert(String(line.dropFirst(3))) }
    }
    let short = name.description.options.compactMap { entry in
      switch entry.option {
      case .help, .version: nil as String?
      case .output: "-o"
      case .frames, .completions, .apply: entry.option.name
      default: entry.option.name + (entry.value.map { " " + $0.name } ?? "")
      }
    }
    #expect(synopsis == Set(short))

    // ".TP" and a line with the label, between ".SS fude record" and the next heading.
    var listed: Set<String> = []
    isInside = false
    for (line, next) in zip(lines, lines.dropFirst()) {
      if line.hasPrefix(".SS ") || line.hasPrefix(".SH ") { isInside = line == ".SS \(name.invocation)" }
      guard isInside, line == ".TP" else { continue }
      listed.insert(next.split(separator: " ").dropFirst().joined(separator: " "))
    }
    #expect(listed == wanted)
  }

  @Test(arguments: [
    ["groff", "-man", "-ww", "-K", "utf8", "-T", "utf8", "-z"], ["mandoc", "-T", "lint", "-W", "warning"],
  ])
  func theManualIsWellFormed(_ command: [String]) throws {
    guard let result = try Shell.run(command + [Self.root.appending(path: "Resources/fude.1").path]) else {
      print("The manual is not checked by \(command[0]), which is not installed.")
      return
    }
    #expect(result.output == "" && result.errors == "" && result.status == 0)
  }

  /// Fails if the manual's version is not the program's.
  @Test func theManualIsOfThisVersion() throws {
    #expect(try Self.resource("fude.1").contains("\"Fude \(Version.number)\""))
  }
}
