# Makes the template of the catalogues (POT) from the output of `.ci/swift.awk` (mode=strings), and reports messages
# that cannot be translated, one a line on standard error. Ends with 1 if there is one. A message is the literal argument
# of `translated("...")` or `Message("...")`.
#
# All literals of one call have the same PLACE. The call ends where the next one begins.

function fault(what) { print file ":" line ": " what | "cat 1>&2"; faults++ }

# Adds the call that was collected to the template.
function close_call(  key, i, n, names, all, rest, wanted) {
  if (!isOpen) return
  isOpen = 0
  key = context "\004" message
  if (message == "") { fault_at("a message is empty"); return }
  if (message ~ /\\\(\.\.\.\)/) { fault_at("a message contains an interpolation: \"" message "\""); return }
  # Each value must have a placeholder in the message, and each placeholder a value.
  for (n in named) delete named[n]
  all = message plural; rest = all
  while (match(rest, /\{[A-Za-z]+\}/)) {
    named[substr(rest, RSTART + 1, RLENGTH - 2)] = 1
    rest = substr(rest, RSTART + RLENGTH)
  }
  if (isPlural) delete named["count"]
  n = split(values, names, " ")
  for (i = 1; i <= n; i++) {
    if (!(names[i] in named)) fault_at("\"" message "\" has no placeholder {" names[i] "}")
    delete named[names[i]]
  }
  for (n in named) fault_at("\"" message "\" has no value for {" n "}")
  if (!(key in seen)) {
    order[++count] = key; seen[key] = 1
    contexts[key] = context; messages[key] = message; plurals[key] = plural
  } else if (plural != "" && plurals[key] == "") plurals[key] = plural
  else if (plural != "" && plurals[key] != plural) fault_at("\"" message "\" has two different plural forms")
  places[key] = places[key] (places[key] == "" ? "" : " ") callFile
}

function fault_at(what) { print callFile ":" callLine ": " what | "cat 1>&2"; faults++ }

BEGIN { FS = "\t" }

{
  file = $1; line = $2; place = $3; body = substr($0, length($1 $2 $3) + 4)
  # The innermost call of translated or Message, and the argument that the literal is.
  n = split(place, steps, " ")
  at = 0
  for (i = n; i > 0; i--) if (steps[i] ~ /^(translated|Message):/) { at = i; break }
  if (at == 0 || steps[at] == "translated:name") next
  what = steps[at]; sub(/^[A-Za-z]*:/, "", what)
  isKey = at == n - 1 && steps[n] == "[:KEY"
  if (isKey) { values = values " " body; next }
  if (at < n) next
  if (what == "") {
    close_call()
    isOpen = 1; message = body; context = ""; plural = ""; values = ""; isPlural = 0; callFile = file; callLine = line
  } else if (!isOpen) next
  else if (what == "context") context = body
  else if (what == "other") { plural = body; isPlural = 1 }
}

END {
  close_call()
  print "# Messages of Fude. Made by .ci/messages; what is changed here by hand is lost."
  print "msgid \"\""
  print "msgstr \"\""
  print "\"Project-Id-Version: fude\\n\""
  print "\"MIME-Version: 1.0\\n\""
  print "\"Content-Type: text/plain; charset=UTF-8\\n\""
  print "\"Content-Transfer-Encoding: 8bit\\n\""
  for (i = 1; i <= count; i++) {
    key = order[i]
    n = split(places[key], names, " "); all = ""; for (name in listed) delete listed[name]
    for (j = 1; j <= n; j++) if (!(names[j] in listed)) { listed[names[j]] = 1; all = all " " names[j] }
    print ""
    print "#:" all
    if (contexts[key] != "") print "msgctxt \"" contexts[key] "\""
    print "msgid \"" messages[key] "\""
    if (plurals[key] != "") {
      print "msgid_plural \"" plurals[key] "\""
      print "msgstr[0] \"\""
      print "msgstr[1] \"\""
    } else print "msgstr \"\""
  }
  close("cat 1>&2")
  exit faults > 0
}
