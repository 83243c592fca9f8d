/// Zsh: the `_arguments` specification of each command.
enum ZshCompletions {
  static var script: String {
    let names = CommandName.named.map(\.rawValue)
    let summaries = CommandName.named.map { name in
      "        " + shellQuoted("\(name.rawValue):\(name.description.summary)")
    }
    return """
      #compdef fude
      # \(Completions.zsh.origin)

      _fude_commands() {
          local -a commands=(
      \(summaries.joined(separator: "\n"))
          )
          _describe -t commands command commands
      }

      # Only the first word can be a command.
      _fude_first() {
          if ((CURRENT == 2)); then
              _alternative 'commands:command:_fude_commands' \(shellQuoted("files:drawing:" + files(CommandName.draw.description.operand?.endings ?? [])))
          else
              \(files(CommandName.draw.description.operand?.endings ?? []))
          fi
      }

      _fude() {
          local curcontext=$curcontext command=draw
          if ((CURRENT > 2)); then
              case $words[2] in
                  (\(names.joined(separator: "|")))
                      command=$words[2]
                      shift words
                      ((CURRENT--))
                      ;;
              esac
          fi
          case $command in
      \(CommandName.allCases.map { arguments($0.description) }.joined(separator: "\n"))
          esac
      }

      if [[ $funcstack[1] == _fude ]]; then
          _fude "$@"
      else
          compdef _fude fude
      fi

      """
  }

  private static func arguments(_ command: CommandDescription) -> String {
    var words = command.options.map(specification)
    if let operand = command.operand {
      words.append(shellQuoted("1:\(operand.name):" + (command.name == .draw ? "_fude_first" : files(operand.endings))))
    }
    let lines = words.map { "                " + $0 }.joined(separator: " \\\n")
    return "        (\(command.scriptName))\n            _arguments -s -S \\\n\(lines)\n            ;;"
  }

  /// '(-o --output)'{-o+,--output=}'[the file]:OUT:_files'
  private static func specification(_ entry: CommandOption) -> String {
    // A closing bracket and a backslash would end the text in brackets; a colon separates the rest.
    let about = "[" + entry.brief.replacing("\\", with: "\\\\").replacing("]", with: "\\]") + "]"
    let tail = about + (entry.value.map { ":" + $0.name.replacing(":", with: "\\:") + ":" + action($0.kind) } ?? "")
    let hasValue = entry.value != nil
    let name = entry.option.name + (hasValue ? "=" : "")
    var isRepeated = false
    if case .assignment = entry.value?.kind { isRepeated = true }
    guard let letter = entry.option.letter else { return shellQuoted((isRepeated ? "*" : "") + name + tail) }
    return "'(\(letter) \(entry.option.name))'{\(letter)\(hasValue ? "+" : ""),\(name)}" + shellQuoted(tail)
  }

  private static func action(_ kind: CommandOption.Kind) -> String {
    switch kind {
    case .text, .size, .geometry, .number, .whole, .colour, .assignment: " "
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .file(let endings), .source(let endings): files(endings)
    case .folder: "_files -/"
    }
  }

  private static func files(_ endings: [String]) -> String {
    endings.isEmpty ? "_files" : "_files -g \"*.(#i)(\(endings.joined(separator: "|")))(-.)\""
  }
}
