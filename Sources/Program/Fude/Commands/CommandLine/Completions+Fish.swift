/// Fish: a line for each option, with the command that it belongs to.
enum FishCompletions {
  static var script: String {
    let names = CommandName.named.map(\.rawValue).joined(separator: " ")
    var lines: [String] = []
    for name in CommandName.named {
      lines.append("complete -c fude -n __fude_first -a \(name.rawValue) -d \(quoted(name.description.summary))")
    }
    for command in CommandName.allCases.map(\.description) {
      lines.append("")
      let condition = "complete -c fude -n '__fude_command \(command.scriptName)'"
      if let operand = command.operand { lines.append("\(condition) -a \(files(operand.endings))") }
      for entry in command.options {
        var line = condition
        if let letter = entry.option.letter { line += " -s " + letter.dropFirst() }
        line += " -l " + entry.option.rawValue
        if let value = entry.value {
          line += " -x"
          switch value.kind {
          case .text, .size, .geometry, .number, .whole, .colour, .assignment: break
          case .choice(let words): line += " -a \(quoted(words.joined(separator: " ")))"
          case .file(let endings), .source(let endings): line += " -a \(files(endings))"
          case .folder: line += " -a '(__fish_complete_directories (commandline -ct))'"
          }
        }
        lines.append(line + " -d \(quoted(entry.brief))")
      }
    }
    return """
      # \(Completions.fish.origin)

      function __fude_command -d 'Whether this command is given; draw for none'
          set -l words (commandline -opc)
          set -l command draw
          if set -q words[2]; and contains -- $words[2] \(names)
              set command $words[2]
          end
          test $command = $argv[1]
      end

      function __fude_first -d 'Whether this is the first word'
          test (count (commandline -opc)) -eq 1
      end

      function __fude_files -d 'Folders, and files with one of these endings; all files where there is none'
          set -l all (__fish_complete_path (commandline -ct))
          set -l endings (string join '|' $argv)
          if string match -rqi "\\.($endings)(\\t|\\$)" -- $all
              string match -ri "^.*(?:/|\\.(?:$endings))(?:\\t.*)?\\$" -- $all
          else
              string join \\n -- $all
          end
      end

      # No files but where a line says so.
      complete -c fude -f
      \(lines.joined(separator: "\n"))

      """
  }

  private static func quoted(_ text: String) -> String { shellQuoted(text, isFish: true) }

  private static func files(_ endings: [String]) -> String {
    endings.isEmpty
      ? "'(__fish_complete_path (commandline -ct))'" : "'(__fude_files \(endings.joined(separator: " ")))'"
  }
}
