# Sourced by ./dev: the commands lint and format.

our_files() { # PATTERN...
  git ls-files --cached --others --exclude-standard -- "$@" ':!tests/data' |
    while read -r file; do [[ ! -f $file ]] || echo "$file"; done
}

format() {
  install clang-format
  our_files '*.cc' '*.h' | xargs -r clang-format -i
  scripts/wrap_pages.py
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
  scripts/wrap_pages.py --check || failed=1
  if [[ ! $fast ]]; then
    install clang python3-venv
    install_lint_tools
    "$lint_bin/buf" lint || failed=1
    lint_breaking || failed=1
    build tidy shapewright_generated_headers >&2
    lint_tidy "${files[@]}" || failed=1
  fi
  ((!failed)) || say "lint: see above"
  return "$failed"
}

# What clients were promised: changes that would break them are refused until the image is written anew.
api_image=tests/data/proto/api_image.binpb
lint_breaking() {
  "$lint_bin/buf" breaking --against "$api_image" && return
  say "lint: the protos break the API of $api_image; on purpose: ./dev freeze-api"
  return 1
}

freeze_api() {
  install python3-venv
  install_lint_tools
  "$lint_bin/buf" build --exclude-source-info --output "$api_image"
}

# Debian has no buf, and its clang-tidy 14 looks at all headers of the system too: it takes five times as long.
lint_tools=("clang-tidy==23.1.4" "buf-bin==1.75.0")
lint_bin=$root/build/venv-lint/bin
install_lint_tools() {
  [[ $("$lint_bin/pip" freeze 2>/dev/null | grep -cFx "$(printf '%s\n' "${lint_tools[@]}")") != "${#lint_tools[@]}" ]] || return 0
  say "installing ${lint_tools[*]} into build/venv-lint"
  python3 -m venv build/venv-lint
  "$lint_bin/pip" install -q "${lint_tools[@]}" >&2
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
  xargs -P "$jobs" -n 1 "$lint_bin/clang-tidy" -p build/tidy --quiet <<<"$units" \
    2> >(grep -v 'warnings\? generated' >&2)
}
