/// The shells that can complete fude's words; the raw value is the shell's name.
///
/// What they need is a script, made from the table of commands; `make completions` writes it to Resources/completions. The
/// scripts need nothing but their shell, bash's not even the package bash-completion.
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

  /// The name of the script's file: each shell looks for it under a name of its own.
  var fileName: String {
    switch self {
    case .bash: "fude"
    case .zsh: "_fude"
    case .fish: "fude.fish"
    }
  }

  /// The first line of every script but for its sign of a comment.
  var origin: String { "Completions of fude for \(rawValue), made by: fude --completions \(rawValue)" }
}

extension CommandDescription {
  /// The word for this command in the scripts.
  var scriptName: String { name == .draw ? "draw" : name.rawValue }
}

extension ArgumentOption {
  /// All ways of writing it.
  var forms: [String] { [name] + (letter.map { [$0] } ?? []) }
}

/// Text within single quotes, as all three shells have them; fish knows a backslash there, too.
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
