# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# A page as Doxygen wants it: awk -v docs=FOLDER/ -f filter.awk FOLDER/guide/methods.md. In the repository the pages are plain
# Markdown, which reads well wherever it is shown; here the title gets the label of contents.dox (guide_methods), and a line that
# links to a program of the cookbook becomes the program. Doxygen finds a figure by its name, unless a path leads upwards.
FNR == 1 && /^# / && index(FILENAME, docs) == 1 {
  label = substr(FILENAME, length(docs) + 1)
  sub(/\.md$/, "", label)
  gsub(/[^A-Za-z0-9]/, "_", label)
  $0 = $0 " {#" label "}"
}
/^The program: \[.*\]\(.*\/examples\/.*\)$/ {
  gsub(/.*\/|\)$/, "")
  $0 = "The program:\n\n@include " $0
}
{
  gsub(/\]\(\.\.\/figures\//, "](figures/")
  print
}
