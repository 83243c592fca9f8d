# Reads what valgrind's callgrind has written of a program (its option --dump-instr=yes, so that calls come in the order in which they
# stand in the code) and prints the functions of the program itself that were called at least `least` times, in the order in which they are
# called: after a function come those that it calls. Variables: program (the path's last part), root (the function to begin with, as
# a part of its name), least.

# Names are told once, "(12) name", and then by their number, "(12)".
function named(text, table,    at, number) {
  at = index(text, ")")
  number = substr(text, 1, at)
  if (length(text) > at) table[number] = substr(text, at + 2)
  return table[number]
}

# Whether an object file is the program.
function is_ours(object) { return object ~ ("/" program "$") }

# What frees memory calls the ends of everything: the runtime's functions are leaves here, and come last.
function is_runtime(f) { return f !~ /^\$s/ }

function visit(f,    i) {
  if (f in visited) return
  visited[f] = 1
  if (ours[f] && calls[f] >= least) print f
  for (i = 1; i <= callees[f]; i++) if (calls[callee[f, i]] >= least && !is_runtime(callee[f, i])) visit(callee[f, i])
}

/^ob=/ { object = named(substr($0, 4), objects) }
/^fn=/ {
  function_name = named(substr($0, 4), functions)
  sub(/'[0-9]+$/, "", function_name)
  if (is_ours(object)) ours[function_name] = 1
  called_object = ""
}
/^cob=/ { called_object = named(substr($0, 5), objects) }
/^cfn=/ {
  called = named(substr($0, 5), functions)
  sub(/'[0-9]+$/, "", called)
}
/^calls=/ {
  count = substr($1, 7) + 0
  if (is_ours(called_object == "" ? object : called_object)) ours[called] = 1
  called_object = ""
  if (!((function_name, called) in known)) {
    known[function_name, called] = 1
    callee[function_name, ++callees[function_name]] = called
  }
  if (!(called in calls)) order[++all] = called
  calls[called] += count
}

END {
  # It was called before anybody counted.
  for (f in callees) if (index(f, root)) visit(f)
  for (i = 1; i <= all; i++) if (calls[order[i]] >= least && !is_runtime(order[i])) visit(order[i])
  for (i = 1; i <= all; i++) if (calls[order[i]] >= least && is_runtime(order[i]) && ours[order[i]] && order[i] !~ /^0x/) print order[i]
}
