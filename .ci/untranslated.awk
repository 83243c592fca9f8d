# Reports user-visible texts that are not translated: `awk -f .ci/untranslated.awk .ci/untranslated LITERALS`. LITERALS is
# the output of `.ci/swift.awk` (mode=strings). A text looks user-visible if it has two words in a row or a capitalised
# word, and is not an argument of `translated` or `Message`. The list of exceptions has lines FILE TAB TEXT TAB REASON;
# the first two are patterns. An exception that matches nothing is reported, too.
BEGIN { FS = "\t" }
FNR == NR {
  if ($0 ~ /^#/ || $0 == "") next
  count++; files[count] = $1; texts[count] = $2
  if (NF != 3) { print FILENAME ":" FNR ": an exception has three fields, separated by tabs"; finds++; count-- }
  next
}
{
  if ($3 ~ /(^| )(translated|Message|precondition|preconditionFailure|assert|assertionFailure|fatalError):/) next
  body = substr($0, length($1 $2 $3) + 4)
  bare = body
  gsub(/\\\(\.\.\.\)|\\u\{[0-9A-Fa-f]*\}|\\[a-z0-9]/, " ", bare)
  if (bare !~ /[A-Za-z][a-z]+[,;:.]? +[A-Za-z]?[a-z]+/ && bare !~ /(^|[^A-Za-z0-9_.])[A-Z][a-z]+/ && bare !~ /^[, ;:]* ?[a-z]+ /) next
  for (i = 1; i <= count; i++) if ($1 ~ files[i] && body ~ texts[i]) { used[i] = 1; next }
  print $1 ":" $2 ": \"" body "\" looks like a text for users; use translated(...), or add an exception to .ci/untranslated"
  finds++
}
END {
  for (i = 1; i <= count; i++) if (!(i in used)) { print ".ci/untranslated: no text matches " files[i] ", " texts[i]; finds++ }
  exit finds > 0
}
