# Sourced by ./dev: the commands lint and format.

our_files() { # PATTERN...
  git ls-files --cached --others --exclude-standard -- "$@" ':!tests/data' |
    while read -r file; do [[ ! -f $file ]] || echo "$file"; done
}

format() {
  install clang-format
  our_files '*.cc' '*.h' | xargs -r clang-format -i
}

lint() { # [--fast] [FILE...]
  local file files=() failed=0 fast=
  if [[ ${1:-} == --fast ]]; then
    fast=1
    shift
  fi
  for file; do files+=("$(realpath --relative-to . "$(from_caller "$file")")"); done
  install clang-format python3
  ((${#files[@]})) || mapfile -t files < <(our_files '*.cc' '*.h' '*.proto' '*.py' '*.sh' '*.cmake' dev)
  lint_format "${files[@]}" || failed=1
  python3 scripts/source_checks.py "${files[@]}" || failed=1
  if [[ ! $fast ]]; then
    install clang python3-venv
    install_tidy
    build tidy shapewright_generated_headers >&2
    lint_tidy "${files[@]}" || failed=1
  fi
  ((!failed)) || say "lint: see above"
  return "$failed"
}

# Debian's clang-tidy 14 looks at all headers of the system too, and takes five times as long.
tidy_version=23.1.4
tidy=$root/build/venv-tidy/bin/clang-tidy
install_tidy() {
  [[ $("$tidy" --version 2>/dev/null) != *" $tidy_version"* ]] || return 0
  say "installing clang-tidy $tidy_version into build/venv-tidy"
  python3 -m venv build/venv-tidy
  build/venv-tidy/bin/pip install -q "clang-tidy==$tidy_version" >&2
}

lint_format() {
  printf '%s\n' "$@" | { grep -E '\.(cc|h)$' || true; } | xargs -r clang-format --dry-run -Werror
}

# The compile commands say which files are translation units; the generated ones stand under build/.
# Headers are checked with the sources that include them.
lint_tidy() {
  local units
  units=$(sed -n "s|^ *\"file\": \"$root/\(.*\)\".*|\1|p" build/tidy/compile_commands.json |
    grep -v '^build/' | sort -u | grep -Fx "$(printf '%s\n' "$@")") || return 0
  say "clang-tidy over $(wc -l <<<"$units") files"
  xargs -P "$jobs" -n 1 "$tidy" -p build/tidy --quiet <<<"$units" \
    2> >(grep -v 'warnings\? generated' >&2)
}
