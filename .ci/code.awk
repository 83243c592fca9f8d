# Prints Swift sources without their comments and without what stands in their strings, a line for a line:
#
#     FILE TAB LINE TAB c|- TAB CODE
#
# "c": the line bears a comment, or follows a line that is nothing else. So checks see what the compiler sees, and never a
# word in a text. Understands nested comments, multi-line and raw strings, and code interpolated into either.

# The stack of what the text is inside of: "*" comment, "s" string, "m" multi-line string, "(" interpolation; `hashes` holds
# the number of # of each string, `parens` the open parentheses of each interpolation.
function push(kind, count) { depth++; inside[depth] = kind; hashes[depth] = count; parens[depth] = 1 }

FNR == 1 { depth = 0; commented = 0 }

{
  text = $0; length_ = length(text); code = ""; comment = 0; at = 1
  while (at <= length_) {
    kind = depth ? inside[depth] : ""
    char = substr(text, at, 1); two = substr(text, at, 2)

    if (kind == "*") {
      comment = 1
      if (two == "*/") { depth--; at += 2; code = code " " }
      else if (two == "/*") { push("*", 0); at += 2 }
      else at++
      continue
    }

    if (kind == "s" || kind == "m") {
      fence = substr("################", 1, hashes[depth])
      close_ = (kind == "m" ? "\"\"\"" : "\"") fence
      if (char == "\\" && substr(text, at + 1, hashes[depth]) == fence) {
        at += 1 + hashes[depth]
        if (substr(text, at, 1) == "(") { push("(", 0); code = code "(" }
        at++
      } else if (substr(text, at, length(close_)) == close_) {
        at += length(close_); depth--; code = code "\""
      } else at++
      continue
    }

    # Code, of the file or interpolated.
    if (two == "//") { comment = 1; break }
    if (two == "/*") { comment = 1; push("*", 0); at += 2; continue }
    if (char == "#" || char == "\"") {
      rest = substr(text, at)
      if (match(rest, /^#*"/)) {
        count = RLENGTH - 1; at += RLENGTH
        # Three quotes open a string of many lines; but """" and the like can only be such a one, and "" is empty.
        if (substr(text, at, 2) == "\"\"" ) { push("m", count); at += 2 } else push("s", count)
        code = code "\""
        continue
      }
    }
    if (kind == "(") {
      if (char == "(") parens[depth]++
      if (char == ")" && --parens[depth] == 0) depth--
    }
    code = code char; at++
  }
  # A plain string ends with its line, closed or not.
  for (level = 1; level <= depth; level++) if (inside[level] == "s") { depth = level - 1; break }

  printf "%s\t%d\t%s\t%s\n", FILENAME, FNR, (comment || commented) ? "c" : "-", code
  bare = code; gsub(/[ \t]/, "", bare)
  commented = comment && bare == ""
}
