#!/bin/sh
# Puts pictures and drawings side by side on a sheet: contact-sheet.sh OUT.png FILE...
set -eu
fude=${FUDE:-fude} cell=300 side=256 margin=20

if [ $# -lt 2 ]; then
  echo "Usage: contact-sheet.sh OUT.png FILE..." >&2
  exit 2
fi
out=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

columns=1
while [ $((columns * columns)) -lt $# ]; do columns=$((columns + 1)); done
rows=$((($# + columns - 1) / columns))

# The small pictures have numbers as names, which need no quoting in the script.
count=0
for file; do
  "$fude" thumbnail -o "$folder/$count.png" --size $side -- "$file"
  count=$((count + 1))
done

# side_of KEY NUMBER: the width or height of a small picture.
side_of() { "$fude" info "$folder/$2.png" | sed -n "s/^$1: //p"; }

{
  echo '{"op": "paper", "color": "#e6e2da"}'
  echo '{"op": "layer", "name": "Ink", "rename": "Pictures"}'
  echo '{"op": "layer-add", "name": "Frames", "above": "Pictures"}'
  number=0
  while [ $number -lt $count ]; do
    width=$(side_of width $number) height=$(side_of height $number)
    column=$((number % columns)) row=$((number / columns))
    x=$((column * cell + (cell - width) / 2 + margin))
    y=$((row * cell + (cell - height) / 2 + margin))
    echo "{\"op\": \"paste\", \"picture\": \"$folder/$number.png\", \"layer\": \"Pictures\", \"at\": [$x, $y]}"
    echo "{\"op\": \"shape\", \"layer\": \"Frames\", \"size\": 2, \"color\": \"#55524d\"," \
      "\"shape\": {\"kind\": \"rectangle\", \"from\": [$x, $y], \"to\": [$((x + width)), $((y + height))]}}"
    number=$((number + 1))
  done
} | "$fude" edit "new:$((columns * cell + 2 * margin))x$((rows * cell + 2 * margin))" \
  -o "$folder/sheet.ora" --apply - >/dev/null
"$fude" export "$folder/sheet.ora" -o "$out"
