/// The shells with completions. The raw value is the shell's name.
///
/// Each script is made from the table of commands; `make completions` writes it to
/// Resources/completions. The scripts need only their shell, not the package bash-completion.
enum Completions: String, CaseIterable, Hashable, Sendable {
  case bash, zsh, fish

  /// The script, ending in a line feed.
  var script: String {
    switch self {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }

  /// The script's file name, as its shell looks for it.
  var fileName: String {
    switch self {
    case .bash: "fude"
    case .zsh: "_fude"
    case .fish: "fude.fish"
    }
  }

  /// The first line of a script, without the comment sign.
  var origin: String { "Completions of fude for \(rawValue), made by: fude --completions \(rawValue)" }
}

extension CommandDescription {
  /// The command's name in the scripts.
  var scriptName: String { name == .draw ? "draw" : name.rawValue }
}

extension ArgumentOption {
  var forms: [String] { [name] + (letter.map { [$0] } ?? []) }
}

/// Text in single quotes for all three shells. Fish also interprets a backslash there.
func shellQuoted(_ text: String, isFish: Bool = false) -> String {
  var quoted = "'"
  for character in text {
    switch character {
    case "'": quoted += isFish ? "\\'" : "'\\''"
    case "\\": quoted += isFish ? "\\\\" : "\\"
    default: quoted.append(character)
    }
  }
  return quoted + "'"
}
