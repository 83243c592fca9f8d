# Compares the placeholders of translations with those of their messages. They must be the same; only a plural form may
# leave out {count}. Blanks and line feeds at either end must be the same, too. Reads a catalogue without wrapped lines.

function fault(what) { print file ": \"" id "\": " what; finds++ }

# Returns the placeholders of a text, sorted, without duplicates.
function names(text,  all, rest, name, sorted, n, i, j, t, seen) {
  n = 0; rest = text
  while (match(rest, /\{[A-Za-z]+\}/)) {
    name = substr(rest, RSTART + 1, RLENGTH - 2)
    if (!(name in seen)) { seen[name] = 1; sorted[++n] = name }
    rest = substr(rest, RSTART + RLENGTH)
  }
  for (i = 2; i <= n; i++) for (j = i; j > 1 && sorted[j] < sorted[j - 1]; j--) { t = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = t }
  all = ""
  for (i = 1; i <= n; i++) all = all " " sorted[i]
  return all
}

function edges(text) { return (text ~ /^ /) "" (text ~ / $/) "" (text ~ /\\n$/) }

function look(translation) {
  if (id == "" || translation == "") return
  one = names(id plural); two = names(translation)
  if (plural != "") { gsub(/ count/, "", one); gsub(/ count/, "", two) }
  if (one != two) fault("the translation has the placeholders{" two " }, the message{" one " }")
  if (edges(id) != edges(translation)) fault("the translation has other blanks or line feeds at its ends")
}

/^msgid "/ { id = substr($0, 8, length($0) - 8); plural = "" }
/^msgid_plural "/ { plural = substr($0, 15, length($0) - 15) }
/^msgstr(\[[0-9]\])? "/ { body = $0; sub(/^msgstr(\[[0-9]\])? "/, "", body); look(substr(body, 1, length(body) - 1)) }

END { exit finds > 0 }
