#!/usr/bin/env bash
# Part of package.sh: writes the manual pages and the completions of shells, as the programs print them, below
# FOLDER/share. Fails where a program does not print them.
# usage: pages.sh BIN FOLDER
set -euo pipefail
cli=$1/shapewright server=$1/shapewright-server share=$2/share
man=$share/man/man1
mkdir -p "$man" "$share"/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}

page() { # NAME COMMAND...
  local file=$man/$1.1
  shift
  { "$@" >"$file" && grep -q '^\.TH ' "$file"; } || { echo "package: no manual page: $*" >&2; exit 1; }
}

page shapewright-server "$server" --help-man
page shapewright "$cli" help --man
for command in $("$cli" --help | sed -nE 's/^  ([a-z][a-z-]*)  .*/\1/p'); do
  page "shapewright-$command" "$cli" help --man "$command"
done
complete() { # SHELL FILE
  { "$cli" completion "$1" >"$share/$2" && [[ -s $share/$2 ]]; } || { echo "package: no completions for $1" >&2; exit 1; }
}
complete bash bash-completion/completions/shapewright
complete zsh zsh/vendor-completions/_shapewright
complete fish fish/vendor_completions.d/shapewright.fish
