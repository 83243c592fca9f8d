/// Bash: one function that fills COMPREPLY.
enum BashCompletions {
  static var script: String {
    let names = CommandName.named.map(\.rawValue)
    return """
      # \(Completions.bash.origin)

      # Offers the names that begin as $1 and fit one of the patterns behind it, and folders; where no file fits, all names.
      _fude_files() {
          local begin=$1 name pattern fits=
          shift
          # As readline hands it over: with its quotes.
          begin=${begin#[\\"\\']}
          begin=${begin//\\\\/}
          local -a all=() fitting=()
          compopt -o filenames 2>/dev/null
          while IFS= read -r name; do
              all+=("$name")
              if [[ -d ${name/#\\~\\//$HOME/} ]]; then
                  fitting+=("$name")
                  continue
              fi
              for pattern; do
                  if [[ $name == $pattern ]]; then
                      fitting+=("$name")
                      fits=1
                      break
                  fi
              done
          done < <(compgen -f -- "$begin")
          if [[ $fits ]]; then COMPREPLY=("${fitting[@]}"); else COMPREPLY=("${all[@]}"); fi
      }

      # Offers those of the words in $2 that begin as $1, but for options that are given already.
      _fude_words() {
          local word given
          while IFS= read -r word; do
              for given in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                  [[ $word == "$given" && $word == -* ]] && continue 2
              done
              COMPREPLY+=("$word")
          done < <(compgen -W "$2" -- "$1")
      }

      _fude() {
          local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=draw options=1 i
          COMPREPLY=()
          # Bash takes --option=value apart.
          if [[ $current == "=" ]]; then
              current=
          elif [[ $previous == "=" ]] && ((COMP_CWORD > 2)); then
              previous=${COMP_WORDS[COMP_CWORD - 2]}
          fi
          if ((COMP_CWORD > 1)); then
              case ${COMP_WORDS[1]} in
              \(names.joined(separator: " | "))) command=${COMP_WORDS[1]} ;;
              esac
          fi
          for ((i = 1; i < COMP_CWORD; i++)); do
              [[ ${COMP_WORDS[i]} == -- ]] && options=
          done
          if [[ $options ]]; then
              case "$command $previous" in
      \(values)
              esac
              if [[ $current == -* ]]; then
                  case $command in
      \(options)
                  esac
                  return
              fi
          fi
          case $command in
      \(operands)
          esac
          if ((COMP_CWORD == 1)); then _fude_words "$current" \(shellQuoted(names.joined(separator: " "))); fi
      }

      complete -F _fude fude

      """
  }

  /// The completions of values.
  private static var values: String {
    var lines: [String] = []
    for command in CommandName.allCases.map(\.description) {
      for entry in command.options {
        guard let value = entry.value else { continue }
        let labels = entry.option.forms.map { "\"\(command.scriptName) \($0)\"" }.joined(separator: " | ")
        let action: String? =
          switch value.kind {
          case .file(let endings), .source(let endings): "_fude_files \"$current\" " + patterns(endings)
          case .folder: "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
          case .choice(let words): "_fude_words \"$current\" " + shellQuoted(words.joined(separator: " "))
          case .text, .size, .geometry, .number, .whole, .colour, .assignment: nil
          }
        lines.append("        \(labels))" + (action.map { " " + $0 + "; return ;;" } ?? " return ;;"))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static var options: String {
    CommandName.allCases.map(\.description).map { command in
      let words = command.options.flatMap { $0.option.forms.reversed() }.joined(separator: " ")
      return "            \(command.scriptName)) _fude_words \"$current\" \(shellQuoted(words)) ;;"
    }.joined(separator: "\n")
  }

  private static var operands: String {
    CommandName.allCases.map(\.description).compactMap { command in
      command.operand.map { "    \(command.scriptName)) _fude_files \"$current\" \(patterns($0.endings)) ;;" }
    }.joined(separator: "\n")
  }

  /// Patterns of names with these types in any case: '*.[pP][nN][gG]'.
  private static func patterns(_ endings: [String]) -> String {
    endings.map { "'*." + $0.map { "[\($0)\($0.uppercased())]" }.joined() + "'" }.joined(separator: " ")
  }
}
