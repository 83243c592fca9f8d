# Reads Swift sources: `awk -v mode=code -f .ci/swift.awk FILE...`. It handles nested comments, multi-line and raw
# strings, and code and strings in interpolations. Both modes print fields that are separated by tabs.
#
# mode=code prints each line without comments and without the contents of strings:
#
#     FILE  LINE  c|-  CODE
#
# "c" means that the line has a comment, or follows a line that is only a comment.
#
# mode=strings prints each string literal, in the order in which they begin:
#
#     FILE  LINE  PLACE  TEXT
#
# TEXT is the contents, with C's escapes (\n, \", \\) and with "\(...)" for an interpolation. PLACE lists the open
# parentheses and brackets around the literal, outermost first, as NAME:LABEL separated by blanks. NAME is the word
# before a parenthesis, or "[" for a bracket. LABEL is the argument's label, or "KEY" for a key of a dictionary literal.

# The stack of what encloses the current character: "*" comment, "s" string, "m" multi-line string, "(" interpolation.
# hashes: the number of # of a string. opened: the number of open parentheses where the entry begins.
function push(kind, count) { depth++; inside[depth] = kind; hashes[depth] = count; opened[depth] = parens }

# Starts the next literal and returns its number.
function begin() { count++; line[count] = FNR; place[count] = where(); text[count] = ""; return count }

function where(  all, i) {
  all = ""
  for (i = 1; i <= parens; i++) all = all (i > 1 ? " " : "") name[i] ":" label[i]
  return all
}

function print_literals(  i) {
  if (mode == "strings") for (i = 1; i <= count; i++) printf "%s\t%d\t%s\t%s\n", file, line[i], place[i], text[i]
  count = 0
}

BEGIN {
  if (mode != "code" && mode != "strings") { print "swift.awk: set mode to code or strings" > "/dev/stderr"; failed = 1; exit 2 }
}

FNR == 1 { print_literals(); depth = 0; parens = 0; word = ""; file = FILENAME; commented = 0 }

{
  source = $0; size = length(source); at = 1; code = ""; comment = 0
  # The lines of a multi-line string lose their indentation. No text that is translated begins with blanks.
  if (depth && inside[depth] == "m") {
    match(source, /^ */)
    at = RLENGTH + 1
  }
  while (at <= size) {
    kind = depth ? inside[depth] : ""
    char = substr(source, at, 1); two = substr(source, at, 2)

    if (kind == "*") {
      comment = 1
      if (two == "*/") { depth--; at += 2; code = code " " } else if (two == "/*") { push("*", 0); at += 2 } else at++
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
          text[self] = text[self] "\\(...)"; code = code "("
          push("(", 0); parens++; name[parens] = "\\"; label[parens] = ""; word = ""
        } else if (escaped == "u") {
          match(substr(source, at), /^u\{[^}]*\}/)
          text[self] = text[self] "\\" substr(source, at, RLENGTH); at += RLENGTH - 1
        } else if (at > size) joined = 1
        else text[self] = text[self] (escaped == "'" ? "'" : "\\" escaped)
        at++
      } else if (substr(source, at, length(close_)) == close_) {
        at += length(close_); depth--; code = code "\""
        # The line break before the closing quotes is not part of the text.
        if (kind == "m") sub(/\\n$/, "", text[self])
        last = self; word = ""
      } else { text[self] = text[self] (char == "\"" ? "\\\"" : char == "\t" ? "\\t" : char); at++ }
      continue
    }

    if (two == "//") { comment = 1; break }
    if (two == "/*") { comment = 1; push("*", 0); at += 2; continue }
    if (char == "#" || char == "\"") {
      rest = substr(source, at)
      if (match(rest, /^#*"/)) {
        fence = RLENGTH - 1; at += RLENGTH
        if (substr(source, at, 2) == "\"\"") { push("m", fence); at += 2; opening = 1 } else push("s", fence)
        literal[depth] = begin()
        word = ""; code = code "\""
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
      # The text before it is a label or the key of a dictionary.
      if (word != "") label[parens] = word
      else if (last == count && name[parens] == "[") place[last] = place[last] "KEY"
      word = ""
    } else if (char == "," && parens) { label[parens] = ""; word = "" }
    else if (char != " ") word = ""
    if (char != " ") last = 0
    code = code char; at++
  }
  # A plain string ends with its line, closed or not. A multi-line string continues, unless its line break is escaped.
  for (level = 1; level <= depth; level++) if (inside[level] == "s") { depth = level - 1; parens = opened[level]; break }
  if (depth && inside[depth] == "m") {
    if (opening) opening = 0
    else if (!joined) text[literal[depth]] = text[literal[depth]] "\\n"
  }
  joined = 0
  word = ""

  if (mode == "code") {
    printf "%s\t%d\t%s\t%s\n", FILENAME, FNR, (comment || commented) ? "c" : "-", code
    bare = code; gsub(/[ \t]/, "", bare)
    commented = comment && bare == ""
  }
}

END { if (!failed) print_literals() }
