# Finds sentences and names for people that are not translated: `awk -f .ci/untranslated.awk .ci/untranslated STRINGS`, STRINGS being what
# `.ci/strings.awk` prints. What looks like one: two words in a row, or a word with a capital, outside of `translated` and `Message`. The list says
# what only looks so: FILE TAB TEXT TAB WHY, the first two patterns. One of the list that fits nothing is a fault, too.
BEGIN { FS = "\t" }
FNR == NR {
  if ($0 ~ /^#/ || $0 == "") next
  count++; files[count] = $1; texts[count] = $2
  if (NF != 3) { print FILENAME ":" FNR ": an exception has three parts, set apart by tabs"; finds++; count-- }
  next
}
{
  if ($3 ~ /(^| )(translated|Message|precondition|preconditionFailure|assert|assertionFailure|fatalError):/) next
  body = substr($0, length($1 $2 $3) + 4)
  bare = body
  gsub(/\\\(\.\.\.\)|\\u\{[0-9A-Fa-f]*\}|\\[a-z0-9]/, " ", bare)
  if (bare !~ /[A-Za-z][a-z]+[,;:.]? +[A-Za-z]?[a-z]+/ && bare !~ /(^|[^A-Za-z0-9_.])[A-Z][a-z]+/ && bare !~ /^[, ;:]* ?[a-z]+ /) next
  for (i = 1; i <= count; i++) if ($1 ~ files[i] && body ~ texts[i]) { used[i] = 1; next }
  print $1 ":" $2 ": \"" body "\" looks like words for people; say translated(...), or why not in .ci/untranslated"
  finds++
}
END {
  for (i = 1; i <= count; i++) if (!(i in used)) { print ".ci/untranslated: nothing fits " files[i] ", " texts[i]; finds++ }
  exit finds > 0
}
