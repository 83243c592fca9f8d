# Converts `swift package describe --type json` to the list that .ci/check-imports reads: "TARGET: DEPENDENCY ...".
/^  "targets" : \[/ { targets = 1 }
!targets { next }
/^    \{/ { name = ""; dependencies = ""; listing = 0 }
/^      "name" : "/ { name = $3; gsub(/[",]/, "", name) }
/^      "target_dependencies" : \[/ { listing = 1; next }
listing && /^      \]/ { listing = 0 }
listing { item = $1; gsub(/[",]/, "", item); dependencies = dependencies " " item }
/^    \}/ { print name ":" dependencies }
