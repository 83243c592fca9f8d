# Prints the string literals of Swift sources, one a line, in the order in which they begin:
#
#     FILE TAB LINE TAB PLACE TAB TEXT
#
# TEXT is what the string says, escaped as C has it (\n, \", \\), with "\(...)" where something is interpolated. PLACE is what it is part of:
# a list of FUNCTION:LABEL from the outside in, set apart by blanks, for each parenthesis that is open there: the name before it, and the
# label of the argument; "[" for a bracket, with ":KEY" in a dictionary where the literal is the key. Understands nested comments, multi-line
# and raw strings, and literals within interpolations, as `.ci/code.awk` does.

function push(kind, fence) { depth++; inside[depth] = kind; hashes[depth] = fence; begun[depth] = count; opened[depth] = parens }

# Takes the next literal's number.
function begin() { count++; line[count] = FNR; place[count] = where(); text[count] = ""; return count }

function where(  all, i) {
  all = ""
  for (i = 1; i <= parens; i++) all = all (i > 1 ? " " : "") name[i] ":" label[i]
  return all
}

function flush_(  i) {
  for (i = 1; i <= count; i++) printf "%s\t%d\t%s\t%s\n", file, line[i], place[i], text[i]
  count = 0
}

FNR == 1 { flush_(); depth = 0; parens = 0; word = ""; file = FILENAME; fresh = 0 }

{
  source = $0; size = length(source); at = 1; isFirst = 1
  # A multi-line string's lines lose what the closing quotes are indented by; all of ours are indented by blanks alone, and no line that
  # is meant to begin with blanks is to be translated.
  if (depth && inside[depth] == "m") {
    match(source, /^ */)
    at = RLENGTH + 1
  }
  while (at <= size) {
    kind = depth ? inside[depth] : ""
    char = substr(source, at, 1); two = substr(source, at, 2)

    if (kind == "*") {
      if (two == "*/") { depth--; at += 2 } else if (two == "/*") { push("*", 0); at += 2 } else at++
      continue
    }

    if (kind == "s" || kind == "m") {
      self = literal[depth]
      fence = substr("################", 1, hashes[depth])
      close_ = (kind == "m" ? "\"\"\"" : "\"") fence
      if (char == "\\" && substr(source, at + 1, hashes[depth]) == fence) {
        at += 1 + hashes[depth]
        escaped = substr(source, at, 1)
        if (escaped == "(") {
          text[self] = text[self] "\\(...)"
          push("(", 0); parens++; name[parens] = "\\"; label[parens] = ""; word = ""
        } else if (escaped == "u") {
          match(substr(source, at), /^u\{[^}]*\}/)
          text[self] = text[self] "\\" substr(source, at, RLENGTH); at += RLENGTH - 1
        } else if (at > size) joined = 1
        else text[self] = text[self] (escaped == "'" ? "'" : "\\" escaped)
        at++
      } else if (substr(source, at, length(close_)) == close_) {
        at += length(close_); depth--
        # The line break before the closing quotes is not part of it.
        if (kind == "m") sub(/\\n$/, "", text[self])
        last = self; word = ""
      } else { text[self] = text[self] (char == "\"" ? "\\\"" : char == "\t" ? "\\t" : char); at++ }
      continue
    }

    if (two == "//") break
    if (two == "/*") { push("*", 0); at += 2; continue }
    if (char == "#" || char == "\"") {
      rest = substr(source, at)
      if (match(rest, /^#*"/)) {
        fence = RLENGTH - 1; at += RLENGTH
        if (substr(source, at, 2) == "\"\"") { push("m", fence); at += 2; opening = 1 } else push("s", fence)
        literal[depth] = begin()
        word = ""
        continue
      }
    }
    if (char ~ /[A-Za-z0-9_.`]/) {
      if (!(substr(source, at - 1, 1) ~ /[A-Za-z0-9_.`]/) || at == 1) word = ""
      word = word char
    } else if (char == "(" || char == "[") {
      parens++
      name[parens] = char == "[" ? "[" : word; label[parens] = ""; word = ""
    } else if (char == ")" || char == "]") {
      if (depth && inside[depth] == "(" && parens == opened[depth] + 1) depth--
      if (parens) parens--
      word = ""
    } else if (char == ":" && parens) {
      # What stands before it is a label, or a dictionary's key.
      if (word != "") label[parens] = word
      else if (last == count && name[parens] == "[") place[last] = place[last] "KEY"
      word = ""
    } else if (char == "," && parens) { label[parens] = ""; word = "" }
    else if (char != " ") word = ""
    if (char != " ") last = 0
    at++
  }
  # A plain string ends with its line, closed or not; one of many lines goes on, unless its end is escaped.
  while (depth && inside[depth] == "s") depth--
  if (depth && inside[depth] == "m") {
    if (opening) opening = 0
    else if (!joined) text[literal[depth]] = text[literal[depth]] "\\n"
  }
  joined = 0
  word = ""
}

END { flush_() }
